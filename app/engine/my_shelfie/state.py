"""The state of a game in progress, and every possible move."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from app.engine.core import Event, Move, Option, Seat, settle_options

from .living_room import CELLS, MOST, SIDE
from .shelf import COLUMNS

SEATS = range(2, 5)
RULES = 2

OPTIONS = (
    Option("first_game", (False, True), False, "first_game"),
    Option("squares", ("loose", "strict", "same"), "loose", "squares"),
    Option("confirm_turns", (False, True), True, "confirm_turns", against_bots=False),
)


class Options(NamedTuple):
    first_game: bool
    squares: str
    confirm_turns: bool
    rules: int = 1  # the version of the rules that the game began under; the first games didn't say


def read_options(given: Mapping[str, Any], rules: int | None = None) -> Options:
    return Options(**settle_options(OPTIONS, given), rules=rules or RULES)


class Token(NamedTuple):
    """A scoring token in front of a player: its goal, and the cells that met that goal at the time."""

    goal: int
    points: int
    cells: bytes


# The steps of a turn: pick tiles and a column, place them (under rules 1), swap some or confirm the turn.
PICKING, LAYING, LAID, OVER = "picking", "laying", "laid", "over"
STEPS = (PICKING, LAYING, LAID, OVER)


class State(NamedTuple):
    turns: tuple[int, ...]
    waiting: tuple[Seat, ...]
    step: str
    first: Seat  # who goes first, all game long
    room: bytes  # the living room; picked tiles stay there until a column is chosen
    picked: bytes  # cells of the living room, in the order they were picked
    hand: bytes  # the picked tiles, in the same order, until the turn ends; 0 once a tile is placed
    column: int  # where they go
    shelves: tuple[bytes, ...]
    goals: bytes  # the numbers of the common goals
    stacks: tuple[bytes, ...]  # for each common goal, the tokens left, top one first
    taken: tuple[tuple[Token, ...], ...]  # by seat
    filled: Seat | None  # who filled their shelf first and has the end token
    personal: bytes  # by seat: the number of its personal goal
    bag: bytes  # the tiles in the bag, sorted: only `luck` decides the order they come out
    refills: int
    luck: bytes  # from the seed, for every refill of the living room
    options: Options
    start: "State | None"  # the state that undo restores; None if there's nothing to undo


make = tuple.__new__
"""`make(State, fields)` is `State(*fields)` in half the time."""
(
    TURNS,
    WAITING,
    STEP,
    FIRST,
    ROOM,
    PICKED,
    HAND,
    CHOSEN_COLUMN,
    SHELVES,
    GOALS,
    STACKS,
    TOKENS,
    FILLED,
    PERSONAL,
    IN_BAG,
    REFILLS,
    LUCK,
    CHOSEN,
    START,
) = range(len(State._fields))
"""Where each field is. Moves change `[*state]`, which takes a third of the time of `_replace`."""

Outcome = tuple[State, tuple[Event, ...]]
"""The state after a move, and the events it caused."""


def last_in_round(state: State) -> Seat:
    """The seat to the right of the first player."""
    return (state.first - 1) % len(state.shelves)


def with_shelf(state: State, seat: Seat, shelf: bytes) -> tuple[bytes, ...]:
    return (*state.shelves[:seat], shelf, *state.shelves[seat + 1 :])


# -- moves: the complete set, each created once --------------------------------------------------------------

DONE: Move = ("done",)
PICK: dict[int, Move] = {cell: ("pick", *divmod(cell, SIDE)) for cell in CELLS}
PUT_BACK: dict[int, Move] = {cell: ("put_back", *divmod(cell, SIDE)) for cell in CELLS}
COLUMN: tuple[Move, ...] = tuple(("column", column) for column in COLUMNS)
LAY: tuple[Move, ...] = tuple(("lay", place) for place in range(MOST))
SWAP: tuple[Move, ...] = tuple(("swap", place) for place in range(MOST - 1))
MOVES = frozenset((DONE, *PICK.values(), *PUT_BACK.values(), *COLUMN, *LAY, *SWAP))
