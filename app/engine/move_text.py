"""A move as text: words on a form's button, or a JSON list."""

import re
from typing import Any

from app.engine.core import LONGEST_MOVE, Illegal, Move

_NUMBER = re.compile(r"[0-9]{1,9}")


def move_of(words: str) -> Move:
    """What a form's button says: `place g0 up`."""
    return tuple(int(atom) if _NUMBER.fullmatch(atom) else atom for atom in words.split(" ")[:LONGEST_MOVE])


def read_move(plain: Any) -> Move:
    """A move from its JSON list: strings and whole numbers, nothing else."""
    if not isinstance(plain, list) or not plain or not all(type(each) in (str, int) for each in plain):
        raise Illegal("unknown_move")
    return tuple(plain)
