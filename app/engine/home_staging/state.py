"""The state of a game in progress."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from app.engine.core import Event, Option, Seat, settle_options

from .scenarios import SCENARIOS, Scenario
from .sheet import Pencil, Sheet

SEATS = range(1, 7)

OPTIONS = (
    Option("scenario", tuple(SCENARIOS), "P", "scenario"),
    Option("open_pencils", (False, True), False, "open_pencils"),
    Option("confirm_turns", (False, True), True, "confirm_turns"),
    Option("first_player", ("random", *range(SEATS.stop - 1)), "random", "first_player"),
)


class Options(NamedTuple):
    scenario: str
    open_pencils: bool
    confirm_turns: bool
    first_player: str | int


def read_options(given: Mapping[str, Any]) -> Options:
    return Options(**settle_options(OPTIONS, given))


# The decisions still to be made: first the active player's, then everyone's at once.
ROOM, CARD, TOKENS = "room", "card", "tokens"
DRAW, CLOSE, OVER = "draw", "close", "over"
TOGETHER = (DRAW, CLOSE)


class Card(NamedTuple):
    """A furniture card that was turned up."""

    room: str
    number: int
    card: str  # A or B

    @property
    def name(self) -> str:
        return f"{self.number:02}{self.card}"


class State(NamedTuple):
    turns: tuple[int, ...]
    waiting: tuple[Seat, ...]
    step: str
    asked: tuple[Seat, ...]  # the seats that had to act in this step, including those already done
    active: Seat
    room: str  # the room being furnished, or "" if there is none
    chosen: bool  # whether a player chose the room and nothing has been turned up since
    up: tuple[Card, ...]  # in the order turned up; in the steps `tokens` and `draw`, the last is being drawn
    tokens: tuple[int, ...]  # the tokens on each of the last card's two options
    sheets: tuple[Sheet, ...]
    pencils: tuple[Pencil, ...]
    ideas: tuple[int, ...]  # the bright ideas left, by seat
    luck: bytes  # derived from the seed; decides each card as it is turned up
    options: Options
    began: tuple[int, ...] = ()  # while all act at once: for each seat, its turn number when they were asked

    @property
    def scenario(self) -> Scenario:
        return SCENARIOS[self.options.scenario]

    @property
    def card(self) -> Card:
        """The card being drawn."""
        return self.up[-1]

    @property
    def together(self) -> bool:
        """Whether all seats act at once."""
        return self.step in TOGETHER


Outcome = tuple[State, tuple[Event, ...]]
"""The state after a move, and the events it caused."""


def with_pencil(state: State, seat: Seat, pencil: Pencil) -> State:
    return state._replace(pencils=(*state.pencils[:seat], pencil, *state.pencils[seat + 1 :]))
