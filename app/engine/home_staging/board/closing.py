"""The closing of the viewer's room: proposals, the region as it is drawn, its doors, and the front door."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from app.engine.core import Move

from ..advice.proposals import Proposal as Advice
from ..advice.proposals import proposals
from ..area import area, write_area
from ..cells import EDGES, NAMES, NO_EDGE, SIZE, box, rectangle
from ..closing import door_or_none_refusal, doors, region_refusal
from ..home import Home, home
from ..judge import LONGEST
from ..reach import fronts as possible_fronts
from ..reach import is_front
from ..scoring import Tally, count
from ..sheet import Pencil, Sheet, closed, with_pieces

TIGHT, SQUARE, ROOMY = "tight", "square", "roomy"
ADD, DROP = "+", "-"
WHY = {
    "outside": "o",
    "bridge": "b",
    "finished_room": "f",
    "doorstep": "d",
    "leaves_out": "p",
    "not_connected": "n",
}
"""The letter of each refusal of a cell."""


class Door(NamedTuple):
    """An edge that could be a door, and the move that makes it one."""

    edge: str  # G9S
    move: Move


class Cell(NamedTuple):
    """A cell that can be added to the region or dropped from it."""

    name: str
    move: Move


class Proposal(NamedTuple):
    """A suggested closing."""

    name: str  # tight, square, roomy; "" for the others
    cells: str
    door: str  # "-" if there is none
    size: int  # the number of its cells
    rectangle: bool
    points: int  # the home's total with this closing
    chosen: bool  # whether the region shown now is this one
    move: Move


class Earned(NamedTuple):
    """A bonus line of the scenario, and how often a home earns it."""

    bonus: int  # its index
    times: int
    points: int


class Closing(NamedTuple):
    """The closing shown to a viewer who must close a room: what is drawn, or else the first proposal.

    Until a closing is drawn, each of these moves draws one. `why` has a letter for each cell of the
    scenario's box, in reading order: "+" it can be added, "-" it can be dropped, else why it can't.
    """

    drawn: bool  # if not, the first proposal is shown
    cells: str
    door: str  # "-" if there is none
    size: int  # the number of its cells
    rectangle: bool
    points: int  # the home's total with this closing
    earned: tuple[Earned, ...]  # all bonus lines of the scenario, with this closing
    needs_door: bool  # whether it has no door although it could have one, so that it can't be confirmed
    first: Move | None  # what to send before it is confirmed; None if it is drawn
    proposals: tuple[Proposal, ...]
    add: tuple[Cell, ...]
    drop: tuple[Cell, ...]
    doors: tuple[Door, ...]  # all that it could have
    why: str


class Fronts(NamedTuple):
    """The viewer's front door."""

    shown: str  # the edge: the one that is set, or else the best; "" if none is possible
    is_set: bool
    doors: tuple[Door, ...]  # all that it could be now


def drawn_or_proposed(scenario: str, sheet: Sheet, pencil: Pencil) -> Pencil:
    """The pencil, with the first proposal if no closing is drawn."""
    if pencil.cells:
        return pencil
    first = proposals(scenario, sheet, pencil.front)[0]
    return pencil._replace(cells=first.cells, door=first.door)


def as_pencilled(sheet: Sheet, pencil: Pencil) -> Sheet:
    """The sheet as it would be if the turn ended like this."""
    after = with_pieces(sheet, tuple(piece.name for piece in pencil.pieces)) if pencil.pieces else sheet
    if pencil.cells:
        after = closed(after, pencil.cells, pencil.door)
    return after._replace(front=pencil.front)


@lru_cache(maxsize=100)
def closing(scenario: str, sheet: Sheet, pencil: Pencil) -> Closing:
    """The closing of a sheet's open room, which must contain a piece."""
    before, shown, drawn = (
        home(scenario, sheet),
        drawn_or_proposed(scenario, sheet, pencil),
        bool(pencil.cells),
    )
    region, edges = area(shown.cells), doors(before, area(shown.cells))
    counted = count(scenario, as_pencilled(sheet, shown))
    why: list[str] = []
    add: list[Cell] = []
    drop: list[Cell] = []
    top, bottom, left, right = box(before.scenario.inside)
    for row in range(top, bottom + 1):
        for cell in range(SIZE * row + left, SIZE * row + right + 1):
            refused = region_refusal(before, region ^ 1 << cell)
            adds = not region >> cell & 1
            why.append(WHY[refused.code] if refused else ADD if adds else DROP)
            if refused:
                continue
            if drawn:
                move: Move = ("add" if adds else "drop", NAMES[cell])
            else:
                move = _closing_move(before, region ^ 1 << cell, shown.door)
            if len(str(move[1])) <= LONGEST:
                (add if adds else drop).append(Cell(NAMES[cell], move))
    return Closing(
        drawn,
        shown.cells,
        shown.door,
        region.bit_count(),
        _is_rectangle(region),
        counted.total,
        earned(counted),
        shown.door == NO_EDGE and bool(edges),
        None if drawn else ("close", shown.cells, shown.door),
        _proposals(scenario, sheet, shown),
        tuple(add),
        tuple(drop),
        tuple(
            Door(edge.name, ("door", edge.name) if drawn else ("close", shown.cells, edge.name))
            for edge in edges
        ),
        "".join(why),
    )


def _closing_move(before: Home, region: int, door: str) -> Move:
    """A closing with this region, and with this door if it may be there."""
    edge = EDGES.get(door)
    stays = edge and not door_or_none_refusal(before, region, edge)
    return "close", write_area(region), door if stays else NO_EDGE


def _is_rectangle(region: int) -> bool:
    return region == rectangle(*box(region))


def earned(counted: Tally) -> tuple[Earned, ...]:
    """All bonus lines, with what they earn."""
    bonuses = zip(counted.reach.home.scenario.bonuses, counted.bonuses, strict=True)
    return tuple(
        Earned(index, found.times, bonus.points * found.times) for index, (bonus, found) in enumerate(bonuses)
    )


# -- proposals -----------------------------------------------------------------------------------------------


def _proposals(scenario: str, sheet: Sheet, shown: Pencil) -> tuple[Proposal, ...]:
    found = proposals(scenario, sheet, shown.front)
    called = _called(found)
    return tuple(
        Proposal(
            called.get(each.cells, ""),
            each.cells,
            each.door,
            area(each.cells).bit_count(),
            _is_rectangle(area(each.cells)),
            count(scenario, as_pencilled(sheet, shown._replace(cells=each.cells, door=each.door))).total,
            each.cells == shown.cells,
            ("close", each.cells, each.door),
        )
        for each in found
    )


def _called(found: Iterable[Advice]) -> dict[str, str]:
    """The names of three of these closings, by their cells: the smallest, the smallest other rectangle, and
    the largest other one."""
    left = {each.cells: area(each.cells).bit_count() for each in found}
    called = {}
    for name, sign in ((TIGHT, 1), (SQUARE, 1), (ROOMY, -1)):
        fitting = [cells for cells in left if name != SQUARE or _is_rectangle(area(cells))]
        if fitting:
            chosen = min(fitting, key=lambda cells: sign * left[cells])
            called[chosen] = name
            del left[chosen]
    return called


# -- the front door ------------------------------------------------------------------------------------------


def fronts(scenario: str, sheet: Sheet, pencil: Pencil) -> Fronts:
    """The front door of a sheet with these pencil marks, and the others it could have."""
    after = as_pencilled(sheet, pencil)
    counted = count(scenario, after)
    here = counted.reach.home
    return Fronts(
        counted.front.name if counted.front else "",
        bool(pencil.front) and is_front(here, pencil.front),
        tuple(Door(edge.name, ("front", edge.name)) for edge in possible_fronts(here)),
    )
