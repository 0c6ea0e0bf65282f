"""A hint on a phone: asked for by a key or in the menu, in view, and folded away; without script too."""

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from app.table import playable_games
from tests.browser.newcomers import newcomer
from tests.support.screen_faults import AXE, FOUND, RULES
from tests.support.server import Server

pytestmark = pytest.mark.browser
SMALL = ViewportSize(width=360, height=640)


def plays(page: Page, server: Server, game: str) -> None:
    """A game against Otto, until it is one's turn."""
    page.goto(f"{server.url.rstrip('/')}/start?now={game}")
    page.locator("input[name=name]").fill("Zoe")
    page.locator("main button.go").click()
    expect(page.locator("#table[data-scene=game]")).to_have_count(1, timeout=60_000)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", playable_games.names())
def test_a_key_brings_a_hint_into_view_and_it_folds_away(
    browser: Browser, server: Server, game: str, theme: str
) -> None:
    with newcomer(browser, viewport=SMALL, reduced_motion="reduce", color_scheme=theme) as profile:
        profile.add_init_script(f"localStorage['lesson-{game}'] = 'seen'")
        page = profile.new_page()
        plays(page, server, game)
        expect(page.locator("html")).to_have_attribute("data-live", "yes")
        expect(page.locator("#table[data-mine]")).to_have_count(1, timeout=60_000)
        page.keyboard.press("h")
        hint = page.locator(".hinted")
        expect(hint).to_be_visible(timeout=60_000)
        expect(hint.locator("b")).to_be_in_viewport(ratio=1)
        expect(hint.locator("summary")).to_be_focused()
        expect(page.locator("html")).to_have_attribute("data-live", "yes")
        page.evaluate(AXE)
        assert page.evaluate(FOUND, RULES) == []
        page.keyboard.press("Enter")
        expect(hint.locator("b")).to_be_hidden()
        header = page.locator(".tools").bounding_box()
        folded = hint.bounding_box()
        assert header
        assert folded
        assert folded["height"] >= 44
        assert folded["x"] + folded["width"] <= header["x"], "the tools are free again"


def test_without_script_the_menu_asks_for_it(browser: Browser, server: Server) -> None:
    with newcomer(browser, viewport=SMALL, java_script_enabled=False) as profile:
        page = profile.new_page()
        plays(page, server, "my_shelfie")
        while not page.locator("#table[data-mine]").count():
            page.reload()  # Otto thinks
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="What would you do?").click()
        expect(page.locator(".hinted b")).to_be_in_viewport(ratio=1, timeout=60_000)
        page.locator(".hinted summary").click()
        expect(page.locator(".hinted b")).to_be_hidden()
