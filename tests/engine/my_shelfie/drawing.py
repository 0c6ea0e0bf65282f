"""The language of the rule tests: shelves and living rooms drawn as text, moves written as words.

table = drawn(ROOM, '''
    .....
    .....
    .....
    .....
    C....
    CB..T
''')
assert after(table, "pick 1 3", "column 0").shelves[0] == shelf(...)
"""

import pytest

from app.engine import my_shelfie
from app.engine.core import Event, Illegal, Seat, offers, play
from app.engine.move_text import move_of
from app.engine.my_shelfie.common_goals import GOAL_KEYS, GOALS
from app.engine.my_shelfie.notation import read_room, read_shelf, write_shelf
from app.engine.my_shelfie.rules import STACK
from app.engine.my_shelfie.shelf import EMPTY_SHELF, WIDTH, types_of
from app.engine.my_shelfie.state import PICKING, State, read_options
from app.engine.my_shelfie.tiles import BAG, TYPES

DRAWN = r"^\s*(?:[.CBGFTP]{5}|[.CBGFTP]{9})$"
"""What tells a drawing from other text: a row of a shelf or of a living room."""


EMPTY = """
    .....
    .....
    .....
    .....
    .....
    .....
"""
ROOM_FOR_ONE = """
    .CBGF
    BGFTP
    CTPCB
    BGFTP
    GPCBG
    FTPCB
"""
ROOM_FOR_TWO = """
    .CBGF
    .GFTP
    CTPCB
    BGFTP
    GPCBG
    FTPCB
"""


def rows(text: str) -> list[str]:
    return text.split()


def shelf(text: str) -> bytes:
    return read_shelf(rows(text))


def room(text: str, players: int = 2) -> bytes:
    return read_room(rows(text), players)


def drawn(
    living_room: str,
    *shelves: str,
    goals: tuple[str, ...] = ("six_pairs", "x_shape"),
    personal: tuple[int, ...] = (1, 2, 3, 4),
    first: Seat = 0,
    seat: Seat = 0,
    filled: Seat | None = None,
    bag: bytes | None = None,
    **options: object,
) -> State:
    """A position at the start of a turn, with as many seats as shelves; at least two, the rest empty."""
    standing = tuple(shelf(each) for each in shelves) + (EMPTY_SHELF,) * (2 - len(shelves))
    seats = len(standing)
    lying = room(living_room, seats)
    return State(
        turns=tuple(int(each == seat) for each in range(seats)),
        waiting=(seat,),
        step=PICKING,
        first=first,
        room=lying,
        picked=b"",
        hand=b"",
        column=0,
        shelves=standing,
        goals=bytes(map(GOAL_KEYS.index, goals)),
        stacks=(bytes(STACK[seats]),) * len(goals),
        taken=((),) * seats,
        filled=filled,
        personal=bytes(personal[:seats]),
        bag=_rest(lying + b"".join(standing)) if bag is None else bag,
        refills=1,
        luck=bytes(32),
        options=read_options(options),
        start=None,
    )


def _rest(tiles: bytes) -> bytes:
    """The tiles that aren't drawn anywhere, in the same numbers per type."""
    left, drawn_types = bytearray(), tiles.translate(TYPES)
    for kind in range(1, 7):
        of_kind = [tile for tile in BAG if TYPES[tile] == kind]
        left += bytes(of_kind[drawn_types.count(kind) :])
    return bytes(left)


def played(state: State, *moves: str) -> tuple[State, list[Event]]:
    """The state after these moves, each by the seat whose turn it is, and all their events."""
    happened: list[Event] = []
    for text in moves:
        seat = state.waiting[0]
        state, events = play(my_shelfie, state, seat, state.turns[seat], move_of(text))
        happened += events
    return state, happened


def after(state: State, *moves: str) -> State:
    return played(state, *moves)[0]


def told(state: State, *moves: str) -> list[Event]:
    return played(state, *moves)[1]


def refusal(state: State, move: str, seat: Seat | None = None) -> str:
    """The code with which a move is refused."""
    seat = state.waiting[0] if seat is None else seat
    with pytest.raises(Illegal) as refused:
        play(my_shelfie, state, seat, state.turns[seat], move_of(move))
    return refused.value.code


def offered(state: State, tag: str = "") -> set[str]:
    """The moves the seat can make, as words, including undo; with a tag, only moves of that kind."""
    moves = {" ".join(map(str, move)) for move in offers(my_shelfie, state, state.waiting[0])}
    return {move for move in moves if move.split()[0] == tag} if tag else moves


def picture(state: State, seat: Seat = 0) -> list[str]:
    return write_shelf(state.shelves[seat])


def met(goal: str, text: str, squares: str = "loose") -> bool:
    return bool(cells(goal, text, squares))


def cells(goal: str, text: str, squares: str = "loose") -> list[tuple[int, int]]:
    """The cells of a drawn shelf that meet a goal."""
    found = GOALS[GOAL_KEYS.index(goal)].met(types_of(shelf(text)), squares)
    return [(cell // WIDTH, cell % WIDTH) for cell in found]


def tally(goal: str, text: str) -> int:
    """How far a drawn shelf has got with a goal."""
    return GOALS[GOAL_KEYS.index(goal)].tally(types_of(shelf(text)), "loose")[0]
