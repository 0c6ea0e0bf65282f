"""Why a piece may not lie somewhere, for all cells of a scenario's box at once.

A place is named here by the cell where the piece's grip lies: its body cell nearest the middle, the one that
a finger holds it by. All grips are tried at once, as in `placing.places`. The obstacles come in the order of
`placing.refusal`, so that both give the same reason.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from ..cells import EVERYWHERE, SIZE, box, each, rectangle, to_side, together
from ..home import Home
from ..pieces import Place, Shape, shapes

BODY, CIRCULATION, RUG = range(3)
LEGAL, NO_CELL = ".", "-"
WHY = {
    "outside": "o",
    "bridge": "b",
    "low": "l",
    "finished_room": "f",
    "doorstep": "d",
    "overlap": "v",
    "no_wall": "w",
    "cut_off": "c",
}
"""The letter of each refusal."""
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
LAST = SIZE - 1


class Part(NamedTuple):
    """A cell of a piece."""

    away: int  # how far it is from the grip, as a difference of cell numbers
    layer: int  # BODY, CIRCULATION, RUG
    digit: str  # its position among the piece's cells: first body, then circulation, then rug


class Grasp(NamedTuple):
    """A turn of a piece, held by its grip. The sets are of cells where the grip may be."""

    grip: Place  # relative to the anchor
    anchor: Part
    parts: tuple[Part, ...]  # in reading order
    sides: tuple[tuple[Part, int], ...]  # the sides that must be against a wall, in reading order
    on_sheet: int  # where no part is off the sheet
    anchored: int  # where the anchor isn't


@cache
def grasps(option: str, mirrored: bool) -> tuple[Grasp, ...]:
    """Each turn of a piece, held by its grip."""
    return tuple(map(_grasp, shapes(option, mirrored)))


def _grasp(shape: Shape) -> Grasp:
    top, left = grip = _middle(shape.body or shape.rug)
    layers = (shape.body, shape.circulation, shape.rug)
    places = [(place, layer) for layer, several in enumerate(layers) for place in several]
    parts = {
        (row, column): Part(SIZE * (row - top) + column - left, layer, DIGITS[position])
        for position, ((row, column), layer) in enumerate(places)
    }
    return Grasp(
        grip,
        parts[0, 0],
        tuple(parts[place] for place in sorted(parts)),
        tuple((parts[place], side) for place, side in shape.sides),
        _on_sheet(grip, parts),
        _on_sheet(grip, [(0, 0)]),
    )


def _middle(places: tuple[Place, ...]) -> Place:
    """The one of these cells that is nearest the middle of them all."""
    count = len(places)
    rows, columns = sum(row for row, _ in places), sum(column for _, column in places)
    return min(places, key=lambda at: (count * at[0] - rows) ** 2 + (count * at[1] - columns) ** 2)


def _on_sheet(grip: Place, places: Iterable[Place]) -> int:
    """Where the grip may be so that all these cells are on the sheet."""
    rows = [0, *(row - grip[0] for row, _ in places)]
    columns = [0, *(column - grip[1] for _, column in places)]
    return rectangle(-min(rows), LAST - max(rows), -min(columns), LAST - max(columns))


def moved(cells: int, away: int) -> int:
    """The cells from which these are so far away."""
    return cells >> away if away >= 0 else cells << -away & EVERYWHERE


class Obstacles:
    """What is in the way of pieces on a sheet."""

    def __init__(self, home: Home) -> None:
        scenario, body, rugs = home.scenario, home.open_body, home.rugs
        doorsteps, taken = home.doorsteps, body | rugs | home.circulation
        no_wall = scenario.inside & ~home.finished
        self.home = home
        self.box = box(scenario.inside)
        self.layers = {
            "outside": (EVERYWHERE & ~scenario.inside,) * 3,
            "bridge": (scenario.bridge,) * 3,
            "low": (0, scenario.low, scenario.low),
            "finished_room": (home.finished,) * 3,
            "doorstep": (doorsteps, 0, 0) if home.furnishes_entry else (doorsteps,) * 3,
            "overlap": (taken, body, body | rugs),
        }
        """For each reason, what is in the way of each layer of a piece."""
        self.without_wall = tuple(to_side(no_wall, (side + 2) % 4) for side in range(4))

    def letters(self, grasp: Grasp, legal: int) -> tuple[str, str]:
        """For each cell of the box, in reading order: why the grip may not lie there, and the digit of the
        part in the way. `legal` are the cells where it may."""
        letters, digits = [LEGAL] * SIZE * SIZE, [NO_CELL] * SIZE * SIZE
        left = rectangle(*self.box) & ~legal
        for code, digit, grips in self._in_the_way(grasp):
            found = grips & left
            if found:
                left ^= found
                for cell in each(found):
                    letters[cell], digits[cell] = WHY[code], digit
        return self._boxed(letters), self._boxed(digits)

    def _in_the_way(self, grasp: Grasp) -> Iterator[tuple[str, str, int]]:
        """Each reason with the digit of the part in the way and the cells of the grip, most urgent first."""
        off = EVERYWHERE & ~grasp.on_sheet
        yield "outside", grasp.anchor.digit, off & grasp.anchored
        yield "outside", NO_CELL, off
        for code, layers in self.layers.items():
            for part in grasp.parts:
                if cells := layers[part.layer]:
                    yield code, part.digit, moved(cells, part.away)
        for part, side in grasp.sides:
            yield "no_wall", part.digit, moved(self.without_wall[side], part.away)
        for part in grasp.parts:
            yield "cut_off", part.digit, self._cut_off(grasp, part)

    def _cut_off(self, grasp: Grasp, part: Part) -> int:
        """Where this part isn't connected with the room's pieces or, in an empty room, with the anchor."""
        parts = self.home.open_parts
        if self.home.pieces:
            return moved(EVERYWHERE & ~parts[0], part.away)
        return together(
            moved(cells, grasp.anchor.away) & moved(EVERYWHERE & ~cells, part.away) for cells in parts
        )

    def _boxed(self, marks: list[str]) -> str:
        """The marks of the cells of the box."""
        top, bottom, left, right = self.box
        return "".join(
            "".join(marks[SIZE * row + left : SIZE * row + right + 1]) for row in range(top, bottom + 1)
        )
