"""A first visit to a running table is light, and nothing jumps."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser

from scripts import golden
from tests.browser.planted import Planted, Wanted, plant_all, recorded
from tests.browser.weigh import GAME, ROUNDS, Visit
from tests.server import Server, serving

pytestmark = pytest.mark.browser

EARLY, LATE = 120 * 1024, 250 * 1024  # the most bytes over the wire
JUMPING = 0.02  # cumulative layout shift; 0.1 is where it begins to be felt as bad


def steps_to(round_: int) -> int:
    """Of the game of Dream Home, until this round begins."""
    states = golden.replay(recorded(GAME))
    return next(count for count, step in enumerate(states) if step.after.round == round_)


VISITS = {
    Wanted(GAME, steps_to(ROUNDS[0]) + 1, "sunny-sofa-21"): EARLY,
    Wanted(GAME, steps_to(ROUNDS[1]), "sunny-sofa-22"): LATE,
    Wanted(3, 20, "sunny-sofa-23", "my_shelfie"): EARLY,
    Wanted(3, 300, "sunny-sofa-24", "my_shelfie"): LATE,
}


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, list[Planted]]]:
    data = tmp_path_factory.mktemp("weight") / "data"
    planted = plant_all(data, list(VISITS))
    with serving(data) as server:
        yield server, planted


@pytest.mark.parametrize("which", range(len(VISITS)), ids=[f"{each.game} {each.steps}" for each in VISITS])
def test_a_first_visit_is_light_and_nothing_jumps(
    browser: Browser, tables: tuple[Server, list[Planted]], which: int
) -> None:
    server, planted = tables
    with ExitStack() as windows:
        visit = Visit(windows, browser, server, planted[which])
        assert visit.page.locator("#table").get_attribute("data-scene") == "game"
        assert 0 < visit.bytes <= [*VISITS.values()][which]
        assert visit.jumped <= JUMPING
