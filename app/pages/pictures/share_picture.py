"""What is shared of a finished game: a PNG with its boards, names and points, and a line for its link."""

import asyncio
import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import NamedTuple
from unicodedata import east_asian_width

from app.engine import registry
from app.engine.core import totals
from app.live.live_table import LiveTable
from app.pages import i18n
from app.pages.pictures import standalone_svg

WIDTH, HEIGHT = 1200, 630  # the size that link previews expect
_MOST_KEPT = 24
_kept: OrderedDict[Hashable, bytes] = OrderedDict()
LONGEST_SECONDS = 30  # to draw one
_brush = asyncio.Semaphore(1)  # one picture at a time, to leave the other cores to the tables


def is_painted(live: LiveTable, locale: str) -> bool:
    """Whether the picture is cached."""
    return has((live.id, locale))


async def picture(live: LiveTable, locale: str) -> bytes:
    """The PNG in one language; cached, because a finished game doesn't change."""
    return await once((live.id, locale), lambda: drawing(live, locale))


def has(key: Hashable) -> bool:
    """Whether this picture is cached."""
    return key in _kept


async def once(key: Hashable, draw: Callable[[], str]) -> bytes:
    """The PNG of an SVG; cached under this key."""
    async with _brush:
        if key not in _kept:
            _kept[key] = await _painted(draw())
        _kept.move_to_end(key)
        while len(_kept) > _MOST_KEPT:
            _kept.popitem(last=False)
        return _kept[key]


def drawing(live: LiveTable, locale: str) -> str:
    """The picture as SVG, rendered from the game's `picture.html`."""
    game, state = live.game, live.state
    assert live.newest, "a finished game has a last move"
    template = i18n.environment(locale).get_template(f"{game.id}/picture.html")
    body = template.render(
        board=registry.part(game.id, "board").board(state, None, ()),
        scores=[(lines, totals(game.parts, lines)) for lines in game.score(state)],
        winners=game.winners(state),
        players=[place.name for place in live.table.places],
        day=i18n.day(locale, live.newest.at),
        fitted=fitted,
    )
    return standalone_svg.alone(game.id, f"0 0 {WIDTH} {HEIGHT}", body)


def fitted(text: str, width: float, largest: float) -> float:
    """The font size at which the text fits the width, but at most `largest`."""
    ems = sum(1.0 if east_asian_width(letter) in "WF" else 0.62 for letter in text)
    return round(min(largest, width / max(ems, 1)), 1)


async def _painted(svg: str) -> bytes:
    painter = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "app.pages.pictures.svg_to_png",
        str(WIDTH),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            png, _ = await painter.communicate(svg.encode())
    finally:
        if painter.returncode is None:
            painter.kill()
    if painter.returncode:
        raise RuntimeError("the painter failed")
    return png


# -- the preview of its link ---------------------------------------------------------------------------------


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
