"""The data for checking a table's shuffle. Until the game ends, it contains only the commitments; after that,
it contains everything."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from app.engine import wire
from app.engine.core import Event, Game
from app.engine.record import Shuffle
from app.live import export
from app.live.live_table import LiveTable
from app.table import fair_shuffle, seating
from app.table.seating import HUMAN, LOBBY, Place, Table

BOT, SERVER, OWN, UNREVEALED = "bot", "server", "own", "unrevealed"


class Part(NamedTuple):
    """A seat's contribution to the shuffle, and who made it."""

    name: str
    made: str
    commitment: str
    nonce: str  # "" while it is secret


class Proof(NamedTuple):
    shuffle: Shuffle
    parts: tuple[Part, ...]
    finished: bool
    data: str  # the same as JSON, for the script


async def proof(live: LiveTable) -> Proof:
    """Return the proof for this table as it is now."""
    table, finished = live.table, live.is_finished
    events = None
    if finished:
        events = [event async for entry in export.log_of(live) for event in export.events_of(entry)]
    commitments = fair_shuffle.commitments(table)
    parts = tuple(
        Part(place.name, made_by(live, place), commitment, place.part if finished else "")
        for place, commitment in zip(table.places, commitments, strict=True)
    )
    return Proof(seating.shuffle_of(table), parts, finished, told(live.code, live.game, table, events))


def told(code: str, game: Game[Any], table: Table, events: Sequence[Event] | None) -> str:
    """The proof as JSON, for the script. Without the events of a finished game, it holds no secret."""
    shuffle = seating.shuffle_of(table)
    data: dict[str, Any] = {
        "code": code,
        "game": game.id,
        "commitment": shuffle.commitment,
        "places": [place.id for place in table.places],
        "commitments": fair_shuffle.commitments(table),
    }
    if events is not None:
        lots = game.lots(len(table.places), dict(table.options), events)
        data |= {"secret": shuffle.secret, "nonces": shuffle.nonces, "seed": shuffle.seed}
        data["lots"] = [{"things": lot.things, "shown": lot.shown, "picks": lot.picks} for lot in lots]
    return wire.dumps(data)


def made_by(live: LiveTable, place: Place) -> str:
    """Who made the nonce that the shuffle uses for this place."""
    if not place.commitment:
        return SERVER if place.kind == HUMAN else BOT
    return OWN if place.revealed or live.table.status == LOBBY else UNREVEALED
