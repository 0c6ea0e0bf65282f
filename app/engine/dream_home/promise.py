"""What a house will be worth: points it has, and points it promises, by weights learned from many games.

Everything is looked up by storey and remembered, so that a bot can play a round in its head in a fraction
of a millisecond.
"""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

from app.engine.learning import Lesson, Weights

from .cards import (
    ARCHITECT,
    COLOUR,
    DESIGNER,
    HANDYMAN,
    KIND_NUMBERS,
    KINDS,
    OUTSIDE,
    ROOFER,
    ROOFS,
    ROUNDS,
    SCAFFOLD,
    SPECIALS,
    SUPPLIER,
    TOKENS,
)
from .scoring import BASICS
from .storeys import (
    ATTIC,
    BELOW,
    CELLAR,
    DOWN,
    EMPTY,
    GROUND,
    HANGING,
    OPEN,
    SCAFFOLDED,
    TOKEN,
    bonus_above_or_below,
    functionality,
    kind_of,
    left_after,
    legal_columns,
    read_roof,
    read_storey,
    runs,
)

MOST_REMEMBERED = 100_000  # storeys and houses, in each table
SUPPLIER_WORTH, HANDYMAN_WORTH = 3.0, 2.2  # what they are worth to their owner at the end, on average
TOKEN_CARD = 100  # added to a token's number, to remember it apart from rooms
BATH = BASICS.index(KIND_NUMBERS["bathroom"])


class Dwelling(NamedTuple):
    """A house as bots see it."""

    attic: bytes
    ground: bytes
    cellar: bytes
    roof: bytes  # sorted
    token_points: int
    tokens: int
    beside: bytes  # tools and helpers, sorted


Placement = tuple[float, int, int, int]  # the gain, the storey, the column, and the byte that lies there then
NOWHERE: Placement = (0.0, 0, -1, 0)


@cache
def learned(seats: int) -> Weights:
    """The weights for this number of seats, from weights.json."""
    table = json.loads((Path(__file__).parent / "weights.json").read_text("utf-8"))[str(seats)]
    return Weights(tuple(table["const"]), {name: tuple(three) for name, three in table["weights"].items()})


@cache
def promise(seats: int, round_: int, sides: bool) -> "Promise":
    return Promise(learned(seats), round_, sides)


def put(storey: bytes, column: int, byte: int) -> bytes:
    return storey[:column] + bytes((byte,)) + storey[column + 1 :]


class Promise:
    """The worth of houses at the end of one round."""

    def __init__(self, weights: Weights, round_: int, sides: bool) -> None:
        self.weights, self.round, self.sides = weights, round_, sides
        self.is_last = round_ == ROUNDS
        self._left = left_after(round_)
        self._storeys: tuple[dict[bytes, float], ...] = ({}, {}, {})
        self._best: dict[tuple[bytes, bytes, bytes, int], Placement] = {}
        self._roofs: dict[bytes, float] = {}
        self._marker = self.weigh("marker")
        self._basics = [
            [self.weigh(f"bath/{baths}") + self.weigh(f"basics/{basics}") for basics in range(8)]
            for baths in range(3)
        ]
        self._beside = [self._alone(special) for special in range(len(SPECIALS))]

    def weigh(self, feature: str) -> float:
        if self.is_last:
            return 0.0
        a, b, c = self.weights.features.get(feature, (0.0, 0.0, 0.0))
        return a + self._left * (b + self._left * c)

    def _alone(self, special: int) -> float:
        if self.is_last:
            return {SUPPLIER: SUPPLIER_WORTH, HANDYMAN: HANDYMAN_WORTH}.get(special, 0.0)
        return self.weigh(f"own/{special}")

    # -- what is there -------------------------------------------------------------------------------------

    def storey(self, level: int, cells: bytes) -> float:
        known = self._storeys[level]
        worth = known.get(cells)
        if worth is None:
            if len(known) > MOST_REMEMBERED:
                known.clear()
            told = read_storey(level, cells)
            worth = known[cells] = float(told.points if self.is_last else sum(map(self.weigh, told.features)))
        return worth

    def roof(self, pile: bytes) -> float:
        worth = self._roofs.get(pile)
        if worth is None:
            if len(self._roofs) > MOST_REMEMBERED:
                self._roofs.clear()
            points, features = read_roof(pile)
            worth = self._roofs[pile] = float(points if self.is_last else sum(map(self.weigh, features)))
        return worth

    def basics(self, attic: int, ground: int, cellar: int, architect: bool) -> float:
        if self.is_last:
            return functionality(attic, ground, cellar, architect)
        baths = (attic >> BATH & 1) + (ground >> BATH & 1)
        return self._basics[baths][attic | ground | cellar]

    def house(self, house: Dwelling, marker: bool = False) -> float:
        """What this house is worth to its owner, in points at the end of the game."""
        attic, ground, cellar, roof, token_points, tokens, beside = house
        told = read_storey(ATTIC, attic), read_storey(GROUND, ground), read_storey(CELLAR, cellar)
        worth = (
            self.storey(ATTIC, attic)
            + self.storey(GROUND, ground)
            + self.storey(CELLAR, cellar)
            + self.roof(roof)
            + self.basics(told[0].basics, told[1].basics, told[2].basics, ARCHITECT in beside)
            + token_points
        )
        if self.sides and (told[0].lonely or told[1].lonely):
            worth += bonus_above_or_below(attic, ground)
        for special in beside:
            worth += self._beside[special]
            if special == DESIGNER:
                worth += tokens
            elif special == ARCHITECT:
                worth += told[0].downs + told[1].downs + told[2].downs
            elif special == ROOFER and self.is_last:
                worth += self.roof(_one_more(roof)) - self.roof(roof)
        if self.is_last:
            return worth
        return worth + self.weights.const[self.round] + (self._marker if marker else 0.0)

    def lesson(self, house: Dwelling, marker: bool) -> Lesson:
        """What can be learned from this house once the game is over: `house` without the weights."""
        told = [read_storey(level, storey) for level, storey in enumerate(house[:3])]
        names = [name for reading in told for name in reading.features]
        names += [*read_roof(house.roof)[1], *(f"own/{special}" for special in house.beside)]
        baths = (told[ATTIC].basics >> BATH & 1) + (told[GROUND].basics >> BATH & 1)
        basics = told[ATTIC].basics | told[GROUND].basics | told[CELLAR].basics
        names += [f"bath/{baths}", f"basics/{basics}", *(["marker"] if marker else [])]
        known = house.token_points
        if self.sides:
            known += bonus_above_or_below(house.attic, house.ground)
        if DESIGNER in house.beside:
            known += house.tokens
        if ARCHITECT in house.beside:
            known += sum(reading.downs for reading in told)
        return Lesson(known, self.round, self._left, Counter(names))

    # -- what a card would add -----------------------------------------------------------------------------

    def best_place(self, house: Dwelling, kind: int) -> Placement:
        """Where a card of this type gains most. Where it fits nowhere, it goes face down."""
        return self._remembered(house, kind) or self._remember(
            house, kind, self._place(house, kind) or self._place(house, DOWN) or NOWHERE
        )

    def _remembered(self, house: Dwelling, card: int) -> Placement | None:
        return self._best.get((house[0], house[1], house[2], card))

    def _remember(self, house: Dwelling, card: int, best: Placement) -> Placement:
        if len(self._best) > MOST_REMEMBERED:
            self._best.clear()
        self._best[house[0], house[1], house[2], card] = best
        return best

    def _place(self, house: Dwelling, kind: int) -> Placement | None:
        best: Placement | None = None
        storeys = house[:3]
        for level in range(3):
            if kind != DOWN and BELOW[kind] != (level == CELLAR):
                continue
            storey = storeys[level]
            columns = (
                [column for column, cell in enumerate(storey) if cell in OPEN]
                if kind == DOWN
                else legal_columns(storey, kind)
            )
            for column in columns:
                gain = self._gain(house, level, column, kind)
                if best is None or gain > best[0]:
                    best = gain, level, column, kind
        return best

    def _gain(self, house: Dwelling, level: int, column: int, byte: int) -> float:
        """What it is worth to have this in a cell: the storey, the support above it, and the basics."""
        storeys = house[:3]
        storey = storeys[level]
        gain = self.storey(level, put(storey, column, byte)) - self.storey(level, storey)
        if level != ATTIC and storey[column] == EMPTY:
            above = storeys[level - 1]
            over = column if level == GROUND else column + len(house.ground) - len(storey)
            if above[over] == HANGING:
                gain += self.storey(level - 1, put(above, over, EMPTY)) - self.storey(level - 1, above)
        if byte in BASICS:
            told = [read_storey(each, storeys[each]).basics for each in range(3)]
            before = self.basics(told[0], told[1], told[2], False)
            told[level] |= 1 << BASICS.index(byte)
            gain += self.basics(told[0], told[1], told[2], False) - before
        return gain

    def best_scaffold(self, house: Dwelling) -> Placement:
        """The empty cell where a scaffold gains most."""
        return self._remembered(house, SCAFFOLDED) or self._remember(house, SCAFFOLDED, self._scaffold(house))

    def _scaffold(self, house: Dwelling) -> Placement:
        best, storeys = NOWHERE, house[:3]
        for level in range(3):
            for column, cell in enumerate(storeys[level]):
                if cell == EMPTY:
                    gain = self._gain(house, level, column, SCAFFOLDED)
                    if best[2] < 0 or gain > best[0]:
                        best = gain, level, column, SCAFFOLDED
        return best

    def best_token(self, house: Dwelling, token: int) -> Placement:
        """The room where this token gains most, without its own points."""
        card = TOKEN_CARD + token
        return self._remembered(house, card) or self._remember(house, card, self._token(house, token))

    def _token(self, house: Dwelling, token: int) -> Placement:
        best, storeys = NOWHERE, house[:3]
        for level in (ATTIC, GROUND):
            storey = storeys[level]
            for start, end in runs(storey):
                if kind_of(storey[start]) not in FITTING[token]:
                    continue
                if any(cell & TOKEN for cell in storey[start:end]):
                    continue
                closed = put(storey, start, storey[start] | TOKEN)
                gain = self.storey(level, closed) - self.storey(level, storey)
                if best[2] < 0 or gain > best[0]:
                    best = gain, level, start, storey[start] | TOKEN
        return best

    def special(self, house: Dwelling, special: int, kind: int) -> float:
        """What this special card would add to a house that also gets a room of this type."""
        if not special:
            return self._marker
        if special in ROOFS:
            return self.roof(_with(house.roof, special)) - self.roof(house.roof)
        if special in TOKENS:
            extra = SPECIALS[special].points + (DESIGNER in house.beside)
            if special in OUTSIDE:
                return extra
            gain, _, column, _ = self.best_token(house, special)
            if column < 0:
                return extra if kind in FITTING[special] else 0.0
            return max(0.0, gain + extra)
        if special == SCAFFOLD:
            return 0.0 if self.is_last else self.best_scaffold(house)[0]
        return self._beside[special]

    def with_special(self, house: Dwelling, special: int) -> Dwelling:
        """The house once this special card is used as well as it can be."""
        if not special:
            return house
        if special in ROOFS:
            return house._replace(roof=_with(house.roof, special))
        if special in TOKENS:
            points = house.token_points + SPECIALS[special].points
            if special in OUTSIDE:
                return house._replace(token_points=points, tokens=house.tokens + 1)
            gain, level, column, byte = self.best_token(house, special)
            if column < 0 or gain + SPECIALS[special].points < 0:
                return house
            furnished = laid(house, level, column, byte)
            return furnished._replace(token_points=points, tokens=house.tokens + 1)
        if special == SCAFFOLD:
            _, level, column, byte = NOWHERE if self.is_last else self.best_scaffold(house)
            return house if column < 0 else laid(house, level, column, byte)
        return house._replace(beside=_with(house.beside, special))


def laid(house: Dwelling, level: int, column: int, byte: int) -> Dwelling:
    """The house with this byte in a cell; whatever lies above it is now supported."""
    storeys = [house.attic, house.ground, house.cellar]
    was = storeys[level][column]
    storeys[level] = put(storeys[level], column, byte)
    if was == EMPTY and level != ATTIC:
        over = column if level == GROUND else column + len(house.ground) - len(house.cellar)
        if storeys[level - 1][over] == HANGING:
            storeys[level - 1] = put(storeys[level - 1], over, EMPTY)
    return house._replace(attic=storeys[ATTIC], ground=storeys[GROUND], cellar=storeys[CELLAR])


def _with(cards: bytes, card: int) -> bytes:
    return bytes(sorted((*cards, card)))


def _one_more(pile: bytes) -> bytes:
    """The pile with another card of its commonest colour."""
    colours = [COLOUR[card] for card in pile]
    if not colours:
        return bytes(ROOFS[:1])
    wanted = max(sorted(set(colours)), key=colours.count)
    return _with(pile, next(card for card in ROOFS if COLOUR[card] == wanted))


FITTING = {
    token: frozenset(
        number
        for number, kind in enumerate(KINDS)
        if kind.key and not kind.basement and SPECIALS[token].room in ("any", kind.key)
    )
    for token in TOKENS
}
"""For each token, the types of room it can go to."""
