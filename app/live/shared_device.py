"""Playing on one device that several people pass around.

Anything that only one of them may see stays hidden until that player says who they are, and is hidden again
once they no longer have to act.
"""

from app.engine import wire
from app.engine.core import Illegal, Seat
from app.live.live_table import LiveTable
from app.table import seating
from app.table.seating import Place
from app.table.visitor import DeviceHolder, Visitor

MOST_STEPS = 200  # while a player decides; after more than this, they must say again who they are
Seats = tuple[Seat, ...]


async def viewpoint(live: LiveTable, who: Visitor) -> Seat | None:
    """Return the seat whose view a browser shows: whichever of its seats must act, or else its first seat.

    None means a spectator's view. Call this only once the game has begun, because seat numbers may change
    until then.
    """
    seats = who.seats(live.table)
    asked = [seat for seat in seats if seat in live.waited_for]
    if is_veiled(live, seats):
        return await _still(live, asked, who.device_holder)
    return next(iter((*asked, *seats)), None)


async def may_take_device(live: LiveTable, who: Visitor) -> list[Place]:
    """Return the players sharing this device who may now say that they have it."""
    seats = who.seats(live.table)
    if not is_veiled(live, seats):
        return []
    shown = await viewpoint(live, who)
    return [live.table.places[seat] for seat in seats if seat in live.waited_for and seat != shown]


def is_veiled(live: LiveTable, seats: Seats) -> bool:
    """Whether one of these seats knows something that another of them mustn't know."""
    game, state = live.game, live.state
    if state is None or len(seats) < 2:
        return False
    public = game.secrets(state, None)
    return any(game.secrets(state, seat) != public for seat in seats)


async def _still(live: LiveTable, asked: list[Seat], holder: DeviceHolder | None) -> Seat | None:
    """Return the seat of the player holding the device, if it has been their turn ever since they took it."""
    try:
        seat = seating.seat_of(live.table, holder.place) if holder else None
    except Illegal:  # their place is gone
        return None
    if holder is None or seat not in asked or not 0 <= live.version - holder.version <= MOST_STEPS:
        return None
    since = await live.store.entries(live.id, holder.version, MOST_STEPS)
    states = (wire.loads(live.game.state_type, entry.state) for entry in since)
    return seat if all(seat in state.waiting for state in states) else None
