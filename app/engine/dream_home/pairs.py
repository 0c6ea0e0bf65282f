"""The main part of a turn: clear or take a pair, then place the room, décor or scaffold that it brought.

Each has three functions: `list_…` lists its legal moves, `judge_…` gives the reason why a move is illegal
('' if it's legal), and `do_…` makes the move. *Clear*, *take* and *place* make up most of a game, so
they change a list of the state's fields, for speed.
"""

from functools import cache

from app.engine.core import Move, Seat, step_turn

from .cards import (
    BYTE,
    COLUMNS,
    DRILL,
    KIND_OF,
    KINDS,
    MIXER,
    OUTSIDE,
    ROOFS,
    ROOM_NAMES,
    ROUNDS,
    SCAFFOLD,
    SPECIAL_NAMES,
    SPECIALS,
    TOKENS,
)
from .house import (
    FACE_DOWN,
    FRESH_CELL,
    SCAFFOLD_CELL,
    SLOT,
    TYPES,
    WITH_TOKEN,
    House,
    face_up,
    face_up_slots,
    free_slots,
    in_order,
    open_slots,
    put,
    room_of,
    token_slots,
    why_not_face_up,
    why_not_open,
)
from .state import (
    CLEAR,
    CLEARED,
    CLEARINGS,
    DECOR,
    DISCARDS,
    DISPLAY,
    DONE,
    DRAFTED,
    HOUSES,
    JACKED,
    LAY_SCAFFOLD,
    MARKER,
    NO_DECOR,
    PLACE_DOWN,
    PLACE_UP,
    ROOM,
    SCAFFOLDING,
    START,
    STEP,
    TAKE,
    TAKEN,
    TOKEN,
    TURN,
    TURNS,
    Cards,
    Outcome,
    State,
    lift,
    make,
    origin,
    with_house,
)
from .tools import list_drill, list_mix
from .turns import jackhammer_window

_ONLY_DONE = (DONE,)
WITH_COLUMN_0 = "marker"  # comes with column 0 instead of a special card
_HERE = bytes([0] + [1] * 255)
_TAKES = {
    bytes(here): tuple(TAKE[column] for column in COLUMNS if here[column])
    for here in ([pattern >> column & 1 for column in COLUMNS] for pattern in range(32))
}


# -- clear ---------------------------------------------------------------------------------------------------


def list_clear(state: State, seat: Seat) -> list[Move]:
    return list(CLEARINGS)


def judge_clear(state: State, seat: Seat, move: Move) -> str:
    return "" if state.step == CLEAR else "not_now"


def do_clear(state: State, seat: Seat, move: Move) -> Outcome:
    """Clear a pair. If the same seat goes on, it doesn't have to confirm that, and can undo it until then."""
    column = int(move[1])
    display, room, special = lift(state.display, column)
    rooms, specials = state.discards
    start = origin(state)
    cleared = [*state]
    cleared[TURNS], cleared[STEP], cleared[DISPLAY] = step_turn(state.turns, seat), CLEARED, display
    cleared[DISCARDS] = make(Cards, (rooms + BYTE[room], specials + BYTE[special]))
    cleared[START] = start
    after = make(State, cleared)
    event = ("clear", seat, column, ROOM_NAMES[room], SPECIAL_NAMES[special])
    if state.options.rules > 1:
        asked, _ = jackhammer_window(after)
        if asked.waiting == after.waiting:
            goes_on = [*asked]
            goes_on[START] = start
            after = make(State, goes_on)
    return after, (event,)


# -- take ----------------------------------------------------------------------------------------------------


def list_turn(state: State, seat: Seat) -> tuple[Move, ...]:
    takes = _TAKES[state.display.rooms.translate(_HERE)]
    beside = state.houses[seat].beside
    if DRILL in beside:
        takes += tuple(list_drill(state, seat))
    if MIXER in beside:
        takes += tuple(list_mix(state, seat))
    return takes


def judge_take(state: State, seat: Seat, move: Move) -> str:
    if state.step == CLEAR:
        return "clear_first"
    if state.step == CLEARED:
        return "cleared_unfinished"
    if state.step in (TAKEN, JACKED):
        return "taken_already"
    if state.step != TURN:
        return "not_now"
    return "" if state.display.rooms[int(move[1])] else "column_gone"


def do_take(state: State, seat: Seat, move: Move) -> Outcome:
    """Take a column. The room card goes to the hand. Roofs, tools and helpers take effect at once; décor and
    scaffolds are placed later."""
    column = int(move[1])
    display, room, special = lift(state.display, column)
    taken = [*state]
    taken[TURNS], taken[STEP], taken[START] = step_turn(state.turns, seat), TAKEN, origin(state)
    taken[DISPLAY], taken[ROOM] = display, room
    brought, lost = SPECIAL_NAMES[special], False
    if not special:
        taken[MARKER], brought = seat, WITH_COLUMN_0
    elif special in ROOFS:
        cells, tokens, beside, roof = state.houses[seat]
        taken[HOUSES] = with_house(state, seat, make(House, (cells, tokens, beside, roof + BYTE[special])))
        taken[DRAFTED] = put(state.drafted, seat, special)
    elif special in TOKENS:
        taken[DISCARDS] = _discarded(state, special)
        if special in OUTSIDE:
            taken[HOUSES] = _beside(state, seat, special)
        else:
            taken[TOKEN] = special
    elif special != SCAFFOLD:
        taken[HOUSES] = _beside(state, seat, special)
    elif state.round < ROUNDS:
        taken[SCAFFOLDING] = 1
    else:
        taken[DISCARDS] = _discarded(state, special)
        lost = True
    event = ("take", seat, state.round, column, ROOM_NAMES[room], brought)
    return make(State, taken), (event, ("lost", seat, brought)) if lost else (event,)


def _discarded(state: State, special: int) -> Cards:
    rooms, specials = state.discards
    return make(Cards, (rooms, specials + BYTE[special]))


def _beside(state: State, seat: Seat, special: int) -> tuple[House, ...]:
    cells, tokens, beside, roof = state.houses[seat]
    return with_house(state, seat, make(House, (cells, tokens, beside + BYTE[special], roof)))


# -- what the pair brought -----------------------------------------------------------------------------------


@cache  # at most 2^12 sets
def _up(slots: int) -> tuple[Move, ...]:
    return tuple(PLACE_UP[slot] for slot in in_order(slots))


@cache
def _down(slots: int) -> tuple[Move, ...]:
    return tuple(PLACE_DOWN[slot] for slot in in_order(slots))


def list_pair(state: State, seat: Seat) -> tuple[Move, ...]:
    """The moves that place the room, décor and scaffold, in any order, plus `done` once everything mandatory
    is placed."""
    house, room = state.houses[seat], state.room
    moves: tuple[Move, ...] = ()
    if room:
        slots = open_slots(house.cells)
        moves = _up(slots & face_up_slots(house, KIND_OF[room])) + _down(slots)
    if state.token:
        rooms = token_slots(house, state.token)
        moves += tuple([DECOR[slot] for slot in rooms])
        if rooms or room:
            moves += (NO_DECOR,)
    if state.scaffold:
        moves += tuple([LAY_SCAFFOLD[slot] for slot in in_order(free_slots(house.cells))])
    return moves or _ONLY_DONE


def judge_done_pair(state: State, seat: Seat) -> str:
    house = state.houses[seat]
    if state.room:
        return "room_first"
    if state.scaffold and free_slots(house.cells):
        return "scaffold_first"
    if state.token and token_slots(house, state.token):
        return "decor_first"
    return ""


def judge_place(state: State, seat: Seat, move: Move) -> str:
    if not state.room:
        return "not_now"
    house, slot = state.houses[seat], SLOT[move[1]]
    why = why_not_open(house.cells, slot)
    if why or move[2] == "down":
        return why
    return why_not_face_up(house, KIND_OF[state.room], slot)


def do_place(state: State, seat: Seat, move: Move) -> Outcome:
    slot, room = SLOT[move[1]], state.room
    cells, tokens, beside, roof = state.houses[seat]
    placed = [*state]
    replaced = ""
    if cells[slot] == SCAFFOLD_CELL:
        placed[DISCARDS] = _discarded(state, SCAFFOLD)
        replaced = SPECIAL_NAMES[SCAFFOLD]
    cells = put(cells, slot, room if move[2] == "up" else room | FACE_DOWN)
    placed[TURNS], placed[ROOM] = step_turn(state.turns, seat), 0
    placed[HOUSES] = with_house(state, seat, make(House, (cells, tokens, beside, roof)))
    return make(State, placed), (("place", seat, ROOM_NAMES[room], move[1], move[2], replaced),)


# -- décor ---------------------------------------------------------------------------------------------------


def judge_decor(state: State, seat: Seat, move: Move) -> str:
    token = state.token
    if not token:
        return "not_now"
    house = state.houses[seat]
    slots = token_slots(house, token)
    if move == NO_DECOR:
        return "" if slots or state.room else "no_room_for_token"
    slot = SLOT[move[1]]
    return "" if slot in slots else _why_no_token(house, slot, token)


def _why_no_token(house: House, slot: int, token: int) -> str:
    if not face_up(house.cells[slot]):
        return "no_face_up_room"
    types = house.cells.translate(TYPES)
    kind = KINDS[types[slot]]
    if kind.basement or SPECIALS[token].room not in ("any", kind.key):
        return "wrong_room"
    assert any(house.tokens[cell] for cell in room_of(types, slot))  # the only reason that remains
    return "has_token"


def do_decor(state: State, seat: Seat, move: Move) -> Outcome:
    after = [*state]
    after[TURNS], after[TOKEN] = step_turn(state.turns, seat), 0
    if move != NO_DECOR:
        slot = SLOT[move[1]]
        cells, tokens, beside, roof = state.houses[seat]
        cells, tokens = put(cells, slot, cells[slot] | WITH_TOKEN), put(tokens, slot, state.token)
        after[HOUSES] = with_house(state, seat, make(House, (cells, tokens, beside, roof)))
    return make(State, after), (("decor", seat, SPECIAL_NAMES[state.token], move[1]),)


# -- scaffold ------------------------------------------------------------------------------------------------


def judge_scaffold(state: State, seat: Seat, move: Move) -> str:
    if not state.scaffold:
        return "not_now"
    cells, slot = state.houses[seat].cells, SLOT[move[1]]
    if free_slots(cells) >> slot & 1:
        return ""
    return why_not_open(cells, slot) or "occupied"  # a slot that is open but not free already has a scaffold


def do_scaffold(state: State, seat: Seat, move: Move) -> Outcome:
    house = state.houses[seat]
    laid = house._replace(cells=put(house.cells, SLOT[move[1]], FRESH_CELL))
    after = state._replace(
        turns=step_turn(state.turns, seat), houses=with_house(state, seat, laid), scaffold=0
    )
    return after, (("scaffold", seat, move[1]),)
