"""When each seat's open decision was asked, as far as this process knows: where its time limit starts."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from app.engine.core import Game, Seat


class Asked(NamedTuple):
    """A seat's open decision."""

    turn: int
    at: float  # when it was asked, in seconds since 1970
    steps: int = 0  # moves that an undo would take back
    furthest: int = 0  # the most of these there were before an undo

    def after(self, turn: int, at: float, undone: bool, can_undo: bool) -> "Asked":
        """Return the decision that follows a move.

        Every new decision restarts the clock. Undoing and redoing don't, or somebody could go back and forth
        for ever while the others wait.
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

    def note(self, game: Game[Any], state: Any, at: float, undone: Seat | None = None) -> None:
        """Record the state reached at this moment, and which seat's undo led to it, if one did."""
        self._asked = {seat: self._after(game, state, at, seat, undone == seat) for seat in state.waiting}

    def _after(self, game: Game[Any], state: Any, at: float, seat: Seat, undone: bool) -> Asked:
        turn, before = state.turns[seat], self._asked.get(seat)
        if before is None:
            return Asked(turn, at)
        if before.turn == turn:
            return before
        return before.after(turn, at, undone, game.rewind(state, seat, state.turns) is not None)

    def since(self, seat: Seat) -> float:
        """When the open decision of a seat that must act was asked."""
        return self._asked[seat].at
