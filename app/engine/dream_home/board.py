"""The table for a page: the view with names instead of numbers, and every move where it is made.

A column of the display and a slot of the house hold the moves that one tap on them makes. What needs two
choices (`drill`, `mix`, `supplier`, `handyman`) is grouped by the first of them; all else stands in the bar.
"""

from collections.abc import Iterable
from typing import NamedTuple

from app.engine.core import Move, Seat

from .cards import COLUMNS, KIND_OF, KINDS, ROUNDS, SPECIAL_NAMES, SPECIALS, room_names, special_names
from .house import (
    FACE_DOWN,
    FRESH_CELL,
    SCAFFOLD_CELL,
    SLOT_NAMES,
    STOREYS,
    WITH_TOKEN,
    card_in,
    face_up,
)
from .house import House as Cells
from .state import State
from .view import view

ON_COLUMNS = ("clear", "take", "jack")
ON_SLOTS = ("place", "decor", "scaffold")
IN_TWO_CHOICES = ("drill", "mix", "supplier", "handyman")

# What may lie in a slot
EMPTY, SCAFFOLD, EMPTY_ROOM, ROOM = "empty", "scaffold", "empty_room", "room"


class Column(NamedTuple):
    """A room card and what comes with it; both "" when the pair is gone, no special in column 0."""

    place: int
    room: str  # its type
    points: tuple[int, ...]  # of one, two, three cards
    bonus: int  # beside the room it wants
    special: str
    moves: tuple[Move, ...]


class Slot(NamedTuple):
    name: str
    lies: str
    room: str  # the type of a face-up card
    token: str
    token_points: int
    fresh: bool  # a scaffold of this round
    moves: tuple[Move, ...]


class House(NamedTuple):
    seat: Seat
    storeys: tuple[tuple[Slot, ...], ...]  # from above; the basement begins under the fourth column
    beside: tuple[str, ...]
    roofs: tuple[str, ...]  # "" is one that may not be told


class Choice(NamedTuple):
    """What can be done with a tool or helper: the second choices, by the first."""

    tag: str
    moves: tuple[tuple[str | int, tuple[Move, ...]], ...]


class Board(NamedTuple):
    step: str
    round: int
    rounds: int
    marker: Seat
    waiting: tuple[Seat, ...]
    columns: tuple[Column, ...]
    houses: tuple[House, ...]  # by seat
    room: str  # in the hand of the seat that is waited for: the type of the room card,
    token: str  # and what came with it
    scaffold: bool
    rooms_discarded: tuple[str, ...]
    specials_discarded: tuple[str, ...]
    choices: tuple[Choice, ...]
    bar: tuple[Move, ...]
    tags: tuple[str, ...]  # of all moves on offer


def board(state: State, viewer: Seat | None, offered: Iterable[Move]) -> Board:
    """What this viewer sees, and what they are offered."""
    seen, offered = view(state, viewer), tuple(offered)
    return Board(
        seen.step,
        seen.round,
        ROUNDS,
        seen.marker,
        seen.waiting,
        tuple(
            _column(place, seen.display.rooms[place], seen.display.specials[place], offered)
            for place in COLUMNS
        ),
        tuple(
            drawn_house(seat, house, offered if seat == viewer else ())
            for seat, house in enumerate(seen.houses)
        ),
        KINDS[KIND_OF[seen.room]].key,
        SPECIAL_NAMES[seen.token],
        bool(seen.scaffold),
        room_names(seen.discards.rooms),
        special_names(seen.discards.specials),
        tuple(_choice(tag, offered) for tag in IN_TWO_CHOICES if any(move[0] == tag for move in offered)),
        tuple(move for move in offered if _in_bar(move)),
        tuple(dict.fromkeys(str(move[0]) for move in offered)),
    )


def _column(place: int, room: int, special: int, offered: tuple[Move, ...]) -> Column:
    moves = tuple(move for move in offered if move[0] in ON_COLUMNS and move[1] == place)
    kind = KINDS[KIND_OF[room]]
    return Column(place, kind.key, kind.points, kind.bonus_points, SPECIAL_NAMES[special], moves)


def drawn_house(seat: Seat, house: Cells, offered: tuple[Move, ...]) -> House:
    """A house slot by slot, with what may be done there."""
    storeys = tuple(
        tuple(_slot(house, cell, offered) for cell in storey if SLOT_NAMES[cell]) for storey in STOREYS
    )
    return House(seat, storeys, special_names(house.beside), special_names(house.roof))


def _slot(house: Cells, cell: int, offered: tuple[Move, ...]) -> Slot:
    byte, name, token = house.cells[cell], SLOT_NAMES[cell], house.tokens[cell]
    moves = tuple(move for move in offered if move[0] in ON_SLOTS and move[1] == name)
    room = KINDS[KIND_OF[card_in(byte)]].key if face_up(byte) else ""
    return Slot(
        name, _lies(byte), room, SPECIAL_NAMES[token], SPECIALS[token].points, byte == FRESH_CELL, moves
    )


def _lies(byte: int) -> str:
    if face_up(byte):
        return ROOM
    if byte in (SCAFFOLD_CELL, FRESH_CELL):
        return SCAFFOLD
    return EMPTY_ROOM if FACE_DOWN <= byte < WITH_TOKEN else EMPTY


def _choice(tag: str, offered: tuple[Move, ...]) -> Choice:
    by_first: dict[str | int, list[Move]] = {}
    for move in offered:
        if move[0] == tag:
            by_first.setdefault(move[1], []).append(move)
    return Choice(tag, tuple((first, tuple(moves)) for first, moves in by_first.items()))


def _in_bar(move: Move) -> bool:
    if move[0] in ON_SLOTS:
        return move[1] not in SLOT_NAMES  # ("decor", "none"): the token is left
    return move[0] not in ON_COLUMNS and move[0] not in IN_TWO_CHOICES
