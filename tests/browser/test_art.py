"""The pictures in a real browser, under our content security policy, in both themes."""

import pytest
from playwright.sync_api import Browser, Page

from tests.support.server import Server

pytestmark = pytest.mark.browser

FIRST = "#living_room + ul .art >> nth=0"


def seen(page: Page, server: Server, theme: str = "") -> bytes:
    """A screenshot of the gallery's first picture."""
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(f"{server.url}/gallery/dream_home")
    if theme:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    page.wait_for_load_state("networkidle")
    pixels = page.locator(FIRST).screenshot()
    assert complaints == []
    return pixels


def test_the_theme_colours_the_pictures_whether_chosen_or_preferred(browser: Browser, server: Server) -> None:
    with browser.new_context(color_scheme="light") as by_day:
        day = seen(by_day.new_page(), server)
        chosen_evening = seen(by_day.new_page(), server, "evening")
    with browser.new_context(color_scheme="dark") as in_the_evening:
        evening = seen(in_the_evening.new_page(), server)
        chosen_day = seen(in_the_evening.new_page(), server, "day")
    assert evening == chosen_evening
    assert day == chosen_day
    assert day != evening


def test_no_part_of_a_picture_lacks_its_colour(page: Page, server: Server) -> None:
    """A colour variable that the page doesn't define would fall back to black."""
    seen(page, server)
    unknown = page.evaluate(
        """async () => {
          const style = getComputedStyle(document.querySelector(".art"));
          const uses = [...document.querySelectorAll("use")];
          const files = new Set(uses.map(use => use.href.baseVal.split("#")[0]));
          const texts = await Promise.all([...files].map(async file => (await fetch(file)).text()));
          const names = new Set(texts.join(" ").match(/var\\(--[\\w-]+/g).map(name => name.slice(4)));
          return [...names].filter(name => !style.getPropertyValue(name));
        }"""
    )
    assert unknown == []
