"""The residents at a table: who of them is free, and what they are called there. Pure functions."""

from collections.abc import Collection, Iterable

from app.engine.residents import RESIDENTS
from app.table import names

_GENTLEST_FIRST = tuple(each.name for each in RESIDENTS)
_STAND_INS = ("mimi", "rika", "pia", "eero", "otto")  # a fair game first: nobody's points are given away


def is_one(level: str) -> bool:
    return level in _GENTLEST_FIRST


def free(levels: Collection[str]) -> list[str]:
    """The residents not yet at the table, from the gentlest to the strongest."""
    return [each for each in _GENTLEST_FIRST if each not in levels]


def stand_in(levels: Collection[str]) -> str:
    """Who plays for somebody who is away: a resident who has no seat yet."""
    return next((each for each in _STAND_INS if each not in levels), _STAND_INS[0])


def called(level: str, others: Iterable[str] = ()) -> str:
    """A resident's name, unlike those of the others at the table."""
    return names.marked(level.capitalize(), others)
