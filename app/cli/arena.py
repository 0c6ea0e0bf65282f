"""`housewarming arena`: how strong is a bot? It plays a number of games that is fixed beforehand against
others of one kind, every deal once from each seat."""

from collections.abc import Callable, Sequence
from math import ceil, sqrt
from statistics import fmean, median, stdev
from typing import Any

from app.cli.bot_game import Played, play_out
from app.engine.bots import Bot
from app.engine.core import Game

Z = 1.96  # standard errors to either side of a 95 % interval


def arena(
    game: Game[Any],
    bot: Bot,
    other: Bot,
    seats: int,
    games: int,
    seed: str,
    tell: Callable[[int], None] = lambda done: None,
) -> dict[str, Any]:
    """Play the games and count. A shared win counts in part for each winner."""
    shares: list[list[float]] = []
    margins: list[int] = []
    all_played: list[Played] = []
    for deal in range(ceil(games / seats)):
        of_deal = []
        for seat in range(seats):
            at = [bot if each == seat else other for each in range(seats)]
            played = play_out(game, at, f"{seed}/{deal}", seat)
            of_deal.append((seat in played.winners) / len(played.winners) if played.winners else 0.0)
            others = [points for each, points in enumerate(played.points) if each != seat]
            margins.append(played.points[seat] - max(others, default=0))
            all_played.append(played)
        shares.append(of_deal)
        tell(len(all_played))
    decisions = max(1, sum(each.decisions for each in all_played))
    low, high = interval(shares)
    return {
        "game": game.id,
        "players": seats,
        "games": len(all_played),
        "seed": seed,
        "share": round(fmean(map(fmean, shares)), 3),
        "low": round(low, 3),
        "high": round(high, 3),
        "fair": round(1 / seats, 3),
        "by_seat": [round(fmean(each[seat] for each in shares), 3) for seat in range(seats)],
        "margin": round(fmean(margins), 2),
        "median_margin": median(margins),
        "median_distance": median(map(abs, margins)),
        "playouts": round(sum(each.playouts for each in all_played) / decisions, 1),
        "milliseconds": round(1000 * sum(each.seconds for each in all_played) / decisions, 1),
        "cut": sum(each.cut for each in all_played),
    }


def interval(shares: Sequence[Sequence[float]]) -> tuple[float, float]:
    """A 95 % interval for the share won. Games of one deal belong together, so deals are what is counted;
    Wilson's interval takes over where nearly all is won or lost and counting says too little."""
    by_deal = [fmean(each) for each in shares]
    share, games = fmean(by_deal), sum(map(len, shares))
    low, high = wilson(share, games)
    if len(by_deal) > 1 and 0.03 < share < 0.97:
        error = Z * stdev(by_deal) / sqrt(len(by_deal))
        low, high = share - error, share + error
    return max(0.0, low), min(1.0, high)


def wilson(share: float, games: int) -> tuple[float, float]:
    """Wilson's interval for a share of this many games."""
    middle = (share + Z**2 / (2 * games)) / (1 + Z**2 / games)
    width = Z / (1 + Z**2 / games) * sqrt(share * (1 - share) / games + Z**2 / (4 * games**2))
    return middle - width, middle + width


def told(report: dict[str, Any], bot: str, other: str) -> str:
    """The result in words."""
    seats = ", ".join(f"{share:.3f}" for share in report["by_seat"])
    players, games, seed = (report[name] for name in ("players", "games", "seed"))
    return "\n".join(
        [
            f"{report['game']}, {players} seats, {games} games with seed {seed}",
            f"{bot} against {other}: {report['share']:.3f} [{report['low']:.3f}, {report['high']:.3f}] "
            f"of games won (fair: {report['fair']:.3f})",
            f"by seat: {seats}",
            f"points ahead: {report['margin']:+.2f} on average, median {report['median_margin']:+g}, "
            f"median distance {report['median_distance']:g}",
            f"thinking: {report['playouts']} playouts and {report['milliseconds']} ms a decision, "
            f"{report['cut']} cut short",
        ]
    )
