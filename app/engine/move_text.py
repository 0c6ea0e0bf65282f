"""Moves as text: the words in a form button's value, such as `place g0 up`, or a JSON list."""

import re
from contextlib import suppress
from typing import Any

from app.engine import wire
from app.engine.core import LONGEST_MOVE, Illegal, Move

_NUMBER = re.compile(r"[0-9]{1,9}")


def move_of(text: str) -> Move:
    """The move, or part of one, in a form button's value.

    It is words or, if an atom contains blanks, the very JSON list that `text_of` writes. No tag begins like a
    list.
    """
    if text.startswith("["):
        with suppress(Illegal, wire.WireError):
            move = read_move(wire.parse(text))
            if wire.dumps(move) == text:
                return move
    return tuple(int(atom) if _NUMBER.fullmatch(atom) else atom for atom in text.split(" ")[:LONGEST_MOVE])


def text_of(move: Move) -> str:
    """The value of a form button that makes this move."""
    words = " ".join(map(str, move))
    return words if move_of(words) == move else wire.dumps(move)


def read_move(plain: Any) -> Move:
    """The move in a JSON list, which may hold only strings and whole numbers."""
    if not isinstance(plain, list) or not plain or not all(type(each) in (str, int) for each in plain):
        raise Illegal("unknown_move")
    return tuple(plain)
