"""`housewarming bench engine`: how fast the rules are, compared with python-chess in the same process.

Machines are shared and noisy, so a single figure means little. The two sides therefore take turns, we count
their processor time, and we compare each side's best of three runs as a ratio. Forced moves aren't counted.
Both sides look for garbage as rarely as a server does.
"""

import zlib
from collections.abc import Callable, Sequence
from random import Random
from time import process_time
from typing import Any, NamedTuple

from app.engine import wire
from app.engine.core import Game, play

RUNS = 3
GAMES_LOOKED_AT = 30  # a run


class Pace(NamedTuple):
    moves_per_second: float
    games_per_second: float


def play_randomly(game: Game[Any], seats: int, games: int) -> Pace:
    """Play random legal moves through `play()`, as on the server."""
    chance = Random(1)
    counted = 0
    begin = process_time()
    for number in range(games):
        state = game.new(seats, {}, number)
        while state.waiting:
            seat = state.waiting[0]
            moves = tuple(game.moves(state, seat))
            state, _ = play(game, state, seat, state.turns[seat], chance.choice(moves))
            counted += len(moves) > 1
    seconds = process_time() - begin
    return Pace(counted / seconds, games / seconds)


def play_chess(games: int) -> Pace:
    """The reference: play random legal moves in python-chess until the game is over."""
    import chess

    chance = Random(1)
    counted = 0
    begin = process_time()
    for _ in range(games):
        board = chess.Board()
        while not board.is_game_over():
            board.push(chance.choice(list(board.legal_moves)))
            counted += 1
    seconds = process_time() - begin
    return Pace(counted / seconds, games / seconds)


def engine(game: Game[Any], games: int) -> dict[str, Any]:
    """Compare the game with chess for every number of seats, and measure its views and scores."""
    chess: list[Pace] = []
    paces: dict[int, list[Pace]] = {seats: [] for seats in game.seats}
    for _ in range(RUNS):
        chess.append(play_chess(max(1, games // 10)))
        for seats in game.seats:
            paces[seats].append(play_randomly(game, seats, games))
    yardstick = max(chess).moves_per_second
    rows = []
    for seats, runs in paces.items():
        best = max(runs)
        rows.append(
            {
                "seats": seats,
                "moves_per_second": round(best.moves_per_second),
                "games_per_second": round(best.games_per_second),
                "ratio": round(best.moves_per_second / yardstick, 2),
            }
        )
    return {
        "game": game.id,
        "chess_moves_per_second": round(yardstick),
        "stop_rule": "is_game_over",
        "seats": rows,
        "ratio": round(sum(row["ratio"] for row in rows) / len(rows), 2),
        **looks(game),
    }


def looks(game: Game[Any]) -> dict[str, Any]:
    """Measure `view()` and `score()` in microseconds, and the size of a stored state, in mid-game.

    Each state is looked at once, because games remember what they have just scored.
    """
    states = [_middle(game, seed) for seed in range(RUNS * GAMES_LOOKED_AT)]
    runs = [states[run::RUNS] for run in range(RUNS)]
    stored = wire.dumps(states[0]).encode()
    return {
        "view_us": round(min(_microseconds(lambda state: game.view(state, None), run) for run in runs), 2),
        "score_us": round(min(_microseconds(game.score, run) for run in runs), 2),
        "state_bytes": len(stored),
        "state_bytes_compressed": len(zlib.compress(stored)),
    }


def _middle(game: Game[Any], seed: int) -> Any:
    """The state in the middle of a random game."""
    chance = Random(seed)
    states = [game.new(max(game.seats), {}, seed)]
    while (state := states[-1]).waiting:
        seat = state.waiting[0]
        move = chance.choice(tuple(game.moves(state, seat)))
        states.append(play(game, state, seat, state.turns[seat], move)[0])
    return states[len(states) // 2]


def _microseconds(call: Callable[[Any], object], states: Sequence[Any]) -> float:
    begin = process_time()
    for state in states:
        call(state)
    return (process_time() - begin) / len(states) * 1e6


def table(report: dict[str, Any]) -> str:
    """The figures as a text table."""
    lines = [
        f"{report['game']}, random play, steps with a choice; python-chess until {report['stop_rule']}()",
        f"{'':<14}{'moves/s':>10}{'games/s':>10}{'ratio':>8}",
        f"{'python-chess':<14}{report['chess_moves_per_second']:>10}{'':>10}{1:>8.2f}",
    ]
    for row in report["seats"]:
        name = f"{row['seats']} seats"
        lines.append(
            f"{name:<14}{row['moves_per_second']:>10}{row['games_per_second']:>10}{row['ratio']:>8.2f}"
        )
    lines.append(f"{'mean ratio':<14}{'':>20}{report['ratio']:>8.2f}")
    lines.append(
        f"view {report['view_us']} µs, score {report['score_us']} µs,"
        f" stored state {report['state_bytes']} bytes"
        f" ({report['state_bytes_compressed']} compressed)"
    )
    return "\n".join(lines)
