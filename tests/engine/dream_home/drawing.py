"""The language of the rule tests: positions and houses drawn as text, moves written as words.

table = drawn('''
    rooms: Ki Be .. Li Pa
    house
    ..  ..  ..  ..  ..
    Ki  ..  ..  ..  ..
    ++  ++  ++  ..  ..
''')
assert after(table, "take 0", "place g1 up").houses[0] == house(...)
"""

from textwrap import dedent

import pytest

from app.engine import dream_home
from app.engine.core import Event, Illegal, Seat, offers, play, totals
from app.engine.dream_home.house import House
from app.engine.dream_home.notation import read_house, read_move, write_house, write_move
from app.engine.dream_home.position import read_position
from app.engine.dream_home.scoring import PARTS, score_house
from app.engine.dream_home.state import State

DRAWN = r"\+\+\s+\+\+|^\s*rooms: "
"""What tells a drawing from other text: the solid ground of a house, or the display of a table."""


def drawn(text: str) -> State:
    """The position drawn; app/engine/dream_home/position.py says what you can leave out."""
    return read_position(dedent(text).strip())


def house(text: str) -> House:
    return read_house(dedent(text).strip())


def picture(state: State, seat: Seat = 0) -> str:
    """The house of a seat as a drawing without card numbers."""
    return write_house(state.houses[seat])


def same_picture(state: State, text: str, seat: Seat = 0) -> bool:
    return picture(state, seat) == write_house(house(text))


def played(state: State, *moves: str) -> tuple[State, list[Event]]:
    """The state after these moves, each by the seat whose turn it is, and all their events."""
    happened: list[Event] = []
    for text in moves:
        seat = state.waiting[0]
        state, events = play(dream_home, state, seat, state.turns[seat], read_move(text))
        happened += events
    return state, happened


def after(state: State, *moves: str) -> State:
    return played(state, *moves)[0]


def refusal(state: State, move: str, seat: Seat | None = None) -> str:
    """The code with which a move is refused."""
    seat = state.waiting[0] if seat is None else seat
    with pytest.raises(Illegal) as refused:
        play(dream_home, state, seat, state.turns[seat], read_move(move))
    return refused.value.code


def offered(state: State, tag: str = "", seat: Seat | None = None) -> set[str]:
    """The moves the seat can make, as words, including undo; with a tag, only moves of that kind."""
    seat = state.waiting[0] if seat is None else seat
    moves = {write_move(move) for move in offers(dream_home, state, seat)}
    return {move for move in moves if move.split()[0] == tag} if tag else moves


def points(text: str, neighbours: str = "sides") -> dict[str, int]:
    """The score of a drawn house by parts."""
    return totals(PARTS, score_house(house(text), neighbours))


def face_up_slots(state: State) -> set[str]:
    """Where the card in hand can go face up."""
    return {move.split()[1] for move in offered(state, "place") if move.endswith(" up")}


def face_down_slots(state: State) -> set[str]:
    """Where the card in hand can go face down."""
    return {move.split()[1] for move in offered(state, "place") if move.endswith(" down")}
