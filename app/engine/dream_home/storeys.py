"""What bots see in a house: its storeys, and what each promises by the end of the game.

A storey is a key of five bytes (two in the basement), so everything about it can be remembered:

    0 an empty cell that a card can go to     1..16 a face-up room, by its type; + 32 if it has a token
    99 an empty cell without support          64 a face-down card     65 a scaffold

A feature is a name with a weight, `a + b·l + c·l²`, where l is the part of the game that is left. The names
are those of weights.json.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from .cards import COLOUR, KIND_NUMBERS, KINDS, ROUNDS, WINDOW
from .scoring import (
    BASICS,
    BATHROOM,
    FUNCTIONALITY,
    FUNCTIONALITY_WITH_ARCHITECT,
    MISMATCHED_ROOF,
    ROOF_CARDS,
    UNIFORM_ROOF,
    best_roof,
)

EMPTY, TOKEN, DOWN, SCAFFOLDED, HANGING = 0, 32, 64, 65, 99
OPEN = (EMPTY, SCAFFOLDED)  # where a card can go
VACANT = (EMPTY, SCAFFOLDED, HANGING)
ATTIC, GROUND, CELLAR = range(3)

LARGEST = tuple(kind.largest for kind in KINDS)
BELOW = tuple(kind.basement for kind in KINDS)
POINTS = tuple((0, *kind.points) for kind in KINDS)
PARTNER = tuple(KIND_NUMBERS.get(kind.bonus_beside, 0) for kind in KINDS)
BONUS = tuple(kind.bonus_points for kind in KINDS)
LIVING_ROOM = KIND_NUMBERS["living_room"]
FURNISHED = KIND_NUMBERS["playroom"]  # types up to this one have décor tokens of their own
WIDEST_SPACE = 3


class Reading(NamedTuple):
    """A storey, as it counts."""

    points: int  # for the rooms as they lie there
    features: tuple[str, ...]
    basics: int  # a bit for each of BASICS that is here
    downs: int  # face-down cards
    lonely: tuple[tuple[int, int, int], ...]  # rooms without the neighbour they want: column, type, gain


def kind_of(cell: int) -> int:
    return cell & 31 if cell < DOWN else 0


def runs(storey: bytes) -> Iterator[tuple[int, int]]:
    """Where each room, gap and other card on a storey begins and ends."""
    start = 0
    while start < len(storey):
        end = start + 1
        kind, vacant = kind_of(storey[start]), storey[start] in VACANT
        if kind or vacant:
            while end < len(storey) and (kind_of(storey[end]) == kind if kind else storey[end] in VACANT):
                end += 1
        yield start, end
        start = end


@cache
def read_storey(level: int, storey: bytes) -> Reading:
    points = basics = downs = 0
    told: list[str] = []
    lonely: list[tuple[int, int, int]] = []
    for cell in storey:
        if cell == EMPTY:
            told.append(f"open/{level}")
        elif cell == SCAFFOLDED:
            told.append(f"S/{level}")
        elif cell == DOWN:
            told.append(f"D/{level}")
            downs += 1
    for start, end in runs(storey):
        kind = kind_of(storey[start])
        if not kind:
            if storey[start] in VACANT:
                told.append(f"G/{level}/{end - start}")
            continue
        size = end - start
        points += POINTS[kind][size]
        if kind in BASICS:
            basics |= 1 << BASICS.index(kind)
        if PARTNER[kind]:
            sides = [storey[column] for column in (start - 1, end) if 0 <= column < len(storey)]
            if any(kind_of(cell) == PARTNER[kind] for cell in sides):
                points += BONUS[kind] - POINTS[kind][1]
                told.append(f"B/{kind}/1/0/0")
            else:
                near, space = _room_to_grow(storey, start, end)
                told.append(f"B/{kind}/0/{int(near > 0)}/{int(space > 0)}")
                lonely.append((start, kind, BONUS[kind] - POINTS[kind][1]))
            continue
        told += _room(storey, start, end, kind)
    return Reading(points, tuple(told), basics, downs, tuple(lonely))


def _room(storey: bytes, start: int, end: int, kind: int) -> list[str]:
    size = end - start
    furnished = any(cell & TOKEN for cell in storey[start:end])
    if size < LARGEST[kind] and not furnished:
        near, space = _room_to_grow(storey, start, end)
        space = min(space, WIDEST_SPACE) if kind == LIVING_ROOM else int(space > 0 and not near)
        return [f"R/{kind}/{size}/{near}/{space}"]
    told = [f"C/{kind}/{size}"]
    if kind <= FURNISHED and not furnished:
        told.append(f"free/{kind}")
    return told


def _room_to_grow(storey: bytes, start: int, end: int) -> tuple[int, int]:
    """At how many ends of this room a card could go now, and how many empty cells there are around it."""
    before, after = storey[:start], storey[end:]
    near = sum(cell in OPEN for cell in before[-1:] + after[:1])
    space = 0
    for cells in (before[::-1], after):
        for cell in cells:
            if cell not in VACANT:
                break
            space += 1
    return near, space


@cache
def bonus_above_or_below(attic: bytes, ground: bytes) -> int:
    """The points for rooms whose wanted neighbour lies only above or below them."""
    return sum(
        gain
        for level, storey, other in ((ATTIC, attic, ground), (GROUND, ground, attic))
        for column, kind, gain in read_storey(level, storey).lonely
        if kind_of(other[column]) == PARTNER[kind]
    )


@cache
def read_roof(pile: bytes) -> tuple[int, tuple[str, ...]]:
    """The points of a roof as it is, and its features."""
    colours = [COLOUR[card] for card in pile]
    counts = sorted((colours.count(colour) for colour in set(colours)), reverse=True)
    if not counts:
        return 0, ()
    most, second = min(counts[0], ROOF_CARDS), min(([*counts, 0])[1], 3)
    windows = sum(WINDOW[card] for card in pile)
    features = (f"roof/{min(len(pile), 6)}/{most}", f"roof2/{second}/{most}", *["win"] * windows)
    used, uniform = best_roof(pile)
    if len(used) < ROOF_CARDS:
        return 0, features
    points = (UNIFORM_ROOF if uniform else MISMATCHED_ROOF) + sum(WINDOW[pile[place]] for place in used)
    return points, features


def functionality(attic: int, ground: int, cellar: int, architect: bool) -> int:
    """The points for two bathrooms apart and for all three basics, given the basics of each storey."""
    worth = FUNCTIONALITY_WITH_ARCHITECT if architect else FUNCTIONALITY
    bath = 1 << BASICS.index(BATHROOM)
    both = bool(attic & ground & bath)
    return worth * (both + (attic | ground | cellar == (1 << len(BASICS)) - 1))


def left_after(round_: int) -> float:
    """The part of the game that is left once this round is over."""
    return (ROUNDS - round_) / ROUNDS


def legal_columns(storey: bytes, kind: int) -> list[int]:
    """The columns of a storey where a card of this type can go face up; the storey must be the right one."""
    found = []
    for column, cell in enumerate(storey):
        if cell in OPEN:
            size, closed = 1, False
            for side in (storey[:column][::-1], storey[column + 1 :]):
                reach = 0
                for other in side:
                    if kind_of(other) != kind:
                        break
                    reach += 1
                    closed = closed or bool(other & TOKEN)
                closed = closed or reach >= LARGEST[kind]
                size += reach
            if size <= LARGEST[kind] and not closed:
                found.append(column)
    return found
