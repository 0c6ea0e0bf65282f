"""The residents: five bots with a name, a taste and a strength, for every game."""

from collections.abc import Callable
from math import exp
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from .chance import pick
from .core import Game, Move, Seat
from .thinking import Effort, Thought, Turn, best_turn, doubt, mind_of, whole_turns

SECONDS = 2.0  # at most for one decision, however slow the machine; shared by seats that decide together
BEHIND = 2.0  # points by which the gentle one likes to be behind


class Resident(NamedTuple):
    """A bot. It plays some of its turns out in its head; in the others it takes what looks good, and the
    hotter it is, the less it minds which."""

    name: str
    taste: str  # collector, roofer, taker, architect or gentle; "" for none
    stairs: int  # how strong it is, from 1 to 5, for people to see
    playouts: int = 0
    part: float = 0.0  # of its turns that it plays out
    heat: float = 0.0  # in points

    def think(
        self, game: Game[Any], state: Any, seat: Seat, chance: Random, clock: Callable[[], float] = monotonic
    ) -> Thought:
        """Decide on a whole turn. `state` is one that this seat imagines."""
        mind, taste = mind_of(game), self.taste

        def fancy(before: Any, after: Any) -> float:
            return mind.fancy(before, after, seat, taste)

        seconds = SECONDS / max(1, len(state.waiting))
        weighed = None if taste in PLAIN else fancy
        if chance.random() < self.part:
            effort = Effort(self.playouts, seconds)
            return best_turn(game, state, seat, chance, effort, weighed, clock)
        until = clock() + seconds
        turns = whole_turns(game, mind, state, seat, weighed, lambda: clock() < until)
        if taste == GENTLE:
            chosen = min(turns, key=lambda turn: abs(mind.margin(turn.position, seat) + BEHIND))
        else:
            chosen = _heated(turns, self.heat, chance)
        return Thought(chosen.moves, doubt=doubt(turns))


GENTLE = "gentle"
PLAIN = ("", "architect", GENTLE)  # tastes that need no weighing


def _heated(turns: list[Turn], heat: float, chance: Random) -> Turn:
    """One of the best turns that begin with different moves: nearly the best, as a person would play."""
    if not heat:
        return turns[0]
    best: dict[Move, Turn] = {}
    for turn in turns:
        best.setdefault(turn.moves[0], turn)
    few = [*best.values()]
    odds = [exp((turn.value - turns[0].value) / heat) for turn in few]
    left = chance.random() * sum(odds)
    for turn, odd in zip(few, odds, strict=True):
        left -= odd
        if left < 0:
            return turn
    return pick(few, chance)


LINEAR = Resident("linear", "", 0)
RESIDENTS = (
    Resident("otto", GENTLE, 1),
    Resident("mimi", "collector", 2, heat=0.35),
    Resident("rika", "roofer", 3, playouts=24, part=0.2),
    Resident("pia", "taker", 4, playouts=24, part=1.0),
    Resident("eero", "architect", 5, playouts=240, part=1.0),
)
