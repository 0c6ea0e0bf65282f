"""One device that is handed round. While several play on it, what only one of them may see stays hidden until
they say who they are, and hides again when they are not waited for any more."""

from app.engine import wire
from app.engine.core import Illegal, Seat
from app.live.live_table import Room
from app.table import seating
from app.table.seating import Place
from app.table.visitor import Named

MOST_STEPS = 200  # while somebody is waited for; after more they say once more who they are
Seats = tuple[Seat, ...]


async def viewpoint(room: Room, seats: Seats, named: Named | None) -> Seat | None:
    """The seat whose view a browser with these seats shows: the one that is waited for, else the first; None
    for a spectator's."""
    asked = [seat for seat in seats if seat in room.waited_for]
    if is_veiled(room, seats):
        return await _still(room, asked, named)
    return next(iter((*asked, *seats)), None)


async def to_name(room: Room, seats: Seats, named: Named | None) -> list[Place]:
    """Who of those at this device may say that they have it now."""
    if not is_veiled(room, seats):
        return []
    shown = await viewpoint(room, seats, named)
    return [room.table.places[seat] for seat in seats if seat in room.waited_for and seat != shown]


def is_veiled(room: Room, seats: Seats) -> bool:
    """Whether one of these seats knows what another may not."""
    game, state = room.game, room.state
    if state is None or len(seats) < 2:
        return False
    public = game.secrets(state, None)
    return any(game.secrets(state, seat) != public for seat in seats)


async def _still(room: Room, asked: list[Seat], named: Named | None) -> Seat | None:
    """The seat that was named, if it has been waited for ever since."""
    try:
        seat = seating.seat_of(room.table, named.place) if named else None
    except Illegal:  # their place is gone
        return None
    if named is None or seat not in asked or not 0 <= room.version - named.version <= MOST_STEPS:
        return None
    since = await room.store.entries(room.id, named.version, MOST_STEPS)
    states = (wire.loads(room.game.state_type, entry.state) for entry in since)
    return seat if all(seat in state.waiting for state in states) else None
