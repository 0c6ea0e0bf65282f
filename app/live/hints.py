"""Gives hints: a worker process thinks, and the table goes on meanwhile."""

from functools import lru_cache

from app.engine import wire
from app.engine.core import Illegal, Seat
from app.engine.hint import Hint
from app.live import thinker
from app.live.live_table import LiveTable, Slot
from app.live.thinkers import NoAnswer, Thinkers
from app.table import hints, seating
from app.table.seating import Place, PlaceId, Table

LONGEST = 8000  # characters of a hint that is kept; longer ones would make the table heavy


class Asking:
    """The places for which somebody is thinking."""

    def __init__(self, live: LiveTable) -> None:
        self.places: set[PlaceId] = set()


asking_at = Slot(Asking)


class Late(Exception):
    """The table has moved on."""


async def give(live: LiveTable, thinkers: Thinkers, place: PlaceId, newcomer: bool) -> None:
    """Give a player a hint for the decision they have to make now: once, and only if they still have to make
    it when the answer comes."""
    hints.must_be_given(live.table, place, newcomer)
    seat = seating.seat_of(live.table, place)
    if seat not in live.waited_for:
        raise Illegal("hint_on_turn")
    turn, asking = live.state.turns[seat], asking_at.of(live).places
    if given_for(live, seat) or place in asking:
        return
    question = thinker.question(thinker.HINT, live.game, live.state, seat, live.table.secret)
    asking.add(place)
    try:
        hint = await thinkers.hint(live.id, question)
    except NoAnswer:
        raise Illegal("no_hint_now") from None
    finally:
        asking.discard(place)

    def step(table: Table) -> Table:
        hints.must_be_given(table, place, newcomer)
        if seating.seat_of(table, place) != seat or seat not in live.waited_for:
            raise Late
        if live.state.turns[seat] != turn or given_for(live, seat):
            raise Late
        return hints.advised(table, place, turn, live.version, hint)

    try:
        if len(hint) <= LONGEST:
            await live.change(step)
    except Late:
        pass


def advised(live: LiveTable) -> list[Place]:
    """The players who have had a hint for the turn that they are taking."""
    if not live.table.advice:
        return []
    return [live.table.places[seat] for seat in live.waited_for if shown(live, seat)]


def given_for(live: LiveTable, seat: Seat) -> bool:
    """Whether this seat has had a hint for the decision that it has to make now."""
    given = hints.advice(live.table, live.table.places[seat].id)
    return given is not None and seat in live.waited_for and given.turn == live.state.turns[seat]


def shown(live: LiveTable, seat: Seat) -> Hint | None:
    """The hint for the turn that this seat is taking, as long as it could be following it."""
    given = hints.advice(live.table, live.table.places[seat].id)
    if given is None or seat not in live.waited_for:
        return None
    hint = _read(given.hint)
    if seat in (sharing := live.game.shared_turn(live.state)):
        return hint if sharing[seat] <= given.turn else None
    return hint if live.version - given.version < len(hint.best.moves) else None  # nobody else moves


@lru_cache(maxsize=100)
def _read(text: str) -> Hint:
    return wire.loads(Hint, text)
