"""The course of a game: deal, clear, jackhammer window, turns, sweep; the helpers; the end.

Each function takes a state in which the step before is finished and gives the state in which the next seat is
asked, with what happened on the way. Asking a seat raises its turn number and makes a new point for undo.
"""

from app.engine.core import Event, Seat, step_turn

from . import helpers
from .cards import ROOM_NAMES, ROUNDS, SCAFFOLD, SPECIAL_NAMES
from .house import FRESH_CELL, SETTLED, House
from .scoring import winners
from .state import (
    CLEAR,
    CLEARED,
    HELP,
    JACK,
    JACKED,
    OVER,
    TAKEN,
    TURN,
    Cards,
    State,
    clockwise,
    has_jackhammer,
)

Outcome = tuple[State, tuple[Event, ...]]
EMPTY_DISPLAY = Cards(bytes(5), bytes(5))


def ask(state: State, seat: Seat, step: str) -> State:
    return state._replace(turns=step_turn(state.turns, seat), waiting=(seat,), step=step, start=None)


def finish(state: State, seat: Seat) -> Outcome:
    """`done`: whatever this seat was asked is finished, and the next one is asked."""
    state = state._replace(turns=step_turn(state.turns, seat))
    if state.step == TAKEN:
        state, lost = _tidy(state, seat)
        after, events = next_turn(state)
        return after, (*lost, ("done", seat), *events)
    if state.step == CLEARED:
        after, events = jackhammer_window(state)
    elif state.step == JACKED:
        after, events = next_jackhammer(state, seat)
    else:
        after, events = next_helpers(state)
    return after, (("done", seat), *events)


def _tidy(state: State, seat: Seat) -> Outcome:
    """The end of a turn: what found no place is lost."""
    lost: tuple[Event, ...] = ()
    if state.token:
        lost += (("lost", seat, SPECIAL_NAMES[state.token]),)
        state = state._replace(token=0)
    if state.scaffold:
        lost += (("lost", seat, SPECIAL_NAMES[SCAFFOLD]),)
        rooms, specials = state.discards
        state = state._replace(scaffold=0, discards=Cards(rooms, specials + bytes((SCAFFOLD,))))
    return state, lost


# -- a round -------------------------------------------------------------------------------------------------


def deal(state: State) -> Outcome:
    """The next round: five rooms and four specials from the decks."""
    rooms, specials = state.deck
    state = state._replace(
        round=state.round + 1,
        houses=tuple(map(_settled, state.houses)),
        display=Cards(rooms[:5], b"\0" + specials[:4]),
        deck=Cards(rooms[5:], specials[4:]),
        drafted=bytes(len(state.houses)),
    )
    event = dealt(state)
    if len(state.houses) < 4 and not state.options.family:
        return ask(state, state.marker, CLEAR), (event,)
    after, events = jackhammer_window(state)
    return after, (event, *events)


def _settled(house: House) -> House:
    """From the round after it was laid a scaffold can be replaced."""
    if FRESH_CELL not in house.cells:
        return house
    return house._replace(cells=house.cells.translate(SETTLED))


def dealt(state: State) -> Event:
    return "deal", state.round, *_named(state.display)


def _named(cards: Cards) -> tuple[tuple[str, ...], tuple[str, ...]]:
    rooms, specials = cards
    return tuple(ROOM_NAMES[card] for card in rooms if card), tuple(SPECIAL_NAMES[c] for c in specials if c)


def jackhammer_window(state: State) -> Outcome:
    """All seats will have a turn, but first those with a jackhammer are asked, clockwise."""
    order = clockwise(state)
    return _ask_jackhammers(state._replace(queue=tuple(order)), order)


def next_jackhammer(state: State, seat: Seat) -> Outcome:
    """The owners after this one."""
    order = clockwise(state)
    return _ask_jackhammers(state, order[order.index(seat) + 1 :])


def _ask_jackhammers(state: State, seats: list[Seat]) -> Outcome:
    for seat in seats:
        if has_jackhammer(state, seat):
            return ask(state, seat, JACK), ()
    return next_turn(state)


def next_turn(state: State) -> Outcome:
    if not state.queue:
        return sweep(state)
    seat = state.queue[0]
    return ask(state._replace(queue=state.queue[1:]), seat, TURN), ()


def sweep(state: State) -> Outcome:
    """The end of a round: what is left on the display is discarded."""
    rooms, specials = state.discards
    left = Cards(state.display.rooms.replace(b"\0", b""), state.display.specials.replace(b"\0", b""))
    state = state._replace(
        display=EMPTY_DISPLAY, discards=Cards(rooms + left.rooms, specials + left.specials)
    )
    swept = (("sweep", state.round, *_named(left)),)
    after, events = deal(state) if state.round < ROUNDS else call_helpers(state)
    return after, swept + events


# -- the end -------------------------------------------------------------------------------------------------


def call_helpers(state: State) -> Outcome:
    """After the last round the players resolve their helpers, clockwise from the holder of the marker."""
    return next_helpers(
        state._replace(step=HELP, queue=tuple(clockwise(state)), drafted=bytes(len(state.houses)))
    )


def next_helpers(state: State) -> Outcome:
    """The next seat with a helper that could do anything, or the end."""
    for place, seat in enumerate(state.queue):
        if helpers.can_help(state, seat):
            return ask(state._replace(queue=state.queue[place + 1 :]), seat, HELP), ()
    return _end(state)


def _end(state: State) -> Outcome:
    """All roofs are turned over."""
    over = state._replace(waiting=(), step=OVER, queue=(), start=None)
    reveals = tuple(
        ("reveal", seat, tuple(SPECIAL_NAMES[roof] for roof in house.roof))
        for seat, house in enumerate(over.houses)
    )
    return over, (*reveals, ("end", winners(over)))
