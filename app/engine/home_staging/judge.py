"""Decides whether a move is legal and, if not, gives the reason. No other module does this."""

from collections.abc import Callable
from typing import Any

from app.engine.core import Illegal, Move, Seat

from .area import area, read_area
from .cells import CELLS, EDGES, NO_EDGE
from .closing import door_or_none_refusal, region_refusal
from .home import Home, home
from .moves import (
    STEPS,
    numbers_to_come,
    pencilled,
    rooms_to_come,
    tokens_left,
    tokens_on_card,
    well_formed,
)
from .pieces import Name, option
from .placing import Refusal, refusal
from .reach import is_front
from .sheet import Sheet, closed
from .state import CARD, DRAW, ROOM, TOKENS, State

LONGEST = 400  # the maximum length of a region's text in a move


def check(state: State, seat: Seat, move: Any) -> None:
    """Raise Illegal unless the move is legal."""
    if not well_formed(move):
        raise Illegal("unknown_move")
    if seat not in state.waiting and (move[0] != "withdraw" or not state.waiting):
        raise Illegal("not_your_turn" if state.waiting else "over")
    if state.step not in STEPS[move[0]]:
        # someone who has confirmed isn't asked for anything
        raise Illegal(
            "not_now", move=move, **({"first": _first(state, seat)} if seat in state.waiting else {})
        )
    if why := _JUDGE[move[0]](state, seat, move):
        facts = {} if why.cell is None else {"at": why.cell}
        raise Illegal(why.code, move=move, **facts)


def _first(state: State, seat: Seat) -> str:
    """What this seat has to do before it can do anything else."""
    if state.step == ROOM:
        return "furnish_first"
    if state.step == CARD:
        return "card_first"
    if state.step == TOKENS:
        return "option_first" if tokens_on_card(state) == 1 else "tokens_first"
    if state.step == DRAW:
        return "draw_first"
    return "walls_first" if state.pencils[seat].cells else "close_first"


# -- the active player ---------------------------------------------------------------------------------------


def _room(state: State, seat: Seat, move: Move) -> Refusal | None:
    number = int(move[1])
    keys = state.scenario.keys
    if not 0 < number <= len(keys):
        return Refusal("no_such_room")
    return None if keys[number - 1] in rooms_to_come(state) else Refusal("room_done")


def _card(state: State, seat: Seat, move: Move) -> Refusal | None:
    number = int(move[1])
    if not state.scenario.room(state.room).tokens(number):
        return Refusal("not_in_room")
    return None if number in numbers_to_come(state) else Refusal("card_done")


def _tokens(state: State, seat: Seat, move: Move) -> Refusal | None:
    return None if int(move[1]) <= tokens_on_card(state) else Refusal("bad_tokens")


# -- drawing -------------------------------------------------------------------------------------------------


def _draw(state: State, seat: Seat, move: Move) -> Refusal | None:
    which = int(move[1])
    left = tokens_left(state, state.pencils[seat])
    chosen = 3 - which if move[0] == "other" else which
    if not left[chosen - 1]:
        return Refusal("no_token")
    return refusal(pencilled(state, seat), name_of(state, move))


def name_of(state: State, move: Move) -> Name:
    """The name of the piece as this move would place it."""
    tag, which, turn, cell = move
    drawn = option(state.card.number, state.card.card, int(which))
    return Name(drawn, int(turn), tag == "mirror", CELLS[str(cell)])


def _idea(state: State, seat: Seat) -> Refusal | None:
    return None if state.pencils[seat].spent < state.ideas[seat] else Refusal("no_idea")


def _other(state: State, seat: Seat, move: Move) -> Refusal | None:
    if why := _idea(state, seat):
        return why
    # if both options have tokens, both were chosen, so neither is the other option
    return Refusal("not_other") if state.tokens[int(move[1]) - 1] else _draw(state, seat, move)


def _mirror(state: State, seat: Seat, move: Move) -> Refusal | None:
    return _idea(state, seat) or _draw(state, seat, move)


def _erase(state: State, seat: Seat, move: Move) -> Refusal | None:
    drawn = {name.partition("@")[2] for name, _ in state.pencils[seat].pieces}
    return None if move[1] in drawn else Refusal("not_drawn_now")


# -- closing -------------------------------------------------------------------------------------------------


def _before(state: State, seat: Seat) -> Home:
    return home(state.options.scenario, state.sheets[seat])


def _close(state: State, seat: Seat, move: Move) -> Refusal | None:
    if len(str(move[1])) > LONGEST:
        return Refusal("bad_cells")
    try:
        region = read_area(str(move[1]))
    except Illegal as unreadable:
        return Refusal(unreadable.code)
    before = _before(state, seat)
    if why := region_refusal(before, region):
        return why
    edge = EDGES.get(str(move[2]))
    # the door may be missing until the closing is confirmed: see _confirm
    code = door_or_none_refusal(before, region, edge) if edge else ""
    return Refusal(code) if code else None


def _change(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Why a cell can't be added or dropped. The new region must be legal as a whole."""
    pencil = state.pencils[seat]
    if not pencil.cells:
        return Refusal("close_first")
    region = area(pencil.cells)
    cell = 1 << CELLS[str(move[1])]
    if bool(region & cell) == (move[0] == "add"):
        return Refusal("in_region" if move[0] == "add" else "not_in_region")
    return region_refusal(_before(state, seat), region ^ cell)


def _door(state: State, seat: Seat, move: Move) -> Refusal | None:
    pencil = state.pencils[seat]
    if not pencil.cells:
        return Refusal("close_first")
    code = door_or_none_refusal(_before(state, seat), area(pencil.cells), EDGES[str(move[1])])
    return Refusal(code) if code else None


# -- both ----------------------------------------------------------------------------------------------------


def _front(state: State, seat: Seat, move: Move) -> Refusal | None:
    now = (
        pencilled(state, seat) if state.step == DRAW else home(state.options.scenario, as_closed(state, seat))
    )
    return None if is_front(now, str(move[1])) else Refusal("bad_front")


def as_closed(state: State, seat: Seat) -> Sheet:
    """The seat's sheet, as it would be if its closing were confirmed. Without a closing, it is unchanged."""
    sheet, pencil = state.sheets[seat], state.pencils[seat]
    return closed(sheet, pencil.cells, pencil.door) if pencil.cells else sheet


def _confirm(state: State, seat: Seat, move: Move) -> Refusal | None:
    if state.step == DRAW:
        return None
    pencil = state.pencils[seat]
    if not pencil.cells:
        return Refusal("close_first")
    return Refusal("door_missing") if lacks_door(state, seat) else None


def lacks_door(state: State, seat: Seat) -> bool:
    """Whether the seat's closing has no door although it could have one."""
    pencil = state.pencils[seat]
    return pencil.door == NO_EDGE and bool(
        door_or_none_refusal(_before(state, seat), area(pencil.cells), None)
    )


def _withdraw(state: State, seat: Seat, move: Move) -> Refusal | None:
    return Refusal("not_confirmed") if seat in state.waiting or seat not in state.asked else None


_JUDGE: dict[str | int, Callable[[State, Seat, Move], Refusal | None]] = {
    "room": _room,
    "card": _card,
    "tokens": _tokens,
    "draw": _draw,
    "other": _other,
    "mirror": _mirror,
    "erase": _erase,
    "close": _close,
    "add": _change,
    "drop": _change,
    "door": _door,
    "front": _front,
    "confirm": _confirm,
    "withdraw": _withdraw,
}
