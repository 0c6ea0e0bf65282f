"""How many taps it takes a newcomer to make a first move, on a phone's touch screen."""

from contextlib import ExitStack

import httpx2
import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from app.table import playable_games
from app.web.cookies import keys_cookie
from tests.browser.newcomers import newcomer
from tests.support.api import Guest, a_table
from tests.support.server import Server
from tests.support.staging_page import MIDDLE

pytestmark = pytest.mark.browser
PHONE: ViewportSize = {"width": 390, "height": 844}


class Newcomer:
    """A phone that has never been here, and counts its taps. It never scrolls: what it taps is in view."""

    def __init__(self, windows: ExitStack, browser: Browser, server: Server) -> None:
        profile = windows.enter_context(
            newcomer(browser, base_url=server.url, viewport=PHONE, locale="en", has_touch=True)
        )
        self.page: Page = profile.new_page()
        self.taps = 0

    def tap(self, what: Locator) -> None:
        expect(what).to_be_in_viewport(ratio=1)
        what.tap()
        self.taps += 1

    def tap_cell(self, name: str) -> None:
        """Tap a cell of the own plan."""
        column, row = "ABCDEFGHIJKLMNOP".index(name[0]), int(name[1:]) - 1
        self.page.touchscreen.tap(*self.page.evaluate(MIDDLE, [column + 0.5, row + 0.5]))
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
    ada.tap(ada.page.get_by_role("button", name="Skip"))
    expect(ada.page.locator("dialog.teach")).to_have_count(0)


@pytest.mark.parametrize("game", playable_games.names())
def test_from_an_invitation_the_third_tap_is_a_first_move(
    browser: Browser, windows: ExitStack, server: Server, game: str
) -> None:
    """And a name: nobody picks a seat or says that they are ready, and the lesson is skipped with one tap."""
    web = windows.enter_context(httpx2.Client(base_url=server.url, timeout=60))
    host, host_key = a_table(web, game)
    ben = Newcomer(windows, browser, server)
    ben.page.goto(f"/r/{host.code}")
    ben.page.locator(".sitting [name=name]").fill("Ben")
    ben.tap(ben.page.get_by_role("button", name="Take a seat"))
    expect(ben.page.get_by_text("Everyone's ready.")).to_be_visible()
    assert host.ask("POST", "/start", key=host_key).status_code == 200
    while (seen := host.look())["waiting"] == [0]:  # until it's Ben's turn
        made = host.ask("POST", "/moves", turn=seen["turn"], move=seen["moves"][0], id=str(seen["version"]))
        assert made.status_code == 200
    ben.is_asked()
    ben.tap(ben.page.get_by_role("button", name="Skip"))
    expect(ben.page.locator("dialog.teach")).to_have_count(0)
    version = host.look()["version"]
    [key] = [each["value"] for each in ben.page.context.cookies() if each["name"] == keys_cookie(host.code)]
    draws = [move for move in Guest(web, host.code, str(key)).look()["moves"] if move[0] == "draw"]
    if draws:  # a tap lays the piece, and a moment later it is sent
        ben.tap_cell(draws[0][3])
        expect(ben.page.locator("#card [data-pencilled]")).to_have_count(1)
    else:
        ben.tap(ben.page.locator(".tabletop button[name=move]:not([aria-disabled])").first)
        expect(ben.page.locator("#table")).to_have_attribute("data-version", str(version + 1))
    assert ben.taps == 3


def test_the_next_invitation_knows_the_name(browser: Browser, windows: ExitStack, server: Server) -> None:
    web = windows.enter_context(httpx2.Client(base_url=server.url, timeout=60))
    ben = Newcomer(windows, browser, server)
    ben.page.goto(f"/r/{a_table(web)[0].code}")
    ben.page.locator(".sitting [name=name]").fill("Ben")
    ben.tap(ben.page.get_by_role("button", name="Take a seat"))
    expect(ben.page.get_by_role("button", name="Wait, not yet")).to_be_visible()
    ben.page.goto(f"/r/{a_table(web)[0].code}")
    ben.tap(ben.page.get_by_role("button", name="Take a seat"))
    expect(ben.page.locator(".chair", has_text="Ben")).to_contain_text("Ready")
