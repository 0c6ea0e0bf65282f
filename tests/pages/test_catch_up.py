"""What others did while somebody was away: their turns, and what they laid on their own boards."""

import re
from html import unescape
from random import Random

from app.live.live_table import LiveTable
from app.pages import catch_up, replay
from tests.support import stored_games
from tests.support.in_process_server import Home


def table(home: Home, game: str = "dream_home", moves: int = 30, **options: object) -> LiveTable:
    async def made() -> LiveTable:
        room = await stored_games.begun(home.services.store, game, 3, **options)
        await stored_games.play(room, Random(2), moves)
        return room

    return home.call(made)


def drawn(home: Home, room: LiveTable, since: int, *own: int, locale: str = "en") -> str:
    return unescape(home.call(catch_up.draw, room, since, own, locale))


def said(html: str) -> list[str]:
    found = re.findall(r"<li>.*?<p>(.*?)</p>", html, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", "", each).split()) for each in found]


def test_the_latest_turns_of_the_others_are_told_each_in_a_sentence(home: Home) -> None:
    room = table(home)
    told = said(drawn(home, room, 1, 0))
    assert 0 < len(told) <= catch_up.MOST_TURNS
    assert all(each.startswith(("Bruno", "Celina")) for each in told)
    assert said(drawn(home, room, 1, 0, 1, 2)) == [], "nobody needs to be told of their own turns"
    assert drawn(home, room, room.version, 0) == "", "nothing new"


def test_what_was_told_before_is_left_out(home: Home) -> None:
    room = table(home, "my_shelfie")
    every, later = said(drawn(home, room, 1)), said(drawn(home, room, room.version - 3))
    assert len(later) < len(every)
    assert every[-len(later) :] == later


def test_pictures_show_what_lies_on_the_players_own_board_now(home: Home) -> None:
    room = table(home, "my_shelfie")
    html = drawn(home, room, 1)
    frame = home.call(_now, room)
    pictures = re.findall(r"data-flies=([\w-]+)", html)
    assert pictures
    assert set(pictures) <= set(re.findall(r"data-flies=([\w-]+)", frame))


async def _now(room: LiveTable) -> str:
    shown = await replay.replay_of(room)
    return replay.draw(shown, shown.last, room.state, None, "en").table.text


def test_a_picture_is_cut_out_whole() -> None:
    frame = (
        '<li id="slot-1-u0"><span data-flies="a/1"><svg><use/></svg><span>b</span></span></li><i id="x"></i>'
    )
    whole = '<span data-flies="a/1"><svg><use/></svg><span>b</span></span>'
    found = catch_up._pictures(frame)
    assert catch_up._laid(1, {}, found, found) == [whole]
    assert catch_up._laid(0, {}, found, found) == [], "it lies on somebody else's board"
    assert catch_up._laid(1, found, found, found) == [], "it lay there before"
    assert catch_up._laid(1, {}, found, {}) == [], "it isn't there any more"
    own = '<i class="tile" id="cell-1-2" data-flies=cats-1></i>'
    more = catch_up._pictures(frame + own)
    assert catch_up._laid(1, found, more, more) == [own]
