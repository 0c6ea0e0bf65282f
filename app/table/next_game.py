"""Rematches, and abandoning a game. Pure functions."""

from collections.abc import Collection, Iterable

from app.engine import registry
from app.engine.core import Illegal
from app.table.evening import counts
from app.table.seating import (
    ABANDONED,
    BOT,
    HUMAN,
    LOBBY,
    PLAYING,
    PlaceId,
    Played,
    Table,
    opened,
)


def again(
    table: Table,
    secret: bytes,
    nonces: Iterable[bytes],
    evening: tuple[Played, ...] = (),
    evening_code: str = "",
) -> Table:
    """Return a new table for a rematch, without the people who left. Its bots are ready, and everybody else
    gets ready by coming along."""
    fresh = opened(table.game, {**dict(table.options), **dict(table.table_options)}, secret)
    staying = (place for place in table.places if not place.open)
    return fresh._replace(
        chosen=table.chosen,
        places=tuple(
            place._replace(
                ready=place.kind == BOT,
                level=place.level if place.kind == BOT else "",
                nonce=nonce.hex(),
                commitment="",
                revealed="",
                auto_answers=(),
            )
            for place, nonce in zip(staying, nonces, strict=False)
        ),
        places_made=table.places_made,
        host=table.host,
        rematch=True,
        evening=evening,
        evening_code=evening_code,
        spectators=tuple(each for each in table.spectators if each.admitted),
    )


def come(table: Table, ids: Collection[PlaceId]) -> Table:
    """Note that these people have come along to the rematch: they need no second word to be ready."""
    if table.status != LOBBY or table.shuffling or not table.rematch:
        return table
    return table._replace(
        places=tuple(place._replace(ready=place.ready or place.id in ids) for place in table.places)
    )


def may_begin(table: Table) -> bool:
    """Whether a rematch can start: everybody has come along, and their browsers have committed to a nonce."""
    people = [place for place in table.places if place.kind == HUMAN]
    return (
        table.rematch
        and table.status == LOBBY
        and not table.shuffling
        and len(table.places) in registry.game(table.game).seats
        and all(place.ready for place in table.places)
        and all(place.commitment for place in people)
    )


def continued(table: Table, code: str, evening_code: str = "") -> Table:
    """Link to the table where the same people play the rematch. With it, their evening begins, if the game
    counts."""
    begun = evening_code if counts(table) else ""
    return table._replace(next=code, evening_code=table.evening_code or begun)


def abandoned(table: Table) -> Table:
    """Abandon the game in progress."""
    if table.status != PLAYING:
        raise Illegal("not_started" if table.status == LOBBY else "given_up")
    return table._replace(status=ABANDONED, consent=None)
