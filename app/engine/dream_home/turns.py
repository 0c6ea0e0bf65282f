"""The course of a game: deal, clear, jackhammer window, turns, sweep; the helpers; the end.

Each function takes a state in which one step is finished. It returns the state in which the next seat must
act, and the events in between. When the turn passes, the turn numbers of both seats go up, and undo can't
go back past that point.
"""

from app.engine.core import Event, Seat, step_turn

from . import helpers
from .cards import BYTE, JACKHAMMER, ROUNDS, SCAFFOLD, SPECIAL_NAMES, room_names, special_names
from .house import FRESH_CELL, SETTLED, House
from .scoring import winners
from .state import (
    CLEAR,
    CLEARED,
    HELP,
    JACK,
    JACKED,
    OVER,
    QUEUE,
    START,
    STEP,
    TAKEN,
    TURN,
    TURNS,
    WAITING,
    Cards,
    Outcome,
    State,
    clears,
    clockwise,
    make,
)

EMPTY_DISPLAY = Cards(bytes(5), bytes(5))


def finish(state: State, seat: Seat) -> Outcome:
    """Handle `done`: this seat is finished, and the next seat's turn begins."""
    step = state.step
    if step == TAKEN:
        return end_turn(state, seat)
    if step == CLEARED:
        after, events = jackhammer_window(state)
    elif step == JACKED:
        after, events = next_jackhammer(state, seat)
    else:
        after, events = next_helpers(state)
    return after, (("done", seat), *events)


def end_turn(state: State, seat: Seat) -> Outcome:
    """End a turn. Anything that couldn't be placed is lost."""
    happened: tuple[Event, ...] = (("done", seat),)
    if state.token or state.scaffold:
        state, lost = _lose(state, seat)
        happened = lost + happened
    queue = state.queue
    if queue:
        return ask(state, queue[0], TURN, queue[1:]), happened
    after, events = sweep(state)
    return after, happened + events


def _lose(state: State, seat: Seat) -> Outcome:
    lost: list[Event] = []
    rooms, specials = state.discards
    if state.token:
        lost.append(("lost", seat, SPECIAL_NAMES[state.token]))
    if state.scaffold:
        lost.append(("lost", seat, SPECIAL_NAMES[SCAFFOLD]))
        specials += BYTE[SCAFFOLD]
    return state._replace(token=0, scaffold=0, discards=Cards(rooms, specials)), tuple(lost)


def ask(state: State, seat: Seat, step: str, queue: tuple[Seat, ...]) -> State:
    """Make it this seat's turn. The seats in the queue follow."""
    turns = [*state.turns]
    if state.waiting:
        turns[state.waiting[0]] += 1
    turns[seat] += 1
    asked = [*state]
    asked[TURNS], asked[WAITING] = tuple(turns), (seat,)
    asked[STEP], asked[QUEUE] = step, queue
    asked[START] = None
    return make(State, asked)


# -- a round -------------------------------------------------------------------------------------------------


def deal(state: State, discards: Cards) -> Outcome:
    """Deal the next round: five rooms and four special cards."""
    rooms, specials = state.deck
    state = make(
        State,
        (
            state.turns,
            state.waiting,
            TURN,
            state.round + 1,
            state.marker,
            (),
            make(Cards, (rooms[:5], b"\0" + specials[:4])),
            tuple([_settled(house) if FRESH_CELL in house.cells else house for house in state.houses]),
            0,
            0,
            0,
            bytes(len(state.houses)),
            discards,
            make(Cards, (rooms[5:], specials[4:])),
            state.options,
            None,
        ),
    )
    if clears(state):
        return ask(state, state.marker, CLEAR, ()), (dealt(state),)
    after, events = jackhammer_window(state)
    return after, (dealt(state), *events)


def _settled(house: House) -> House:
    """The house with last round's scaffolds marked as replaceable."""
    return house._replace(cells=house.cells.translate(SETTLED))


def dealt(state: State) -> Event:
    rooms, specials = state.display
    return "deal", state.round, room_names(rooms), special_names(specials[1:])


def jackhammer_window(state: State) -> Outcome:
    """Let the seats with a jackhammer use it, clockwise, before the turns begin."""
    order = clockwise(state)
    return _ask_jackhammers(state, order, order)


def next_jackhammer(state: State, seat: Seat) -> Outcome:
    """Let the next seat with a jackhammer use it."""
    order = clockwise(state)
    return _ask_jackhammers(state, order[order.index(seat) + 1 :], state.queue)


def _ask_jackhammers(state: State, seats: tuple[Seat, ...], queue: tuple[Seat, ...]) -> Outcome:
    """Let the first of these seats with a jackhammer use it; if none has one, start the queue's turns."""
    for seat in seats:
        if JACKHAMMER in state.houses[seat].beside:
            return ask(state, seat, JACK, queue), ()
    if queue:
        return ask(state, queue[0], TURN, queue[1:]), ()
    return sweep(state)


def sweep(state: State) -> Outcome:
    """End the round: discard what is left on the display."""
    rooms = state.display.rooms.replace(b"\0", b"")
    specials = state.display.specials.replace(b"\0", b"")
    gone = state.discards
    discards = make(Cards, (gone.rooms + rooms, gone.specials + specials))
    swept = ("sweep", state.round, room_names(rooms), special_names(specials))
    if state.round < ROUNDS:
        after, events = deal(state, discards)
    else:
        after, events = call_helpers(state._replace(display=EMPTY_DISPLAY, discards=discards))
    return after, (swept, *events)


# -- the end -------------------------------------------------------------------------------------------------


def call_helpers(state: State) -> Outcome:
    """After the last round, players use their helpers, clockwise from the marker holder."""
    return next_helpers(state._replace(step=HELP, queue=clockwise(state), drafted=bytes(len(state.houses))))


def next_helpers(state: State) -> Outcome:
    """Let the next seat with a usable helper act, or end the game if no seat has one."""
    for place, seat in enumerate(state.queue):
        if helpers.can_help(state, seat):
            return ask(state, seat, HELP, state.queue[place + 1 :]), ()
    return _end(state)


def _end(state: State) -> Outcome:
    """End the game and reveal all roofs."""
    turns = step_turn(state.turns, state.waiting[0])
    over = state._replace(turns=turns, waiting=(), step=OVER, queue=(), start=None)
    reveals = tuple(("reveal", seat, special_names(house.roof)) for seat, house in enumerate(over.houses))
    return over, (*reveals, ("end", winners(over)))
