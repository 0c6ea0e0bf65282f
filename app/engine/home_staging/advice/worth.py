"""What a home is worth before its game is over: its points, the space left for rooms to come, and what the
open room would earn if it were closed now."""

from ..cells import NO_EDGE, around, box, flood, rectangle, together
from ..home import Home
from ..reach import left_for_rooms
from ..scoring import Tally, tally
from .hopes import hopes
from .proposals import unlike
from .regions import snug, way_between

REST = 0.33  # for a cell left for future rooms
USED = 0.05  # for a cell that the open room uses
BOX = 0.03  # for a cell of the box around it
LOST = 0.3  # for a body cell that would end up out of reach
EXISTS = 2  # for a room that has a piece
FILLED = 4  # the most cells that a room may add to become a rectangle


def worth(now: Home, front: str) -> float:
    """The worth of a home, whether or not a room is open in it."""
    return _open_room(now, front) if now.pieces else left(tally(now, front))


def left(counted: Tally) -> float:
    """The points, plus the value of the space left for future rooms."""
    now = counted.reach.home
    return counted.total + (REST * left_for_rooms(counted.reach) if _rooms_to_come(now) else 0)


def _rooms_to_come(now: Home) -> int:
    begun = len(now.built) + len(now.missing) + (now.open is not None)
    return len(now.scenario.rooms) - begun


def _open_room(now: Home, front: str) -> float:
    """The value of the home if the open room were closed now, minus a small cost for the cells it uses."""
    used = _used(now)
    if now.furnishes_entry:
        area = now.open_parts[0]
        counted = tally(now.finish(area, NO_EDGE), front)
        worth = counted.total + (REST * (area & ~used).bit_count() if _rooms_to_come(now) else 0)
    else:
        doors = [door.name for door in unlike(now, used)] or [NO_EDGE]
        counted = max((tally(now.finish(used, door), front) for door in doors), key=left)
        worth = left(counted)
    lost = (now.open_body & ~counted.reach.body).bit_count()
    if _rooms_to_come(now):
        top, bottom, west, east = box(used)
        worth -= USED * used.bit_count() + BOX * (bottom - top + 1) * (east - west + 1)
    return worth + EXISTS + hopes(now, used, counted) - LOST * lost


def _used(now: Home) -> int:
    """The fewest cells that the open room needs."""
    cells = together(piece.cells for piece in now.pieces)
    if flood(cells & -cells, cells) != cells:
        cells = snug(now, now.open_parts[0])
    if now.entry and not around(cells) & now.entry.region:
        cells |= way_between(cells, now.entry.region, now.open_area & now.walking)
    top, bottom, west, east = box(cells)
    shapely = rectangle(top, bottom, west, east)
    shaped = not shapely & ~now.open_area and (shapely & ~cells).bit_count() <= FILLED
    return shapely if shaped else cells
