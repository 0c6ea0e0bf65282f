"""What a drawing shows: its paths read back as cells and lines, and the same of a printed picture."""

import re
from typing import NamedTuple

from app.engine.home_staging.cells import NAMES, SIZE, Line
from app.engine.home_staging.plan.paths import UNIT

Point = tuple[int, int]  # x and y
_STEP = re.compile(r"([Mhvz])(-?\d+)?(?: (-?\d+))?")


def _loops(path: str) -> list[list[Point]]:
    """The corners of each subpath. The path must hold nothing else than M, h, v and z, in whole numbers."""
    assert "".join(found[0] for found in _STEP.finditer(path)) == path
    loops: list[list[Point]] = []
    for sign, one, other in _STEP.findall(path):
        if sign == "M":
            loops.append([(int(one), int(other))])
        elif sign != "z":
            x, y = loops[-1][-1]
            loops[-1].append((x + int(one), y) if sign == "h" else (x, y + int(one)))
    return loops


def lines_of(path: str) -> set[Line]:
    """The sides of squares that a path of strokes runs along, each of them once."""
    found: list[Line] = []
    for (x, y), (to_x, to_y) in _loops(path):
        assert (to_x - x) % UNIT == (to_y - y) % UNIT == x % UNIT == y % UNIT == 0
        found += [(True, y // UNIT, at // UNIT) for at in range(x, to_x, UNIT)]
        found += [(False, at // UNIT, x // UNIT) for at in range(y, to_y, UNIT)]
    assert len(found) == len(set(found))
    return set(found)


def cells_of(path: str) -> set[str]:
    """The cells that a closed path is filled over: those around whose middle it winds."""
    loops = _loops(path)
    return {
        name
        for cell, name in enumerate(NAMES)
        if sum(_winding(loop, UNIT * (cell % SIZE) + 12, UNIT * (cell // SIZE) + 12) for loop in loops)
    }


def _winding(loop: list[Point], x: int, y: int) -> int:
    """How often a loop goes around a point: its upright sides to the right of it, down less up."""
    ways = 0
    for (left, top), (right, bottom) in zip(loop, [*loop[1:], loop[0]], strict=True):
        if left == right > x:
            ways += (top < y < bottom) - (bottom < y < top)
    return ways


def dots_of(path: str) -> set[str]:
    """The cells with a dot in the middle."""
    spots = [spot for loop in _loops(path) for spot in loop[:1]]
    assert all(x % UNIT == y % UNIT == UNIT // 2 for x, y in spots)
    return {NAMES[SIZE * (y // UNIT) + x // UNIT] for x, y in spots}


class Printed(NamedTuple):
    """What a printed picture shows."""

    walls: set[Line]
    doors: set[Line]
    front: set[Line]
    windows: set[Line]
    bodies: set[str]
    circulation: set[str]
    corridor: set[str]


_EDGES = {"-": "walls", "|": "walls", "/": "doors", "%": "front", '"': "windows"}
_CELLS = {"o": "circulation", ":": "corridor"}


def printed(picture: list[str]) -> Printed:
    head, *rows = picture
    left, top = ord(head.split()[0]) - ord("A"), int(rows[1].split()[0][:2]) - 1
    lines: dict[str, set[Line]] = {kind: set() for kind in _EDGES.values()}
    cells: dict[str, set[str]] = {kind: set() for kind in ("bodies", *_CELLS.values())}
    for number, text in enumerate(rows):
        row, padded = top + number // 2, text.ljust(len(head) + 4)
        for place, at in enumerate(range(rows[0].index("+"), len(padded) - 2, 3)):
            column, corner, sign = left + place, padded[at], padded[at + 2]
            if number % 2 == 0 and sign in _EDGES:
                lines[_EDGES[sign]].add((True, row, column))
            if number % 2 and corner in _EDGES:
                lines[_EDGES[corner]].add((False, row, column))
            if number % 2 and (sign.isdigit() or sign in _CELLS):
                cells["bodies" if sign.isdigit() else _CELLS[sign]].add(NAMES[SIZE * row + column])
    return Printed(
        lines["walls"],
        lines["doors"],
        lines["front"],
        lines["windows"],
        cells["bodies"],
        cells["circulation"],
        cells["corridor"],
    )
