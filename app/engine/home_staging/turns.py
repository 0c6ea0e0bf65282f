"""The course of a game: rooms and cards are turned up, everyone draws, rooms are closed, and the game ends.

Each function takes a state whose previous step is finished and returns the next state that needs a decision,
along with the events in between. Each seat that must then act gets its next turn number.
"""

from collections.abc import Iterable
from hashlib import sha256

from app.engine.core import Event, Seat, step_turn

from .home import home
from .moves import can_draw, numbers_to_come, rooms_to_come
from .pieces import CARDS
from .reach import is_front
from .scenarios import Scenario
from .scoring import medal, tallies
from .sheet import Pencil, Sheet, begun, closed, with_pieces
from .state import CARD, CLOSE, DRAW, OVER, ROOM, TOKENS, Card, Outcome, State


def ask(state: State, step: str, seats: Iterable[Seat]) -> State:
    """The state in which these seats must act."""
    asked = tuple(seats)
    turns = state.turns
    for seat in asked:
        turns = step_turn(turns, seat)
    after = state._replace(turns=turns, waiting=asked, asked=asked, step=step)
    return after._replace(began=turns) if after.together else after


# -- rooms and cards -----------------------------------------------------------------------------------------


def next_room(state: State) -> Outcome:
    """Go on to the next room. It is turned up automatically if it is the last one or if the order is
    fixed."""
    rooms = rooms_to_come(state)
    if not rooms:
        return end(state)
    if len(rooms) == 1 or state.scenario.fixed_order:
        return turn_up_room(state, rooms[0], chosen=False)
    return ask(state, ROOM, [state.active]), ()


def turn_up_room(state: State, key: str, chosen: bool) -> Outcome:
    sheets = tuple(begun(sheet, key) for sheet in state.sheets)
    after, events = next_card(state._replace(room=key, sheets=sheets, chosen=chosen))
    return after, (("room", state.active, key), *events)


def next_card(state: State) -> Outcome:
    """Go on to the next card. A room's last card is turned up automatically. Once no cards are left, the room
    is closed."""
    numbers = numbers_to_come(state)
    if not numbers:
        return close(state)
    if len(numbers) == 1:
        return turn_up_card(state, numbers[0])
    return ask(state, CARD, [state.active]), ()


def turn_up_card(state: State, number: int) -> Outcome:
    card = Card(state.room, number, which_card(state.scenario, state.luck, state.room, number))
    after = ask(state._replace(up=(*state.up, card), chosen=False), TOKENS, [state.active])
    return after, (("card", state.active, number, card.card),)


def which_card(scenario: Scenario, luck: bytes, room: str, number: int) -> str:
    """The card for this number, A or B. If two rooms list the same number, one gets A and the other B."""
    rooms = [each.key for each in scenario.rooms if each.tokens(number)]
    chance = sha256(luck + bytes([number])).digest()[0]
    return CARDS[(chance + rooms.index(room)) % len(CARDS)]


# -- drawing -------------------------------------------------------------------------------------------------


def draw(state: State, tokens: tuple[int, int]) -> Outcome:
    """Everyone draws. If turns aren't confirmed, players who can't draw anything are skipped."""
    pencils = tuple(Pencil(front=sheet.front) for sheet in state.sheets)
    state = state._replace(tokens=tokens, pencils=pencils)
    seats = range(len(state.sheets))
    asked = [seat for seat in seats if state.options.confirm_turns or can_draw(state, seat)]
    return _go_on(ask(state, DRAW, asked))


def close(state: State) -> Outcome:
    """Start the closing of the room. Only players who have drawn a piece in it take part."""
    pencils = tuple(Pencil(front=sheet.front) for sheet in state.sheets)
    asked = [seat for seat, sheet in enumerate(state.sheets) if sheet.rooms[-1].pieces]
    return _go_on(ask(state._replace(pencils=pencils), CLOSE, asked))


def confirm(state: State, seat: Seat) -> Outcome:
    waiting = tuple(other for other in state.waiting if other != seat)
    after, events = _go_on(state._replace(waiting=waiting))
    return after, (("confirm", seat), *events)


def withdraw(state: State, seat: Seat) -> Outcome:
    return state._replace(waiting=tuple(sorted((*state.waiting, seat)))), (("withdraw", seat),)


def _go_on(state: State) -> Outcome:
    """End the turn once everyone is done."""
    if state.waiting:
        return state, ()
    return _fix_pieces(state) if state.step == DRAW else _fix_rooms(state)


def _fix_pieces(state: State) -> Outcome:
    events: list[Event] = []
    sheets = []
    for seat, (sheet, pencil) in enumerate(zip(state.sheets, state.pencils, strict=True)):
        after = with_pieces(sheet, tuple(name for name, _ in pencil.pieces))._replace(front=pencil.front)
        events += [("drawn", seat, tuple(map(tuple, pencil.pieces))), *_front_set(seat, sheet, after)]
        sheets.append(after)
    later, more = next_card(
        _cleared(state)._replace(
            sheets=tuple(sheets),
            ideas=tuple(left - pencil.spent for left, pencil in zip(state.ideas, state.pencils, strict=True)),
            active=(state.active + 1) % len(sheets),
        )
    )
    return later, (*events, *more)


def _fix_rooms(state: State) -> Outcome:
    events: list[Event] = []
    sheets = []
    for seat, (sheet, pencil) in enumerate(zip(state.sheets, state.pencils, strict=True)):
        after = closed(sheet, pencil.cells, pencil.door)
        if pencil.cells:
            events.append(("closed", seat, state.room, pencil.cells, pencil.door))
        else:
            events.append(("no_room", seat, state.room))
        after = after._replace(front=standing(state.options.scenario, after, pencil.front))
        events += _front_set(seat, sheet, after)
        sheets.append(after)
    later, more = next_room(_cleared(state)._replace(sheets=tuple(sheets), room=""))
    return later, (*events, *more)


def _cleared(state: State) -> State:
    return state._replace(pencils=(Pencil(),) * len(state.sheets), tokens=(), asked=(), began=())


def _front_set(seat: Seat, before: Sheet, after: Sheet) -> list[Event]:
    return [("front", seat, after.front)] if after.front not in ("", before.front) else []


def standing(scenario: str, sheet: Sheet, front: str) -> str:
    """This front door, if it's still legal on this sheet; otherwise ""."""
    return front if front and is_front(home(scenario, sheet), front) else ""


# -- the end -------------------------------------------------------------------------------------------------


def end(state: State) -> Outcome:
    over = ask(state, OVER, ())
    medals = [medal(state.scenario, each.total) for each in tallies(over)]
    return over, tuple(("medal", seat, name) for seat, name in enumerate(medals) if name)
