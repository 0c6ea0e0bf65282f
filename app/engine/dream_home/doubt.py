"""Whether a room would score much more in another slot. Nobody is asked with a token in hand: it may be meant
for a room there."""

from app.engine import doubt as doubts
from app.engine.core import Move, Seat
from app.engine.doubt import Doubt

from .hints import gain
from .rules import moves
from .state import State


def doubt(state: State, seat: Seat, move: Move) -> Doubt | None:
    if move[0] != "place" or state.token:
        return None
    placings = [each for each in moves(state, seat) if each[0] == "place"]
    gains = {each: gain(state, seat, each) for each in placings if each == move or each[1] != move[1]}
    return doubts.doubt(state.round, move, gains)
