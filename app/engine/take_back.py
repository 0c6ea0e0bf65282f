"""Taking back a finished turn, if everyone at the table agrees.

Only the last turn can be taken back, only if nobody else has moved since, and only if it revealed nothing
hidden, because nobody can unsee a card.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from .core import Event, Game, Illegal, Move, Seat, is_finished, step_turn

TAKE_BACK: Move = ("take_back",)


class Made(NamedTuple):
    """A move that was made: the seat that made it (None for the opening), and the state after it."""

    seat: Seat | None
    state: Any
    version: int = 0  # of the log, where that matters


def taken_back(game: Game[Any], made: Sequence[Made], seat: Seat) -> tuple[Any, tuple[Event, ...]]:
    """The state at the start of the seat's last turn, except that its turn number still goes up."""
    now = made[-1].state
    start = _start_of_turn(game, made, seat)
    if start is None or start == now._replace(turns=start.turns):
        raise Illegal("nothing_to_take_back")
    if _has_shown(game, start, now):
        raise Illegal("seen_meanwhile")
    return start._replace(turns=step_turn(now.turns, seat)), (("take_back", seat),)


def _start_of_turn(game: Game[Any], made: Sequence[Made], seat: Seat) -> Any:
    """The state before the seat's last turn; None if that turn isn't over or others have moved since."""
    if _is_within_turn(game, made[-1].state, seat):
        return None
    for step, before in pairwise(reversed(made)):
        if step.seat != seat:
            return None
        if begins_turn(game, before.state, step, seat):
            return before.state
    return None


def begins_turn(game: Game[Any], before: Any, step: Made, seat: Seat) -> bool:
    """Whether a turn of the seat begins with this step."""
    return step.seat == seat and seat in before.waiting and _is_first_step(game, before, step.state, seat)


def _is_first_step(game: Game[Any], before: Any, after: Any, seat: Seat) -> bool:
    """Whether a turn begins with this step. What came before can still have been undone until then, such as
    the choice of a pair to clear."""
    origin, earlier = game.rewind(after, seat, ()), game.rewind(before, seat, ())
    return earlier is None or (seat in after.waiting and origin not in (None, earlier))


def _is_within_turn(game: Game[Any], state: Any, seat: Seat) -> bool:
    return seat in state.waiting and game.rewind(state, seat, state.turns) is not None


def _has_shown(game: Game[Any], then: Any, now: Any) -> bool:
    """Whether anyone has since seen something that was hidden from them before."""
    viewers = (None, *range(len(then.turns)))
    return any(_hidden(game, then, viewer) - _hidden(game, now, viewer) for viewer in viewers)


def _hidden(game: Game[Any], state: Any, viewer: Seat | None) -> Counter[Any]:
    return Counter(thing for things in game.secrets(state, viewer).values() for thing in things)


# -- in a practice -------------------------------------------------------------------------------------------

# As many turns as one likes are taken back there, no matter what others have done or seen since. The move
# says to which version of the log the game goes back (1 is the deal): all steps in between were undone.


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


def taken_back_freely(
    game: Game[Any], now: Any, made: Iterable[Made], seat: Seat, answered: Collection[Move] = ()
) -> Back:
    """The start of the seat's last turn that isn't undone. `made` is what led to this state, newest first,
    without what was undone. A turn whose decision is `answered` in advance is passed over: it would be made
    again at once.

    All turn numbers go up, so that nothing anybody has thought of meanwhile is accepted.
    """
    if is_finished(now):
        raise Illegal("nothing_to_take_back")
    for step, before in pairwise(made):
        if not begins_turn(game, before.state, step, seat) or before.state._replace(turns=now.turns) == now:
            continue
        if not answered or {*answered}.isdisjoint(game.moves(before.state, seat)):
            turns = tuple(turn + 1 for turn in now.turns)
            return Back(before.version, before.state._replace(turns=turns), (("take_back", seat),))
    raise Illegal("nothing_to_take_back")
