"""The site around the tables: theme, offline page, and the window's icon."""

from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect

from app.web.cookies import keys_cookie
from tests.support.api import started
from tests.support.server import Server, serving

pytestmark = pytest.mark.browser


def test_the_theme_switch_changes_the_page_without_script(browser: Browser, server: Server) -> None:
    with browser.new_context(java_script_enabled=False, color_scheme="light") as profile:
        page = profile.new_page()
        page.goto(server.url)
        day = page.locator("body").evaluate("body => getComputedStyle(body).color")
        page.locator(".languages summary").click()
        page.get_by_role("button", name="Dark").click()
        expect(page.locator("html")).to_have_attribute("data-theme", "evening")
        evening = page.locator("body").evaluate("body => getComputedStyle(body).color")
        assert evening != day


def test_without_the_server_the_page_says_so_and_recovers(page: Page, tmp_path: Path) -> None:
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    with serving(tmp_path / "data") as server:
        page.goto(server.url)
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        server.end()
    page.goto(f"{server.url}/rules")
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    background = page.locator(".btn.go").evaluate("button => getComputedStyle(button).backgroundColor")
    assert background == "rgb(162, 56, 27)"  # its style sheet was cached too
    assert complaints == []


def test_the_favicon_shows_whose_turn_it_is(browser: Browser, server: Server) -> None:
    with httpx2.Client(base_url=server.url, timeout=60) as web:
        ada, bruno = started(web, "Bruno", first_player=0)
    shown = []
    for guest in (ada, bruno):
        with browser.new_context() as profile:
            profile.add_cookies([{"name": keys_cookie(guest.code), "value": guest.key, "url": server.url}])
            page = profile.new_page()
            page.goto(f"{server.url}/r/{guest.code}")
            shown.append("icon-turn" in (page.locator("link[rel=icon]").get_attribute("href") or ""))
    assert shown == [True, False]
