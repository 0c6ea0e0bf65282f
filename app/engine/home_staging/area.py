"""The cells of a room as text: rectangles `F6-G9` and single cells `H10`, in one canonical form."""

import re
from functools import lru_cache

from app.engine.core import Illegal

from .cells import CELLS, NAMES, ROWS, SIZE, each, rectangle

_WORD = re.compile(r"([A-P](?:1[0-6]|[1-9]))(?:-([A-P](?:1[0-6]|[1-9])))?")


def read_area(text: str) -> int:
    """The cells in words like `CELL` or `CELL-CELL`. The words may be in any order and may overlap."""
    words = text.split()
    if not words:
        raise Illegal("bad_cells")
    cells = 0
    for word in words:
        found = _WORD.fullmatch(word)
        if not found:
            raise Illegal("bad_cells")
        top, left = divmod(CELLS[found[1]], SIZE)
        bottom, right = divmod(CELLS[found[2] or found[1]], SIZE)
        if bottom < top or right < left:
            raise Illegal("bad_cells")
        cells |= rectangle(top, bottom, left, right)
    return cells


@lru_cache(maxsize=4000)
def area(text: str) -> int:
    """The cells that a canonical text names."""
    return read_area(text) if text else 0


@lru_cache(maxsize=4000)
def write_area(cells: int) -> str:
    """The cells as rectangles: the runs in each row, each joined to the one above if their columns match."""
    rectangles: list[tuple[int, int]] = []  # the first and last cell of each, ordered by first cell
    growing: dict[tuple[int, int], int] = {}  # rectangles that reach the row above, by their columns
    for row in ROWS:
        ends = {}
        for left, right in _runs(cells & row):
            place = growing.get((left % SIZE, right % SIZE), len(rectangles))
            if place == len(rectangles):
                rectangles.append((left, right))
            else:
                rectangles[place] = rectangles[place][0], right
            ends[left % SIZE, right % SIZE] = place
        growing = ends
    return " ".join(
        NAMES[begin] if begin == end else f"{NAMES[begin]}-{NAMES[end]}" for begin, end in rectangles
    )


def _runs(cells: int) -> list[tuple[int, int]]:
    """The first and last cell of each run in a row."""
    runs: list[tuple[int, int]] = []
    for cell in each(cells):
        if runs and runs[-1][1] == cell - 1:
            runs[-1] = runs[-1][0], cell
        else:
            runs.append((cell, cell))
    return runs
