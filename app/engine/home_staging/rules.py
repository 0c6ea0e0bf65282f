"""Home Staging's implementation of `Game`: a new game, its legal moves, making a move, and undo."""

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import Any

from app.engine.chance import stream
from app.engine.core import Event, Illegal, Move, Seat, step_turn

from . import turns
from .area import area, read_area, write_area
from .cells import CELLS, EDGES, NO_EDGE
from .closing import door_or_none_refusal
from .home import home
from .judge import lacks_door, name_of
from .moves import CONFIRM, WITHDRAW, can_draw, listed, pencilled, tokens_on_card
from .pieces import write_name
from .reach import is_front
from .scenarios import SCENARIOS
from .sheet import Pencil, Pencilled, Sheet
from .state import DRAW, ROOM, SEATS, Outcome, State, read_options, with_pencil


def new(seats: int, options: Mapping[str, Any], seed: str | int, rules: int | None = None) -> State:
    """A new game with empty sheets. The seed picks the first active player (unless one is named) and
    decides which cards will be turned up."""
    if type(seats) is not int or seats not in SEATS:
        raise Illegal("bad_seats", seats=tuple(SEATS))
    chosen = read_options(options)
    chance = stream(seed, "home_staging")
    first = chosen.first_player
    if first == "random":
        first = int(chance.random() * seats)
    elif int(first) >= seats:
        raise Illegal("bad_option", option="first_player", values=("random", *range(seats)))
    empty = State(
        turns=(0,) * seats,
        waiting=(),
        step=ROOM,
        asked=(),
        active=int(first),
        room="",
        chosen=False,
        up=(),
        tokens=(),
        sheets=(Sheet(),) * seats,
        pencils=(Pencil(),) * seats,
        ideas=(SCENARIOS[chosen.scenario].ideas,) * seats,
        luck=sha256(bytes(int(chance.random() * 256) for _ in range(32))).digest(),
        options=chosen,
    )
    return turns.next_room(empty)[0]


def opening(state: State) -> tuple[Event, ...]:
    """The events of a new game: the home, who begins, and anything turned up automatically."""
    rooms = [("room", state.active, state.room)] if state.room else []
    cards = [("card", state.active, card.number, card.card) for card in state.up]
    return ("scenario", state.options.scenario), ("first", state.active), *rooms, *cards


def moves(state: State, seat: Seat) -> Iterable[Move]:
    """The moves offered to a seat. Some others are legal too; see the judge."""
    return listed(state, seat) if seat in state.waiting else ()


# -- making moves --------------------------------------------------------------------------------------------


def _room(state: State, seat: Seat, move: Move) -> Outcome:
    return turns.turn_up_room(state, state.scenario.keys[int(move[1]) - 1], chosen=True)


def _card(state: State, seat: Seat, move: Move) -> Outcome:
    return turns.turn_up_card(state, int(move[1]))


def _tokens(state: State, seat: Seat, move: Move) -> Outcome:
    count, one = tokens_on_card(state), int(move[1])
    after, events = turns.draw(state, (one, count - one))
    return after, (("tokens", seat, one, count - one), *events)


def _draw(state: State, seat: Seat, move: Move) -> Outcome:
    pencil = state.pencils[seat]
    drawn = Pencilled(write_name(*name_of(state, move)), str(move[0]))
    after = with_pencil(state, seat, pencil._replace(pieces=(*pencil.pieces, drawn)))
    if pencil.front and not is_front(pencilled(after, seat), pencil.front):
        after = with_pencil(after, seat, after.pencils[seat]._replace(front=""))
    return after, ()


def _erase(state: State, seat: Seat, move: Move) -> Outcome:
    pencil = state.pencils[seat]
    left = tuple(piece for piece in pencil.pieces if piece.name.partition("@")[2] != move[1])
    return with_pencil(state, seat, pencil._replace(pieces=left)), ()


def _close(state: State, seat: Seat, move: Move) -> Outcome:
    cells = write_area(read_area(str(move[1])))
    pencil = state.pencils[seat]._replace(cells=cells, door=str(move[2]))
    return with_pencil(state, seat, pencil), ()


def _change(state: State, seat: Seat, move: Move) -> Outcome:
    """Add or drop a cell. This unsets the door if it is no longer possible."""
    pencil = state.pencils[seat]
    region = area(pencil.cells) ^ 1 << CELLS[str(move[1])]
    edge = EDGES.get(pencil.door)
    stays = edge and not door_or_none_refusal(home(state.options.scenario, state.sheets[seat]), region, edge)
    door = pencil.door if stays else NO_EDGE
    return with_pencil(state, seat, pencil._replace(cells=write_area(region), door=door)), ()


def _door(state: State, seat: Seat, move: Move) -> Outcome:
    return with_pencil(state, seat, state.pencils[seat]._replace(door=str(move[1]))), ()


def _front(state: State, seat: Seat, move: Move) -> Outcome:
    return with_pencil(state, seat, state.pencils[seat]._replace(front=str(move[1]))), ()


def _confirm(state: State, seat: Seat, move: Move) -> Outcome:
    return turns.confirm(state, seat)


def _withdraw(state: State, seat: Seat, move: Move) -> Outcome:
    return turns.withdraw(state, seat)


_DO: dict[str | int, Callable[[State, Seat, Move], Outcome]] = {
    "room": _room,
    "card": _card,
    "tokens": _tokens,
    "draw": _draw,
    "other": _draw,
    "mirror": _draw,
    "erase": _erase,
    "close": _close,
    "add": _change,
    "drop": _change,
    "door": _door,
    "front": _front,
    "confirm": _confirm,
    "withdraw": _withdraw,
}


def apply(state: State, seat: Seat, move: Move) -> Outcome:
    """Make a move that has passed the judge."""
    step = state._replace(turns=step_turn(state.turns, seat))
    after, events = _DO[move[0]](step, seat, move)
    if state.options.confirm_turns or not state.together or move in (CONFIRM, WITHDRAW):
        return after, events
    if not _is_through(after, seat):
        return after, events
    after, more = turns.confirm(after, seat)
    return after, events + more


def _is_through(state: State, seat: Seat) -> bool:
    """Whether a seat has done all it can, for turns that don't have to be confirmed."""
    if state.step == DRAW:
        return not can_draw(state, seat)
    return bool(state.pencils[seat].cells) and not lacks_door(state, seat)


def shared_turn(state: State) -> Mapping[Seat, int]:
    """The seats that draw or close at the same time, confirmed or not."""
    return {seat: state.began[seat] for seat in state.asked} if state.together else {}


def rewind(state: State, seat: Seat, turns: tuple[int, ...]) -> State | None:
    """The state before this seat's first move this turn; None if it has done nothing yet."""
    if state.together:
        asked = Pencil(front=state.sheets[seat].front)
        return with_pencil(state, seat, asked)._replace(turns=turns) if state.pencils[seat] != asked else None
    if not state.chosen:
        return None
    sheets = tuple(sheet._replace(rooms=sheet.rooms[:-1]) for sheet in state.sheets)
    return state._replace(turns=turns, step=ROOM, room="", chosen=False, sheets=sheets)
