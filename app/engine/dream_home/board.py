"""The table as a page shows it: the view with names instead of numbers, and each move in the place to tap.

Each display column and house slot holds the moves that tapping it makes, and what they would score. If a
tap would break the rules, the place holds the illegal move, and its refusal tells the player why. Moves with
two choices (`drill`, `mix`, `supplier`, `handyman`) come in two parts: first the tool with a column, card or
slot, then the slot or column to use it on.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from app.engine.coach import SILENT, Coach
from app.engine.core import Event, Line, Move, Seat

from .cards import (
    COLUMNS,
    DESIGNER,
    KIND_OF,
    KINDS,
    ROOM_NAMES,
    ROUNDS,
    SPECIALS,
    room_names,
    special_names,
)
from .coach import coach
from .coach import doubt as doubt
from .hints import Places, best_place, gain, in_sight, places
from .house import FACE_DOWN, FRESH_CELL, SCAFFOLD_CELL, SLOT_NAMES, STOREYS, WITH_TOKEN, card_in, face_up
from .house import House as Cells
from .last_moves import Traces, traces
from .state import CLEAR, JACK, JACKED, TAKEN, TURN, State
from .view import View, view

ON_COLUMNS = ("clear", "take", "jack")
ON_SLOTS = ("place", "decor", "scaffold")
IN_TWO_CHOICES = ("drill", "mix", "supplier", "handyman")

_REMEMBERED = 2000  # houses and pairs, as they are without the moves that can be made there

# The things a slot can hold
EMPTY, SCAFFOLD, EMPTY_ROOM, ROOM = "empty", "scaffold", "empty_room", "room"


class Offer(NamedTuple):
    """A move made with a single tap, and the points it would add to the visible part of the house."""

    move: Move
    gain: int


class Column(NamedTuple):
    """A room card and the special card above it. Both are "" once taken; column 0 has no special card."""

    place: int
    card: str  # kitchen/3
    room: str  # its type
    points: tuple[int, ...]  # for one, two, three cards
    bonus: int  # points for being next to the wanted room
    wanted: str
    basement: bool
    special: str
    token_points: int  # if the special is a décor token
    token_room: str  # where the token goes: a room, "any", "outside"
    token_closes: bool  # whether it would close that room for the viewer
    # only for the player whose turn it is:
    moves: tuple[Move, ...] = ()
    best: tuple[int, str] | None = None  # the most points its room could score, and the slot that scores them
    places: Places | None = None  # where its room could go, if it can be taken
    refused: Move | None = None  # the illegal move that a tap would make
    firsts: tuple[Move, ...] = ()  # two-part moves that can begin here
    seconds: tuple[str, ...] = ()  # the first choices that this column could complete as a second choice

    @property
    def plain(self) -> "Column":
        """The cards alone, which everybody sees."""
        return self.up_close._replace(token_closes=True, best=None)

    @property
    def up_close(self) -> "Column":
        """The cards and what they are worth to the viewer, without what can be done with them."""
        return self._replace(moves=(), places=None, refused=None, firsts=(), seconds=())


class Slot(NamedTuple):
    name: str
    lies: str
    card: str  # only if face up
    room: str  # its type
    token: str
    token_points: int
    # only for the owner, on their turn:
    offers: tuple[Offer, ...] = ()
    refused: Move | None = None
    firsts: tuple[Move, ...] = ()
    seconds: tuple[str, ...] = ()


class House(NamedTuple):
    seat: Seat
    storeys: tuple[tuple[Slot, ...], ...]  # from the top; the basement starts under the fourth column
    beside: tuple[str, ...]
    roofs: tuple[str, ...]  # "" if hidden
    lines: tuple[Line, ...]  # the visible part of the score: everything but the roof


class Hand(NamedTuple):
    """What the seat whose turn it is still has to place."""

    card: str
    room: str
    token: str
    token_points: int
    token_closes: bool  # whether the token closes the room it goes into
    scaffold: bool


class Board(NamedTuple):
    step: str
    round: int
    rounds: int
    marker: Seat
    waiting: tuple[Seat, ...]
    columns: tuple[Column, ...]
    houses: tuple[House, ...]  # by seat
    hand: Hand
    rooms_discarded: tuple[str, ...]
    specials_discarded: tuple[str, ...]
    supplies: tuple[str, ...]  # a discarded room of each type that the supplier could bring back
    tools: tuple[str, ...]  # the tags of the offered two-part moves
    bar: tuple[Move, ...]
    tags: tuple[str, ...]  # of all offered moves
    coach: Coach

    def traces(self, events: tuple[Event, ...]) -> Traces:
        """The details that only the log shows, such as who took which column and each seat's last move."""
        return traces(events, self.waiting if self.step in (TAKEN, JACKED) else ())


class Offered(NamedTuple):
    """The legal moves of the seat whose turn it is."""

    state: State
    seat: Seat
    moves: tuple[Move, ...]
    pairs: Mapping[
        str | int, tuple[str, ...]
    ]  # for each second choice, the first choices that it can complete

    def of(self, tags: tuple[str, ...], name: str | int) -> tuple[Move, ...]:
        return tuple(move for move in self.moves if move[0] in tags and move[1] == name)

    def firsts(self, name: str | int, tags: tuple[str, ...]) -> tuple[Move, ...]:
        """The first choices of two-part moves that begin here."""
        return tuple(dict.fromkeys(move[:2] for move in self.of(tags, name)))


def board(state: State, viewer: Seat | None, offered: Iterable[Move]) -> Board:
    """What this viewer sees, and the moves they can make."""
    seen, moves = view(state, viewer), tuple(offered)
    asked = Offered(state, viewer, moves, _pairs(moves)) if viewer is not None and moves else None
    houses = [drawn_house(seat, house, state.options.neighbours) for seat, house in enumerate(seen.houses)]
    if asked:
        houses[asked.seat] = _offering(houses[asked.seat], asked)
    return Board(
        seen.step,
        seen.round,
        ROUNDS,
        seen.marker,
        seen.waiting,
        tuple(_column(place, seen, viewer, asked) for place in COLUMNS),
        tuple(houses),
        _hand(seen),
        room_names(seen.discards.rooms),
        special_names(seen.discards.specials),
        tuple({str(move[1]).split("/")[0]: str(move[1]) for move in moves if move[0] == "supplier"}.values()),
        tuple(tag for tag in IN_TWO_CHOICES if any(move[0] == tag for move in moves)),
        tuple(move for move in moves if _in_bar(move)),
        tuple(dict.fromkeys(str(move[0]) for move in moves)),
        SILENT if viewer is None else coach(seen, viewer, moves, state.options.neighbours),
    )


def _pairs(moves: tuple[Move, ...]) -> dict[str | int, tuple[str, ...]]:
    """Each second choice, with the first choices it can complete, such as `drill-0` or `supplier-kitchen`.
    It makes no difference which card of a type the supplier brings."""
    pairs: dict[str | int, dict[str, None]] = {}
    for move in moves:
        if move[0] in IN_TWO_CHOICES:
            first = str(move[1]).partition("/")[0]
            pairs.setdefault(move[2], {})[f"{move[0]}-{first}"] = None
    return {second: tuple(firsts) for second, firsts in pairs.items()}


def _hand(seen: View) -> Hand:
    token = SPECIALS[seen.token]
    kind = KINDS[KIND_OF[seen.room]]
    closes = _tokens_close(seen, seen.waiting[0] if seen.waiting else None)
    return Hand(ROOM_NAMES[seen.room], kind.key, token.key, token.points, closes, bool(seen.scaffold))


def _tokens_close(seen: View, seat: Seat | None) -> bool:
    """Whether tokens close this seat's rooms; always true for spectators."""
    return seat is None or DESIGNER not in seen.houses[seat].beside


@lru_cache(_REMEMBERED)
def _pair(place: int, room: int, special: int, closes: bool) -> Column:
    kind, brings = KINDS[KIND_OF[room]], SPECIALS[special]
    return Column(
        place,
        ROOM_NAMES[room],
        kind.key,
        kind.points,
        kind.bonus_points,
        kind.bonus_beside,
        kind.basement,
        brings.key,
        brings.points,
        brings.room,
        closes,
    )


def _column(place: int, seen: View, viewer: Seat | None, asked: Offered | None) -> Column:
    room, special = seen.display.rooms[place], seen.display.specials[place]
    column = _pair(place, room, special, _tokens_close(seen, viewer))
    if asked is None or not room:
        return column
    moves = asked.of(ON_COLUMNS, place)
    return column._replace(
        moves=moves,
        best=best_place(asked.state, asked.seat, room) if seen.step in (CLEAR, JACK, TURN) else None,
        places=places(asked.state.houses[asked.seat], room) if ("take", place) in moves else None,
        refused=None if moves else ("take", place),
        firsts=asked.firsts(place, ("drill", "mix")),
        seconds=asked.pairs.get(place, ()),
    )


@lru_cache(_REMEMBERED)
def drawn_house(seat: Seat, house: Cells, neighbours: str) -> House:
    """A house, slot by slot."""
    storeys = tuple(tuple(_slot(house, cell) for cell in storey if SLOT_NAMES[cell]) for storey in STOREYS)
    lines = in_sight(house, neighbours)
    return House(seat, storeys, special_names(house.beside), special_names(house.roof), lines)


def _slot(house: Cells, cell: int) -> Slot:
    byte, name, token = house.cells[cell], SLOT_NAMES[cell], SPECIALS[house.tokens[cell]]
    card = card_in(byte) if face_up(byte) else 0
    return Slot(name, _lies(byte), ROOM_NAMES[card], KINDS[KIND_OF[card]].key, token.key, token.points)


def _offering(house: House, asked: Offered) -> House:
    """The house with the moves that its owner can make there on their turn."""
    storeys = tuple(tuple(_offered(slot, asked) for slot in storey) for storey in house.storeys)
    return house._replace(storeys=storeys)


def _offered(slot: Slot, asked: Offered) -> Slot:
    name, moves = slot.name, asked.of(ON_SLOTS, slot.name)
    return slot._replace(
        offers=tuple(Offer(move, gain(asked.state, asked.seat, move)) for move in moves),
        refused=_refused(asked.state, name, bool(slot.card), moves),
        firsts=asked.firsts(name, ("handyman",)),
        seconds=asked.pairs.get(name, ()),
    )


def _refused(state: State, name: str, filled: bool, offered: tuple[Move, ...]) -> Move | None:
    """The illegal move that a tap on this slot would make; its refusal explains why. If the card can only go
    face down here, it is the move that would place it face up."""
    if state.step not in (TAKEN, JACKED):
        return None
    seen: Move = ("place", name, "up")
    if offered:
        return seen if ("place", name, "down") in offered and seen not in offered else None
    if state.token and (filled or not (state.room or state.scaffold)):
        return "decor", name
    if state.room:
        return seen
    return ("scaffold", name) if state.scaffold else None


def _lies(byte: int) -> str:
    if face_up(byte):
        return ROOM
    if byte in (SCAFFOLD_CELL, FRESH_CELL):
        return SCAFFOLD
    return EMPTY_ROOM if FACE_DOWN <= byte < WITH_TOKEN else EMPTY


def _in_bar(move: Move) -> bool:
    if move[0] in ON_SLOTS:
        return move[1] not in SLOT_NAMES  # ("decor", "none") skips the token
    return move[0] not in ON_COLUMNS and move[0] not in IN_TWO_CHOICES
