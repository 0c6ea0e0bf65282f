"""What a newcomer is asked about before a move: that another one scores much more. Each game judges its own
legal moves, from what their player can see: `doubt(state, seat, move)` beside its `board`."""

from collections.abc import Mapping
from typing import NamedTuple

from app.engine.core import Move

LEAST = 3
"""How many points the other move has to be better by."""


class Here(NamedTuple):
    """What is said at a place that a move is about."""

    points: int
    better: bool


class Doubt(NamedTuple):
    """Two moves for the same thing, and what each of them scores."""

    round: int  # of the game: a newcomer is asked at most once in each
    move: Move
    gain: int
    better: Move
    more: int

    def at(self, place: str | int) -> Here | None:
        """What is said here, if one of the two moves is about this place."""
        if place == self.better[1]:
            return Here(self.more, True)
        return Here(self.gain, False) if place == self.move[1] else None


def doubt(number: int, move: Move, gains: Mapping[Move, int]) -> Doubt | None:
    """The doubt about a move in the round with this number, if one of the others gains much more."""
    better = max(gains, key=gains.__getitem__, default=move)
    if move not in gains or gains[better] < gains[move] + LEAST:
        return None
    return Doubt(number, move, gains[move], better, gains[better])
