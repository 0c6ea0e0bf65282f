"""The viewer's plan in words, row by row."""

from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from ..cells import NAMES, SIZE, box, each
from ..scenarios import BRIDGE, LOW, PILLAR, STREET, TREE, WATER
from ..scoring import Tally, count
from ..sheet import Sheet

_REMEMBERED = 500  # sheets: most are as they were before the last move
BODY, CIRCULATION, RUG, DOORSTEP, CORRIDOR, FREE = (
    "body",
    "circulation",
    "rug",
    "doorstep",
    "corridor",
    "free",
)
GROUND = {
    LOW: "low",
    BRIDGE: "bridge",
    PILLAR: "pillar",
    TREE: "tree",
    WATER: "water",
    STREET: "street",
}


class Run(NamedTuple):
    """Cells side by side in a row, of which the same is said."""

    first: str
    last: str  # the same as `first` for a single cell
    what: str  # body, circulation, rug, doorstep, corridor, free, or one of GROUND
    piece: str  # the option whose body, circulation or rug it is; else ""
    room: str  # the key of the finished room it belongs to; else ""


class Row(NamedTuple):
    number: int  # 1 to 16
    runs: tuple[Run, ...]  # without what is outdoors and plain


@lru_cache(_REMEMBERED)
def read(scenario: str, sheet: Sheet) -> tuple[Row, ...]:
    """The rows of the scenario's box."""
    counted = count(scenario, sheet)
    here = counted.reach.home
    said = _said(counted)
    rooms = {cell: room.key for room in here.built for cell in each(room.region)}
    top, bottom, left, right = box(here.scenario.inside)
    found = []
    for row in range(top, bottom + 1):
        runs = []
        cells = range(SIZE * row + left, SIZE * row + right + 1)
        for words, alike in groupby(cells, lambda cell: (said.get(cell), rooms.get(cell, ""))):
            first, *more = alike
            last = more[-1] if more else first
            if words[0]:
                runs.append(Run(NAMES[first], NAMES[last], words[0].what, words[0].name[:4], words[1]))
        found.append(Row(row + 1, tuple(runs)))
    return tuple(found)


class _Said(NamedTuple):
    what: str
    name: str = ""  # of the piece, with its place


def _said(counted: Tally) -> dict[int, _Said]:
    """What is said of each cell. If several things could be, it is the first."""
    here, reach = counted.reach.home, counted.reach
    pieces = [*(piece for room in here.built for piece in room.pieces), *here.pieces]
    layers = [
        *((_Said(BODY, piece.name), piece.body) for piece in pieces),
        *((_Said(CIRCULATION, piece.name), piece.circulation) for piece in pieces),
        *((_Said(RUG, piece.name), piece.rug) for piece in pieces),
        (_Said(DOORSTEP), here.doorsteps & ~here.finished),
        *((_Said(what), here.scenario.ground[sign]) for sign, what in GROUND.items()),
        (_Said(CORRIDOR), reach.corridor),
        (_Said(FREE), here.scenario.inside),
    ]
    said: dict[int, _Said] = {}
    for words, cells in reversed(layers):
        said |= dict.fromkeys(each(cells), words)
    return said
