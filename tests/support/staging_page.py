"""A player's page at a table of Home Staging: hands on the plan."""

import json
import re
from contextlib import ExitStack
from typing import Any

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from app.web.cookies import keys_cookie
from tests.support.server import Server
from tests.support.staged_tables import Table

PHONE, DESK = ViewportSize(width=390, height=844), ViewportSize(width=1280, height=800)
MIDDLE = """([column, row]) => {
    const { a, e, f } = document.querySelector("#sheet svg.plan").getScreenCTM();
    return [e + 24 * a * column, f + 24 * a * row];
}"""


class StagingPage:
    """The page; what its console complains about is kept."""

    def __init__(
        self,
        windows: ExitStack,
        browser: Browser,
        server: Server,
        table: Table,
        seat: int = 0,
        size: ViewportSize = PHONE,
        script: bool = True,
    ) -> None:
        profile = windows.enter_context(
            browser.new_context(
                viewport=size,
                locale="en",
                has_touch=size == PHONE,
                java_script_enabled=script,
                reduced_motion="reduce",
            )
        )
        profile.add_cookies([{"name": keys_cookie(table.code), "value": table.keys[seat], "url": server.url}])
        self.code = table.code
        self.page: Page = profile.new_page()
        self._fingers = profile.new_cdp_session(self.page)
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(f"{server.url.rstrip('/')}/r/{table.code}")
        if script:
            expect(self.page.locator("html")).to_have_attribute("data-live", "yes")

    @property
    def step(self) -> str:
        return self.page.locator("#table").get_attribute("data-step") or ""

    @property
    def sheet(self) -> Locator:
        return self.page.locator("#sheet")

    @property
    def go(self) -> Locator:
        return self.page.locator("#moves .go")

    @property
    def ghost(self) -> Locator:
        """The piece in hand on the plan, unless it is only shown where it could lie."""
        return self.page.locator("#ghost > .ghost:not(.hint)")

    @property
    def hint(self) -> Locator:
        return self.page.locator("#ghost > .hint")

    @property
    def version(self) -> int:
        return int(self.page.locator("#table").get_attribute("data-version") or 0)

    def tap_behind_more(self, button: Locator) -> None:
        self.page.locator("[popovertarget=extras]").tap()
        button.tap()
        expect(self.page.locator("#extras")).to_be_hidden()

    def expect_place(self, *words: str) -> None:
        """The piece in hand lies where the slider says it does."""
        for each in words:
            expect(self.sheet).to_have_attribute("aria-valuetext", re.compile(re.escape(each)))

    def expect_sent(self, pieces: int) -> None:
        """The server has so many pieces of this turn."""
        expect(self.page.locator("#card [data-pencilled]")).to_have_count(pieces)

    def point(self, cell: str, right: float = 0.5, down: float = 0.5) -> tuple[float, float]:
        """Where a cell is on the screen."""
        column, row = "ABCDEFGHIJKLMNOP".index(cell[0]), int(cell[1:]) - 1
        x, y = self.page.evaluate(MIDDLE, [column + right, row + down])
        return x, y

    def tap(self, cell: str, right: float = 0.5, down: float = 0.5) -> None:
        self.page.touchscreen.tap(*self.point(cell, right, down))

    def closing(self) -> dict[str, Any]:
        return dict(json.loads(self.sheet.get_attribute("data-closing") or "{}"))

    def drag(self, *path: tuple[float, float]) -> None:
        """Drag a finger along these points of the screen, and leave it there."""
        for kind, (x, y) in zip(["touchStart", *("touchMove" for _ in path)], path, strict=False):
            self._touch(kind, [{"x": x, "y": y}])

    def lift_finger(self) -> None:
        self._touch("touchEnd", [])

    def _touch(self, kind: str, points: list[dict[str, float]]) -> None:
        self._fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
