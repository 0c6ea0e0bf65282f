"""A move as words, as a button of a form says it."""

import re

from app.engine.core import LONGEST_MOVE, Move

_NUMBER = re.compile(r"[0-9]{1,9}")


# -- a move as words -----------------------------------------------------------------------------------------


def move_of(words: str) -> Move:
    """What a form's button says: `place g0 up`."""
    return tuple(int(atom) if _NUMBER.fullmatch(atom) else atom for atom in words.split(" ")[:LONGEST_MOVE])
