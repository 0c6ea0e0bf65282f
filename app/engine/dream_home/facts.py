"""The facts on the rules pages. They come from the cards and the scoring, so every number has a single
source."""

from typing import Any, NamedTuple

from app.engine.core import Line, totals

from . import cards
from .board import House, drawn_house
from .cards import KINDS, ROOM_IDS, ROUNDS, SPECIALS, TOKENS, Special
from .hints import places
from .notation import read_house
from .scoring import (
    FUNCTIONALITY,
    FUNCTIONALITY_WITH_ARCHITECT,
    MISMATCHED_ROOF,
    PARTS,
    UNIFORM_ROOF,
    score_house,
)
from .state import CLEAR, OPTIONS, State, clears


class Token(NamedTuple):
    """A décor token. Tokens that differ only in their pictures are listed once."""

    key: str
    room: str  # where it goes: a room's key, "any" or "outside"
    points: int
    copies: int


class Example(NamedTuple):
    """An example house and its score."""

    house: House
    lines: tuple[Line, ...]
    totals: dict[str, int]


class Pictures(NamedTuple):
    """The houses in the pictures of the quick start."""

    best: House
    taken: House
    begun: House
    fits: tuple[str, ...]  # where a bathroom could go in the house that was begun


def _of_sort(sort: str) -> list[Special]:
    return [special for special in SPECIALS if special.sort == sort]


def _tokens() -> list[Token]:
    tokens: dict[str, Token] = {}
    for card in TOKENS:
        special = SPECIALS[card]
        name = special.key.rstrip("_123")
        known = tokens.get(name, Token(special.key, special.room, special.points, 0))
        tokens[name] = known._replace(copies=known.copies + special.copies)
    return [*tokens.values()]


def _example(drawing: str) -> Example:
    house = read_house(drawing)
    lines = score_house(house, "sides")
    return Example(drawn_house(0, house, "sides"), lines, totals(PARTS, lines))


def _pictures(best: str, taken: str, begun: str) -> Pictures:
    first, second, third = (drawn_house(0, read_house(drawing), "sides") for drawing in (best, taken, begun))
    return Pictures(first, second, third, places(read_house(begun), ROOM_IDS["bathroom/1"]).up)


def comes_first(state: State) -> str:
    """What a round at this table begins with, if it isn't the usual; for the lesson."""
    return CLEAR if clears(state) else ""


FACTS: dict[str, Any] = {
    "minutes": (20, 30),
    "age": 8,
    "cards": cards,
    "rooms_above": [kind for kind in KINDS[1:] if not kind.basement],
    "rooms_below": [kind for kind in KINDS[1:] if kind.basement],
    "roof_cards": _of_sort("roof"),
    "tool_cards": _of_sort("tool"),
    "helper_cards": _of_sort("helper"),
    "tokens": _tokens(),
    "options": OPTIONS,
    "mismatched_roof": MISMATCHED_ROOF,
    "uniform_roof": UNIFORM_ROOF,
    "best_roof": UNIFORM_ROOF + 1,  # one of the six roofs of each colour has a window
    "functionality": FUNCTIONALITY,
    "functionality_with_architect": FUNCTIONALITY_WITH_ARCHITECT,
    "example": _example(
        """
        Be  Be        Ba  Ki  Pa
        Li  Li*piano  Ba  Sa  xx
        ++  ++        ++  Ga  Ga
        roof: blue blue~ blue blue
        beside: tree_house
        """
    ),
    "rounds": ROUNDS,
    "pictures": _pictures(
        best="""
        Gr*painting_2  Be/6  Ba/5  Ki/1  Ki/2
        Pa/2  Li/2  Li/4  Li/1*piano  xx
        ++  ++  ++  Ga/2  Ga/5
        roof: green~ green blue red
        beside: roofer tree_house drill
        """,
        taken="""
        ..  ..  ..  ..  ..
        Li/2  Li/1  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: blue
        """,
        begun="""
        ..  ..  ..  ..  ..
        Li/2  Li/4  ..  ..  ..
        ++  ++  ++  Ga/2  ..
        """,
    ),
}
