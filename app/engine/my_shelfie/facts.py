"""Facts for pages about the game: pictures of its cards, and the numbers in its rules."""

from typing import Any, NamedTuple

from .common_goals import GOAL_KEYS
from .living_room import IN_PLAY
from .personal_goals import CARDS, NUMBERS, POINTS
from .rules import STACK
from .scoring import END_TOKEN, GROUP_POINTS
from .shelf import HEIGHT, WIDTH
from .state import OPTIONS
from .tiles import BAG, COPIES, KEYS, key, picture

ANY = "any"  # in an example: a tile of any type


class Thing(NamedTuple):
    """A tile in a picture."""

    key: str
    picture: int


Card = tuple[tuple[str, ...], ...]
"""Six rows of five cells, each with a type, `any` or nothing."""


def thing(tile: int) -> Thing:
    return Thing(key(tile), picture(tile))


def card(number: int) -> Card:
    """A personal goal."""
    return _rows([KEYS[kind - 1] if kind else "" for kind in CARDS[number]])


def _rows(cells: list[str]) -> Card:
    return tuple(tuple(cells[start : start + WIDTH]) for start in range(0, WIDTH * HEIGHT, WIDTH))


# A shelf that meets each goal; x is any tile.
_EXAMPLES = {
    "six_pairs": "..... ..... CC.BB GG.FF TT.PP .....",
    "four_quads": "..... ..... CCCC. BB.GG BB.GG FFFF.",
    "four_corners": "T...T ..... ..... ..... ..... T...T",
    "two_squares": "..... ..... ..... ..... PP.GG PP.GG",
    "three_columns_max3": "C.F.G C.F.G B.P.G B.P.T B.P.T B.F.T",
    "eight_same": "..... ..... F..F. .F... F..F. .F.FF",
    "diagonal5": "..... C.... .C... ..C.. ...C. ....C",
    "four_rows_max3": "..... ..... CCBBB TTTTP GFGFG BBCCP",
    "two_columns_all_different": "C...P B...G G...T F...C T...B P...F",
    "two_rows_all_different": "..... ..... CBGFT ..... PTFGB .....",
    "x_shape": "..... ..... B.B.. .B... B.B.. .....",
    "staircase": "..... x.... xx... xxx.. xxxx. xxxxx",
}


def example(goal: str) -> Card:
    """A shelf that meets a common goal."""
    letters = _EXAMPLES[goal].replace(" ", "")
    return _rows([ANY if letter == "x" else _NAMES[letter] for letter in letters])


_NAMES = {".": "", **{name[0].upper(): name for name in KEYS}}


def _drawn(shelf: str) -> Card:
    return _rows([_NAMES[letter] for letter in shelf.replace(" ", "")])


# Shelves for the pictures of the quick start
_FULL = _drawn("CCBBP CGGBP TGGFF TTPFF TBPCC BBPPC")
_BEGUN = _drawn("..... ..... ..... C...F CG..F CGB.F")
_GROUPS = _drawn("..... ..... ..... GG... GBB.. GTBB.")

FACTS: dict[str, Any] = {
    "minutes": (20, 30),
    "age": 8,
    "kinds": KEYS,
    "pictures": range(len(COPIES)),
    "tiles": len(BAG),
    "copies": sum(COPIES),
    "cells": {players: len(cells) for players, cells in IN_PLAY.items()},
    "stacks": STACK,
    "goals": {goal: example(goal) for goal in GOAL_KEYS},
    "personal_goals": {number: card(number) for number in NUMBERS},
    "personal_points": POINTS,
    "group_points": {size: points for size, points in enumerate(GROUP_POINTS) if points},
    "end_token": END_TOKEN,
    "options": OPTIONS,
    "shelves": {"full": _FULL, "begun": _BEGUN, "groups": _GROUPS},
}
