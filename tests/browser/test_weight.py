"""A first visit to a running table is light, and nothing jumps."""

from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Browser

from tests.browser.planted import plant
from tests.browser.weigh import GAME, ROUNDS, Evening, Visit
from tests.server import serving

pytestmark = pytest.mark.browser

MOST = 120 * 1024, 250 * 1024  # bytes over the wire
JUMPING = 0.02  # cumulative layout shift; 0.1 is where it begins to be felt as bad


@pytest.mark.parametrize(("round_", "most"), [*zip(ROUNDS, MOST, strict=True)])
def test_a_first_visit_is_light_and_nothing_jumps(
    tmp_path: Path, browser: Browser, round_: int, most: int
) -> None:
    planted = plant(tmp_path / "data", GAME)
    with (
        ExitStack() as windows,
        serving(tmp_path / "data") as server,
        httpx2.Client(base_url=server.url, timeout=30) as web,
    ):
        Evening(web, planted).play_to(round_)
        visit = Visit(windows, browser, server, planted.keys[1])
        assert visit.page.locator("#table").get_attribute("data-scene") == "game"
        assert 0 < visit.bytes <= most
        assert visit.jumped <= JUMPING
