"""What a first visit to a running table costs: bytes, time, and nothing that jumps."""

from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Browser, Page

from app.auth import keys_cookie
from scripts import golden
from tests.browser.planted import CODE, Planted, plant
from tests.server import Server, serving
from tests.test_api import Guest

pytestmark = pytest.mark.browser

FIRST_ROUND, LAST_ROUND = 130 * 1024, 250 * 1024  # bytes over the wire
JUMPING = 0.02  # cumulative layout shift; 0.1 is where it begins to be felt as bad
OBSERVE = """
window.jumped = 0;
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) jumped += entry.value;
}).observe({ type: 'layout-shift', buffered: true });
"""


class Visit:
    """Somebody's first look at the table: nothing of it is cached."""

    def __init__(self, windows: ExitStack, browser: Browser, server: Server, key: str) -> None:
        profile = windows.enter_context(browser.new_context(viewport={"width": 390, "height": 844}))
        profile.add_cookies([{"name": keys_cookie(CODE), "value": key, "url": server.url}])
        self.page: Page = profile.new_page()
        self.page.add_init_script(OBSERVE)
        self.network = profile.new_cdp_session(self.page)
        self.network.send("Network.enable")
        self.bytes = 0
        self.network.on("Network.loadingFinished", self._arrived)
        self.page.goto(f"{server.url.rstrip('/')}/r/{CODE}", wait_until="networkidle")

    def _arrived(self, what: dict[str, float]) -> None:
        self.bytes += int(what["encodedDataLength"])


def begun(server: Server, planted: Planted, round_: int) -> None:
    """The recorded game, played by programs up to a round."""
    steps = list(golden.replay(planted.record))
    with httpx2.Client(base_url=server.url) as web:
        host, _, first = planted.keys[0].partition(".")
        guests = [Guest(web, CODE, key) for key in (first, *planted.keys[1:])]
        assert guests[0].ask("POST", "/start", key=host).status_code == 200
        for number, (made, step) in enumerate(zip(planted.record.steps, steps[1:], strict=False)):
            answer = guests[made.seat].ask(
                "POST", "/moves", turn=made.turn, move=list(made.move), id=f"recorded {number}"
            )
            assert answer.status_code == 200, answer.text
            if step.after.round == round_:
                return


@pytest.mark.parametrize(("round_", "most"), [(1, FIRST_ROUND), (12, LAST_ROUND)])
def test_a_first_visit_is_light_and_nothing_jumps(
    tmp_path: Path, browser: Browser, round_: int, most: int
) -> None:
    planted = plant(tmp_path / "data", 1)
    with ExitStack() as windows, serving(tmp_path / "data") as server:
        begun(server, planted, round_)
        visit = Visit(windows, browser, server, planted.keys[1])
        assert visit.page.locator("#table").get_attribute("data-scene") == "game"
        print(f"round {round_}: {visit.bytes} bytes, shift {visit.page.evaluate('jumped'):.4f}")
        assert 0 < visit.bytes <= most
        assert visit.page.evaluate("jumped") <= JUMPING
