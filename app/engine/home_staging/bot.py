"""Estimates a state's value to a seat: its points if the open room were closed now, plus what it may still
earn."""

from app.engine.core import Seat

from .advice.hopes import hopes
from .advice.proposals import unlike
from .advice.regions import snug, way_between
from .cells import NO_EDGE, around, box, flood, rectangle, together
from .home import Home, home
from .judge import as_closed
from .moves import pencilled, tokens_left
from .pieces import PIECES, option
from .placing import places
from .reach import left_for_rooms
from .scoring import Tally, tally
from .sheet import Pencil
from .state import CARD, DRAW, State

REST = 0.33  # for a cell left for future rooms
USED = 0.05  # for a cell that the open room uses
BOX = 0.03  # for a cell of the box around it
TOKEN = 0.5  # for a body cell of a piece that may still be drawn
LOST = 0.3  # for a body cell that would end up out of reach
EXISTS = 2  # for a room that has a piece
DEALS = 24  # to look at before a card is turned up
FILLED = 4  # the most cells that a room may add to become a rectangle


def deals(state: State) -> int:
    """How many deals to look at before a card is turned up."""
    return DEALS if state.step == CARD else 1


def value(state: State, seat: Seat) -> float:
    pencil = state.pencils[seat]
    front = pencil.front or state.sheets[seat].front
    if pencil.cells:
        return _left(tally(home(state.options.scenario, as_closed(state, seat)), front))
    now = pencilled(state, seat) if pencil.pieces else home(state.options.scenario, state.sheets[seat])
    if not now.pieces:
        return _left(tally(now, front)) + _to_draw(state, seat, pencil, now)
    return _open_room(now, front) + _to_draw(state, seat, pencil, now)


def _left(counted: Tally) -> float:
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
        counted = max((tally(now.finish(used, door), front) for door in doors), key=_left)
        worth = _left(counted)
    lost = (now.open_body & ~counted.reach.body).bit_count()
    if _rooms_to_come(now):
        top, bottom, left, right = box(used)
        worth -= USED * used.bit_count() + BOX * (bottom - top + 1) * (right - left + 1)
    return worth + EXISTS + hopes(now, used, counted) - LOST * lost


def _used(now: Home) -> int:
    """The fewest cells that the open room needs."""
    cells = together(piece.cells for piece in now.pieces)
    if flood(cells & -cells, cells) != cells:
        cells = snug(now, now.open_parts[0])
    if now.entry and not around(cells) & now.entry.region:
        cells |= way_between(cells, now.entry.region, now.open_area & now.walking)
    top, bottom, left, right = box(cells)
    shapely = rectangle(top, bottom, left, right)
    shaped = not shapely & ~now.open_area and (shapely & ~cells).bit_count() <= FILLED
    return shapely if shaped else cells


def _to_draw(state: State, seat: Seat, pencil: Pencil, now: Home) -> float:
    """The points that the remaining tokens may still earn."""
    if state.step != DRAW or seat not in state.waiting:
        return 0
    worth = 0.0
    for which, count in enumerate(tokens_left(state, pencil), 1):
        if count:
            piece = PIECES[option(state.card.number, state.card.card, which)]
            if any(places(now, piece.option, mirrored=False)):
                worth += count * TOKEN * len(piece.turns[0].body)
    return worth
