"""`housewarming train`: lets bots play against several kinds of opponents and learns what positions are worth
from how these games end."""

import json
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any, cast

from app.engine import registry
from app.engine.bots import Bot, decide, greedy, random
from app.engine.chance import pick, shuffled, stream
from app.engine.core import Game, Move, play, totals
from app.engine.learning import Fit, Lesson, Weights, fit
from app.engine.residents import RESIDENTS, Resident
from app.engine.thinking import Pupil, mind_of

NOISE = 1.0  # points: learners also try what looks a little worse
LEARNER = Resident("learner", "", 0, heat=NOISE)
OTHERS: tuple[Bot, ...] = (LEARNER, LEARNER, LEARNER, greedy, greedy, random, *RESIDENTS[1:3])


def can_learn(game: Game[Any]) -> bool:
    return hasattr(mind_of(game), "lesson")


def pupil(game: Game[Any]) -> Pupil:
    return cast(Pupil, mind_of(game))


def lessons(game: Game[Any], seats: int, seed: str) -> list[tuple[Lesson, float]]:
    """What one game teaches: learners' positions after each of their turns, and their points in the end."""
    mind = pupil(game)
    chance = stream(seed, "opponents")
    bots = [LEARNER, *(pick(OTHERS, chance) for _ in range(seats - 1))]
    bots = shuffled(bots, chance)
    state, planned, before = game.new(seats, {}, seed), list[Move](), None
    found: list[tuple[int, Lesson]] = []
    while state.waiting:
        seat = state.waiting[0]
        if not planned:
            before = state
            planned = [*decide(bots[seat], game, state, seat, seed).moves]
            whole = bots[seat] is LEARNER
        state, _ = play(game, state, seat, state.turns[seat], planned.pop(0))
        if whole and not planned:
            lesson = mind.lesson(mind.position(before, state, seat), seat)
            if lesson:
                found.append((seat, lesson))
    points = [totals(game.parts, lines)["total"] for lines in game.score(state)]
    return [(lesson, float(points[seat])) for seat, lesson in found]


def train(
    game: Game[Any],
    seats: int,
    games: int,
    seed: str,
    seconds: float,
    tell: Callable[[int], None] = lambda played: None,
) -> tuple[Fit, int]:
    """Play the games, or as many as fit into the time, and fit the weights. Returns how many were played."""
    began, told = process_time(), list[tuple[Lesson, float]]()
    played = 0
    for number in range(games):
        if played and process_time() - began > seconds:
            break
        told += lessons(game, seats, f"{seed}/{number}")
        played += 1
        tell(played)
    return fit(told, pupil(game).weights(seats)), played


def weights_file(game: Game[Any]) -> Path:
    return Path(str(registry.part(game.id, "mind").__file__)).parent / "weights.json"


def written(path: Path, seats: int, weights: Weights, made: dict[str, Any]) -> None:
    """Write the weights for one number of seats; the others stay as they are."""
    table = json.loads(path.read_text("utf-8")) if path.exists() else {}
    table[str(seats)] = {"made": made, "const": weights.const, "weights": weights.features}
    lines = [f'"{number}":{json.dumps(table[number], separators=(",", ":"))}' for number in sorted(table)]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
