"""`housewarming simulate`: plays whole games between bots and collects statistics."""

from collections.abc import Sequence
from statistics import fmean, pstdev
from typing import Any, NamedTuple

from app.engine.bots import BOTS
from app.engine.chance import stream
from app.engine.core import Game, play, totals


class Result(NamedTuple):
    """The result of a game: points per seat, winners, number of moves."""

    points: tuple[int, ...]
    winners: tuple[int, ...]
    moves: int


def play_out(game: Game[Any], seats: Sequence[str], seed: str) -> Result:
    """Play one game between these bots, one per seat."""
    state = game.new(len(seats), {}, seed)
    chances = [stream(seed, f"bot {seat}") for seat in range(len(seats))]
    moves = 0
    while state.waiting:
        seat = state.waiting[0]
        move = BOTS[seats[seat]](game, state, seat, chances[seat])
        state, _ = play(game, state, seat, state.turns[seat], move)
        moves += 1
    points = tuple(totals(game.parts, lines)["total"] for lines in game.score(state))
    return Result(points, game.winners(state), moves)


def simulate(game: Game[Any], seats: Sequence[str], games: int, seed: str) -> dict[str, Any]:
    """Play the games and collect statistics. A win shared by different bots counts for none of them."""
    points: dict[str, list[int]] = {name: [] for name in dict.fromkeys(seats)}
    wins = dict.fromkeys(points, 0)
    shared = moves = 0
    for number in range(games):
        result = play_out(game, seats, f"{seed}/{number}")
        moves += result.moves
        for seat, name in enumerate(seats):
            points[name].append(result.points[seat])
        winners = {seats[seat] for seat in result.winners}
        if len(winners) == 1:
            wins[winners.pop()] += 1
        else:
            shared += 1
    return {
        "game": game.id,
        "players": len(seats),
        "games": games,
        "seed": seed,
        "bots": list(seats),
        "moves": moves,
        "scores": {name: _statistics(each) for name, each in points.items()},
        "wins": wins,
        "shared": shared,
    }


def _statistics(points: list[int]) -> dict[str, float]:
    return {
        "mean": round(fmean(points), 2),
        "deviation": round(pstdev(points), 2),
        "lowest": min(points),
        "highest": max(points),
    }


def table(report: dict[str, Any]) -> str:
    """The statistics as a text table."""
    lines = [
        f"{report['games']} games of {report['game']}, {report['players']} seats, {report['moves']} moves"
    ]
    lines.append(f"{'bot':<10}{'wins':>7}{'mean':>9}{'deviation':>11}{'lowest':>8}{'highest':>9}")
    for name, each in report["scores"].items():
        wins = report["wins"][name]
        lines.append(
            f"{name:<10}{wins:>7}{each['mean']:>9.2f}{each['deviation']:>11.2f}"
            f"{each['lowest']:>8}{each['highest']:>9}"
        )
    if report["shared"]:
        lines.append(f"shared between them: {report['shared']}")
    return "\n".join(lines)
