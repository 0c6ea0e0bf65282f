"""A hint that was given, as a table keeps it."""

from typing import NamedTuple


class Advice(NamedTuple):
    """The last hint that a player asked for in this game."""

    place: int  # its id
    times: int  # how many there were so far
    turn: int  # the number of the decision it was for
    version: int  # of the log then
    hint: str  # as text; for this player only
