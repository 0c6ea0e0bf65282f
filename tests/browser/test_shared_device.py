"""Several people play on one device: they are asked by name, and a banner says when to hand it over."""

import time
from contextlib import ExitStack

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect

from app.table import playable_games
from app.web.cookies import keys_cookie
from tests.support.api import started
from tests.support.server import Server
from tests.support.table_page import PHONE

pytestmark = pytest.mark.browser


def shared(browser: Browser, windows: ExitStack, server: Server, game: str, script: bool = True) -> Page:
    """Ada's and Bruno's phone, at a table where Ada has the first turn."""
    with httpx2.Client(base_url=server.url, timeout=60) as web:
        options = {"first_player": 0} if game == "dream_home" else {}
        guests = started(web, "Bruno", game=game, **options)
    code = guests[0].code
    profile = windows.enter_context(
        browser.new_context(viewport=PHONE, locale="en", java_script_enabled=script)  # type: ignore[arg-type]
    )
    keys = ".".join(each.key for each in guests)
    profile.add_cookies([{"name": keys_cookie(code), "value": keys, "url": server.url}])
    page = profile.new_page()
    if script:
        page.clock.install()
    page.goto(f"{server.url.rstrip('/')}/r/{code}")
    if script:
        expect(page.locator("html")).to_have_attribute("data-live", "yes")
    return page


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize("game", playable_games.names())
def test_a_turn_on_a_shared_device_is_asked_by_name(
    browser: Browser, windows: ExitStack, server: Server, game: str, script: bool
) -> None:
    page = shared(browser, windows, server, game, script)
    claims = page.get_by_role("button", name="I'm ")
    if claims.count():  # what only one of them may see is hidden until they say who has it
        claims.first.click()
    expect(page.locator("#bar.mine")).to_be_visible()
    asked = page.locator("#bar .say").inner_text()
    assert asked.split(",")[0] in ("Ada", "Bruno")
    assert ", your turn. " in asked
    assert "Your turn." not in asked


def test_a_banner_says_whom_to_hand_the_device_to(
    browser: Browser, windows: ExitStack, server: Server
) -> None:
    page = shared(browser, windows, server, "dream_home")
    banner = page.locator(".handover")

    def press(move: str, version: int) -> None:
        page.locator(f'button[name=move][value="{move}"]').click()
        expect(page.locator("#table")).to_have_attribute("data-version", str(version))

    press("clear 1", 2)
    expect(banner).to_have_count(0)
    press("take 0", 3)
    page.locator(".glow:visible").first.click()
    expect(page.locator("#table")).to_have_attribute("data-version", "4")
    page.clock.pause_at(time.time() + 60)
    while "Ada" in page.locator("#bar .say").inner_text():
        page.locator("#bar .go").click()
        page.locator("#table:not([data-waits])").wait_for()
    expect(banner).to_have_text("Bruno, your turn.")
    expect(banner).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.activeElement.closest('#table') !== null")
    page.clock.run_for(600)
    expect(banner).to_have_count(0)
    expect(page.locator("#bar .say")).to_contain_text("Bruno, your turn.")
