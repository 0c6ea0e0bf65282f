"""Taking back turns in a practice game: as many as one likes, whatever others have done or seen since.

The move says to which version of the log the game goes back (1 is the deal). So the log itself tells which of
its steps were undone: all those in between, no matter who made them.
"""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, NamedTuple

from .core import Event, Game, Illegal, Move, Seat, is_finished
from .take_back import TAKE_BACK, Made, begins_turn


class Back(NamedTuple):
    version: int  # of the state that the game goes back to
    state: Any
    events: tuple[Event, ...]


def move_to(version: int) -> Move:
    return (*TAKE_BACK, version)


def version_of(move: Move | None) -> int:
    """The version that this move goes back to; 0 if it is another move."""
    if not move or len(move) != 2 or move[:1] != TAKE_BACK or type(move[1]) is not int:
        return 0
    return move[1]


def taken_back(game: Game[Any], now: Any, made: Iterable[Made], seat: Seat) -> Back:
    """The start of the seat's last turn that isn't undone. `made` is what led to this state, newest first,
    without what was undone.

    All turn numbers go up, so that nothing anybody has thought of meanwhile is accepted.
    """
    if is_finished(now):
        raise Illegal("nothing_to_take_back")
    for step, before in pairwise(made):
        if begins_turn(game, before.state, step, seat) and before.state._replace(turns=now.turns) != now:
            turns = tuple(turn + 1 for turn in now.turns)
            return Back(before.version, before.state._replace(turns=turns), (("take_back", seat),))
    raise Illegal("nothing_to_take_back")
