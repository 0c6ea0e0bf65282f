"""Whether the picked tiles would score much more in another column: in groups, for the player's own goal, and
for the common ones."""

from app.engine import doubt as doubts
from app.engine.core import Move, Seat
from app.engine.doubt import Doubt

from .common_goals import GOALS
from .personal_goals import POINTS, matches
from .scoring import adjacent
from .shelf import COLUMNS, lay, space, types_of
from .state import COLUMN, PICKING, State


def doubt(state: State, seat: Seat, move: Move) -> Doubt | None:
    if move[0] != "column" or state.step != PICKING:
        return None
    shelf, hand = state.shelves[seat], [state.room[cell] for cell in state.picked]
    before = _worth(state, seat, shelf)
    gains = {}
    for column in COLUMNS:
        if space(shelf, column) < len(hand):
            continue
        after = shelf
        for tile in hand:
            after = lay(after, column, tile)
        gains[COLUMN[column]] = _worth(state, seat, after) - before
    return doubts.doubt(_round(shelf), move, gains)


def _round(shelf: bytes) -> int:
    """A number that changes with every turn of this shelf."""
    return len(shelf) - shelf.count(0)


def _worth(state: State, seat: Seat, shelf: bytes) -> int:
    """What a shelf scores, with the token that is on top of each common goal that it newly meets."""
    types = types_of(shelf)
    scored = {token.goal for token in state.taken[seat]}
    tokens = sum(
        stack[0]
        for goal, stack in zip(state.goals, state.stacks, strict=True)
        if stack and goal not in scored and GOALS[goal].met(types, state.options.squares)
    )
    groups = sum(line.points for line in adjacent(types))
    return groups + POINTS[len(matches(state.personal[seat], types))] + tokens
