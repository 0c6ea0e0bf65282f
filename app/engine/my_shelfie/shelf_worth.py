"""What a shelf will be worth in the end, by weights learned from many games.

A feature is a name with a weight, `a + b·l + c·l²`, where l is the part of the shelf that is empty. The names
are those of weights.json. The race says what it is worth to be ahead of the others in filling the shelf.
"""

import json
from collections import Counter
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from app.engine.learning import Weights

from .common_goals import _CORNERS, _CROSSES, _DIAGONALS, _SQUARES, _STAIRS, GOAL_KEYS
from .personal_goals import CARDS
from .shelf import BESIDE, COLUMNS, HEIGHT, ROWS, WIDTH, groups

CELLS = WIDTH * HEIGHT
TOP_TOKEN = 8
LARGEST_GROUP = 7
IMPOSSIBLE = 12
MOST_FREE = 3
MAX_TYPES = 3
TARGETS = tuple([(cell, kind) for cell, kind in enumerate(card) if kind] for card in CARDS)


class Wanted(NamedTuple):
    """What a seat still wants: its personal goal, and the common goals it hasn't scored with their tokens."""

    card: int
    tokens: tuple[tuple[int, int], ...]


@cache
def learned(seats: int) -> Weights:
    """The weights for this number of seats, from weights.json. The constants are those of the race."""
    table = json.loads((Path(__file__).parent / "weights.json").read_text("utf-8"))[str(seats)]
    return Weights(tuple(table["const"]), {name: tuple(three) for name, three in table["weights"].items()})


@lru_cache(maxsize=50_000)
def worth(seats: int, types: bytes, wanted: Wanted) -> float:
    """The points that a shelf will bring, without the tokens that its owner already has."""
    weights = learned(seats).features
    left = types.count(0) / CELLS
    total = 0.0
    for name, factor in features(types, wanted):
        a, b, c = weights.get(name, (0.0, 0.0, 0.0))
        total += factor * (a + left * (b + left * c))
    return total


def features(types: bytes, wanted: Wanted) -> list[tuple[str, float]]:
    spaces = [types[column::WIDTH].count(0) for column in COLUMNS]
    landing = {(free - 1) * WIDTH + column for column, free in enumerate(spaces) if free}
    found = [
        ("k", 1.0),
        (f"sp/{sum(free >= MOST_FREE for free in spaces)}/{min(max(spaces), MOST_FREE)}", 1.0),
    ]
    shapes = groups(types)
    for group in shapes:
        beside = {cell for member in group for cell in BESIDE[member] if not types[cell]}
        freedom = 2 if beside & landing else int(bool(beside))
        found.append((f"g/{min(len(group), LARGEST_GROUP)}/{freedom}", 1.0))
    matched = [cell for cell, kind in TARGETS[wanted.card] if types[cell] == kind]
    open_ = [cell for cell, _ in TARGETS[wanted.card] if not types[cell]]
    found.append((f"p/{len(matched)}/{len(open_)}", 1.0))
    near = sum(cell in landing for cell in open_)
    if near:
        found.append(("pn", float(near)))
    for goal, token in wanted.tokens:
        found.append((f"c/{goal}/{_level(goal, types, shapes, spaces)}", token / TOP_TOKEN))
    return found


# -- common goals --------------------------------------------------------------------------------------------


def _level(goal: int, types: bytes, shapes: list[list[int]], spaces: list[int]) -> int:
    """How far a shelf is on its way to a common goal."""
    key = GOAL_KEYS[goal]
    if key == "six_pairs":
        return sum(len(group) > 1 for group in shapes)
    if key == "four_quads":
        return sum(sorted((min(4, len(group)) for group in shapes), reverse=True)[:4])
    if key == "four_corners":
        return max(_pure(types, cells) for cells in _CORNERS)
    if key == "two_squares":
        counts = [_pure(types, cells) for cells in _SQUARES]
        partial = max([count for count in counts if count < 4], default=0)
        return 6 * min(1, counts.count(4)) + partial
    if key == "eight_same":
        return max(Counter(types.replace(b"\0", b"")).values(), default=0)
    if key == "diagonal5":
        return max(_pure(types, cells) for cells in _DIAGONALS)
    if key == "x_shape":
        return max(_pure(types, cells) for cells in _CROSSES)
    if key == "staircase":
        heights = [HEIGHT - free for free in spaces]
        missing = [
            sum(stair) - sum(heights)
            for stair in _STAIRS
            if all(height <= wanted for height, wanted in zip(heights, stair, strict=True))
        ]
        return (min(missing) + 1) // 2 if missing else IMPOSSIBLE
    columns = [types[column::WIDTH] for column in COLUMNS]
    rows = [types[row * WIDTH : (row + 1) * WIDTH] for row in ROWS]
    if key == "three_columns_max3":
        return _fullest(columns, 3, different=False) // 2
    if key == "four_rows_max3":
        return _fullest(rows, 4, different=False) // 2
    if key == "two_columns_all_different":
        return _fullest(columns, 2, different=True)
    return _fullest(rows, 2, different=True)


def _pure(types: bytes, cells: tuple[int, ...]) -> int:
    """How many of these cells are filled, if all with one type; otherwise 0."""
    held = {types[cell] for cell in cells} - {0}
    return sum(types[cell] > 0 for cell in cells) if len(held) == 1 else 0


def _fullest(lines: list[bytes], wanted: int, *, different: bool) -> int:
    """The tiles in the fullest lines that can still meet the goal."""
    counts = []
    for line in lines:
        tiles = line.replace(b"\0", b"")
        kinds = len({*tiles})
        counts.append(len(tiles) if (kinds == len(tiles) if different else kinds <= MAX_TYPES) else 0)
    return sum(sorted(counts, reverse=True)[:wanted])


# -- the race ------------------------------------------------------------------------------------------------


def race(seats: int, own: int, others: int) -> float:
    """What it is worth to have this many empty cells, while the fullest other shelf has `others`."""
    c0, c1, c2, c3, c4, c5 = learned(seats).const
    left, theirs = own / CELLS, others / CELLS
    return theirs * (c0 + theirs * (c1 + c2 * theirs) + left * (c3 + c4 * theirs + c5 * left))
