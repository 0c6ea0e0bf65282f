"""All screens, checked for what a designer or a reader with a screen reader would stumble over."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.screens import House, Look, house, some_looks
from tests.server import serving

pytestmark = pytest.mark.browser

HERE = Path(__file__).parent
FAULTS = (HERE / "faults.js").read_text("utf-8")
AXE = (HERE / "vendor" / "axe-4.14.0.min.js").read_text("utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
FOUND = """async (tags) => (await axe.run({runOnly: {type: "tag", values: tags}})).violations.flatMap(
    (rule) => rule.nodes.map((node) => `${rule.id}: ${node.failureSummary} ${node.html.slice(0, 200)}`))"""


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    data, tables = house(tmp_path_factory.mktemp("screens") / "data")
    with serving(data, HOUSEWARMING_BOT_PAUSE="0") as server:
        yield House(server, tables)


@pytest.mark.parametrize("look", list(some_looks()), ids=lambda look: look.name)
def test_nothing_is_wrong_with_it(browser: Browser, shown: House, look: Look) -> None:
    complaints: list[str] = []
    page = shown.show(browser, look, complaints)
    try:
        assert page.evaluate(FAULTS) == []
        assert [said for said in complaints if look.screen.name != "no-table" or "404" not in said] == []
        page.evaluate(AXE)
        assert page.evaluate(FOUND, RULES) == []
    finally:
        page.context.close()
