"""The twelve common goals: a shelf's progress towards each, and which cells count."""

from collections.abc import Callable, Sequence
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple

from .shelf import COLUMNS, HEIGHT, ROWS, WIDTH, groups
from .tiles import TYPE_NUMBERS

Tally = tuple[int, list[int]]
"""How many of the required groups are there, and which cells they cover."""


class Goal(NamedTuple):
    """A common goal. A shelf meets it when its tally reaches `wanted`."""

    key: str
    wanted: int
    fewest: int  # tiles on any shelf that meets it
    tally: Callable[[bytes, str], Tally]  # from the types of a shelf and the option `squares`

    def met(self, types: bytes, squares: str) -> list[int]:
        """The cells that meet the goal; none if the shelf doesn't meet it."""
        count, cells = self.tally(types, squares)
        return cells if count >= self.wanted else []


# -- groups --------------------------------------------------------------------------------------------------


def _groups_of(size: int) -> Callable[[bytes, str], Tally]:
    """Maximal groups of at least this size; each counts once, however large."""

    def tally(types: bytes, squares: str) -> Tally:
        large = [group for group in groups(types) if len(group) >= size]
        return len(large), sorted(cell for group in large for cell in group)

    return tally


_SQUARES = tuple(
    (corner, corner + 1, corner + WIDTH, corner + WIDTH + 1)
    for corner in (row * WIDTH + column for row in ROWS[:-1] for column in COLUMNS[:-1])
)


def _squares(types: bytes, squares: str) -> Tally:
    """Squares of one type that don't overlap. If strict, each must also be a whole group. If they must be the
    same, their types must be equal."""
    found: list[Sequence[int]] = [
        square for square in _SQUARES if types[square[0]] and len({types[cell] for cell in square}) == 1
    ]
    if squares == "strict":
        whole = [tuple(sorted(group)) for group in groups(types) if len(group) == 4]
        found = [square for square in found if square in whole]
    for one, other in combinations(found, 2):
        if not {*one} & {*other} and (squares != "same" or types[one[0]] == types[other[0]]):
            return 2, sorted({*one, *other})
    return (1, [*found[0]]) if found else (0, [])


# -- of one type ---------------------------------------------------------------------------------------------


def _alike(places: Sequence[Sequence[int]]) -> Callable[[bytes, str], Tally]:
    """The largest number of cells of one type in any one of these places."""

    held_in = [(cells, itemgetter(*cells)) for cells in places]

    def tally(types: bytes, squares: str) -> Tally:
        most, best, at = 0, 0, places[0]
        for cells, held_by in held_in:
            held = held_by(types)
            for kind in {*held}:
                if kind and held.count(kind) > most:
                    most, best, at = held.count(kind), kind, cells
        return most, [cell for cell in at if most and types[cell] == best]

    return tally


def _anywhere(types: bytes, squares: str) -> Tally:
    """The tiles of the type with the most of them."""
    best = max(TYPE_NUMBERS, key=types.count)
    cells = [cell for cell, kind in enumerate(types) if kind == best]
    return len(cells), cells


_CORNERS = ((0, WIDTH - 1, (HEIGHT - 1) * WIDTH, HEIGHT * WIDTH - 1),)
_DIAGONALS = tuple(
    tuple((top + step) * WIDTH + (step if falling else WIDTH - 1 - step) for step in range(WIDTH))
    for top in (0, 1)
    for falling in (True, False)
)
_CROSSES = tuple(
    tuple(centre + step for step in (-WIDTH - 1, -WIDTH + 1, 0, WIDTH - 1, WIDTH + 1))
    for centre in (row * WIDTH + column for row in ROWS[1:-1] for column in COLUMNS[1:-1])
)

# -- full columns and lines ----------------------------------------------------------------------------------

_COLUMN_CELLS = tuple(range(column, HEIGHT * WIDTH, WIDTH) for column in COLUMNS)
_ROW_CELLS = tuple(range(row * WIDTH, (row + 1) * WIDTH) for row in ROWS)


def _full(places: Sequence[range], fewest: int, most: int) -> Callable[[bytes, str], Tally]:
    """Full columns or lines with this many different types."""

    def tally(types: bytes, squares: str) -> Tally:
        good = []
        for cells in places:
            held = types[cells.start : cells.stop : cells.step]
            if 0 not in held and fewest <= len({*held}) <= most:
                good.append(cells)
        return len(good), sorted(cell for cells in good for cell in cells)

    return tally


_STAIRS = tuple(
    order
    for highest in (WIDTH, HEIGHT)
    for order in (
        tuple(highest - column for column in COLUMNS),
        tuple(highest - column for column in reversed(COLUMNS)),
    )
)


def _stairs(types: bytes, squares: str) -> Tally:
    """How many columns have the right height for the best-matching staircase, and the top tiles of those."""
    heights = [HEIGHT - types[column::WIDTH].count(0) for column in COLUMNS]
    good = max(
        [[column for column in COLUMNS if heights[column] == stair[column]] for stair in _STAIRS], key=len
    )
    return len(good), [next(cell for cell in _COLUMN_CELLS[column] if types[cell]) for column in good]


GOALS = (
    Goal("six_pairs", 6, 12, _groups_of(2)),
    Goal("four_quads", 4, 16, _groups_of(4)),
    Goal("four_corners", 4, 12, _alike(_CORNERS)),
    Goal("two_squares", 2, 8, _squares),
    Goal("three_columns_max3", 3, 18, _full(_COLUMN_CELLS, 1, 3)),
    Goal("eight_same", 8, 8, _anywhere),
    Goal("diagonal5", 5, 15, _alike(_DIAGONALS)),
    Goal("four_rows_max3", 4, 20, _full(_ROW_CELLS, 1, 3)),
    Goal("two_columns_all_different", 2, 12, _full(_COLUMN_CELLS, HEIGHT, HEIGHT)),
    Goal("two_rows_all_different", 2, 10, _full(_ROW_CELLS, WIDTH, WIDTH)),
    Goal("x_shape", 5, 8, _alike(_CROSSES)),
    Goal("staircase", 5, 15, _stairs),
)
GOAL_KEYS = tuple(goal.key for goal in GOALS)
"""Stored games refer to goals by their position here: append, never reorder."""
