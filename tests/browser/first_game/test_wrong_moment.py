"""Someone who presses a button too early reads what comes first, and still sees what is asked."""

from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, expect

from app.pages.refusals import TEMPLATES, read
from tests.browser.newcomers import deal
from tests.support.server import Server
from tests.support.table_page import DESK, PHONE, at_table

pytestmark = pytest.mark.browser
FIRST = {
    "dream_home": "Pick a pair first.",
    "my_shelfie": "Take at least one tile.",
    "home_staging": "Pick a room first.",
}
CLASHES = """() => {
  const box = (which) => document.querySelector(which).getBoundingClientRect();
  const [said, asked, acts, bar] = [".say .refused", ".say > :last-child", "#moves", "#bar"].map(box);
  const beside = (one, other) => one.bottom <= other.top + 1 || one.right <= other.left + 1;
  const meet = (one, other) => !beside(one, other) && !beside(other, one);
  return [meet(said, asked), meet(asked, acts), said.top < bar.top - 1, asked.bottom > bar.bottom + 1];
}"""


@pytest.mark.parametrize(
    "size",
    [{"width": 360, "height": 640}, PHONE, {"width": 844, "height": 390}, DESK],
    ids=lambda size: f"{size['width']}x{size['height']}",
)
@pytest.mark.parametrize("game", FIRST)
def test_what_comes_first_stands_beside_what_is_asked(
    browser: Browser, windows: ExitStack, server: Server, game: str, size: dict[str, int]
) -> None:
    ada = deal(server, "Celina", "Daiki", game=game)[0]
    window = at_table(windows, browser, server, ada.code, ada.key, size)
    bar = window.page.locator("#bar")
    asked = bar.locator(".say > :last-child").inner_text().removeprefix("Your turn.").strip()
    bar.locator(".go").click(force=True, timeout=10_000)
    expect(bar.locator(".refused")).to_contain_text(FIRST[game])
    expect(bar.locator(".refused")).to_be_in_viewport(ratio=1)
    expect(bar.locator(".say > :last-child")).to_be_in_viewport(ratio=1)
    expect(bar.locator(".say > :last-child")).to_contain_text(asked, use_inner_text=True)
    assert window.page.evaluate(CLASHES) == [False] * 4
    sentences = read(TEMPLATES / game / "refusals.toml").values()
    longest = max((said for said in sentences if "{" not in said), key=len)
    bar.locator(".refused").evaluate("(line, said) => { line.firstChild.data = said; }", longest)
    assert window.page.evaluate(CLASHES) == [False] * 4
