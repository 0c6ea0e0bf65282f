"""Animation and sound at every table: a taken piece flies to its new place, with a sound."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect

from app.pages.i18n import TEMPLATES, environment
from app.table import playable_games
from tests.browser.planted import CODE, Planted, Wanted, plant_all, recorded, wait_for
from tests.support.api import Guest
from tests.support.server import Server, serving
from tests.support.two_windows import LISTEN

pytestmark = pytest.mark.browser

GAME = 1
FIRST, LAST = 8, 24  # moves of it: some whole turns
PLACED = 196  # hertz
FLYING = [
    game
    for game in playable_games.names()
    if any("data-flies" in file.read_text("utf-8") for file in (TEMPLATES / game).glob("*.html"))
]
FLIGHTS = """
window.flights = [];
const glide = Element.prototype.animate;
Element.prototype.animate = function (frames, ...how) {
    if (frames.transform) flights.push(this.dataset.flies);
    return glide.call(this, frames, ...how);
};
"""
# Stops each flight where it begins, and notes what a click in its middle would hit.
STOPPED = """
const fly = Element.prototype.animate;
Element.prototype.animate = function (frames, ...how) {
    const flight = fly.call(this, frames, ...how);
    if (!frames.transform) return flight;
    flight.pause();
    const { x, y, width, height } = this.getBoundingClientRect();
    const under = document.elementsFromPoint(x + width / 2, y + height / 2);
    if (under.length) hit.push(under.includes(this));
    return flight;
};
window.hit = [];
"""


class Show(NamedTuple):
    """A game played on through the API, and a spectator's page."""

    server: Server
    planted: Planted
    page: Page

    def goes_on(self) -> None:
        with httpx2.Client(base_url=self.server.url, timeout=60) as web:
            for count, (seat, turn, move, _) in enumerate(self.planted.record.steps[FIRST:LAST], FIRST):
                player = Guest(web, CODE, self.planted.keys[seat].rpartition(".")[2])
                answer = player.ask("POST", "/moves", turn=turn, move=list(move), id=f"step {count}")
                assert answer.status_code == 200, answer.text
                wait_for(self.page, count + 2)


@pytest.fixture
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


@pytest.mark.parametrize("show", FLYING, indirect=True)
def test_a_taken_piece_flies_to_its_new_place_with_a_sound(show: Show) -> None:
    page = show.page
    page.keyboard.press("?")
    page.get_by_label("Sounds").check()
    page.keyboard.press("Escape")
    show.goes_on()
    flights = page.evaluate("flights")
    assert flights
    assert all(flights)  # the game has named each piece that flies
    assert PLACED in page.evaluate("heard.map(one => one.frequency.value)")


@pytest.mark.parametrize("show", FLYING, indirect=True)
def test_what_flies_is_in_nobodys_way(show: Show) -> None:
    show.page.evaluate(STOPPED)
    show.goes_on()
    hit = show.page.evaluate("hit")
    assert hit
    assert not any(hit)


@pytest.mark.parametrize("show", playable_games.names(), indirect=True)
def test_the_help_lists_only_this_games_keys(show: Show) -> None:
    own = f"{show.planted.record.game}/keys.html"
    told = environment("en").get_template(own).render() if (TEMPLATES / own).exists() else ""
    keys = re.findall(r"<kbd>(.+?)</kbd>", told)
    show.page.keyboard.press("?")
    named = show.page.locator("#help kbd").all_inner_texts()
    assert sorted(named) == sorted([*"←↑→↓UMI?", "Tab", "Enter", "Esc", *keys])
