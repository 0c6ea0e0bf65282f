"""The mind of a game that has none of its own: it knows nothing but the game's rules, the value that its
`bot.py` gives a state, and what a seat can't see."""

from collections.abc import Iterable
from math import exp
from random import Random
from typing import Any, NamedTuple

from . import registry
from .chance import pick
from .core import Game, Move, Seat, is_finished

MOVES_AHEAD = 6  # how far a game is played on
MOVES_COMPARED = 8  # of a seat's moves, in a game that is played on
HEAT = 4.0  # how far values are from the points in the end, roughly


class Guess(NamedTuple):
    """A state after this seat's turn. The turn numbers don't matter."""

    state: Any
    seat: Seat


class Guesses:
    most_playouts = 24

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._value = (
            registry.part(game.id, "bot").value if registry.has_part(game.id, "bot") else self._points
        )

    def imagined(self, state: Any, seat: Seat, chance: Random) -> Any:
        return self._game.reseal(state, seat, chance)

    def choices(self, state: Any, seat: Seat) -> Iterable[Move]:
        return self._game.moves(state, seat)

    def plans(self, state: Any, seat: Seat) -> Iterable[tuple[Move, ...]]:
        return ()

    def position(self, before: Any, after: Any, seat: Seat) -> Guess:
        return Guess(after._replace(turns=(0,) * len(after.turns)), seat)

    def value(self, guess: Guess, seat: Seat) -> float:
        return float(self._value(guess.state, seat))

    def fancy(self, before: Any, after: Any, seat: Seat, taste: str) -> float:
        """Takers like it if the others are badly off; other tastes need to know the game."""
        return self.margin(Guess(after, seat), seat) / 2 if taste == "taker" else 0.0

    def sample(self, guess: Guess, chance: Random) -> int:
        return int(chance.random() * 2**32)

    def play_on(self, guess: Guess, deal: int) -> Guess:
        """A few moves later. Each seat makes the best of some moves, one move at a time."""
        game, chance = self._game, Random(deal)
        state = game.reseal(guess.state, guess.seat, chance)
        for _ in range(MOVES_AHEAD):
            if is_finished(state):
                break
            seat = state.waiting[0]
            state = self._best_of_some(state, seat, chance)
        return Guess(state, guess.seat)

    def _best_of_some(self, state: Any, seat: Seat, chance: Random) -> Any:
        moves = tuple(self._game.moves(state, seat))
        if len(moves) > MOVES_COMPARED:
            moves = tuple(pick(moves, chance) for _ in range(MOVES_COMPARED))
        later = [self._game.apply(state, seat, move)[0] for move in moves]
        return max(later, key=lambda after: self._value(after, seat)) if len(later) > 1 else later[0]

    def shares(self, guess: Guess) -> tuple[float, ...]:
        state = guess.state
        seats = range(len(state.turns))
        if is_finished(state):
            won = self._game.winners(state)
            return tuple([(seat in won) / max(1, len(won)) for seat in seats])
        values = [self._value(state, seat) for seat in seats]
        odds = [exp((value - max(values)) / HEAT) for value in values]
        return tuple([odd / sum(odds) for odd in odds])

    def margin(self, guess: Guess, seat: Seat) -> float:
        values = [float(self._value(guess.state, each)) for each in range(len(guess.state.turns))]
        return values[seat] - max([value for each, value in enumerate(values) if each != seat], default=0.0)

    def _points(self, state: Any, seat: Seat) -> float:
        return sum(line.points for line in self._game.score(state)[seat])
