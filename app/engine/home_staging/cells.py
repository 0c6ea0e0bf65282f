"""The squared paper: 16 x 16 cells. A set of cells is an integer; a cell is its bit `16 * row + column`.

The lowest bit is therefore the first cell in reading order, and moving one cell to a side is a shift.
"""

from collections.abc import Iterable
from typing import NamedTuple

SIZE = 16
NAMES = tuple(f"{'ABCDEFGHIJKLMNOP'[column]}{row + 1}" for row in range(SIZE) for column in range(SIZE))
CELLS = {name: cell for cell, name in enumerate(NAMES)}
EVERYWHERE = (1 << SIZE * SIZE) - 1
COLUMNS = tuple(sum(1 << SIZE * row + column for row in range(SIZE)) for column in range(SIZE))
ROWS = tuple(((1 << SIZE) - 1) << SIZE * row for row in range(SIZE))
_NOT_WEST = EVERYWHERE & ~COLUMNS[0]
_NOT_EAST = EVERYWHERE & ~COLUMNS[-1]

SIDES = "NESW"
NORTH, EAST, SOUTH, WEST = range(4)


class Edge(NamedTuple):
    """A side of a cell. Beyond it lies another cell, or nothing at the border of the sheet."""

    name: str
    cell: int
    side: int
    here: int  # the cell as a set
    beyond: int  # the cell on the other side as a set


def to_side(cells: int, side: int) -> int:
    """These cells moved one step to this side; any that would leave the sheet are dropped."""
    if side == NORTH:
        return cells >> SIZE
    if side == SOUTH:
        return cells << SIZE & EVERYWHERE
    return (cells & _NOT_EAST) << 1 if side == EAST else (cells & _NOT_WEST) >> 1


EDGES = {
    f"{name}{SIDES[side]}": Edge(f"{name}{SIDES[side]}", cell, side, 1 << cell, to_side(1 << cell, side))
    for cell, name in enumerate(NAMES)
    for side in range(4)
}
"""Keyed by name, in reading order and then by side."""
EDGES_OF = tuple(tuple(EDGES[f"{name}{side}"] for side in SIDES) for name in NAMES)
NO_EDGE = "-"
Line = tuple[bool, int, int]
"""A side of a square on paper: whether it is horizontal, and the square below or right of it."""


def line(edge: Edge) -> Line:
    """Where an edge lies on paper; the edges of the two cells beside it share one line."""
    row, column = divmod(edge.cell, SIZE)
    if edge.side % 2 == 0:
        return True, row + edge.side // 2, column
    return False, row, column + (edge.side == EAST)


def around(cells: int) -> int:
    """These cells and their neighbours."""
    return (
        cells
        | cells >> SIZE
        | cells << SIZE & EVERYWHERE
        | (cells & _NOT_EAST) << 1
        | (cells & _NOT_WEST) >> 1
    )


def flood(cells: int, ground: int) -> int:
    """The cells of this ground that can be reached from these cells without leaving it."""
    cells &= ground
    while True:
        more = (
            cells | cells >> SIZE | cells << SIZE | (cells & _NOT_EAST) << 1 | (cells & _NOT_WEST) >> 1
        ) & ground
        if more == cells:
            return cells
        cells = more


def parts(ground: int) -> list[int]:
    """The connected parts of a ground, ordered by their first cells."""
    found = []
    while ground:
        part = flood(ground & -ground, ground)
        found.append(part)
        ground ^= part
    return found


def each(cells: int) -> list[int]:
    """The numbers of the cells in reading order."""
    found = []
    while cells:
        lowest = cells & -cells
        found.append(lowest.bit_length() - 1)
        cells ^= lowest
    return found


def first(cells: int) -> int:
    return (cells & -cells).bit_length() - 1


def names(cells: int) -> tuple[str, ...]:
    return tuple([NAMES[cell] for cell in each(cells)])


def together(sets: Iterable[int]) -> int:
    """The union of these sets."""
    cells = 0
    for one in sets:
        cells |= one
    return cells


def box(cells: int) -> tuple[int, int, int, int]:
    """The first and last row, and the first and last column, of these cells."""
    rows = [row for row in range(SIZE) if cells & ROWS[row]]
    columns = [column for column in range(SIZE) if cells & COLUMNS[column]]
    return rows[0], rows[-1], columns[0], columns[-1]


def rectangle(top: int, bottom: int, left: int, right: int) -> int:
    """All cells within these rows and columns."""
    row = (1 << right + 1) - (1 << left)
    return together(row << SIZE * each for each in range(top, bottom + 1))
