"""Real boards for benchmarks: a four-player game of Dream Home, halfway through."""

from random import Random
from typing import Any, NamedTuple

from app.engine import registry
from app.engine.core import Event, Game, play
from app.pages.game_frame import Moment, draw
from app.pages.game_log import LOG_LINES
from app.table.names import COLOURS

NAMES = ("Ada", "Bruno", "Celina", "Daiki")


class Middle(NamedTuple):
    game: Game[Any]
    state: Any
    events: tuple[Event, ...]


def middle(game_id: str = "dream_home", seed: int = 1) -> Middle:
    """A random game, halfway through."""
    game: Game[Any] = registry.game(game_id)
    chance = Random(seed)
    state = game.new(len(NAMES), {}, seed)
    steps: list[tuple[Any, tuple[Event, ...]]] = []
    while state.waiting:
        seat = state.waiting[0]
        move = chance.choice(tuple(game.moves(state, seat)))
        state, events = play(game, state, seat, state.turns[seat], move)
        steps.append((state, events))
    half = steps[: len(steps) // 2]
    told = tuple(event for _, events in half for event in events)
    return Middle(game, half[-1][0], told[-LOG_LINES:])


def moment_of(game: Game[Any], state: Any, events: tuple[Event, ...], version: int) -> Moment:
    colours = COLOURS[: len(NAMES)]
    return Moment("sunny-sofa-42", version, 8, NAMES, colours, game, state, events)


def drawn() -> str:
    """The frame that a spectator gets."""
    game, state, events = middle()
    return draw(moment_of(game, state, events, 80), None, "en")
