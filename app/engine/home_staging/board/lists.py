"""What a page without script presses: a place for every cell of the plan, and every place in a list."""

from typing import NamedTuple

from app.engine.core import Move

from ..area import write_area
from ..cells import CELLS, NAMES, SIDES, SIZE
from .closing import Closing
from .desks import Pencilled
from .hands import AROUND, Hand, Offset, Place, Turn


class Spot(NamedTuple):
    """A cell of the plan, and what pressing it does."""

    name: str
    move: Move | None


class Listed(NamedTuple):
    """A legal place of a piece, and what is said of it."""

    area: str  # the cells of its body, or of a rug
    backs: str  # the sides (NESW) where it must be against a wall
    free: str  # its circulation
    window: bool  # whether its body is at a window that earns a bonus
    points: int  # once it is in reach
    cut: bool  # whether it leaves something on the sheet with no way to the front door
    move: Move


def listed(hand: Hand) -> list[Listed]:
    """All legal places of a piece, those against the same walls together."""
    windows = {CELLS[name] for name in hand.windows}
    found = []
    for turn in hand.turns:
        backs = "".join(side for side in SIDES if any(side == each for _, _, each in turn.sides))
        cut = {*turn.cut}
        for place, _ in turn.places():
            cells = _covered(turn, place)
            found.append(
                Listed(
                    _area(cells),
                    backs,
                    _area(_at(turn.circulation, place)),
                    bool(turn.body) and not windows.isdisjoint(cells),
                    len(turn.body),
                    place.anchor in cut,
                    hand.move(place),
                )
            )
    return sorted(found, key=lambda each: [SIDES.index(side) for side in each.backs])


def spots(
    cells: tuple[str, ...], hands: tuple[Hand, ...], pieces: tuple[Pencilled, ...], closing: Closing | None
) -> list[Spot]:
    """What each of these cells does: it erases the piece drawn on it, draws the first piece in hand, or joins
    or leaves the room being closed."""
    does: dict[str, Move | None] = {}
    if closing:
        does = {cell.name: cell.move for cell in (*closing.add, *closing.drop)}
    if hands:
        does = {NAMES[cell]: hands[0].move(place) for cell, place in _places(hands[0]).items()}
    does |= {cell: piece.move for piece in pieces for cell in piece.cells}
    return [Spot(cell, does.get(cell)) for cell in cells]


def _places(hand: Hand) -> dict[int, Place]:
    """For each cell what `Hand.at` would find there, for all cells at once."""
    found: dict[int, Place] = {}
    for turn in hand.turns:
        found = _nearest(turn) | found
    covered = dict(found)
    for cell in CELLS.values():
        row, column = divmod(cell, SIZE)
        for down, right in AROUND:
            beside = SIZE * (row + down) + column + right
            if 0 <= column + right < SIZE and beside in covered:
                found.setdefault(cell, covered[beside])
    return found


def _nearest(turn: Turn) -> dict[int, Place]:
    """For each cell that a legal place covers, the one whose grip is nearest."""
    best: dict[int, tuple[int, int, Place]] = {}
    for place, (top, left) in turn.places():
        for cell in _covered(turn, place):
            row, column = divmod(cell, SIZE)
            found = ((row - top) ** 2 + (column - left) ** 2, CELLS[place.anchor], place)
            best[cell] = min(best.get(cell, found), found)
    return {cell: place for cell, (_, _, place) in best.items()}


def _covered(turn: Turn, place: Place) -> list[int]:
    return _at(turn.body or turn.rug, place)


def _at(offsets: tuple[Offset, ...], place: Place) -> list[int]:
    anchor = CELLS[place.anchor]
    return [anchor + SIZE * down + right for down, right in offsets]


def _area(cells: list[int]) -> str:
    return write_area(sum(1 << cell for cell in cells))
