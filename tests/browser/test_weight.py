"""A first visit to a running table is light, without layout shifts."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from scripts import golden
from tests.browser.planted import Planted, Wanted, plant_all, recorded
from tests.browser.weigh import TABLES, Visit
from tests.support.server import Server, serving

pytestmark = pytest.mark.browser

EARLY, LATE = 120_000, 250_000  # bytes over the wire
LIMITS = (EARLY, LATE, EARLY, LATE, EARLY, LATE)
JUMPING = 0.02  # cumulative layout shift; bad is 0.1 and above


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, list[Planted]]]:
    data = tmp_path_factory.mktemp("weight") / "data"
    planted = plant_all(data, TABLES)
    with serving(data) as server:
        yield server, planted


def test_a_newcomers_first_turn_is_light_with_its_lesson(browser: Browser, tmp_path: Path) -> None:
    """The player in the second seat takes the first pair of their life."""
    states = golden.replay(recorded(1))
    steps = next(count for count, step in enumerate(states) if step.before.waiting == (1,))
    [planted] = plant_all(tmp_path / "data", [Wanted(1, steps)])
    with serving(tmp_path / "data") as server, ExitStack() as windows:
        visit = Visit(windows, browser, server, planted, then="dialog.teach[open]")
        assert 0 < visit.bytes <= EARLY


@pytest.mark.parametrize("which", range(len(TABLES)), ids=[f"{each.game} {each.steps}" for each in TABLES])
def test_a_first_visit_is_light_and_nothing_shifts(
    browser: Browser, tables: tuple[Server, list[Planted]], which: int
) -> None:
    server, planted = tables
    with ExitStack() as windows:
        visit = Visit(windows, browser, server, planted[which])
        assert visit.page.locator("#table").get_attribute("data-scene") == "game"
        assert 0 < visit.bytes <= LIMITS[which]
        assert visit.jumped <= JUMPING
