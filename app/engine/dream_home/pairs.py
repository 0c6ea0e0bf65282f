"""The main part of a turn: clear or take a pair, then place the room, décor or scaffold that it brought.

Each has three functions: `list_…` lists its legal moves, `judge_…` gives the reason why a move is illegal
('' if it's legal), and `do_…` makes the move. *Clear*, *take* and *place* make up most of a game, so
they pass State's fields by position for speed.
"""

from functools import cache

from app.engine.core import Move, Seat, step_turn

from .cards import (
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
    DONE,
    JACKED,
    LAY_SCAFFOLD,
    NO_DECOR,
    PLACE_DOWN,
    PLACE_UP,
    TAKE,
    TAKEN,
    TURN,
    Cards,
    Outcome,
    State,
    lift,
    make,
    origin,
    with_house,
)
from .tools import list_drill, list_mix

_ONLY_DONE = (DONE,)
MARKER = "marker"  # comes with column 0 instead of a special card
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
    column = int(move[1])
    display, room, special = lift(state.display, column)
    rooms, specials = state.discards
    after = make(
        State,
        step_turn(state.turns, seat),
        state.waiting,
        CLEARED,
        state.round,
        state.marker,
        state.queue,
        display,
        state.houses,
        0,
        0,
        0,
        state.drafted,
        Cards(rooms + bytes((room,)), specials + bytes((special,))),
        state.deck,
        state.options,
        origin(state),
    )
    return after, (("clear", seat, column, ROOM_NAMES[room], SPECIAL_NAMES[special]),)


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
    houses, drafted, discards = state.houses, state.drafted, state.discards
    marker, token, scaffold = state.marker, 0, 0
    brought, lost = SPECIAL_NAMES[special], False
    if not special:
        marker, brought = seat, MARKER
    elif special in ROOFS:
        cells, tokens, beside, roof = houses[seat]
        houses = with_house(state, seat, House(cells, tokens, beside, roof + bytes((special,))))
        drafted = put(drafted, seat, special)
    elif special in TOKENS:
        discards = Cards(discards.rooms, discards.specials + bytes((special,)))
        if special in OUTSIDE:
            houses = _beside(state, seat, special)
        else:
            token = special
    elif special == SCAFFOLD:
        if state.round == ROUNDS:
            discards = Cards(discards.rooms, discards.specials + bytes((special,)))
            lost = True
        else:
            scaffold = 1
    else:
        houses = _beside(state, seat, special)
    after = make(
        State,
        step_turn(state.turns, seat),
        state.waiting,
        TAKEN,
        state.round,
        marker,
        state.queue,
        display,
        houses,
        room,
        token,
        scaffold,
        drafted,
        discards,
        state.deck,
        state.options,
        origin(state),
    )
    event = ("take", seat, state.round, column, ROOM_NAMES[room], brought)
    return after, (event, ("lost", seat, brought)) if lost else (event,)


def _beside(state: State, seat: Seat, special: int) -> tuple[House, ...]:
    cells, tokens, beside, roof = state.houses[seat]
    return with_house(state, seat, House(cells, tokens, beside + bytes((special,)), roof))


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
    discards = state.discards
    replaced = ""
    if cells[slot] == SCAFFOLD_CELL:
        discards = Cards(discards.rooms, discards.specials + bytes((SCAFFOLD,)))
        replaced = SPECIAL_NAMES[SCAFFOLD]
    cells = put(cells, slot, room if move[2] == "up" else room | FACE_DOWN)
    after = make(
        State,
        step_turn(state.turns, seat),
        state.waiting,
        state.step,
        state.round,
        state.marker,
        state.queue,
        state.display,
        with_house(state, seat, House(cells, tokens, beside, roof)),
        0,
        state.token,
        state.scaffold,
        state.drafted,
        discards,
        state.deck,
        state.options,
        state.start,
    )
    return after, (("place", seat, ROOM_NAMES[room], move[1], move[2], replaced),)


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
    houses = state.houses
    if move != NO_DECOR:
        slot, house = SLOT[move[1]], houses[seat]
        furnished = house._replace(
            cells=put(house.cells, slot, house.cells[slot] | WITH_TOKEN),
            tokens=put(house.tokens, slot, state.token),
        )
        houses = with_house(state, seat, furnished)
    after = state._replace(turns=step_turn(state.turns, seat), houses=houses, token=0)
    return after, (("decor", seat, SPECIAL_NAMES[state.token], move[1]),)


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
