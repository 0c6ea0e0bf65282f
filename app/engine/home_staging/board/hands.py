"""The pieces that a viewer can still draw, each with every place where it may lie.

What a tap, a turn and an arrow mean is decided here. The page's script decides the same.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple

from app.engine.core import Move

from ..bonuses import looking
from ..cells import CELLS, NAMES, SIDES, SIZE, each, names, together
from ..home import home
from ..moves import tokens_left, ways_left
from ..pieces import option, shapes
from ..placing import places
from ..scenarios import Scenario
from ..sheet import Pencil, Sheet, with_pieces
from ..state import State
from .fits import Obstacles, grasps, moved
from .prospects import Prospects

Offset = tuple[int, int]
"""Rows down and columns to the right."""
AROUND: tuple[Offset, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1))
"""The cells around a cell, the nearest first."""
TOWARDS: dict[str, Offset] = dict(zip(SIDES, AROUND, strict=False))


class Place(NamedTuple):
    """Where a piece may lie: one of its turns, and the cell of its anchor."""

    turn: int
    anchor: str


class Turn(NamedTuple):
    """A piece turned one way. Its cells are offsets from its anchor.

    `why` and `at` have a letter for each cell of the scenario's box, in reading order. They tell what is said
    of the place where the grip is on that cell.
    """

    number: int
    body: tuple[Offset, ...]
    circulation: tuple[Offset, ...]
    rug: tuple[Offset, ...]
    sides: tuple[tuple[int, int, str], ...]  # body cells, each with a side (NESW) that must be against a wall
    grip: Offset  # the cell of the body, or of a rug, that is nearest its middle
    legal: tuple[str, ...]  # the anchors
    cut: tuple[str, ...]  # those of them that leave something on the sheet with no way to the front door
    lost: tuple[str, ...]  # for each of those, the numbers of the rooms that it leaves so
    why: str  # "." if it is legal, else the letter of the refusal, as in fits.WHY
    at: str  # the cell in the way, a digit of base 36: body, circulation and rug are counted; "-" if unnamed

    def places(self) -> Iterator[tuple[Place, Offset]]:
        """Each legal place with the row and column of its grip."""
        for anchor in self.legal:
            row, column = divmod(CELLS[anchor], SIZE)
            yield Place(self.number, anchor), (row + self.grip[0], column + self.grip[1])

    def on(self, row: int, column: int) -> Place | None:
        """The legal place that covers this cell and has its grip nearest to it."""
        down, right = self.grip
        found = []
        for here, there in self.body or self.rug:
            top, left = row - here, column - there
            if 0 <= top < SIZE and 0 <= left < SIZE and NAMES[SIZE * top + left] in self.legal:
                found.append(((here - down) ** 2 + (there - right) ** 2, SIZE * top + left))
        return Place(self.number, NAMES[min(found)[1]]) if found else None

    def towards(self, row: int, column: int, side: str) -> tuple[float, int, int] | None:
        """The legal place whose grip is on this side of a cell, as its anchor, after how crooked and how long
        the way there is: the straightest way, then the shortest."""
        down, right = TOWARDS[side]
        found = []
        for place, (top, left) in self.places():
            along = (top - row) * down + (left - column) * right
            across = abs((top - row) * right) + abs((left - column) * down)
            if along > 0:
                found.append((across / along, along, CELLS[place.anchor]))
        return min(found, default=None)


class Hand(NamedTuple):
    """A piece that the viewer can still draw, and how."""

    how: str  # the tag of its move: draw, other, mirror
    option: int  # 1 or 2
    piece: str  # 20A2
    left: int  # how many of it can still be drawn like this
    turns: tuple[Turn, ...]
    windows: tuple[str, ...] = ()  # the cells where its body would be at a window that earns a bonus

    def at(self, cell: str, turn: int = 0) -> Place | None:
        """The place that a tap on this cell means while the piece is turned like this.

        It is a legal place that covers the cell: turned like this, or else the next way clockwise that there
        is one. Of several, its grip is the nearest. If none covers the cell, one may cover a cell beside it.
        """
        row, column = divmod(CELLS[cell], SIZE)
        for down, right in ((0, 0), *AROUND):
            for each_turn in self._from(turn, 1):
                if place := each_turn.on(row + down, column + right):
                    return place
        return None

    def turned(self, place: Place, cell: str = "", clockwise: bool = True) -> Place:
        """The place after a turn: the next turn that is legal on the same cell. This is the tapped cell if
        the piece covers it, and otherwise the grip's."""
        turn = self.turns[place.turn]
        top, left = divmod(CELLS[place.anchor], SIZE)
        covered = [(top + down, left + right) for down, right in turn.body or turn.rug]
        row, column = divmod(CELLS[cell], SIZE) if cell else (SIZE, SIZE)
        if (row, column) not in covered:
            row, column = top + turn.grip[0], left + turn.grip[1]
        step = 1 if clockwise else -1
        found = (each_turn.on(row, column) for each_turn in self._from(place.turn + step, step))
        return next((other for other in found if other), place)

    def nudged(self, place: Place, side: str) -> Place:
        """The place that an arrow to this side (NESW) leads to, turned the same way if there is one; the same
        place if there is none at all."""
        top, left = divmod(CELLS[place.anchor], SIZE)
        down, right = self.turns[place.turn].grip
        found = [
            (way, Place(turn.number, NAMES[way[-1]]))
            for turn in self._from(place.turn, 1)
            if (way := turn.towards(top + down, left + right, side))
        ]
        if not found:
            return place
        if found[0][1].turn == place.turn:
            return found[0][1]
        return min(found, key=lambda each: each[0][:2])[1]

    def _from(self, turn: int, step: int) -> Iterator[Turn]:
        """All turns, beginning with this one."""
        for number in range(len(self.turns)):
            yield self.turns[(turn + step * number) % len(self.turns)]

    def move(self, place: Place) -> Move:
        return (self.how, self.option, place.turn, place.anchor)

    @property
    def data(self) -> dict[str, Any]:
        """What the page's script gets, for JSON: all but `legal`, which follows from `why`."""
        turns = [
            {name: value for name, value in turn._asdict().items() if name != "legal"} for turn in self.turns
        ]
        return {**self._asdict(), "turns": turns}


def hands(state: State, sheet: Sheet, pencil: Pencil, ideas: int) -> tuple[Hand, ...]:
    """What a seat with this sheet and pencil can still draw."""
    now = with_pieces(sheet, tuple(piece.name for piece in pencil.pieces))
    left, spare = tokens_left(state, pencil), ideas - pencil.spent
    windows = names(_windows(state.scenario, state.room, state.card.number))
    found = []
    for how, which in ways_left(state, pencil, ideas):
        piece = option(state.card.number, state.card.card, which)
        tokens = left[2 - which] if how == "other" else left[which - 1]
        count = tokens if how == "draw" else min(tokens, spare)
        turns = _turns(state.options.scenario, now, piece, how == "mirror")
        found.append(Hand(how, which, piece, count, turns, windows))
    return tuple(found)


@cache
def _windows(scenario: Scenario, room: str, number: int) -> int:
    """The cells where a body of this number, drawn in this room, would be at a window that earns a bonus."""
    cells = 0
    for bonus in scenario.bonuses:
        if bonus.per == "at_window" and bonus.number == number:
            cells |= scenario.outer_any
        for word in bonus.conditions:
            if word.name in ("window", "view") and word.args[0] == room:
                cells |= together(looking(scenario, word.args[1]))
    return cells


@lru_cache(maxsize=300)
def _turns(scenario: str, sheet: Sheet, piece: str, mirrored: bool) -> tuple[Turn, ...]:
    now = home(scenario, sheet)
    obstacles, prospects = Obstacles(now), Prospects(now)
    found = []
    each_turn = zip(
        shapes(piece, mirrored), grasps(piece, mirrored), places(now, piece, mirrored), strict=True
    )
    for number, (shape, grasp, anchors) in enumerate(each_turn):
        cut = prospects.cut(piece, number, mirrored, anchors)
        why, at = obstacles.letters(grasp, moved(anchors, grasp.anchor.away))
        found.append(
            Turn(
                number,
                shape.body,
                shape.circulation,
                shape.rug,
                tuple((row, column, SIDES[side]) for (row, column), side in shape.sides),
                grasp.grip,
                names(anchors),
                names(cut),
                tuple(
                    "".join(str(now.scenario.keys.index(room) + 1) for room in rooms)
                    for rooms in (prospects.lost(piece, number, mirrored, anchor) for anchor in each(cut))
                ),
                why,
                at,
            )
        )
    return tuple(found)
