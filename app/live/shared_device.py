"""Playing on one device that several people pass around.

Anything that only one of them may see stays hidden until that player says who they are or makes a move, and
is hidden again once they no longer have to act. In a shared turn, players who are done may look again.
"""

from typing import Any

from app.engine import wire
from app.engine.core import Game, Illegal, Seat
from app.live.live_table import LiveTable, Slot
from app.table import seating
from app.table.seating import Place
from app.table.visitor import DeviceHolder, Visitor

MOST_STEPS = 200  # to look back at once; after more than this, a player must say again who they are
Seats = tuple[Seat, ...]
_ACTS = -1  # no turn has this number
# For each table: who took a device, up to which version we have looked, and what they have had it for since.
_looked: Slot[dict[DeviceHolder, tuple[int, int | None]]] = Slot(lambda live: {})
_MOST_HOLDERS = 100


async def viewpoint(live: LiveTable, who: Visitor) -> Seat | None:
    """Return the seat whose view a browser shows: whichever of its seats must act, or else its first seat.

    None means a spectator's view. Call this only once the game has begun, because seat numbers may change
    until then.
    """
    seats = who.seats(live.table)
    if is_veiled(live, seats):
        return await _still(live, seats, who.device_holder)
    asked = [seat for seat in seats if seat in live.waited_for]
    return next(iter((*asked, *seats)), None)


async def may_take_device(live: LiveTable, who: Visitor) -> list[Place]:
    """Return the players sharing this device who may now say that they have it."""
    seats = who.seats(live.table)
    if not is_veiled(live, seats):
        return []
    shown, sharing = await viewpoint(live, who), live.game.shared_turn(live.state)
    able = [seat for seat in seats if seat in live.waited_for or (live.waited_for and seat in sharing)]
    return [live.table.places[seat] for seat in able if seat != shown]


async def goes_on(live: LiveTable, who: Visitor, seat: Seat) -> bool:
    """Whether a player who has just made a move has to go on where only they may look, and so has the device,
    though they haven't said so."""
    veiled = is_veiled(live, who.seats(live.table))
    return veiled and seat in live.waited_for and await viewpoint(live, who) != seat


def is_veiled(live: LiveTable, seats: Seats) -> bool:
    """Whether one of these seats knows something that another of them mustn't know."""
    game, state = live.game, live.state
    if state is None or len(seats) < 2:
        return False
    public = game.secrets(state, None)
    return any(game.secrets(state, seat) != public for seat in seats)


async def _still(live: LiveTable, seats: Seats, holder: DeviceHolder | None) -> Seat | None:
    """Return the seat of the player holding the device, if they have had it for the same task ever since."""
    try:
        seat = seating.seat_of(live.table, holder.place) if holder else None
    except Illegal:  # their place is gone
        return None
    if holder is None or seat not in seats or not 0 <= holder.version <= live.version:
        return None
    looked = _looked.of(live)
    version, had = looked.get(holder) or (holder.version - 1, None)
    entries = await live.store.entries(live.id, version, MOST_STEPS)
    for entry in entries:
        has = _task(live.game, wire.loads(live.game.state_type, entry.state), seat)
        had = has if version < holder.version or has == had else None
        version = entry.version
    if len(looked) >= _MOST_HOLDERS:
        looked.clear()
    looked[holder] = version, had
    return seat if had is not None and version >= live.version else None


def _task(game: Game[Any], state: Any, seat: Seat) -> int | None:
    """What a player can have the device for: to act, or to look at the shared turn that they are done with;
    None if for neither."""
    return _ACTS if seat in state.waiting else game.shared_turn(state).get(seat)
