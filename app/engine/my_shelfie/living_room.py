"""The living room: 81 bytes, nine rows of nine, each a tile or 0, and which tiles may be taken together.

To find out which tiles touch, we treat the room as one large number with a byte (a lane) per cell. Shifting
it by one lane moves the room one cell sideways; shifting by nine moves it one cell up or down. A few `&`
operations then check all tiles at once.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import compress, permutations

SIDE = 9
MOST = 3  # tiles you can take in one turn

# The smallest number of players with which each cell is used.
_PLAN = """
    . . . 3 4 . . . .
    . . . 2 2 4 . . .
    . . 3 2 2 2 3 . .
    . 4 2 2 2 2 2 2 3
    4 2 2 2 2 2 2 2 4
    3 2 2 2 2 2 2 4 .
    . . 3 2 2 2 3 . .
    . . . 4 2 2 . . .
    . . . . 4 3 . . .
"""
_WANTED = [int(sign) if sign.isdigit() else 0 for sign in _PLAN.split()]
_CENTRE = SIDE // 2


def _steps_from_centre(cell: int) -> tuple[int, int]:
    row, column = divmod(cell, SIDE)
    return abs(row - _CENTRE) + abs(column - _CENTRE), cell


CELLS = tuple(cell for cell, wanted in enumerate(_WANTED) if wanted)
IN_PLAY = {
    players: tuple(
        sorted((cell for cell in CELLS if _WANTED[cell] <= players), key=_steps_from_centre),
    )
    for players in (2, 3, 4)
}
"""The cells to fill for each number of players, in the order used when the bag runs short."""

EMPTY_ROOM = bytes(SIDE * SIDE)

_OCCUPIED = bytes(1 if tile else 0 for tile in range(256))
_STEP, _ROW = 8, 8 * SIDE  # bits to the next cell and to the next row


def lanes(cells: Iterable[int]) -> int:
    return sum(1 << _STEP * cell for cell in cells)


_INNER = lanes(row * SIDE + column for row in range(1, SIDE - 1) for column in range(1, SIDE - 1))
_NOT_LAST = lanes(cell for cell in range(SIDE * SIDE) if cell % SIDE < SIDE - 1)


@lru_cache(256)  # picked tiles stay in the room, so a turn asks again and again for the same one
def takeable(room: bytes) -> int:
    """The lanes of all tiles with at least one free side."""
    tiles = int.from_bytes(room.translate(_OCCUPIED), "little")
    enclosed = tiles & (tiles >> _STEP) & (tiles << _STEP) & (tiles >> _ROW) & (tiles << _ROW) & _INNER
    return tiles ^ enclosed


def holds(lanes: int, cell: int) -> bool:
    return bool(lanes >> _STEP * cell & 1)


def marks(lanes: int) -> bytes:
    """For each cell, 1 if it is among these lanes."""
    return lanes.to_bytes(SIDE * SIDE, "little")


def cells_in(lanes: int) -> list[int]:
    """The cells of these lanes, in reading order."""
    return [*compress(range(SIDE * SIDE), marks(lanes))]


def all_alone(room: bytes) -> bool:
    """Whether no two tiles touch, so the living room must be refilled."""
    tiles = int.from_bytes(room.translate(_OCCUPIED), "little")
    return not tiles & ((tiles >> _STEP) & _NOT_LAST | (tiles >> _ROW))


# -- takes ---------------------------------------------------------------------------------------------------


def _lines() -> Iterable[bytes]:
    """Every straight run of up to three cells, all of which are used in at least some games."""
    for cell in CELLS:
        yield bytes((cell,))
        for step in (1, SIDE):
            for length in range(2, MOST + 1):
                line = [cell + step * place for place in range(length)]
                if all(each in CELLS for each in line) and (step == SIDE or line[-1] // SIDE == cell // SIDE):
                    yield bytes(line)


LINES = tuple(sorted(_lines()))
LANES = {line: lanes(line) for line in LINES}
GAPLESS = frozenset(bytes(order) for line in LINES for order in permutations(line))
"""Sets of picked tiles that can be taken as they are."""


def _nexts() -> dict[bytes, dict[int, tuple[int, int]]]:
    found: dict[bytes, dict[int, tuple[int, int]]] = {}
    for line in sorted(LINES, key=len):
        for size in range(len(line) + 1):
            for picked in permutations(line, size):
                after = found.setdefault(bytes(picked), {})
                for cell in line:
                    if cell not in picked:
                        after.setdefault(cell, (len(line), lanes(line)))
    return found


NEXT = _nexts()
"""For each set of picked tiles: every cell that may be picked next, with the length and lanes of the shortest
line that covers them all."""


def takes(room: bytes, most: int) -> list[bytes]:
    """Every set of up to this many tiles that can be taken together."""
    free = takeable(room)
    return [line for line in LINES if len(line) <= most and not LANES[line] & ~free]
