"""How many taps it takes a newcomer to make a first move, on a phone's touch screen."""

from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from app.table import playable_games
from tests.support.front_page import opened
from tests.support.server import Server

pytestmark = pytest.mark.browser
PHONE: ViewportSize = {"width": 390, "height": 844}


class Newcomer:
    """A phone that has never been here, and counts its taps. It never scrolls: what it taps is in view."""

    def __init__(self, windows: ExitStack, browser: Browser, server: Server) -> None:
        profile = windows.enter_context(
            browser.new_context(base_url=server.url, viewport=PHONE, locale="en", has_touch=True)
        )
        self.page: Page = profile.new_page()
        self.taps = 0

    def tap(self, what: Locator) -> None:
        expect(what).to_be_in_viewport(ratio=1)
        what.tap()
        self.taps += 1

    def is_asked(self) -> None:
        """The game asks for this player's move."""
        expect(self.page.locator("#table")).to_have_attribute("data-scene", "game")
        expect(self.page.locator("#table[data-mine]")).to_have_count(1, timeout=60_000)


@pytest.mark.parametrize("game", playable_games.names())
def test_against_bots_a_first_move_is_two_taps_and_a_name_away(
    browser: Browser, windows: ExitStack, server: Server, game: str
) -> None:
    ada = Newcomer(windows, browser, server)
    ada.page.goto("/")
    ada.tap(ada.page.locator(f".game button[name=now][value={game}]"))
    ada.page.locator("#naming [name=name]").fill("Ada")
    ada.tap(ada.page.locator("#naming .go"))
    ada.is_asked()
    assert ada.taps == 2


@pytest.mark.parametrize("game", playable_games.names())
def test_from_an_invitation_a_first_move_is_at_most_three_taps_and_a_name_away(
    browser: Browser, windows: ExitStack, server: Server, game: str
) -> None:
    host, ben = (Newcomer(windows, browser, server) for _ in range(2))
    table = opened(host.page, game=game)
    ben.page.goto(table)
    ben.page.locator(".sitting [name=name]").fill("Ben")
    ben.tap(ben.page.get_by_role("button", name="Take a seat"))
    ben.tap(ben.page.get_by_role("button", name="I'm ready"))
    expect(host.page.get_by_text("Everyone's ready.")).to_be_visible()
    host.tap(host.page.get_by_role("button", name="Start"))
    ben.page.wait_for_function("() => document.querySelector('#table').dataset.scene === 'game'")
    assert ben.taps <= 3
