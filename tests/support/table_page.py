"""Browsers at a table; any error in the console fails the test."""

from contextlib import ExitStack

import httpx2
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from app.web.cookies import keys_cookie
from tests.support.api import Guest, started
from tests.support.server import Server

# What a page rightly logs to the console while its server is away.
AWAY = ("WebSocket connection", "htmx:ws:error", "net::ERR_CONNECTION_REFUSED", "htmx:error: Failed to fetch")
# Writes on the root which version was last laid out: only then are the focus, the tab stops and what is
# announced those of that version.
NOTE_LAID = """document.addEventListener("table:laid", () => {
    document.documentElement.dataset.laid = document.getElementById("table")?.dataset.version;
});"""
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 800}


def expect_laid(page: Page, version: int) -> None:
    """Wait until this version is laid out, on a page with NOTE_LAID."""
    expect(page.locator("html")).to_have_attribute("data-laid", str(version), timeout=60_000)


class Window:
    """A browser at a table; any error in its console fails the test."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.add_init_script(NOTE_LAID)
        page.goto(address)
        self.expect_live()

    def _heard(self, message: ConsoleMessage) -> None:
        away = any(words in message.text for words in AWAY)
        if message.type in ("error", "warning") and not away:
            self.complaints.append(message.text)

    def expect_live(self) -> None:
        expect(self.page.locator("html")).to_have_attribute("data-live", "yes", timeout=60_000)

    def expect_version(self, version: int) -> None:
        expect(self.page.locator("#table")).to_have_attribute("data-version", str(version), timeout=60_000)
        expect_laid(self.page, version)

    def press(self, move: str) -> None:
        button = self.page.locator(f'button[name="move"][value="{move}"]')
        if move.endswith(" down"):
            self.page.get_by_label("face down", exact=True).check()
        button.click()


def at_table(
    windows: ExitStack, browser: Browser, house: Server, code: str, key: str = "", size: dict[str, int] = DESK
) -> Window:
    profile = windows.enter_context(browser.new_context(viewport=size, locale="en"))  # type: ignore[arg-type]
    if key:
        profile.add_cookies([{"name": keys_cookie(code), "value": key, "url": house.url}])
    return Window(profile.new_page(), f"{house.url.rstrip('/')}/r/{code}")


def deal(house: Server) -> list[Guest]:
    with httpx2.Client(base_url=house.url, timeout=60) as web:
        return started(web, "Bruno", first_player=0)
