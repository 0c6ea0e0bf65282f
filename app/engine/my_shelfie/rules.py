"""My Shelfie's implementation of `Game`: a new game, its legal moves, checking a move and making it."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from hashlib import sha256
from itertools import compress
from typing import Any

from app.engine.chance import shuffled, stream
from app.engine.core import Event, Illegal, Move, Seat, step_turn

from . import turns
from .common_goals import GOAL_KEYS, GOALS
from .living_room import EMPTY_ROOM, GAPLESS, MOST, NEXT, SIDE, holds, marks, takeable
from .personal_goals import NUMBERS
from .shelf import COLUMNS, EMPTY_SHELF, WIDTH, lay, roomiest, space, spaces, types_of
from .state import (
    CHOSEN_COLUMN,
    COLUMN,
    DONE,
    HAND,
    LAID,
    LAY,
    LAYING,
    MOVES,
    PICK,
    PICKED,
    PICKING,
    ROOM,
    SEATS,
    SHELVES,
    START,
    STEP,
    SWAP,
    TURNS,
    Outcome,
    State,
    make,
    read_options,
    with_shelf,
)
from .tiles import BAG, key, keys

STACK = {2: (8, 4), 3: (8, 6, 4), 4: (8, 6, 4, 2)}  # a common goal's tokens, by number of players


def new(seats: int, options: Mapping[str, Any], seed: str | int, rules: int | None = None) -> State:
    """A new game with goals dealt and the living room filled. The seed decides both, as well as the first
    player and every refill."""
    if type(seats) is not int or seats not in SEATS:
        raise Illegal("bad_seats", seats=tuple(SEATS))
    chosen = read_options(options, rules)
    chance = stream(seed, "my_shelfie")
    first = int(chance.random() * seats)
    goals = shuffled(range(len(GOALS)), chance)[: 1 if chosen.first_game else 2]
    personal = shuffled(NUMBERS, chance)[:seats]
    empty = State(
        turns=(0,) * seats,
        waiting=(),
        step=PICKING,
        first=first,
        room=EMPTY_ROOM,
        picked=b"",
        hand=b"",
        column=0,
        shelves=(EMPTY_SHELF,) * seats,
        goals=bytes(goals),
        stacks=(bytes(STACK[seats]),) * len(goals),
        taken=((),) * seats,
        filled=None,
        personal=bytes(personal),
        bag=BAG,
        refills=0,
        luck=sha256(bytes(int(chance.random() * 256) for _ in range(32))).digest(),
        options=chosen,
        start=None,
    )
    return turns.ask(turns.fill(empty), first, empty.turns)


def opening(state: State) -> tuple[Event, ...]:
    """The events of a new game: who goes first, and the common goals."""
    return ("first", state.first), ("goals", tuple(GOAL_KEYS[goal] for goal in state.goals))


# -- listing moves -------------------------------------------------------------------------------------------


def moves(state: State, seat: Seat) -> Iterable[Move]:
    """Every legal move of this seat, except putting a picked tile back: nobody gets anywhere by that."""
    return _LIST[state.step](state, seat) if seat in state.waiting else ()


_PICKS = tuple([PICK.get(cell, ()) for cell in range(SIDE * SIDE)])


def _list_picking(state: State, seat: Seat) -> list[Move]:
    picked, free = state.picked, takeable(state.room)
    if not picked:
        return [*compress(_PICKS, marks(free))]
    space_in = spaces(state.shelves[seat])
    most = max(space_in)
    listed = [
        PICK[cell] for cell, (length, line) in NEXT[picked].items() if length <= most and line & free == line
    ]
    if picked in GAPLESS:
        listed += [COLUMN[column] for column in COLUMNS if space_in[column] >= len(picked)]
    return listed


def _list_laying(state: State, seat: Seat) -> list[Move]:
    return [LAY[place] for place, tile in enumerate(state.hand) if tile]


def _list_laid(state: State, seat: Seat) -> tuple[Move, ...]:
    return _swaps(types_of(_placed(state, seat)))


@cache  # at most 6 + 6² + 6³ stacks
def _swaps(types: bytes) -> tuple[Move, ...]:
    different = [place for place in range(len(types) - 1) if types[place] != types[place + 1]]
    return (DONE, *[SWAP[place] for place in different])


def _placed(state: State, seat: Seat) -> bytes:
    """The tiles that this turn has placed, from the bottom, if there are several. Under rules 1 they can't be
    swapped, so that they don't matter."""
    standing = state.shelves[seat][state.column :: WIDTH].lstrip(b"\0")
    return standing[: len(state.hand)][::-1]


_LIST: dict[str, Callable[[State, Seat], Iterable[Move]]] = {
    PICKING: _list_picking,
    LAYING: _list_laying,
    LAID: _list_laid,
}

# -- judging moves -------------------------------------------------------------------------------------------


def _judge_pick(state: State, seat: Seat, move: Move) -> str:
    if state.step != PICKING:
        return "not_now"
    cell, picked = int(move[1]) * SIDE + int(move[2]), state.picked
    if not state.room[cell]:
        return "no_tile"
    if cell in picked:
        return "picked_already"
    free = takeable(state.room)
    if not holds(free, cell):
        return "no_free_side"
    if not picked:
        return ""  # there's always room for one tile: otherwise the game would be over
    if len(picked) == MOST:
        return "three_at_most"
    most = roomiest(state.shelves[seat])
    if len(picked) >= most:
        return "shelf_has_no_room"
    if cell not in NEXT[picked]:
        return "not_in_line"
    length, line = NEXT[picked][cell]
    if line & ~free:
        return "gap_stays"
    return "" if length <= most else "shelf_has_no_room"


def _judge_put_back(state: State, seat: Seat, move: Move) -> str:
    if state.step != PICKING:
        return "not_now"
    return "" if int(move[1]) * SIDE + int(move[2]) in state.picked else "not_picked"


def _judge_column(state: State, seat: Seat, move: Move) -> str:
    if state.step != PICKING:
        return "not_now"
    if not state.picked:
        return "pick_first"
    if state.picked not in GAPLESS:
        return "gap_left"
    return "" if space(state.shelves[seat], int(move[1])) >= len(state.picked) else "column_too_full"


def _judge_lay(state: State, seat: Seat, move: Move) -> str:
    if state.step != LAYING:
        return "not_now"
    place = int(move[1])
    return "" if place < len(state.hand) and state.hand[place] else "not_in_hand"


def _judge_swap(state: State, seat: Seat, move: Move) -> str:
    if state.step != LAID:
        return "not_now"
    types, place = types_of(_placed(state, seat)), int(move[1])
    if place + 1 >= len(types):
        return "no_tile_above"
    return "same_type" if types[place] == types[place + 1] else ""


def _judge_done(state: State, seat: Seat, move: Move) -> str:
    if state.step == LAID:
        return ""
    return "lay_first" if state.step == LAYING else "take_first"


_JUDGE: dict[str | int, Callable[[State, Seat, Move], str]] = {
    "pick": _judge_pick,
    "put_back": _judge_put_back,
    "column": _judge_column,
    "lay": _judge_lay,
    "swap": _judge_swap,
    "done": _judge_done,
}


def check(state: State, seat: Seat, move: Move) -> None:
    """Raise Illegal unless the move is legal."""
    if move not in MOVES:  # MOVES holds every possible move: nothing else reaches the rules
        raise Illegal("unknown_move")
    if seat not in state.waiting:
        raise Illegal("not_your_turn" if state.waiting else "over")
    why = _JUDGE[move[0]](state, seat, move)
    if why == "not_now":
        raise Illegal(why, move=move, first=_first(state))
    if why:
        raise Illegal(why, move=move)


def _first(state: State) -> str:
    """What the player has to do before anything else."""
    if state.step == PICKING:
        return "column_first" if state.picked else "pick_first"
    return "lay_first" if state.step == LAYING else "done_first"


# -- making moves --------------------------------------------------------------------------------------------


def _step(state: State, seat: Seat) -> list[Any]:
    """The state's fields after a step, to be changed. They also hold the state that undo restores."""
    fields: list[Any] = [*state]
    fields[TURNS] = step_turn(state.turns, seat)
    if state.start is None:
        fields[START] = state
    return fields


def _pick(state: State, seat: Seat, move: Move) -> Outcome:
    row, column = int(move[1]), int(move[2])
    cell = row * SIDE + column
    after = _step(state, seat)
    after[PICKED] = state.picked + bytes((cell,))
    return make(State, after), (("pick", seat, row, column, key(state.room[cell])),)


def _put_back(state: State, seat: Seat, move: Move) -> Outcome:
    """Put one picked tile back. If the others would have a gap, only the one picked first stays picked."""
    row, column = int(move[1]), int(move[2])
    cell = row * SIDE + column
    rest = state.picked.replace(bytes((cell,)), b"")
    kept = rest if rest in GAPLESS else rest[:1]
    told = (("put_back", seat, row, column, key(state.room[cell])),)
    if not kept and state.start is not None:
        return state.start._replace(turns=step_turn(state.turns, seat)), told
    after = _step(state, seat)
    after[PICKED] = kept
    return make(State, after), told


def _column(state: State, seat: Seat, move: Move) -> Outcome:
    """Choose a column, and place the tiles there in the order in which they were picked. Under rules 1,
    players place several tiles one by one."""
    room, column = bytearray(state.room), int(move[1])
    for cell in state.picked:
        room[cell] = 0
    hand = bytes([state.room[cell] for cell in state.picked])
    after = _step(state, seat)
    after[ROOM], after[PICKED] = bytes(room), b""
    if len(hand) > 1:
        after[HAND], after[CHOSEN_COLUMN] = hand, column
        if state.options.rules == 1:
            after[STEP] = LAYING
            return make(State, after), ()
        after[HAND] = bytes(len(hand))
    shelf = state.shelves[seat]
    for tile in hand:
        shelf = lay(shelf, column, tile)
    after[STEP], after[SHELVES] = LAID, with_shelf(state, seat, shelf)
    return make(State, after), (("place", seat, column, keys(hand)),)


def _lay(state: State, seat: Seat, move: Move) -> Outcome:
    place, column, hand = int(move[1]), state.column, state.hand
    shelf = lay(state.shelves[seat], column, hand[place])
    left = hand[:place] + b"\0" + hand[place + 1 :]
    after = _step(state, seat)
    after[SHELVES] = with_shelf(state, seat, shelf)
    if any(left):
        after[HAND] = left
        return make(State, after), ()
    after[STEP] = LAID
    placed = keys(_placed(make(State, after), seat))
    after[HAND] = b""
    return make(State, after), (("place", seat, column, placed),)


def _swap(state: State, seat: Seat, move: Move) -> Outcome:
    """Swap a tile that was placed this turn with the one above it."""
    shelf, column, place = state.shelves[seat], state.column, int(move[1])
    lower = (space(shelf, column) + len(state.hand) - 1 - place) * WIDTH + column
    upper = lower - WIDTH
    swapped = bytearray(shelf)
    swapped[lower], swapped[upper] = shelf[upper], shelf[lower]
    fields = _step(state, seat)
    fields[SHELVES] = with_shelf(state, seat, bytes(swapped))
    after = make(State, fields)
    return after, (("swap", seat, column, keys(_placed(after, seat))),)


_DO: dict[str | int, Callable[[State, Seat, Move], Outcome]] = {
    "pick": _pick,
    "put_back": _put_back,
    "column": _column,
    "lay": _lay,
    "swap": _swap,
    "done": lambda state, seat, move: turns.finish(state, seat),
}


def apply(state: State, seat: Seat, move: Move) -> Outcome:
    """Make a move that has passed `check`."""
    outcome = _DO[move[0]](state, seat, move)
    if state.options.confirm_turns or outcome[0].step != LAID or len(_list_laid(outcome[0], seat)) > 1:
        return outcome
    after, events = turns.finish(outcome[0], seat)
    return after, outcome[1] + events


def rewind(state: State, seat: Seat, turns: tuple[int, ...]) -> State | None:
    """The state before this seat's first move this turn; None if it hasn't moved yet."""
    return None if state.start is None else state.start._replace(turns=turns)
