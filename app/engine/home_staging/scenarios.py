"""The homes to furnish, read from scenarios.toml, and everything that can be derived from their plans
alone."""

import tomllib
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from .cells import (
    COLUMNS,
    EDGES_OF,
    EVERYWHERE,
    ROWS,
    SIDES,
    SIZE,
    Edge,
    box,
    each,
    flood,
    parts,
    to_side,
    together,
)
from .pieces import Shape, shapes
from .words import Bonus, read_bonus

INSIDE, LOW, BRIDGE, PILLAR, OUTDOORS, TREE, WATER, STREET = "ivbX.T~="
SEEN = (TREE, WATER, STREET)
_BORDER = ROWS[0] | ROWS[-1] | COLUMNS[0] | COLUMNS[-1]


class Card(NamedTuple):
    """A furniture number listed for a room, and the tokens on its card."""

    number: int
    tokens: int


class Room(NamedTuple):
    key: str
    cards: tuple[Card, ...]

    def tokens(self, number: int) -> int:
        """The tokens on this number's card; 0 if the room doesn't list it."""
        return next((card.tokens for card in self.cards if card.number == number), 0)


class Scenario:
    """A home: each kind of ground as a set of cells, the rooms, the special rules, and what the outer walls
    face."""

    def __init__(self, entry: dict[str, Any]) -> None:
        self.key: str = entry["key"]
        self.pencils: int = entry["pencils"]
        self.plan: tuple[str, ...] = tuple(entry["plan"])
        self.rooms = tuple(Room(room["key"], _cards(room["cards"])) for room in entry["rooms"])
        self.keys = tuple(room.key for room in self.rooms)
        self.entry: str = entry.get("entry", "")  # the entry room; "" with a corridor
        self.front: str = entry.get("front", "")  # the side or ground that the front door must face
        self.fixed_order: bool = entry.get("fixed_order", False)
        self.ideas: int = entry.get("ideas", 1)
        self.bonuses: tuple[Bonus, ...] = tuple(read_bonus(line, self.keys) for line in entry["bonuses"])
        self.medals: tuple[int, int, int] = tuple(entry["medals"])
        self.ground = {sign: self._of(sign) for sign in (INSIDE, LOW, BRIDGE, PILLAR, *SEEN)}
        self.high, self.low, self.bridge = (self.ground[sign] for sign in (INSIDE, LOW, BRIDGE))
        self.inside = self.high | self.low | self.bridge
        self.walkable = self.high | self.bridge
        self.furnished = self.high | self.low  # where a piece may lie
        self.outdoors = EVERYWHERE & ~self.inside & ~self.ground[PILLAR]
        self.court = self.outdoors & ~flood(self.outdoors & _BORDER, self.outdoors)
        self.outer = tuple(self._outer(side) for side in range(4))
        self.outer_any = together(self.outer)
        self.views = {sign: tuple(self._view(sign, side) for side in range(4)) for sign in SEEN}
        self.to_court = tuple(to_side(self.court, (side + 2) % 4) & self.inside for side in range(4))
        self._fits: dict[tuple[str, bool], tuple[int, ...]] = {}

    def _of(self, sign: str) -> int:
        return sum(
            1 << SIZE * row + column
            for row, line in enumerate(self.plan)
            for column, ground in enumerate(line)
            if ground == sign
        )

    def _outer(self, side: int) -> int:
        """The inside cells with an outer wall on this side."""
        other = (side + 2) % 4
        border = EVERYWHERE & ~to_side(EVERYWHERE, other)  # the cells at the border of the sheet on this side
        return self.inside & (to_side(self.outdoors, other) | border)

    def _view(self, sign: str, side: int) -> int:
        """The inside cells whose window on this side looks out on this ground, with nothing else in
        between."""
        other = (side + 2) % 4
        sees = self.ground[sign]  # the outdoor cells from which this ground is visible, including itself
        nothing = self.outdoors & ~together(self.ground[each] for each in SEEN)
        while (more := sees | to_side(sees, other) & nothing) != sees:
            sees = more
        return to_side(sees, other) & self.inside

    def room(self, key: str) -> Room:
        return self.rooms[self.keys.index(key)]

    @cached_property
    def fronts(self) -> tuple[Edge, ...]:
        """The edges where the plan allows the front door."""
        beyond = ~(self.ground[TREE] | self.ground[WATER] | self.court)
        if self.front and self.front not in SIDES:
            beyond &= self.ground[self.front]
        return tuple(
            edge
            for cell in each(self.high & self.outer_any)
            for edge in EDGES_OF[cell]
            if edge.here & self.outer[edge.side]
            and (edge.beyond & beyond or (not edge.beyond and self.front in ("", *SIDES)))
            and (self.front not in SIDES or not self.front or SIDES[edge.side] == self.front)
        )

    @cached_property
    def front_cells(self) -> int:
        return together(edge.here for edge in self.fronts)

    @cached_property
    def buildings(self) -> tuple[int, ...]:
        """The connected parts of the building once bridges are removed."""
        return tuple(parts(self.furnished))

    @cached_property
    def farthest(self) -> dict[str, int]:
        """For each side, the outermost row or column that contains inside cells."""
        top, bottom, left, right = box(self.inside)
        return {"N": ROWS[top], "E": COLUMNS[right], "S": ROWS[bottom], "W": COLUMNS[left]}

    def fits(self, option: str, mirrored: bool) -> tuple[int, ...]:
        """For each turn, the anchors that put every cell of a piece on ground where it may lie."""
        found = self._fits.get((option, mirrored))
        if found is None:
            found = tuple(map(self._fit, shapes(option, mirrored)))
            self._fits[option, mirrored] = found
        return found

    def _fit(self, shape: Shape) -> int:
        anchors = EVERYWHERE
        for places, ground in (
            (shape.body, self.furnished),
            (shape.circulation, self.high),
            (shape.rug, self.high),
        ):
            for row, column in places:
                distance = SIZE * row + column
                anchors &= ground >> distance if distance >= 0 else ground << -distance
                anchors &= together(COLUMNS[max(0, -column) : SIZE - max(0, column)])
        return anchors


def _cards(text: str) -> tuple[Card, ...]:
    """Reads a list such as `13 15 19x2`."""
    found = []
    for word in text.split():
        number, _, tokens = word.partition("x")
        found.append(Card(int(number), int(tokens or 1)))
    return tuple(found)


_TOML = tomllib.loads((Path(__file__).parent / "scenarios.toml").read_text("utf-8"))
SCENARIOS = {entry["key"]: Scenario(entry) for entry in _TOML["scenario"]}
"""Keyed by the scenario's key, in order."""
MEDALS = ("bronze", "silver", "gold")
