"""What a state is worth to a seat: its current shelf, plus the best use of the tiles it has picked. It never
looks into the bag or at other players' personal goals."""

from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from app.engine.core import Seat

from .common_goals import GOALS
from .living_room import takes
from .personal_goals import matches
from .shelf import COLUMNS, groups, lay, roomiest, space, types_of
from .state import LAID, LAYING, PICKING, State

GROUP = (0.0, 0.0, 0.9, 2.0, 3.4, 5.2, 8.0)  # by size, counting what the group could still become
PERSONAL = (0.0, 1.2, 2.6, 4.4, 6.6, 9.2, 12.0)
PROGRESS = 0.5  # multiplied by a token's points when its goal is nearly met
CHANGE = 1e-6  # what a swap must gain to be better than `done`


class Wishes(NamedTuple):
    """What a seat wants on its shelf."""

    card: int  # its personal goal
    tokens: tuple[tuple[int, int], ...]  # the common goals it hasn't scored, each with its topmost token
    squares: str


def value(state: State, seat: Seat) -> float:
    wishes, types = _wishes(state, seat), types_of(state.shelves[seat])
    points = float(sum(token.points for token in state.taken[seat]))
    if state.waiting != (seat,):
        return points + _worth(types, wishes)
    if state.step == PICKING:
        return points + max(_best(types, *tiles, wishes) for tiles in _possible(state, seat))
    if state.step == LAYING:
        hand = bytes(sorted(tile for tile in types_of(state.hand) if tile))
        return points + max(_worth(_laid(types, state.column, order), wishes) for order in _orders(hand))
    return points + _worth(types, wishes) - (CHANGE if state.step == LAID else 0)


def _wishes(state: State, seat: Seat) -> Wishes:
    scored = {token.goal for token in state.taken[seat]}
    tokens = tuple(
        (goal, stack[0]) for goal, stack in zip(state.goals, state.stacks, strict=True) if goal not in scored
    )
    return Wishes(state.personal[seat], tokens, state.options.squares)


def _possible(state: State, seat: Seat) -> set[tuple[bytes, bytes]]:
    """The types the seat can take: those it has already picked, in their order, and those it could add."""
    picked, room = {*state.picked}, types_of(state.room)
    first = bytes([room[cell] for cell in state.picked])
    lines = takes(state.room, roomiest(state.shelves[seat]))
    return {
        (first, bytes(sorted(room[cell] for cell in {*line} - picked))) for line in lines if picked <= {*line}
    }


@lru_cache(maxsize=2000)
def _best(types: bytes, first: bytes, others: bytes, wishes: Wishes) -> float:
    """The shelf's value once the first tiles, in this order, and then the others, in the best order, are
    placed as well as possible."""
    return max(
        _worth(_laid(types, column, (*first, *order)), wishes)
        for column in COLUMNS
        if space(types, column) >= len(first) + len(others)
        for order in _orders(others)
    )


def _orders(tiles: bytes) -> set[tuple[int, ...]]:
    return {*permutations(tiles)}


def _laid(types: bytes, column: int, order: tuple[int, ...]) -> bytes:
    for kind in order:
        types = lay(types, column, kind)
    return types


@lru_cache(maxsize=5000)
def _worth(types: bytes, wishes: Wishes) -> float:
    points = sum(GROUP[min(len(group), len(GROUP) - 1)] for group in groups(types))
    points += PERSONAL[len(matches(wishes.card, types))]
    for number, token in wishes.tokens:
        goal = GOALS[number]
        count, _ = goal.tally(types, wishes.squares)
        points += token if count >= goal.wanted else PROGRESS * token * (count / goal.wanted) ** 2
    return points if 0 in types else points + 1
