"""Sets of cells and edges as SVG paths, in units of 24 a cell."""

from collections.abc import Iterable
from itertools import groupby

from ..cells import CELLS, EDGES, SIZE, Edge, Line, each, line, to_side

UNIT = 24


def middle(cell: int) -> tuple[int, int]:
    row, column = divmod(cell, SIZE)
    return UNIT * column + UNIT // 2, UNIT * row + UNIT // 2


# -- sets of cells -------------------------------------------------------------------------------------------


def outline(cells: int) -> str:
    """The border of a set of cells, as closed loops: around holes they run the other way, so the path can be
    filled."""
    steps = _border(cells)
    drawn = ""
    while steps:
        drawn += _loop(steps, min(steps))
    return drawn


Corner = tuple[int, int]  # row and column of the cell to its lower right


def _border(cells: int) -> dict[Corner, list[int]]:
    """From each corner, the directions (0 up, 1 right, 2 down, 3 left) in which the border goes on, with the
    cells on its right."""
    steps: dict[Corner, list[int]] = {}
    for side in range(4):
        for cell in each(cells & ~to_side(cells, (side + 2) % 4)):
            row, column = divmod(cell, SIZE)
            start = row + (side in (2, 3)), column + (side in (1, 2))
            steps.setdefault(start, []).append((side + 1) % 4)
    return steps


def _loop(steps: dict[Corner, list[int]], start: Corner) -> str:
    """Takes one loop out of the border. Where two parts touch at a corner, it turns right."""
    corner, came = start, 1
    runs: list[list[int]] = []  # direction and length
    while True:
        ways = steps[corner]
        way = next((turn for turn in ((came + 1) % 4, came, (came + 3) % 4) if turn in ways), ways[0])
        ways.remove(way)
        if not ways:
            del steps[corner]
        if runs and runs[-1][0] == way:
            runs[-1][1] += 1
        else:
            runs.append([way, 1])
        corner, came = _onward(corner, way), way
        if corner == start:
            break
    row, column = start
    return f"M{UNIT * column} {UNIT * row}{''.join(_run(*run) for run in runs[:-1])}z"


def _onward(corner: Corner, way: int) -> Corner:
    row, column = corner
    return row + (way == 2) - (way == 0), column + (way == 1) - (way == 3)


def _run(way: int, length: int) -> str:
    return f"{'v' if way % 2 == 0 else 'h'}{'-' if way in (0, 3) else ''}{UNIT * length}"


def cells_path(names: Iterable[str]) -> str:
    """The border of the cells with these names, as a score line or a sentence gives them."""
    return outline(sum(1 << CELLS[name] for name in set(names)))


def dots(cells: int) -> str:
    """The middles of these cells, as strokes without length."""
    return "".join("M{} {}h0".format(*middle(cell)) for cell in each(cells))


# -- edges ---------------------------------------------------------------------------------------------------


def strokes(lines: Iterable[Line]) -> str:
    """These lines, joined into runs as long as possible."""
    return "".join(
        f"M{UNIT * column} {UNIT * row}{'h' if across else 'v'}{UNIT * length}"
        for across, row, column, length in _runs(lines)
    )


def _runs(lines: Iterable[Line]) -> list[tuple[bool, int, int, int]]:
    found: list[tuple[bool, int, int, int]] = []
    for across, group in groupby(sorted(lines, key=_reading), key=lambda one: one[0]):
        for _, row, column in group:
            if found and found[-1][0] == across:
                _, last_row, last_column, length = found[-1]
                after = (last_row, last_column + length) if across else (last_row + length, last_column)
                if after == (row, column):
                    found[-1] = across, last_row, last_column, length + 1
                    continue
            found.append((across, row, column, 1))
    return found


def _reading(one: Line) -> tuple[bool, int, int]:
    """Along the lines: horizontal ones row by row, then upright ones column by column."""
    across, row, column = one
    return (not across, row, column) if across else (not across, column, row)


def edges_path(names: Iterable[str]) -> str:
    """The edges with these names, such as `G9S`."""
    return strokes({line(EDGES[name]) for name in names})


def edge_transform(edge: Edge) -> str:
    """Turns what is drawn on the upper edge of the first cell to lie on this edge of its cell."""
    row, column = divmod(edge.cell, SIZE)
    x = UNIT * (column + (edge.side in (1, 2)))
    y = UNIT * (row + (edge.side in (2, 3)))
    return f"translate({x} {y})" + (f"rotate({90 * edge.side})" if edge.side else "")
