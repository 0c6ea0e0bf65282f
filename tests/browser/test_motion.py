"""What moves and sounds at every table: what is taken flies to where it now lies, and is heard."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect

from app.pages.i18n import TEMPLATES
from app.table import playable_games
from tests.browser.planted import CODE, Planted, Wanted, plant_all, recorded, wait_for
from tests.support.api import Guest
from tests.support.server import Server, serving
from tests.support.two_windows import LISTEN

pytestmark = pytest.mark.browser

GAME = 1
FIRST, LAST = 8, 24  # steps of it: some whole turns
PLACED = 196  # hertz
FLIGHTS = """
window.flights = [];
const glide = Element.prototype.animate;
Element.prototype.animate = function (frames, ...how) {
    if (frames.transform) flights.push(this.dataset.flies);
    return glide.call(this, frames, ...how);
};
"""


class Show(NamedTuple):
    """A game that is played on by program, and somebody who watches it."""

    server: Server
    planted: Planted
    page: Page

    def goes_on(self) -> None:
        with httpx2.Client(base_url=self.server.url, timeout=30) as web:
            for count, (seat, turn, move, _) in enumerate(self.planted.record.steps[FIRST:LAST], FIRST):
                player = Guest(web, CODE, self.planted.keys[seat].rpartition(".")[2])
                answer = player.ask("POST", "/moves", turn=turn, move=list(move), id=f"step {count}")
                assert answer.status_code == 200, answer.text
                wait_for(self.page, count + 2)


@pytest.fixture(params=playable_games.names())
def show(request: pytest.FixtureRequest, tmp_path: Path, browser: Browser) -> Iterator[Show]:
    wanted = Wanted(GAME, FIRST, game=request.param)
    assert len(recorded(GAME, request.param).steps) > LAST
    (planted,) = plant_all(tmp_path / "data", [wanted])
    with serving(tmp_path / "data") as server, browser.new_context(locale="en") as profile:
        page = profile.new_page()
        page.add_init_script(LISTEN + FLIGHTS)
        page.goto(f"{server.url.rstrip('/')}/r/{CODE}?watch")
        expect(page.locator("html")).to_have_attribute("data-live", "yes")
        yield Show(server, planted, page)


def test_what_is_taken_flies_to_where_it_now_lies_and_is_heard(show: Show) -> None:
    page = show.page
    page.keyboard.press("?")
    page.get_by_label("Sounds").check()
    page.keyboard.press("Escape")
    show.goes_on()
    flights = page.evaluate("flights")
    assert flights
    assert all(flights)  # each is of something that the game named
    assert PLACED in page.evaluate("heard.map(one => one.frequency.value)")


def test_the_help_names_the_keys_of_this_game_alone(show: Show) -> None:
    own = TEMPLATES / show.planted.record.game / "keys.html"
    keys = re.findall(r"<kbd>(.+?)</kbd>", own.read_text("utf-8")) if own.exists() else []
    show.page.keyboard.press("?")
    named = show.page.locator("#help kbd").all_inner_texts()
    assert sorted(named) == sorted([*"←↑→↓UM?", "Tab", "Enter", "Esc", *keys])
