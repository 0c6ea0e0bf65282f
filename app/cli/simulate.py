"""`housewarming simulate`: plays whole games between bots and collects statistics."""

from collections.abc import Sequence
from statistics import fmean, pstdev
from typing import Any

from app.cli import bot_game
from app.engine.bots import BOTS
from app.engine.core import Game


def simulate(game: Game[Any], seats: Sequence[str], games: int, seed: str) -> dict[str, Any]:
    """Play the games and collect statistics. A win shared by different bots counts for none of them."""
    points: dict[str, list[int]] = {name: [] for name in dict.fromkeys(seats)}
    wins = dict.fromkeys(points, 0)
    shared = moves = 0
    for number in range(games):
        result = bot_game.play_out(game, [BOTS[name] for name in seats], f"{seed}/{number}")
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
