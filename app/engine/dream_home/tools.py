"""Jackhammer, drill and concrete mixer: one use each, then discarded.

Each has three functions: `list_…` lists its legal moves, `judge_…` gives the reason why a move is illegal
('' if it's legal), and `do_…` makes the move.
"""

from app.engine.core import Move, Seat, step_turn

from .cards import BYTE, COLUMNS, DRILL, JACKHAMMER, KIND_OF, MIXER, ROOM_NAMES, SPECIAL_NAMES
from .house import SLOT, SLOT_NAMES, SLOTS, card_in, exchange, face_up, put, verdicts, why_not_face_up
from .state import (
    JACK,
    JACKED,
    JACKS,
    PASS,
    TURN,
    Cards,
    Outcome,
    State,
    lift,
    origin,
    owns,
    with_house,
    without,
)


def _use(state: State, seat: Seat, tool: int, display: Cards) -> State:
    """The state after this tool has been used up and this has become the display."""
    house = state.houses[seat]
    house = house._replace(beside=without(house.beside, tool))
    discards = Cards(state.discards.rooms, state.discards.specials + BYTE[tool])
    return state._replace(
        turns=step_turn(state.turns, seat),
        display=display,
        houses=with_house(state, seat, house),
        discards=discards,
        start=origin(state),
    )


# -- jackhammer ----------------------------------------------------------------------------------------------


def list_jack(state: State, seat: Seat) -> list[Move]:
    return [PASS, *(JACKS[column] for column in COLUMNS if state.display.rooms[column])]


def judge_pass(state: State, seat: Seat, move: Move) -> str:
    return "" if state.step == JACK else "not_now"


def judge_jack(state: State, seat: Seat, move: Move) -> str:
    if state.step != JACK:
        return "not_now"
    return "" if state.display.rooms[int(move[1])] else "column_gone"


def do_jack(state: State, seat: Seat, move: Move) -> Outcome:
    """Use the jackhammer: move the room card to the hand and discard the special card above it. This empties
    the column and uses up the seat's turn."""
    column = int(move[1])
    display, room, special = lift(state.display, column)
    after = _use(state, seat, JACKHAMMER, display)
    rooms, specials = after.discards
    if special:
        specials += BYTE[special]
    after = after._replace(
        step=JACKED,
        queue=tuple(other for other in state.queue if other != seat),
        room=room,
        discards=Cards(rooms, specials),
    )
    return after, (("jack", seat, column, ROOM_NAMES[room], SPECIAL_NAMES[special]),)


# -- drill ---------------------------------------------------------------------------------------------------


def list_drill(state: State, seat: Seat) -> list[Move]:
    house, rooms = state.houses[seat], state.display.rooms
    swappable = [slot for slot in SLOTS if face_up(house.cells[slot])]
    if not swappable:
        return []
    moves: list[Move] = []
    for column in COLUMNS:
        if rooms[column]:
            ruling = verdicts(house, KIND_OF[rooms[column]])
            moves += [("drill", column, SLOT_NAMES[slot]) for slot in swappable if not ruling[slot]]
    return moves


def judge_drill(state: State, seat: Seat, move: Move) -> str:
    column, slot = int(move[1]), SLOT[move[2]]
    if state.step != TURN:
        return "not_now"
    if not owns(state, seat, DRILL):
        return "no_tool"
    if not state.display.rooms[column]:
        return "column_gone"
    house = state.houses[seat]
    if not face_up(house.cells[slot]):
        return "no_face_up_room"
    return why_not_face_up(house, KIND_OF[state.display.rooms[column]], slot)


def do_drill(state: State, seat: Seat, move: Move) -> Outcome:
    column, slot = int(move[1]), SLOT[move[2]]
    house, incoming = state.houses[seat], state.display.rooms[column]
    outgoing = card_in(house.cells[slot])
    lost = SPECIAL_NAMES[house.tokens[slot]]
    rooms, specials = state.display
    after = _use(state, seat, DRILL, Cards(put(rooms, column, outgoing), specials))
    house = exchange(after.houses[seat], slot, incoming)
    event = ("drill", seat, column, move[2], ROOM_NAMES[incoming], ROOM_NAMES[outgoing], lost)
    return after._replace(houses=with_house(after, seat, house)), (event,)


# -- concrete mixer ------------------------------------------------------------------------------------------


def list_mix(state: State, seat: Seat) -> list[Move]:
    full = [column for column in COLUMNS if state.display.rooms[column]]
    return [("mix", one, other) for one in full for other in full if one != other]


def judge_mix(state: State, seat: Seat, move: Move) -> str:
    if state.step != TURN:
        return "not_now"
    if not owns(state, seat, MIXER):
        return "no_tool"
    rooms = state.display.rooms
    return "" if rooms[int(move[1])] and rooms[int(move[2])] else "column_gone"


def do_mix(state: State, seat: Seat, move: Move) -> Outcome:
    one, other = int(move[1]), int(move[2])
    rooms, specials = state.display
    mixed = put(put(rooms, one, rooms[other]), other, rooms[one])
    event = ("mix", seat, one, other, ROOM_NAMES[rooms[one]], ROOM_NAMES[rooms[other]])
    return _use(state, seat, MIXER, Cards(mixed, specials)), (event,)
