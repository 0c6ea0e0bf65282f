"""Tracks when each seat's clock started. That is when its open decision came up, as far as this process
knows.

Moments come from `time.monotonic()`, a clock that nobody can change. The database stores times of day. When a
table is loaded, they are converted to moments equally far in the past.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from app.engine.core import Game, Seat


class Asked(NamedTuple):
    """A seat's open decision. A shared turn counts as one, however many moves a seat makes in it."""

    turn: int
    at: float  # when it came up
    steps: int = 0  # moves that an undo would take back
    furthest: int = 0  # the highest that `steps` was before an undo

    def after(self, turn: int, at: float, undone: bool, can_undo: bool) -> "Asked":
        """Return the decision that follows a move.

        Every new decision restarts the clock. Undo and redo don't restart it; otherwise a player could go
        back and forth for ever while the others wait.
        """
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
        """Record the state reached at this moment and, if an undo led to it, which seat's undo it was."""
        shared = {seat: self._in_shared(seat, turn, at) for seat, turn in game.shared_turn(state).items()}
        alone = [seat for seat in state.waiting if seat not in shared]
        self._asked = {seat: self._after(game, state, at, seat, undone == seat) for seat in alone} | shared

    def _in_shared(self, seat: Seat, began: int, at: float) -> Asked:
        """A shared turn's clock starts once, even for a seat that was done already and goes on after all."""
        before = self._asked.get(seat)
        return before if before and before.turn == began else Asked(began, at)

    def _after(self, game: Game[Any], state: Any, at: float, seat: Seat, undone: bool) -> Asked:
        turn, before = state.turns[seat], self._asked.get(seat)
        if before is None:
            return Asked(turn, at)
        if before.turn == turn:
            return before
        return before.after(turn, at, undone, game.rewind(state, seat, state.turns) is not None)

    def run_from(self, clock_from: int, at: float) -> None:
        """If the clocks were restarted, give every open decision its full time again from this moment."""
        if clock_from != self._started[0]:
            self._started = (clock_from, at)

    def since(self, seat: Seat) -> float:
        """The moment when the clock for this seat's open decision started. The seat must have an open
        decision."""
        return max(self._asked[seat].at, self._started[1])
