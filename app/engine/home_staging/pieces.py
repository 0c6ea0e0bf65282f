"""The furniture, read from pieces.toml, and every way a piece can be placed.

A placed piece is named by its option, turn, mirroring and anchor, such as `20A2r3m@F6`. Everything else
follows from that name.
"""

import re
import tomllib
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

from .cells import CELLS, EAST, NAMES, NORTH, SIZE, SOUTH, WEST, to_side

Place = tuple[int, int]  # row and column
TURNS = range(4)


class Drawing(NamedTuple):
    """A piece's cells and the sides that must be against a wall."""

    marks: dict[Place, str]
    sides: frozenset[tuple[Place, int]]

    def turned(self) -> "Drawing":
        """The drawing turned clockwise by a quarter."""
        return Drawing(
            {(column, -row): mark for (row, column), mark in self.marks.items()},
            frozenset(((column, -row), (side + 1) % 4) for (row, column), side in self.sides),
        )

    def mirrored(self) -> "Drawing":
        """The drawing mirrored left to right."""
        flip = {NORTH: NORTH, EAST: WEST, SOUTH: SOUTH, WEST: EAST}
        return Drawing(
            {(row, -column): mark for (row, column), mark in self.marks.items()},
            frozenset(((row, -column), flip[side]) for (row, column), side in self.sides),
        )

    def anchor(self) -> Place:
        """The first body cell in reading order, or a rug's first cell."""
        return min(place for place, mark in self.marks.items() if mark != "o")

    def look(self) -> tuple[frozenset[tuple[int, int, str]], frozenset[tuple[int, int, int]]]:
        """A value that differs between turns that look different, wherever they lie. Seats and plants count
        as plain body."""
        top, left = self.anchor()
        return (
            frozenset(
                (row - top, column - left, mark if mark in "or" else "#")
                for (row, column), mark in self.marks.items()
            ),
            frozenset((row - top, column - left, side) for (row, column), side in self.sides),
        )


class Shape(NamedTuple):
    """One turn of a piece: where its cells are, relative to its anchor."""

    body: tuple[Place, ...]
    circulation: tuple[Place, ...]
    rug: tuple[Place, ...]
    seats: tuple[Place, ...]
    plants: tuple[Place, ...]
    sides: tuple[tuple[Place, int], ...]  # body cells, each with a side that must be against a wall


class Piece(NamedTuple):
    option: str  # `20A2`
    turns: tuple[Shape, ...]  # only those that look different
    mirrored: tuple[Shape, ...]  # empty if a turn gives the same shape

    @property
    def number(self) -> int:
        return int(self.option[:2])

    @property
    def card(self) -> str:
        return self.option[2]

    @property
    def which(self) -> int:
        """Which of its card's two options this piece is, 1 or 2."""
        return int(self.option[3])


class Laid(NamedTuple):
    """A placed piece, as sets of cells."""

    name: str
    piece: Piece
    anchor: int
    body: int
    circulation: int
    rug: int
    seats: int
    plants: int
    against: int  # the cells, if any, beyond the sides that must be against a wall

    @property
    def cells(self) -> int:
        return self.body | self.circulation | self.rug


def _read(drawing: str) -> Drawing:
    marks: dict[Place, str] = {}
    sides: list[tuple[Place, int]] = []  # each belongs to the body cell below or right of the line
    row = 0
    for line in drawing.split("/"):
        if "_" in line:
            sides += [((row, column), NORTH) for column, mark in enumerate(line) if mark == "_"]
            continue
        column = 0
        for mark in line:
            if mark == "|":
                sides.append(((row, column), WEST))
                continue
            if mark != ".":
                marks[row, column] = mark
            column += 1
        row += 1
    return Drawing(marks, frozenset(sides))


def _turns(drawing: Drawing) -> tuple[Drawing, ...]:
    turns = [drawing]
    while len(turns) < len(TURNS) and turns[-1].turned().look() != drawing.look():
        turns.append(turns[-1].turned())
    return tuple(turns)


def _shape(drawing: Drawing) -> Shape:
    top, left = drawing.anchor()

    def places(marks: str) -> tuple[Place, ...]:
        found = sorted(place for place, mark in drawing.marks.items() if mark in marks)
        return tuple((row - top, column - left) for row, column in found)

    return Shape(
        places("#cp"),
        places("o"),
        places("r"),
        places("c"),
        places("p"),
        tuple(((row - top, column - left), side) for (row, column), side in sorted(drawing.sides)),
    )


def _piece(option: str, text: str) -> Piece:
    drawing = _read(text)
    turns, others = _turns(drawing), _turns(drawing.mirrored())
    own = drawing.mirrored().look() not in {turn.look() for turn in turns}
    return Piece(option, tuple(map(_shape, turns)), tuple(map(_shape, others)) if own else ())


_TOML = tomllib.loads((Path(__file__).parent / "pieces.toml").read_text("utf-8"))
PIECES = {
    f"{number}{option}": _piece(f"{number}{option}", text)
    for number, options in _TOML.items()
    for option, text in options.items()
}
"""Keyed by option, such as `20A2`, in order of number."""
NUMBERS = tuple(map(int, _TOML))
CARDS = ("A", "B")


def option(number: int, card: str, which: int) -> str:
    return f"{number:02}{card}{which}"


_NAME = re.compile(r"(\d\d[A-Z]\d)(?:r([1-3]))?(m)?@([A-P](?:1[0-6]|[1-9]))")


class Name(NamedTuple):
    """The name of a placed piece, split into its parts."""

    option: str
    turn: int
    mirrored: bool
    anchor: int


def read_name(text: str) -> Name | None:
    """The parts of a name; None if the text isn't in that form."""
    found = _NAME.fullmatch(text)
    if not found:
        return None
    return Name(found[1], int(found[2] or 0), bool(found[3]), CELLS[found[4]])


def write_name(option: str, turn: int, mirrored: bool, anchor: int) -> str:
    return f"{option}{f'r{turn}' if turn else ''}{'m' if mirrored else ''}@{NAMES[anchor]}"


def shapes(option: str, mirrored: bool) -> tuple[Shape, ...]:
    piece = PIECES[option]
    return piece.mirrored if mirrored else piece.turns


@lru_cache(maxsize=20000)
def lay(option: str, turn: int, mirrored: bool, anchor: int) -> Laid | None:
    """The piece placed like this; None if any of it would be off the sheet."""
    shape = shapes(option, mirrored)[turn]
    if off_sheet(shape, anchor):
        return None
    top, left = divmod(anchor, SIZE)

    def cells(places: tuple[Place, ...]) -> int:
        return sum(1 << SIZE * (top + row) + left + column for row, column in places)

    against = 0
    for (row, column), side in shape.sides:
        against |= to_side(1 << SIZE * (top + row) + left + column, side)
    return Laid(
        write_name(option, turn, mirrored, anchor),
        PIECES[option],
        anchor,
        cells(shape.body),
        cells(shape.circulation),
        cells(shape.rug),
        cells(shape.seats),
        cells(shape.plants),
        against,
    )


def off_sheet(shape: Shape, anchor: int) -> bool:
    top, left = divmod(anchor, SIZE)
    return not all(
        _on_sheet(top + row, left + column) for row, column in (*shape.body, *shape.circulation, *shape.rug)
    )


def _on_sheet(row: int, column: int) -> bool:
    return 0 <= row < SIZE and 0 <= column < SIZE


@lru_cache(maxsize=20000)
def laid(name: str) -> Laid:
    """The piece with this name. It must fit on the sheet."""
    said = read_name(name)
    assert said is not None
    found = lay(*said)
    assert found is not None
    return found


if set(PIECES) != {option(*each) for each in product(NUMBERS, CARDS, (1, 2))}:
    raise ValueError("each number has two cards with two options")
