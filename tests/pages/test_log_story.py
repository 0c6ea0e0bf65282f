"""The lines of a table's log: the last ones, however many moves between them tell nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.live.live_table import LiveTable
from app.pages.fragments import Changes, Frame
from app.pages.game_frame import frame, moment, values
from app.pages.game_log import LOG_LINES, Story
from tests.support.api import Guest, started
from tests.support.drawing_table import confirmed, drawing, first, made, playable, seated
from tests.support.in_process_server import Home, at_home
from tests.support.toy_game_house import found

DRAWN = 75


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with playable(tmp_path / "games"), at_home(tmp_path) as started:
        yield started


def story(home: Home, live: LiveTable) -> Story:
    """The log as a server tells it that has just been started."""
    fresh = Story()
    home.call(fresh.read_on, live)
    return fresh


def draws_and_erases(guest: Guest, times: int, erase: list[str | int] | None = None) -> None:
    drawn = first(guest, "draw")
    for _ in range(times):
        made(guest, drawn)
        made(guest, erase or ["erase", drawn[3]])


def test_the_log_keeps_its_lines_however_long_a_seat_draws(home: Home) -> None:
    ada, bruno = guests = seated(home, 2)
    drawing(guests)
    room = home.room(ada.code)
    kept = Story()
    home.call(kept.read_on, room)
    lines = kept.events
    assert [event[0] for event in lines] == ["scenario", "first", "room", "card", "tokens"]
    draws_and_erases(bruno, DRAWN)
    draws_and_erases(bruno, DRAWN, ["undo"])
    home.call(kept.read_on, room)
    assert kept.events == lines
    assert story(home, room).events == lines
    confirmed([bruno])
    made(bruno, ["withdraw"])
    draws_and_erases(bruno, 1, ["undo"])
    assert story(home, room).events == [*lines, ("confirm", 1), ("withdraw", 1)], "what was told stays told"


def test_a_long_log_has_all_its_lines(home: Home) -> None:
    guests = seated(home, 6, scenario="1")
    room = home.room(guests[0].code)
    kept = Story()
    while room.waited_for:
        for seat in room.waited_for:
            offered = [move for move in guests[seat].look()["moves"] if move != ["undo"]]
            if offered[-1] == ["confirm"]:
                draws_and_erases(guests[seat], len(offered) > 1)
            made(guests[seat], offered[-1])
        home.call(kept.read_on, room)
    assert len(kept.steps) > 2 * LOG_LINES - 1
    assert story(home, room).events[-LOG_LINES:] == kept.events[-LOG_LINES:]


def test_only_who_may_see_the_turn_hears_that_it_is_undone(tmp_path: Path) -> None:
    with found(tmp_path) as game, at_home(tmp_path) as home:
        ada, bruno = started(home.guest(), "Bruno", game=game)
        room = home.room(ada.code)
        made(bruno, ["draw", 0])
        made(bruno, ["undo"])
        shown = story(home, room)
        moment_now = moment(room, shown.steps, shown.undone)
        heard = {viewer: values(moment_now, viewer, "en")["undone"] for viewer in (None, 0, 1)}
        assert heard == {None: None, 0: None, 1: 1}


def test_what_others_do_in_secret_redraws_nobodys_page(tmp_path: Path) -> None:
    with found(tmp_path) as game, at_home(tmp_path) as home:
        ada, bruno = started(home.guest(), "Bruno", game=game)
        room = home.room(ada.code)
        viewers = (None, 0)

        def frames() -> list[Frame]:
            return [home.call(frame, room, viewer, "en") for viewer in viewers]

        before = frames()
        made(bruno, ["draw", bruno.look()["view"]["hand"][0]])
        changes = [now.changes_since(then) for now, then in zip(frames(), before, strict=True)]
        only_its_number = Changes(before[0].at, {"data-version": str(room.version)}, "")
        assert changes == [only_its_number, only_its_number]
