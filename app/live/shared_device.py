"""One device that is handed round. While several play on it, what only one of them may see stays hidden until
they say who they are, and hides again when they are not waited for any more."""

from app.engine import wire
from app.engine.core import Illegal, Seat
from app.live.live_table import LiveTable
from app.table import seating
from app.table.seating import Place
from app.table.visitor import Named, Visitor

MOST_STEPS = 200  # while somebody is waited for; after more they say once more who they are
Seats = tuple[Seat, ...]


async def viewpoint(live: LiveTable, who: Visitor) -> Seat | None:
    """The seat whose view a browser shows: of its own the one that must act, else the first; None for a
    spectator's. It is for a game that has begun: from then on the numbers of seats stay as they are."""
    seats = who.seats(live.table)
    asked = [seat for seat in seats if seat in live.waited_for]
    if is_veiled(live, seats):
        return await _still(live, asked, who.named)
    return next(iter((*asked, *seats)), None)


async def to_name(live: LiveTable, who: Visitor) -> list[Place]:
    """Who of those at this device may say that they have it now."""
    seats = who.seats(live.table)
    if not is_veiled(live, seats):
        return []
    shown = await viewpoint(live, who)
    return [live.table.places[seat] for seat in seats if seat in live.waited_for and seat != shown]


def is_veiled(live: LiveTable, seats: Seats) -> bool:
    """Whether one of these seats knows what another may not."""
    game, state = live.game, live.state
    if state is None or len(seats) < 2:
        return False
    public = game.secrets(state, None)
    return any(game.secrets(state, seat) != public for seat in seats)


async def _still(live: LiveTable, asked: list[Seat], named: Named | None) -> Seat | None:
    """The seat that was named, if it has been waited for ever since."""
    try:
        seat = seating.seat_of(live.table, named.place) if named else None
    except Illegal:  # their place is gone
        return None
    if named is None or seat not in asked or not 0 <= live.version - named.version <= MOST_STEPS:
        return None
    since = await live.store.entries(live.id, named.version, MOST_STEPS)
    states = (wire.loads(live.game.state_type, entry.state) for entry in since)
    return seat if all(seat in state.waiting for state in states) else None
