"""Moves as text: the words in a form button's value, or a JSON list."""

import re
from typing import Any

from app.engine.core import LONGEST_MOVE, Illegal, Move

_NUMBER = re.compile(r"[0-9]{1,9}")


def move_of(words: str) -> Move:
    """The move in a form button's value, such as `place g0 up`."""
    return tuple(int(atom) if _NUMBER.fullmatch(atom) else atom for atom in words.split(" ")[:LONGEST_MOVE])


def read_move(plain: Any) -> Move:
    """The move in a JSON list, which may hold only strings and whole numbers."""
    if not isinstance(plain, list) or not plain or not all(type(each) in (str, int) for each in plain):
        raise Illegal("unknown_move")
    return tuple(plain)
