"""How bots think about Dream Home: see `Mind` in `app/engine/thinking.py`."""

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from app.engine.core import Move, Seat
from app.engine.learning import Lesson

from . import foresight
from .foresight import Ahead, Deal, Position, shares, worth
from .house import House
from .promise import learned as weights
from .promise import promise
from .rules import apply, moves
from .scoring import score_house
from .state import CLEAR, CLEARED, HELP, JACK, TURN, State
from .view import recall as imagined

__all__ = [
    "choices",
    "fancy",
    "imagined",
    "lesson",
    "margin",
    "most_playouts",
    "plans",
    "play_on",
    "position",
    "sample",
    "shares",
    "value",
    "weights",
]

most_playouts = 2000
USES = 3  # ways to use a drill or a mixer that are looked at in full
FANCY, DENIED = 0.35, 0.6  # what a taste adds for a card it likes; for a point that the next seat can't have
FIRST_HELP, MORE_HELP = 10, 4  # helper moves that are looked at, first and afterwards


class Outlook(NamedTuple):
    """A position after a turn, and whether only the rest of the round tells what that turn was worth."""

    table: Position
    waits: bool


def choices(state: State, seat: Seat) -> Iterable[Move]:
    """The moves worth thinking about: the room is placed first, and tools are used where they promise
    most."""
    listed = [*moves(state, seat)]
    if state.step == TURN:
        takes = [move for move in listed if move[0] == "take"]
        for tool in ("drill", "mix"):
            uses = [move for move in listed if move[0] == tool]
            takes += _best(state, seat, uses, USES) if uses else []
        return takes
    if state.step == HELP and len(listed) > MORE_HELP:
        width = FIRST_HELP if state.start is None else MORE_HELP
        helping = [move for move in listed if move[0] != "done"]
        helping.sort(key=lambda move: -_points(apply(state, seat, move)[0], seat))
        return [*helping[:width], *(move for move in listed if move[0] == "done")]
    return [move for move in listed if move[0] == "place"] if state.room else listed


def plans(state: State, seat: Seat) -> Iterable[tuple[Move, ...]]:
    return ()


def _best(state: State, seat: Seat, uses: list[Move], most: int) -> list[Move]:
    return sorted(uses, key=lambda move: -_chance_to_take(apply(state, seat, move)[0], seat))[:most]


def _chance_to_take(state: State, seat: Seat) -> float:
    """What the house and the best pair for it are worth."""
    table = foresight.position(state, state.round)
    scale = promise(len(table.houses), table.round, table.sides)
    return scale.house(table.houses[seat]) + Ahead(table).worths(scale, seat)[0][0]


def _points(state: State, seat: Seat) -> int:
    return sum(line.points for line in score_house(state.houses[seat], state.options.neighbours))


def position(before: State, after: State, seat: Seat) -> Outlook:
    waits = before.step in (CLEAR, CLEARED, JACK)
    return Outlook(foresight.position(after, before.round), waits)


def value(outlook: Outlook, seat: Seat) -> float:
    """The seat's points in the end; when clearing a pair, how far ahead of the others it will be after this
    round."""
    table = outlook.table
    if outlook.waits:
        return margin(outlook, seat)
    scale = promise(len(table.houses), table.round, table.sides)
    return scale.house(table.houses[seat], table.marker == seat)


def margin(outlook: Outlook, seat: Seat) -> float:
    table = outlook.table
    points = worth(Ahead(table).finish_round() if table.queue else table)
    return points[seat] - max(other for each, other in enumerate(points) if each != seat)


def fancy(before: State, after: State, seat: Seat, taste: str) -> float:
    """How much a bot with this taste likes a turn, in points."""
    if taste == "taker":
        table = foresight.position(after, before.round)
        if not table.queue or table.queue[0] == seat:
            return 0.0
        scale = promise(len(table.houses), table.round, table.sides)
        return -DENIED * Ahead(table).worths(scale, table.queue[0])[0][0]
    was, now = before.houses[seat], after.houses[seat]
    if taste == "roofer":
        return FANCY * (len(now.roof) - len(was.roof))
    if taste == "collector":
        return FANCY * (_treasures(now) - _treasures(was))
    return 0.0


def _treasures(house: House) -> int:
    """The tokens, tools and helpers of a house."""
    return sum(map(bool, house.tokens)) + len(house.beside)


def sample(outlook: Outlook, chance: Random) -> Deal:
    return foresight.sample(outlook.table, chance)


def play_on(outlook: Outlook, deal: Deal) -> Position:
    """The rest of the round, and one more."""
    return foresight.play_on(outlook.table, deal)


def lesson(outlook: Outlook, seat: Seat) -> Lesson | None:
    """What a position teaches once its game is over; nothing after the last round, when points are exact."""
    table = outlook.table
    scale = promise(len(table.houses), table.round, table.sides)
    if seat in table.queue or scale.is_last:
        return None
    return scale.lesson(table.houses[seat], table.marker == seat)
