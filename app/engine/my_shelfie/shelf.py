"""A shelf: thirty bytes, six rows of five from the top, each a tile or 0. Tiles stack up from the bottom."""

from functools import lru_cache

from .tiles import TYPES

WIDTH, HEIGHT = 5, 6
COLUMNS, ROWS = range(WIDTH), range(HEIGHT)
EMPTY_SHELF = bytes(WIDTH * HEIGHT)

BESIDE = tuple(
    tuple(
        row * WIDTH + column
        for row, column in ((y - 1, x), (y, x - 1), (y, x + 1), (y + 1, x))
        if row in ROWS and column in COLUMNS
    )
    for y in ROWS
    for x in COLUMNS
)
"""For each cell, the cells that share a side with it."""

CELL_NAMES = tuple(f"{row},{column}" for row in ROWS for column in COLUMNS)


def cell_names(cells: list[int] | bytes) -> tuple[str, ...]:
    return tuple([CELL_NAMES[cell] for cell in cells])


def space(shelf: bytes, column: int) -> int:
    """How many tiles still fit in a column."""
    return shelf[column::WIDTH].count(0)


@lru_cache(256)  # a turn asks again and again for the same shelf
def spaces(shelf: bytes) -> tuple[int, ...]:
    """How many tiles still fit in each column."""
    return tuple([shelf[column::WIDTH].count(0) for column in COLUMNS])


def roomiest(shelf: bytes) -> int:
    """How many tiles fit in the column with the most room."""
    return max(spaces(shelf))


def lay(shelf: bytes, column: int, tile: int) -> bytes:
    """The shelf after a tile has fallen to the lowest free cell of a column."""
    cell = (shelf[column::WIDTH].count(0) - 1) * WIDTH + column
    return shelf[:cell] + bytes((tile,)) + shelf[cell + 1 :]


def types_of(shelf: bytes) -> bytes:
    return shelf.translate(TYPES)


def groups(types: bytes) -> list[list[int]]:
    """The cells of every maximal group (tiles of one type joined by their sides), single tiles included, in
    reading order."""
    left = [*types]  # 0 where there's no tile, or where its group has already been found
    found = []
    for cell, kind in enumerate(types):
        if left[cell]:
            left[cell] = 0
            group = [cell]
            for member in group:  # grows during the loop
                for other in BESIDE[member]:
                    if left[other] == kind:
                        left[other] = 0
                        group.append(other)
            found.append(group)
    return found
