"""Estimates a state's value to a seat: its points if the open room were closed now, plus what it may still
earn."""

from app.engine.core import Seat

from .advice.worth import left, worth
from .home import Home, home
from .judge import as_closed
from .moves import pencilled, tokens_left
from .pieces import PIECES, option
from .placing import places
from .scoring import tally
from .sheet import Pencil
from .state import CARD, DRAW, State

TOKEN = 0.5  # for a body cell of a piece that may still be drawn
DEALS = 24  # to look at before a card is turned up


def deals(state: State) -> int:
    """How many deals to look at before a card is turned up."""
    return DEALS if state.step == CARD else 1


def value(state: State, seat: Seat) -> float:
    pencil = state.pencils[seat]
    front = pencil.front or state.sheets[seat].front
    if pencil.cells:
        return left(tally(home(state.options.scenario, as_closed(state, seat)), front))
    now = pencilled(state, seat) if pencil.pieces else home(state.options.scenario, state.sheets[seat])
    return worth(now, front) + _to_draw(state, seat, pencil, now)


def _to_draw(state: State, seat: Seat, pencil: Pencil, now: Home) -> float:
    """The points that the remaining tokens may still earn."""
    if state.step != DRAW or seat not in state.waiting:
        return 0
    worth = 0.0
    for which, count in enumerate(tokens_left(state, pencil), 1):
        if count:
            piece = PIECES[option(state.card.number, state.card.card, which)]
            if any(places(now, piece.option, mirrored=False)):
                worth += count * TOKEN * len(piece.turns[0].body)
    return worth
