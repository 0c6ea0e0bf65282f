"""The picture of a sheet: signs for its cells and edges. Pictures are only written, never read back."""

from collections.abc import Iterator

from .bonuses import edges_of
from .cells import EDGES_OF, NAMES, SIZE, Edge, Line, box, each, line, together
from .home import Home
from .reach import Reach
from .scenarios import SEEN
from .scoring import Tally, tally

SIGNS = {
    "": ("  ", " "),
    "wall": ("--", "|"),
    "window": ('""', '"'),
    "door": ("//", "/"),
    "front": ("%%", "%"),
}


def picture(home: Home, front: str) -> list[str]:
    """The smallest rectangle around all inside cells, as alternating lines of edges and cells."""
    counted = tally(home, front)
    lines, cells = _lines(home, counted), _cells(home, counted.reach)
    top, bottom, left, right = box(home.scenario.inside)
    columns = range(left, right + 1)
    drawing = ["   " + "".join(f"  {NAMES[column][0]}" for column in columns)]
    for row in range(top, bottom + 2):
        across = (SIGNS[lines.get((True, row, column), "")][0] for column in columns)
        drawing.append(f"   +{'+'.join(across)}+")
        if row <= bottom:
            upright = [SIGNS[lines.get((False, row, column), "")][1] for column in (*columns, right + 1)]
            signs = [cells.get(SIZE * row + column, "") for column in columns]
            squares = "".join(f"{edge}{sign:>2}" for edge, sign in zip(upright, signs, strict=False))
            drawing.append(f"{row + 1:>2} {squares}{upright[-1]}")
    return [line.rstrip() for line in drawing]


def _lines(home: Home, counted: Tally) -> dict[Line, str]:
    lines = {line(edge): "wall" for edge in walls(home)}
    for edge in windows(counted):
        lines[line(edge)] = "window"
    for room in home.built:
        if room.door:
            lines[line(room.door)] = "door"
    if counted.front:
        lines[line(counted.front)] = "front"
    return lines


def walls(home: Home) -> Iterator[Edge]:
    """The edges with a wall, or a door in it, as seen from inside cells: walls between two of them come
    twice."""
    for cell in each(home.scenario.inside):
        for edge in EDGES_OF[cell]:
            if not edge.beyond & home.scenario.inside or _parts_rooms(home, edge):
                yield edge


def _parts_rooms(home: Home, edge: Edge) -> bool:
    return any(bool(room.region & edge.here) != bool(room.region & edge.beyond) for room in home.built)


def windows(counted: Tally) -> list[Edge]:
    """The outer-wall edges that make a bonus condition hold. Each condition is considered separately."""
    reach, scenario = counted.reach, counted.reach.home.scenario
    sides = [0, 0, 0, 0]
    for bonus in scenario.bonuses:
        found = [
            edges_of(word, reach, counted.front)
            for word in bonus.conditions
            if word.name in ("window", "view")
        ]
        if bonus.per == "at_window":
            body = together(reach.bodies.get(bonus.number, []))
            found.append(tuple(outer & body for outer in scenario.outer))
        for edges in found:
            sides = [cells | more for cells, more in zip(sides, edges, strict=True)]
    return [edge for cell in each(together(sides)) for edge in EDGES_OF[cell] if edge.here & sides[edge.side]]


def _cells(home: Home, reach: Reach) -> dict[int, str]:
    """The sign for each cell. If several apply, the first one is used."""
    scenario = home.scenario
    pieces = [*home.pieces, *(piece for room in home.built for piece in room.pieces)]
    layers = [
        *((str(piece.piece.number), piece.body) for piece in pieces),
        ("o", together(piece.circulation for piece in pieces)),
        ("r", together(piece.rug for piece in pieces)),
        ("v", scenario.low),
        ("b", scenario.bridge),
        (":", reach.hall & ~home.finished),
        (".", scenario.inside),
        *((sign, scenario.ground[sign]) for sign in ("X", *SEEN)),
    ]
    signs: dict[int, str] = {}
    for sign, cells in reversed(layers):
        signs |= dict.fromkeys(each(cells), sign)
    return signs
