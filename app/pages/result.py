"""The result of a finished game in a line, for the preview of its link."""

from typing import NamedTuple

from app.engine.core import totals
from app.live.live_table import LiveTable
from app.pages import i18n


class Result(NamedTuple):
    day: str  # on which it ended
    scores: tuple[str, ...]  # `Ada 46`, the most points first


def result(live: LiveTable, locale: str) -> Result:
    assert live.newest, "a finished game has a last move"
    game, names = live.game, [place.name for place in live.table.places]
    points = [totals(game.parts, lines)["total"] for lines in game.score(live.state)]
    best_first = sorted(zip(names, points, strict=True), key=lambda score: -score[1])
    return Result(
        i18n.day(locale, live.newest.at), tuple(f"{name} {_signed(total)}" for name, total in best_first)
    )


def _signed(points: int) -> str:
    return str(points).replace("-", "−")
