"""The state of a game in progress, and all possible moves."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from app.engine.core import Event, Move, Option, Seat, settle_options

from .cards import BYTE, COLUMNS, ROOFS, ROOM_IDS, SPECIAL_NAMES, TOKENS
from .house import SLOT_NAMES, SLOTS, House, put

SEATS = range(2, 5)
RULES = 2

OPTIONS = (
    Option("family", (False, True), False, "family"),
    Option("roof_memory", ("strict", "open"), "strict", "roof_memory"),
    Option("neighbours", ("sides", "row"), "sides", "neighbours"),
    Option("hide_and_seek", (False, True), False, "hide_and_seek"),
    Option("confirm_turns", (False, True), True, "confirm_turns", against_bots=False),
    Option("first_player", ("random", 0, 1, 2, 3), "random", "first_player"),
)


class Options(NamedTuple):
    family: bool
    roof_memory: str
    neighbours: str
    hide_and_seek: bool
    confirm_turns: bool
    first_player: str | int
    rules: int = 1  # the version of the rules that the game began under; the first games didn't say


def read_options(given: Mapping[str, Any], rules: int | None = None) -> Options:
    return Options(**settle_options(OPTIONS, given), rules=rules or RULES)


class Cards(NamedTuple):
    """Room cards and special cards that belong together: the deck, the display or the discards."""

    rooms: bytes
    specials: bytes


# The decisions that the seat whose turn it is may have to make, in the order they come up in a game
CLEAR, CLEARED = "clear", "cleared"  # the first player must clear a pair; has cleared one and must confirm it
JACK, JACKED = "jack", "jacked"  # a seat may use its jackhammer; has used it
TURN, TAKEN = "turn", "taken"  # a seat must take a pair; has taken one
HELP, OVER = "help", "over"  # after the last round, a seat may use its helpers; the game is over
STEPS = (CLEAR, CLEARED, JACK, JACKED, TURN, TAKEN, HELP, OVER)


class State(NamedTuple):
    turns: tuple[int, ...]
    waiting: tuple[Seat, ...]
    step: str
    round: int
    marker: Seat  # holds the first-player marker; started this round or is about to start the next
    queue: tuple[Seat, ...]  # the seats still to come in this round, or at the end of the game
    display: Cards  # five columns, 0 where a card is gone; column 0 has no special card
    houses: tuple[House, ...]
    room: int  # the room card that the seat whose turn it is still has to place,
    token: int  # its décor token,
    scaffold: int  # and its scaffold
    drafted: bytes  # by seat: the roof taken this round, still public (after the last round, the roofer's)
    discards: Cards
    deck: Cards  # the cards still to be dealt, in order
    options: Options
    start: "State | None"  # the state that undo restores; None if there's nothing to undo

    def __repr__(self) -> str:
        from .position import write_position  # a drawing is easier to read than sixteen fields

        return f"read_position('''\n{write_position(self)}''')"


Outcome = tuple[State, tuple[Event, ...]]
"""The state after a move, and the events it caused."""

make = tuple.__new__
"""`make(State, fields)` is `State(*fields)` in half the time, and so for other named tuples."""
(
    TURNS,
    WAITING,
    STEP,
    ROUND,
    MARKER,
    QUEUE,
    DISPLAY,
    HOUSES,
    ROOM,
    TOKEN,
    SCAFFOLDING,
    DRAFTED,
    DISCARDS,
    DECK,
    CHOSEN,
    START,
) = range(len(State._fields))
"""Where each field is. Moves that are made all the time change `[*state]`, which takes a third of the time of
`_replace`."""


_CLOCKWISE = {
    seats: tuple((*range(first, seats), *range(first)) for first in range(seats)) for seats in SEATS
}


def clockwise(state: State) -> tuple[Seat, ...]:
    """All seats in turn order, starting with the marker holder."""
    return _CLOCKWISE[len(state.houses)][state.marker]


def owns(state: State, seat: Seat, special: int) -> bool:
    return special in state.houses[seat].beside


def with_house(state: State, seat: Seat, house: House) -> tuple[House, ...]:
    houses = [*state.houses]
    houses[seat] = house
    return tuple(houses)


def lift(display: Cards, column: int) -> tuple[Cards, int, int]:
    """The display without this column, then the room card and the special card that were there."""
    rooms, specials = display
    left = put(rooms, column, 0), put(specials, column, 0)
    return make(Cards, left), rooms[column], specials[column]


def without(cards: bytes, card: int) -> bytes:
    """The cards, minus one copy of this one."""
    return cards.replace(BYTE[card], b"", 1)


def clears(state: State) -> bool:
    """Whether each round begins with the first player clearing a pair."""
    return len(state.houses) < 4 and not state.options.family


def origin(state: State) -> State:
    """The state that undo will restore after the next move, which makes a cleared pair final."""
    start = state.start
    if start is None:
        return state
    if start.step != CLEAR:
        return start
    cleared = [*state]
    cleared[START] = None
    return make(State, cleared)


# -- moves: the complete set, each just once -----------------------------------------------------------------

WAYS = ("up", "down")
PASS: Move = ("pass",)
DONE: Move = ("done",)
NO_DECOR: Move = ("decor", "none")
TAKE: tuple[Move, ...] = tuple(("take", column) for column in COLUMNS)
CLEARINGS: tuple[Move, ...] = tuple(("clear", column) for column in COLUMNS[1:])
JACKS: tuple[Move, ...] = tuple(("jack", column) for column in COLUMNS)
PLACE_UP: tuple[Move, ...] = tuple(("place", name, "up") for name in SLOT_NAMES)
PLACE_DOWN: tuple[Move, ...] = tuple(("place", name, "down") for name in SLOT_NAMES)
DECOR: tuple[Move, ...] = tuple(("decor", name) for name in SLOT_NAMES)
LAY_SCAFFOLD: tuple[Move, ...] = tuple(("scaffold", name) for name in SLOT_NAMES)
HANDYMAN_SWAPS: dict[tuple[int, int], Move] = {
    (one, other): ("handyman", SLOT_NAMES[one], SLOT_NAMES[other])
    for one in SLOTS
    for other in SLOTS
    if one != other
}


SUPPLIES: dict[int, dict[int, Move]] = {
    card: {slot: ("supplier", name, SLOT_NAMES[slot]) for slot in SLOTS} for name, card in ROOM_IDS.items()
}
"""The supplier's exchanges, by the card that comes and the slot it goes to."""


def _every() -> tuple[Move, ...]:
    names = [SLOT_NAMES[slot] for slot in SLOTS]
    return (
        PASS,
        DONE,
        NO_DECOR,
        *TAKE,
        *CLEARINGS,
        *JACKS,
        *(PLACE_UP[slot] for slot in SLOTS),
        *(PLACE_DOWN[slot] for slot in SLOTS),
        *(DECOR[slot] for slot in SLOTS),
        *(LAY_SCAFFOLD[slot] for slot in SLOTS),
        *(("drill", column, name) for column in COLUMNS for name in names),
        *(("mix", one, other) for one in COLUMNS for other in COLUMNS if one != other),
        *(("roofer", SPECIAL_NAMES[roof]) for roof in ROOFS),
        *(move for exchanges in SUPPLIES.values() for move in exchanges.values()),
        *HANDYMAN_SWAPS.values(),
        *(("keep", SPECIAL_NAMES[token]) for token in TOKENS),
    )


MOVES = frozenset(_every())
