"""Positions from games between quick bots, for tests of how bots think."""

from collections.abc import Iterator
from typing import Any

from app.engine.bots import QUICK
from app.engine.chance import stream
from app.engine.core import Event, Game, Seat, play


def played(game: Game[Any], seats: int, seed: str, bot: str = "random") -> Iterator[tuple[Any, Seat]]:
    """Every state of a game in which somebody has to act, with that seat."""
    for state, seat, _ in told(game, seats, seed, bot):
        yield state, seat


def told(
    game: Game[Any], seats: int, seed: str, bot: str = "random"
) -> Iterator[tuple[Any, Seat, tuple[Event, ...]]]:
    """The same, with everything that has happened so far, as it was told when it happened."""
    state, chance = game.new(seats, {}, seed), stream(seed, "players")
    log = game.opening(state)
    while state.waiting:
        seat = state.waiting[int(chance.random() * len(state.waiting))]
        yield state, seat, log
        move = QUICK[bot](game, state, seat, chance)
        state, events = play(game, state, seat, state.turns[seat], move)
        log += events
