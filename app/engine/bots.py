"""Bots that play any game. All they see is the moves that `moves` lists and the value that the game's
`bot.value` gives a state."""

from collections.abc import Callable
from random import Random
from typing import Any

from . import registry
from .chance import pick
from .core import Game, Move, Seat

Bot = Callable[[Game[Any], Any, Seat, Random], Move]


def random(game: Game[Any], state: Any, seat: Seat, chance: Random) -> Move:
    """Any legal move."""
    return pick(tuple(game.moves(state, seat)), chance)


def greedy(game: Game[Any], state: Any, seat: Seat, chance: Random) -> Move:
    """The move whose result is best for this seat, looking one move ahead; ties are broken at random."""
    value: Callable[[Any, Seat], float] = registry.part(game.id, "bot").value
    worth = [(value(game.apply(state, seat, move)[0], seat), move) for move in game.moves(state, seat)]
    best = max(points for points, _ in worth)
    return pick([move for points, move in worth if points == best], chance)


BOTS: dict[str, Bot] = {"random": random, "greedy": greedy}
