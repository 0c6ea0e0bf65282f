"""Ending a turn: common goals, the first full shelf, the end of the game, the refill, the next seat."""

from collections.abc import Iterator

from app.engine.chance import shuffled, stream
from app.engine.core import Event, Seat, step_turn

from .common_goals import GOALS
from .living_room import EMPTY_ROOM, IN_PLAY, all_alone
from .personal_goals import matches
from .scoring import winners
from .shelf import types_of
from .state import (
    HAND,
    OVER,
    PICKING,
    START,
    STEP,
    TURNS,
    WAITING,
    Outcome,
    State,
    Token,
    last_in_round,
    make,
)


def finish(state: State, seat: Seat) -> Outcome:
    """End the turn: goals and end token, then the end of the game, or a refill and the next seat."""
    state, events = _claim(state, seat)
    if state.filled is None and 0 not in state.shelves[seat]:
        state = state._replace(filled=seat)
        events = (*events, ("full", seat))
    if state.filled is not None and seat == last_in_round(state):
        over = state._replace(turns=step_turn(state.turns, seat), waiting=(), step=OVER, hand=b"", start=None)
        return over, (*events, *_reveal(over))
    if all_alone(state.room):
        left = len(state.room) - state.room.count(0)
        state = fill(state)
        events = (*events, ("refill", left, len(state.room) - state.room.count(0), len(state.bag)))
    return ask(state, (seat + 1) % len(state.shelves), step_turn(state.turns, seat)), events


def ask(state: State, seat: Seat, turns: tuple[int, ...]) -> State:
    """Start this seat's turn."""
    asked = [*state]
    asked[TURNS], asked[WAITING], asked[STEP] = step_turn(turns, seat), (seat,), PICKING
    asked[HAND], asked[START] = b"", None
    return make(State, asked)


def _claim(state: State, seat: Seat) -> Outcome:
    """Take the top token of every common goal the seat now meets and hasn't scored yet."""
    events: list[Event] = []
    types, squares = types_of(state.shelves[seat]), state.options.squares
    scored = {token.goal for token in state.taken[seat]}
    tiles = len(types) - types.count(0)
    for place, goal in enumerate(state.goals):
        if goal in scored or tiles < GOALS[goal].fewest:
            continue
        cells = GOALS[goal].met(types, squares)
        if cells:
            points, rest = state.stacks[place][0], state.stacks[place][1:]
            tokens = (*state.taken[seat], Token(goal, points, bytes(cells)))
            state = state._replace(
                stacks=(*state.stacks[:place], rest, *state.stacks[place + 1 :]),
                taken=(*state.taken[:seat], tokens, *state.taken[seat + 1 :]),
            )
            events.append(("goal", seat, GOALS[goal].key, points))
    return state, tuple(events)


def fill(state: State) -> State:
    """Put all tiles back into the bag and refill the cells: from the centre out if the bag runs short."""
    bag = sorted(state.bag + state.room.replace(b"\0", b""))
    drawn = shuffled(bag, stream(state.luck.hex(), f"my_shelfie {state.refills}"))
    room = bytearray(EMPTY_ROOM)
    for cell in IN_PLAY[len(state.shelves)]:
        if drawn:
            room[cell] = drawn.pop()
    return state._replace(room=bytes(room), bag=bytes(sorted(drawn)), refills=state.refills + 1)


def _reveal(state: State) -> Iterator[Event]:
    for seat, card in enumerate(state.personal):
        yield ("reveal", seat, card, len(matches(card, types_of(state.shelves[seat]))))
    yield ("end", winners(state))
