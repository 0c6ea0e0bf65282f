"""My Shelfie's goals are named on a phone: on their cards, or on a tap where a strip leaves no room."""

from contextlib import ExitStack

import httpx2
import pytest
from playwright.sync_api import Browser, expect

from app.engine.my_shelfie.common_goals import GOAL_KEYS
from app.pages.game_frame import draw
from app.pages.i18n import LOCALES
from app.web.cookies import keys_cookie
from tests.support.house_board import SHOW, Seat, screen
from tests.support.recorded.shelf_moments import STRIP, moments
from tests.support.server import Server
from tests.support.shelf_table import Table

pytestmark = pytest.mark.browser
# The names that are out of sight: cut off, covered, or beyond the card or the screen.
UNSEEN = """() => [...document.querySelectorAll(".goals .goal")].filter((goal) => {
  const name = goal.querySelector(".name");
  const card = goal.querySelector(".thumb").getBoundingClientRect();
  const bar = document.getElementById("bar").getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(name);
  const { left, top, right, bottom, width, height } = range.getBoundingClientRect();
  const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return width < 20 || height < 10 || left < card.left || right > card.right || top < card.top - 1
    || bottom > card.bottom + 1 || bottom > bar.top + 1 || !(name === over || name.contains(over));
}).map((goal) => goal.innerText)"""


@pytest.fixture
def seat(server: Server) -> Seat:
    with httpx2.Client(base_url=server.url, timeout=60) as web:
        table = Table(web)
    cookie = {"name": keys_cookie(table.code), "value": table.keys[0], "url": server.url}
    return Seat(f"{server.url.rstrip('/')}/r/{table.code}", cookie)


@pytest.mark.parametrize(
    ("size", "strip"), [((360, 640), False), ((390, 844), False), ((390, 844), True)], ids=str
)
def test_every_goal_is_named_on_its_card(
    browser: Browser, windows: ExitStack, seat: Seat, size: tuple[int, int], strip: bool
) -> None:
    page = screen(windows, browser, seat, size)
    for seats in (2, 3, 4):
        shown = moments(seats)["picking"]
        asked = shown.state.waiting[0]
        for first in range(0, len(GOAL_KEYS), 2):
            state = shown.state._replace(goals=bytes((first, first + 1)))
            for locale in LOCALES:
                page.evaluate(SHOW, [draw(shown._replace(state=state), asked, locale), locale])
                if strip:
                    page.evaluate(STRIP)
                assert page.locator(".goals .name").count() == 3
                assert page.evaluate(UNSEEN) == [], (seats, GOAL_KEYS[first : first + 2], locale)


def test_below_a_strip_on_a_small_phone_a_tap_names_a_goal(
    browser: Browser, windows: ExitStack, seat: Seat
) -> None:
    page = screen(windows, browser, seat, (360, 640))
    shown = moments(3)["picking"]
    page.evaluate(SHOW, [draw(shown, shown.state.waiting[0], "en"), "en"])
    page.evaluate(STRIP)
    for goal in page.locator(".goals .goal").all():
        goal.locator("summary").click()
        expect(goal.locator(".name")).to_be_in_viewport(ratio=1)
        expect(goal.locator(".name")).to_have_css("position", "static")
        goal.locator("summary").click()
