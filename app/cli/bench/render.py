"""`housewarming bench render`: renders frames, compared with bare Jinja2 (same templates, prepared values).

Random games are rendered for a table's five audiences, which are its four seats and the spectators. We
measure CPU time, because wall time depends on what else the machine is doing.
"""

import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from jinja2 import Environment

from app.cli.bench.report import median, percentile
from app.cli.bench.sample_boards import NAMES, moment_of
from app.engine import registry
from app.engine.core import Event, Game, play
from app.pages import i18n
from app.pages.fragments import Call, Unscripted
from app.pages.game_frame import Moment, draw, values
from app.pages.game_log import LOG_LINES

AUDIENCES = (None, 0, 1, 2, 3)
LOCALE = "en"


def game_of(game: Game[Any], seed: int, steps: int) -> Iterator[Moment]:
    """A random game as moments to render, one after each move."""
    chance = Random(seed)
    state = game.new(len(NAMES), {}, seed)
    told: tuple[Event, ...] = game.opening(state)
    for version in range(1, steps + 1):
        if not state.waiting:
            return
        seat = state.waiting[0]
        move = chance.choice(tuple(game.moves(state, seat)))
        state, events = play(game, state, seat, state.turns[seat], move)
        told = (*told, *events)[-2 * LOG_LINES :]
        yield moment_of(game, state, told, version)


def bare(game: Game[Any]) -> Callable[[dict[str, Any]], str]:
    """The template's render function in plain Jinja2, which remembers nothing."""
    environment = i18n.furnished(Environment, LOCALE)
    environment.globals["once"] = lambda macro, *given: macro(*given)
    environment.globals["fragment"] = lambda id, macro, *given: macro(*given)
    environment.globals["unscripted"] = lambda id, macro, *given: Unscripted(Call(macro, given)).html
    return environment.get_template(f"{game.id}/board.html").render


def milliseconds(call: Callable[..., object], *given: object) -> float:
    begin = time.process_time()
    call(*given)
    return (time.process_time() - begin) * 1000


def render(game_id: str, steps: int, turns: int) -> dict[str, Any]:
    """Compare the two, with a different game each turn."""
    game: Game[Any] = registry.game(game_id)
    yardstick = bare(game)
    for moment in game_of(game, 0, 3):  # compile all templates first
        yardstick(values(moment, 0, LOCALE))
        draw(moment, 0, LOCALE)
    ready_ms, house_ms = [], []
    frames = []
    for turn in range(1, turns + 1):
        for moment in game_of(game, turn, steps):
            for viewer in AUDIENCES:
                ready_ms.append(milliseconds(yardstick, values(moment, viewer, LOCALE)))
                house_ms.append(milliseconds(draw, moment, viewer, LOCALE))
            frames.append(len(draw(moment, None, LOCALE).encode()))
    rows = [
        {
            "side": name,
            "mean_ms": round(sum(each) / len(each), 2),
            "p50_ms": round(percentile(each, 50), 2),
            "p99_ms": round(percentile(each, 99), 2),
        }
        for name, each in (("bare Jinja2", ready_ms), ("house", house_ms))
    ]
    return {
        "title": f"{len(house_ms)} frames of {game_id}, {len(AUDIENCES)} audiences; processor time of each",
        "frames": rows,
        "ratio": round(sum(ready_ms) / sum(house_ms), 2),
        "bytes": int(median(frames)),
    }
