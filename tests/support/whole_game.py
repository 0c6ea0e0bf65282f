"""Browsers that play a whole game by what their pages show."""

from contextlib import ExitStack, suppress

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, expect

from app.engine.core import Move
from app.web.cookies import keys_cookie
from tests.browser.planted import (
    PATIENCE,
    press,
    wait_for,
)
from tests.support.last_move import without_the_count
from tests.support.network.bad_line import BadLine
from tests.support.table_page import NOTE_LAID

PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 800}


# Both tables as text, without what scripts add and without blanks between elements.
_COMPARED = """async () => {
  const answer = await fetch(location.href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const told = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data.trim().replace(/\\s+/g, " ");
    if (node.nodeType !== Node.ELEMENT_NODE || node.localName === "noscript") return "";
    const given = [...node.attributes]
      .filter(({ name }) => !["tabindex", "open", "style", "data-htmx-powered"].includes(name))
      .map(({ name, value }) => `${name}="${value.trim()}"`).sort();
    return `<${[node.localName, ...given].join(" ")}>${[...node.childNodes].map(told).join("")}</>`;
  };
  return [document.getElementById("table"), page.getElementById("table")].map(told);
}"""


def shows_what_a_new_page_does(page: Page) -> None:
    """Although it has only been sent changes since it was opened."""
    shown, new = page.evaluate(_COMPARED)
    at = next((at for at, pair in enumerate(zip(shown, new, strict=False)) if pair[0] != pair[1]), 0)
    assert shown == new, f"…{shown[at - 200 : at + 100]}… instead of …{new[at - 200 : at + 100]}…"


class Window:
    """A player's browser at the table."""

    def __init__(
        self,
        windows: ExitStack,
        browser: Browser,
        address: str,
        key: str = "",
        locale: str = "en",
        size: dict[str, int] = DESK,
        script: bool = True,
        seed: int | None = None,
    ) -> None:
        """With a seed, the page's line can be made a bad one."""
        self.locale, self.script = locale, script
        profile: BrowserContext = windows.enter_context(
            browser.new_context(
                locale=locale,
                viewport=size,  # type: ignore[arg-type]
                java_script_enabled=script,
                reduced_motion="reduce",
            )
        )
        if key:
            origin, _, code = address.partition("/r/")
            profile.add_cookies([{"name": keys_cookie(code), "value": key, "url": origin}])
        self.page: Page = profile.new_page()
        self.complaints: list[str] = []
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        if script:
            self.page.add_init_script(NOTE_LAID)
        if seed is not None:
            self.line = BadLine(self.page, seed)
        self.page.goto(address)
        if script:
            without_the_count(self.page)
            expect(self.page.locator("html")).to_have_attribute("data-live", "yes", timeout=PATIENCE)

    def _heard(self, message: ConsoleMessage) -> None:
        # Browsers log the 422 of a refused move; no move is refused here.
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def play(self, move: Move, at: int) -> None:
        """Make a move on the table at this version."""
        self.look_again()
        wait_for(self.page, at)
        press(self.page, move)
        wait_for(self.page, at + 1)

    def shows_what_a_new_page_does(self) -> None:
        shows_what_a_new_page_does(self.page)

    def look_again(self) -> None:
        """Reload the page: without script nothing else brings it up to date right away."""
        if not self.script:
            with suppress(Error):
                self.page.reload()

    def sees_the_end(self, winner: str) -> None:
        self.look_again()
        expect(self.page.locator(".winner")).to_contain_text(winner, timeout=PATIENCE)
        expect(self.page.locator("#scores")).to_be_visible()
