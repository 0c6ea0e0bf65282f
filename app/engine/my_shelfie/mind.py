"""How bots think about My Shelfie: see `Mind` in `app/engine/thinking.py`."""

from collections.abc import Iterable
from itertools import permutations
from math import exp
from random import Random
from typing import NamedTuple

from app.engine.core import Move, Seat

from .living_room import takes
from .personal_goals import CARDS
from .rules import apply, moves
from .scoring import score, winners
from .shelf import BESIDE, COLUMNS, WIDTH, lay, roomiest, types_of
from .shelf_worth import CELLS, Wanted, race, worth
from .state import COLUMN, OVER, PICK, PICKING, State, last_in_round
from .view import reseal as imagined

__all__ = [
    "choices",
    "fancy",
    "imagined",
    "margin",
    "most_playouts",
    "plans",
    "play_on",
    "position",
    "sample",
    "shares",
    "value",
]

most_playouts = 100
WEIGHED, LOOKED_AT = 80, 24  # placements whose worth is computed, and those of them that become turns
IN_THE_HEAD = 6  # placements whose worth is computed in a game that is played on
NEIGHBOUR, TARGET = (
    1.2,
    2.5,
)  # a first guess at what a tile adds: beside its like, and where its owner wants it
HEAT = 5.5  # how far the worth of a shelf is from its points in the end, in the middle of a game
MARGIN = 0.004  # a win by a point more is a little better
FANCY, DENIED = 0.5, 0.5
PACE = 0.5  # points that another tile is worth in the head, because it brings the end nearer


class Outlook(NamedTuple):
    """A state after a seat's turn; the turn numbers don't matter."""

    state: State
    seat: Seat


class Placement(NamedTuple):
    """Tiles to take, in the order they are laid, and where they go."""

    guess: float
    cells: tuple[int, ...]
    column: int
    types: bytes  # the shelf's types afterwards


# -- turns ---------------------------------------------------------------------------------------------------


def choices(state: State, seat: Seat) -> Iterable[Move]:
    return moves(state, seat)


def plans(state: State, seat: Seat) -> list[tuple[Move, ...]]:
    """The most promising turns; the rest of each is to lay the tiles in the order they were picked."""
    if state.step != PICKING or state.picked:
        return []
    seats, wanted = len(state.shelves), _wanted(state, seat)
    few = _placements(state, seat)[:WEIGHED]
    few.sort(key=lambda each: -worth(seats, each.types, wanted) - PACE * len(each.cells))
    return [_moves(each) for each in few[:LOOKED_AT]]


def _moves(placement: Placement) -> tuple[Move, ...]:
    return (*(PICK[cell] for cell in placement.cells), COLUMN[placement.column])


def _placements(state: State, seat: Seat) -> list[Placement]:
    """The different things this seat could do, the best at a first guess first."""
    types, room = types_of(state.shelves[seat]), types_of(state.room)
    card = CARDS[state.personal[seat]]
    found: dict[tuple[int, bytes], Placement] = {}
    for cells in takes(state.room, roomiest(types)):
        for order in permutations(cells):
            kinds = bytes([room[cell] for cell in order])
            for column in COLUMNS:
                if (column, kinds) not in found and types[column::WIDTH].count(0) >= len(kinds):
                    found[column, kinds] = _placed(types, card, order, kinds, column)
    return sorted(found.values(), reverse=True)


def _placed(types: bytes, card: bytes, cells: tuple[int, ...], kinds: bytes, column: int) -> Placement:
    guess = 0.0
    for kind in kinds:
        cell = (types[column::WIDTH].count(0) - 1) * WIDTH + column
        guess += NEIGHBOUR * sum(types[other] == kind for other in BESIDE[cell])
        if card[cell]:
            guess += TARGET if card[cell] == kind else -1
        types = lay(types, column, kind)
    return Placement(guess, cells, column, types)


# -- judging -------------------------------------------------------------------------------------------------


def position(before: State, after: State, seat: Seat) -> Outlook:
    return Outlook(after._replace(turns=(0,) * len(after.turns)), seat)


def value(outlook: Outlook, seat: Seat) -> float:
    """Points in the end, and how the race stands: one's own lead less what the others lead by."""
    state = outlook.state
    points = _points(state, seat)
    if state.filled is not None:
        return points  # the race is over
    seats = len(state.shelves)
    empties = [shelf.count(0) for shelf in state.shelves]
    ahead = [
        race(seats, own, min(other for each, other in enumerate(empties) if each != number))
        for number, own in enumerate(empties)
    ]
    others = [lead for number, lead in enumerate(ahead) if number != seat]
    return points + ahead[seat] - sum(others) / len(others)


def _points(state: State, seat: Seat) -> float:
    """What a seat will have in the end; exactly, if it has no more turns."""
    if state.filled is not None and seat not in _seats_to_come(state):
        return float(sum(line.points for line in score(state)[seat]))
    known = sum(token.points for token in state.taken[seat]) + (state.filled == seat)
    return known + worth(len(state.shelves), types_of(state.shelves[seat]), _wanted(state, seat))


def _seats_to_come(state: State) -> tuple[Seat, ...]:
    """The seats that have another turn once a shelf is full: the game goes on to the end of the round."""
    if not state.waiting:
        return ()
    seats, last = len(state.shelves), last_in_round(state)
    return tuple((state.waiting[0] + step) % seats for step in range((last - state.waiting[0]) % seats + 1))


def _wanted(state: State, seat: Seat) -> Wanted:
    scored = {token.goal for token in state.taken[seat]}
    tokens = tuple(
        (goal, stack[0]) for goal, stack in zip(state.goals, state.stacks, strict=True) if goal not in scored
    )
    return Wanted(state.personal[seat], tokens)


def margin(outlook: Outlook, seat: Seat) -> float:
    points = [_points(outlook.state, each) for each in range(len(outlook.state.shelves))]
    return points[seat] - max(other for each, other in enumerate(points) if each != seat)


def fancy(before: State, after: State, seat: Seat, taste: str) -> float:
    """Collectors like several of a kind at once, roofers high columns; takers leave little for the next."""
    tiles = before.shelves[seat].count(0) - after.shelves[seat].count(0)
    if taste == "collector":
        return FANCY * (tiles == 3)
    if taste == "roofer":
        tops = types_of(after.shelves[seat])[: 2 * WIDTH]
        return FANCY * (len(tops) - tops.count(0)) / 2
    if taste == "taker" and after.step == PICKING and after.waiting[0] != seat:
        best = _placements(after, after.waiting[0])
        return -DENIED * best[0].guess / 3 if best else 0.0
    return 0.0


# -- playing on ----------------------------------------------------------------------------------------------


def sample(outlook: Outlook, chance: Random) -> int:
    return int(chance.random() * 2**32)


def play_on(outlook: Outlook, deal: int) -> Outlook:
    """Until everybody has had another turn, with goals and refills made up by the deal."""
    state = imagined(outlook.state, outlook.seat, Random(deal))
    for _ in state.shelves:
        if not state.waiting:
            break
        state = _turn(state, state.waiting[0])
    return Outlook(state, outlook.seat)


def _turn(state: State, seat: Seat) -> State:
    """The best of the turns that look best at a first guess."""
    seats, wanted = len(state.shelves), _wanted(state, seat)
    few = _placements(state, seat)[:IN_THE_HEAD]
    best = max(few, key=lambda each: worth(seats, each.types, wanted) + PACE * len(each.cells))
    for move in _moves(best):
        state, _ = apply(state, seat, move)
    while seat in state.waiting and state.step != PICKING:
        state, _ = apply(state, seat, next(iter(moves(state, seat))))
    return state


def shares(outlook: Outlook) -> tuple[float, ...]:
    state = outlook.state
    seats = range(len(state.shelves))
    if state.step == OVER:
        won = winners(state)
        return tuple([(seat in won) + MARGIN * margin(outlook, seat) for seat in seats])
    empties = [shelf.count(0) for shelf in state.shelves]
    values = [value(outlook, seat) for seat in seats]
    heat = HEAT * (0.3 + 0.7 * min(1.0, min(empties) / (CELLS / 2)))
    odds = [exp((each - max(values)) / heat) for each in values]
    return tuple([odd / sum(odds) for odd in odds])
