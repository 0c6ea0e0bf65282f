"""What a browser has to do for a frame, counted and not timed: other load on the machine changes nothing."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple

import httpx2
import pytest
from playwright.sync_api import Browser

from app.cli.bench.report import median
from tests.browser.planted import Planted, plant_all
from tests.browser.weigh import TABLES, Evening, Visit
from tests.support.server import Server, serving

pytestmark = pytest.mark.browser

LATE = TABLES[1::2]  # a table of each game, near its end
MOVES = 8
MOST_RESTYLED = {"dream_home": 40, "my_shelfie": 30, "home_staging": 10}  # elements, for a usual move
WORK = ("devtools.timeline", "disabled-by-default-devtools.timeline.stack")
PAINTED = "new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); })"


class Counted(NamedTuple):
    """What one move cost: elements restyled, and scripts that made the browser lay out the page at once."""

    restyled: int
    forced: list[str]


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, list[Planted]]]:
    data = tmp_path_factory.mktemp("work") / "data"
    planted = plant_all(data, LATE)
    with serving(data) as server:
        yield server, planted


def counted(browser: Browser, visit: Visit, evening: Evening) -> Counted:
    browser.start_tracing(page=visit.page, categories=list(WORK))
    evening.move()
    visit.shows(evening.version)
    visit.page.evaluate(PAINTED)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    restyled = [each["args"]["elementCount"] for each in events if "elementCount" in each.get("args", {})]
    return Counted(sum(restyled), [*forced_layouts(events)])


def forced_layouts(events: list[dict[str, Any]]) -> Iterator[str]:
    for each in events:
        stack = each.get("args", {}).get("beginData", {}).get("stackTrace")
        if each["name"] == "Layout" and stack:
            yield " < ".join(call["functionName"] or "anonymous" for call in stack)


@pytest.mark.parametrize("which", range(len(LATE)), ids=[each.game for each in LATE])
def test_a_move_is_laid_out_once_and_restyles_little(
    browser: Browser, windows: ExitStack, tables: tuple[Server, list[Planted]], which: int
) -> None:
    server, planted = tables
    wanted = LATE[which]
    web = windows.enter_context(httpx2.Client(base_url=server.url, timeout=60))
    visit = Visit(windows, browser, server, planted[which])
    # what moves is restyled for each picture shown meanwhile, and a busy machine shows fewer
    visit.page.emulate_media(reduced_motion="reduce")
    evening = Evening(web, planted[which], wanted.steps or 0)
    moves = [counted(browser, visit, evening) for _ in range(MOVES)]
    assert [work.forced for work in moves if work.forced] == []
    restyled = [work.restyled for work in moves]  # nothing, if only words change
    assert sum(restyled) > 0
    assert median(restyled) <= MOST_RESTYLED[wanted.game], restyled


def test_a_forced_layout_would_be_found(
    browser: Browser, windows: ExitStack, tables: tuple[Server, list[Planted]]
) -> None:
    server, planted = tables
    visit = Visit(windows, browser, server, planted[0])
    browser.start_tracing(page=visit.page, categories=list(WORK))
    visit.page.evaluate(
        "() => { document.querySelector('.bar').remove(); return document.body.offsetHeight; }"
    )
    assert [*forced_layouts(json.loads(browser.stop_tracing())["traceEvents"])]
