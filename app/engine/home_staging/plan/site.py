"""The ground of a scenario: what lies around its home and never changes.

So that the home is as large as it can be, trees and streets are drawn closer to it than they are. Views go
straight on, so they stay the same.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from ..cells import COLUMNS, EDGES_OF, NAMES, NORTH, ROWS, SIZE, SOUTH, WEST, box, each, line, parts, to_side
from ..scenarios import BRIDGE, LOW, PILLAR, SCENARIOS, STREET, TREE, WATER, Scenario
from .paths import UNIT, middle, outline, strokes

MARGIN, NEAR_MARGIN = 16, 20  # around the home, and if nothing else is shown: room for the names of its lines
SMALL_MARGIN = 9  # around a home without these names: room for its walls
SEEN_MARGIN = 5  # around one that is read from a sofa, as large as it can be
SEEN = 2  # how many cells away water and streets are shown
GROUND_MARGIN, TREE_MARGIN = 22, 30  # how much of what lies around is shown at most: enough to tell it
TREE_GAP = 11  # between the home and a tree that stands farther away, and so leaves room for a front door
BEYOND = 24  # how many cells streets and rivers run on beyond the sheet
LANE = 5  # the least number of cells in a row that make a street with a middle line


class Label(NamedTuple):
    """The letter of a column, or the number of a row, and its middle."""

    text: str
    x: int
    y: int


class Spot(NamedTuple):
    """The upper left corner of a cell."""

    x: int
    y: int


class Site(NamedTuple):
    """What is drawn under and around every sheet of a scenario. Any path may be empty."""

    scenario: str
    box: str  # the view box
    street: str  # fill
    lanes: str  # stroke: the middle of the street
    water: str  # fill
    built: str  # fill: the home with its pillars
    low: str  # fill: the cells under a low vault
    bridge: str  # fill
    pillars: tuple[Spot, ...]
    trees: tuple[Spot, ...]
    outer: str  # stroke: the walls to the outside
    inner: str  # stroke: the walls around pillars
    labels: tuple[Label, ...]


@cache
def site(key: str) -> Site:
    scenario = SCENARIOS[key]
    ground = scenario.ground
    edges = [edge for cell in each(scenario.inside) for edge in EDGES_OF[cell]]
    return Site(
        key,
        scenario_box(key),
        _street(scenario),
        _lanes(scenario),
        _water(scenario),
        outline(scenario.inside | ground[PILLAR]),
        outline(ground[LOW]),
        outline(ground[BRIDGE]),
        _spots(ground[PILLAR]),
        tuple(_tree(scenario, spot) for spot in _spots(ground[TREE])),
        strokes(line(edge) for edge in edges if edge.here & scenario.outer[edge.side]),
        strokes(line(edge) for edge in edges if edge.beyond & ground[PILLAR]),
        tuple(_labels(scenario)),
    )


@cache
def home_box(key: str) -> str:
    """The view box of the home alone, as large as it can be, for a drawing that nobody plans on."""
    return _view_box([_home(SCENARIOS[key], NEAR_MARGIN)])


@cache
def small_box(key: str) -> str:
    """The view box of the home without the names of its lines."""
    return _view_box([_home(SCENARIOS[key], SMALL_MARGIN)])


@cache
def seen_box(key: str) -> str:
    """The same with the whole of the trees that windows may look at."""
    scenario = SCENARIOS[key]
    spots = [_tree(scenario, spot) for spot in _spots(scenario.ground[TREE]) if _across(scenario, spot)]
    return _view_box([_home(scenario, SEEN_MARGIN), *map(_square, spots)])


@cache
def scenario_box(key: str) -> str:
    """The view box with all that matters around the home: trees, water and streets that are near it."""
    scenario = SCENARIOS[key]
    top, bottom, left, right = box(scenario.inside)
    edges, widest = [_home(scenario, MARGIN)], _home(scenario, GROUND_MARGIN)
    for cell in each(scenario.ground[WATER] | _streets(scenario)):
        row, column = divmod(cell, SIZE)
        if top - SEEN <= row <= bottom + SEEN and left - SEEN <= column <= right + SEEN:
            edges.append(_within(widest, _square(Spot(UNIT * column, UNIT * row))))
    return _view_box(edges + _trees(scenario))


Edges = tuple[int, int, int, int]  # left, top, right, bottom


def _home(scenario: Scenario, margin: int) -> Edges:
    top, bottom, left, right = box(scenario.inside)
    x, y = UNIT * left - margin, UNIT * top - margin
    return x, y, UNIT * (right + 1) + margin, UNIT * (bottom + 1) + margin


def _trees(scenario: Scenario) -> list[Edges]:
    """As much as is shown of those straight across."""
    widest, spots = _home(scenario, TREE_MARGIN), _spots(scenario.ground[TREE])
    return [_within(widest, _square(_tree(scenario, spot))) for spot in spots if _across(scenario, spot)]


def _within(widest: Edges, edges: Edges) -> Edges:
    left, top, right, bottom = widest
    return max(left, edges[0]), max(top, edges[1]), min(right, edges[2]), min(bottom, edges[3])


def _square(spot: Spot) -> Edges:
    return spot.x, spot.y, spot.x + UNIT, spot.y + UNIT


def _view_box(parts: list[Edges]) -> str:
    """Around all these."""
    lefts, tops, rights, bottoms = zip(*parts, strict=True)
    x, y = min(lefts), min(tops)
    return f"{x} {y} {max(rights) - x} {max(bottoms) - y}"


def _spots(cells: int) -> tuple[Spot, ...]:
    return tuple(Spot(UNIT * (cell % SIZE), UNIT * (cell // SIZE)) for cell in each(cells))


def _across(scenario: Scenario, spot: Spot) -> bool:
    """Whether a window may look at it: it lies straight across from the home."""
    left, top, right, bottom = _home(scenario, 0)
    return left <= spot.x < right or top <= spot.y < bottom


def _tree(scenario: Scenario, spot: Spot) -> Spot:
    """Where a tree is drawn. Between it and the home there is nothing else to see."""
    if not _across(scenario, spot):
        return spot
    left, top, right, bottom = _home(scenario, TREE_GAP)
    return Spot(max(left - UNIT, min(spot.x, right)), max(top - UNIT, min(spot.y, bottom)))


def _labels(scenario: Scenario) -> Iterator[Label]:
    top, bottom, left, right = box(scenario.inside)
    for column in range(left, right + 1):
        yield Label(NAMES[column][0], middle(column)[0], UNIT * top - 9)
    for row in range(top, bottom + 1):
        yield Label(str(row + 1), UNIT * left - 10, middle(SIZE * row)[1])


# -- streets and water ---------------------------------------------------------------------------------------


def _borders(scenario: Scenario) -> tuple[int, int, int, int]:
    """The cells along the sheet's borders, by side; the lower one is the last row that is drawn."""
    return ROWS[0], COLUMNS[-1], ROWS[len(scenario.plan) - 1], COLUMNS[0]


def _water(scenario: Scenario) -> str:
    """Rivers, also under a bridge, and seas run on beyond the sheet. A pond touches one border only, and ends
    there."""
    cells, borders = scenario.ground[WATER], _borders(scenario)
    wide = [
        part & cells
        for part in parts(cells | scenario.bridge)
        if sum(bool(part & border) for border in borders) > 1
    ]
    runs = ((run, side) for part in wide for side in range(4) for run in parts(part & borders[side]))
    return outline(cells) + "".join(_onward(run, side) for run, side in runs)


def _streets(scenario: Scenario) -> int:
    """The cells of streets, with those to the north and to the south right beside the home."""
    cells = scenario.ground[STREET]
    top, bottom, _, _ = box(scenario.inside)
    north, south = cells & sum(ROWS[:top]), cells & sum(ROWS[bottom + 1 :])
    if north:
        cells ^= north ^ north << SIZE * (top - 1 - box(north)[1])
    if south:
        cells ^= south ^ south >> SIZE * (box(south)[0] - bottom - 1)
    return cells


def _street(scenario: Scenario) -> str:
    """Streets run on beyond the sheet, except to the south of one that goes from west to east."""
    cells, borders = _streets(scenario), _borders(scenario)
    runs = [(run, side) for side in range(4) for run in parts(cells & borders[side])]
    return outline(cells) + "".join(
        _onward(run, side)
        for run, side in runs
        if side != SOUTH or (run.bit_count() < LANE and to_side(cells, SOUTH) & run)
    )


def _onward(run: int, side: int) -> str:
    """A run of cells along a border, continued beyond it; in a corner of the sheet, to both sides."""
    top, bottom, left, right = box(run)
    if side in (NORTH, SOUTH):
        left, right = left - BEYOND * (left == 0), right + BEYOND * (right == SIZE - 1)
        top, bottom = (-BEYOND, -1) if side == NORTH else (bottom + 1, bottom + BEYOND)
    else:
        left, right = (-BEYOND, -1) if side == WEST else (SIZE, SIZE + BEYOND)
    wide = UNIT * (right + 1 - left)
    return f"M{UNIT * left} {UNIT * top}h{wide}v{UNIT * (bottom + 1 - top)}h-{wide}z"


def _lanes(scenario: Scenario) -> str:
    """The middle of each long street, whether it is one or two cells wide."""
    cells = _streets(scenario)
    drawn = ""
    for row in ROWS:
        for run in parts(cells & row & ~to_side(cells, SOUTH)):
            top, _, left, right = box(run)
            if right - left >= LANE - 1:
                y = UNIT * top + (UNIT if to_side(run, SOUTH) & cells else UNIT // 2)
                start = UNIT * (left - BEYOND * (left == 0))
                drawn += f"M{start} {y}H{UNIT * (right + 1 + BEYOND * (right == SIZE - 1))}"
    for column in COLUMNS:
        for run in parts(cells & column):
            top, bottom, left, _ = box(run)
            if bottom - top >= LANE - 1:
                start = UNIT * (top - BEYOND * (top == 0))
                drawn += f"M{UNIT * left + UNIT // 2} {start}V{UNIT * bottom + UNIT // 2}"
    return drawn
