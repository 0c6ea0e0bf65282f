"""What a shelf scores: every line of the score sheet, with the cells that earned it."""

from app.engine.core import Line, Seat

from .common_goals import GOALS
from .personal_goals import POINTS, matches
from .shelf import cell_names, groups, types_of
from .state import State
from .tiles import KEYS

PARTS = ("common", "end_token", "personal", "adjacent")
END_TOKEN = 1
LARGEST = 6
GROUP_POINTS = (0, 0, 0, 2, 3, 5, 8)  # by size, up to six and more


def score(state: State) -> tuple[tuple[Line, ...], ...]:
    """The score lines by seat. They always include personal goals: before the end, show those only to their
    owner."""
    return tuple(_score_seat(state, seat) for seat in range(len(state.shelves)))


def _score_seat(state: State, seat: Seat) -> tuple[Line, ...]:
    types = types_of(state.shelves[seat])
    tokens = [
        Line("common", "goal", (GOALS[token.goal].key,), token.points, cell_names(token.cells))
        for token in state.taken[seat]
    ]
    end = [Line("end_token", "full", (), END_TOKEN, ())] if state.filled == seat else []
    right = matches(state.personal[seat], types)
    personal = Line("personal", "matches", (len(right),), POINTS[len(right)], cell_names(right))
    return (*tokens, *end, personal, *adjacent(types))


def adjacent(types: bytes) -> list[Line]:
    """The score lines for all groups that are big enough."""
    return [
        Line(
            "adjacent",
            "group",
            (KEYS[types[group[0]] - 1], len(group)),
            group_points(len(group)),
            cell_names(sorted(group)),
        )
        for group in groups(types)
        if group_points(len(group))
    ]


def group_points(size: int) -> int:
    return GROUP_POINTS[min(size, LARGEST)]


def winners(state: State) -> tuple[Seat, ...]:
    """The seat with the most points; in a tie, the one latest in turn order."""
    seats = range(len(state.shelves))
    points = [sum(line.points for line in lines) for lines in score(state)]
    return (max(seats, key=lambda seat: (points[seat], (seat - state.first) % len(seats))),)
