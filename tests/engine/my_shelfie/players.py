"""Players for the search in scripts/golden.py: they like moves that make rare things happen."""

from collections.abc import Iterator

from app.engine import my_shelfie
from app.engine.core import UNDO, Move, Seat
from app.engine.my_shelfie import bot
from app.engine.my_shelfie.state import PUT_BACK, State
from scripts.golden import Table


def hasty(state: State, seat: Seat, move: Move) -> float:
    """Plays at random, and undoes now and then."""
    return 0.2 if move == UNDO else 1


def sober(state: State, seat: Seat, move: Move) -> float:
    """Nearly always makes the move that leads to the best state."""
    if move == UNDO:
        return 0
    return float(20 ** (bot.value(my_shelfie.apply(state, seat, move)[0], seat) - bot.value(state, seat)))


def greedy_for_room(state: State, seat: Seat, move: Move) -> float:
    """Takes as many tiles as it can, so that shelves fill up and the bag nearly runs out."""
    if move == UNDO:
        return 0
    return 1000 if move[0] == "pick" else 1


def sparing(state: State, seat: Seat, move: Move) -> float:
    """Takes one tile at a time, so that the living room empties slowly."""
    if move == UNDO:
        return 0
    return 1 if move[0] == "pick" and state.picked else 50


def fickle(state: State, seat: Seat, move: Move) -> float:
    """Puts one tile in three back."""
    return {"undo": 0, "put_back": 1}.get(str(move[0]), 2)


def further(state: State) -> Iterator[tuple[Seat, Move]]:
    """What isn't listed: putting picked tiles back."""
    for seat in state.waiting:
        yield from ((seat, PUT_BACK[cell]) for cell in state.picked)


TABLES = (
    Table(2, {}, hasty),
    Table(3, {"confirm_turns": False}, hasty),
    Table(4, {"squares": "strict", "first_game": True}, hasty),
    Table(2, {}, sober),
    Table(3, {}, sober),
    Table(4, {}, sober),
    Table(2, {"squares": "strict"}, sober),
    Table(2, {"first_game": True, "confirm_turns": False}, sober),
    Table(4, {}, greedy_for_room),
    Table(4, {}, sparing),
    Table(3, {"squares": "same"}, sober),
    Table(2, {}, hasty, rules=1),
    Table(2, {}, fickle, further, 20),
)
