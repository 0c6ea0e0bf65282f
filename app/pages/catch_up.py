"""What others did while somebody was away: their latest turns, as pictures and sentences."""

import re
from collections.abc import Container
from typing import NamedTuple

from markupsafe import Markup

from app.engine.core import Seat
from app.live.live_table import LiveTable
from app.pages import i18n, replay
from app.pages.replay import Replay

MOST_TURNS, MOST_PICTURES = 4, 3
_PLACE = re.compile(r'<(\w+)\b[^>]*? data-flies=(?:"([^"]*)"|([^\s">]+))[^>]*>|\sid="[^"]+"')
_ID = re.compile(r'\sid="([^"]+)"')


Pictures = dict[tuple[str, str], str]
"""The pictures in a frame, by the id before them and their name."""


class Turn(NamedTuple):
    seat: Seat
    said: Markup
    pictures: list[Markup]  # of what came to lie on the seat's own board


async def draw(live: LiveTable, since: int, own: Container[Seat], locale: str) -> str:
    """What others did after this version of the log; "" if nothing."""
    # all steps, although a replay wouldn't show some yet: only what is on the table now is shown of them
    shown = (await replay.replay_of(live))._replace(first=0)
    now = _pictures(replay.draw(shown, shown.last, shown.base.state, None, locale).table.text)
    stops = [stop for stop in shown.stops if _is_news(shown, stop, since, own)]
    turns = [await _turn(live, shown, stop, now, locale) for stop in stops[-MOST_TURNS:]]
    if not turns:
        return ""
    return (
        i18n.environment(locale)
        .get_template("table/catch_up.html")
        .render(
            code=live.code,
            places=live.table.places,
            turns=turns,
            more=len(stops) > len(turns),
            count=len(stops),
            first=shown.steps[stops[0]].version,
        )
    )


def _is_news(shown: Replay, stop: int, since: int, own: Container[Seat]) -> bool:
    step = shown.steps[stop]
    return step.version > since and step.seat is not None and step.seat not in own


async def _turn(live: LiveTable, shown: Replay, stop: int, now: Pictures, locale: str) -> Turn:
    before = max((each for each in shown.stops if each < stop), default=shown.first)
    before_and_after = [
        replay.draw(shown, number, await replay.state_at(live, shown.steps[number]), None, locale)
        for number in (before, stop)
    ]
    seat = shown.steps[stop].seat
    assert seat is not None
    then, later = (_pictures(each.table.text) for each in before_and_after)
    return Turn(seat, replay.news(shown, stop, locale), _laid(seat, then, later, now))


def _laid(seat: Seat, before: Pictures, after: Pictures, now: Pictures) -> list[Markup]:
    """The pictures that were new on the seat's own board, whose places have its number in their ids, and that
    are still there, for all to see."""
    own = re.compile(rf"[a-z]+-{seat}-")
    new = [now[key] for key in after if key not in before and key in now and own.match(key[0])]
    return [Markup(html) for html in new[:MOST_PICTURES]]  # noqa: S704  # from our own templates


def _pictures(frame: str) -> Pictures:
    place, found = "", {}
    for each in _PLACE.finditer(frame):
        if own_id := _ID.search(each[0]):
            place = own_id[1]
        if each[1]:
            found[place, each[2] or each[3]] = _element(frame, each.start(), each[1])
    return found


def _element(frame: str, start: int, tag: str) -> str:
    """The element that begins here, with everything in it."""
    depth = 0
    for each in re.compile(rf"<(/?){tag}\b[^>]*>").finditer(frame, start):
        depth += -1 if each[1] else 1
        if not depth:
            return frame[start : each.end()]
    return ""
