"""Since when each seat's decision is open, as far as this process knows: what a time limit counts from.

Moments are those of `time.monotonic()`, which nobody sets. What was stored bears the time of day, and is told
by how long ago it was; only after a start is there anything to tell like that.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from app.engine.core import Game, Seat


class Asked(NamedTuple):
    """A seat's open decision."""

    turn: int
    at: float  # since when
    steps: int = 0  # that an undo would take back
    furthest: int = 0  # how many those have been before something was undone

    def after(self, turn: int, at: float, undone: bool, can_undo: bool) -> "Asked":
        """What comes of a step. Each has its time anew; but neither an undo has, nor what is only done again,
        or somebody could go to and fro for ever while the others wait."""
        if undone:
            return self._replace(turn=turn, steps=0)
        if not can_undo:
            return Asked(turn, at)
        steps = self.steps + 1
        if steps <= self.furthest:
            return self._replace(turn=turn, steps=steps)
        return Asked(turn, at, steps, steps)


class Clocks:
    def __init__(self) -> None:
        self._asked: Mapping[Seat, Asked] = {}
        self._started = (0, float("-inf"))

    def note(self, game: Game[Any], state: Any, at: float, undone: Seat | None = None) -> None:
        """The state that was come to at this moment; by an undo, if so, of this seat."""
        self._asked = {seat: self._after(game, state, at, seat, undone == seat) for seat in state.waiting}

    def _after(self, game: Game[Any], state: Any, at: float, seat: Seat, undone: bool) -> Asked:
        turn, before = state.turns[seat], self._asked.get(seat)
        if before is None:
            return Asked(turn, at)
        if before.turn == turn:
            return before
        return before.after(turn, at, undone, game.rewind(state, seat, state.turns) is not None)

    def run_from(self, clock_from: int, at: float) -> None:
        """If they were started again, every open decision has its whole time from this moment on."""
        if clock_from != self._started[0]:
            self._started = (clock_from, at)

    def since(self, seat: Seat) -> float:
        """For a seat that is waited for."""
        return max(self._asked[seat].at, self._started[1])
