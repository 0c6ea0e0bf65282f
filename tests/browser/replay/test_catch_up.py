"""Back at the table after some minutes: what the others did, for ten seconds."""

from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from app.web.cookies import keys_cookie
from tests.browser.planted import CODE, Wanted, plant_all
from tests.support.screen_faults import AXE, FOUND, RULES
from tests.support.server import Server, serving

pytestmark = pytest.mark.browser
MINUTES_AGO = f"localStorage['seen /r/{CODE}'] = `12 ${{Date.now() - 400000}}`"
JUST_NOW = f"localStorage['seen /r/{CODE}'] = `12 ${{Date.now() - 5000}}`"


def back(windows: ExitStack, browser: Browser, data: Path, last: str, **look: object) -> tuple[Server, Page]:
    """The page of a player who looked at the table then."""
    (planted,) = plant_all(data, [Wanted(3, 60, game="my_shelfie")])
    server = windows.enter_context(serving(data))
    profile = windows.enter_context(browser.new_context(locale="en", **look))  # type: ignore[arg-type]
    key = {"name": keys_cookie(CODE), "value": planted.keys[0], "url": server.url}
    profile.add_cookies([key])  # type: ignore[list-item]
    profile.add_init_script(last)
    page = profile.new_page()
    page.clock.install()
    page.goto(f"{server.url.rstrip('/')}/r/{CODE}")
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    return server, page


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_it_shows_and_passes_axe_and_is_skipped(
    windows: ExitStack, browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    width, height = size
    _, page = back(
        windows, browser, tmp_path / "data", MINUTES_AGO, viewport={"width": width, "height": height}
    )
    panel = page.get_by_role("region", name="While you were away")
    expect(panel).to_be_in_viewport(ratio=1)
    expect(panel.get_by_role("listitem")).to_have_count(4)
    expect(page.locator("#narration")).to_contain_text("While you were away")
    page.evaluate(AXE)
    assert page.evaluate(FOUND, RULES) == []
    skip = panel.get_by_role("button", name="Skip")
    expect(skip).to_be_in_viewport(ratio=1)
    skip.focus()
    page.keyboard.press("Enter")
    expect(panel).to_have_count(0)


def test_it_goes_by_itself_and_leaves_nothing_in_the_way(
    windows: ExitStack, browser: Browser, tmp_path: Path
) -> None:
    _, page = back(windows, browser, tmp_path / "data", MINUTES_AGO)
    panel = page.locator("#catch-up")
    expect(panel).to_be_visible()
    page.clock.run_for(11_000)
    expect(panel).to_have_count(0)


def test_who_was_here_just_now_is_told_nothing(windows: ExitStack, browser: Browser, tmp_path: Path) -> None:
    asked: list[str] = []
    browser_page = back(windows, browser, tmp_path / "data", JUST_NOW)[1]
    browser_page.on("request", lambda request: asked.append(request.url))
    browser_page.reload()
    expect(browser_page.locator("html")).to_have_attribute("data-live", "yes")
    assert not [url for url in asked if "missed" in url]
    expect(browser_page.locator("#catch-up")).to_have_count(0)
