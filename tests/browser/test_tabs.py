"""Two tabs of one browser at one table: keys gained or lost in one count in the other too."""

from collections.abc import Iterator

import httpx2
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.support.api import a_table
from tests.support.server import Server

pytestmark = pytest.mark.browser


@pytest.fixture
def tabs(browser: Browser, house: Server) -> Iterator[tuple[Page, Page]]:
    """Bruno has opened the link twice."""
    with httpx2.Client(base_url=house.url, timeout=60) as web:
        ada, _ = a_table(web)
    with browser.new_context(locale="en", base_url=house.url) as profile:
        pages = profile.new_page(), profile.new_page()
        for page in pages:
            page.goto(f"/r/{ada.code}")
            expect(page.locator("html")).to_have_attribute("data-live", "yes")
        yield pages


def sit_down(page: Page) -> None:
    page.get_by_role("textbox", name="Your name").fill("Bruno")
    page.get_by_role("button", name="Take a seat").click()
    expect(own_seat(page)).to_be_visible()


def own_seat(page: Page) -> Locator:
    return page.get_by_role("button", name="Wait, not yet")


def test_sitting_down_or_leaving_in_one_tab_shows_in_the_other(tabs: tuple[Page, Page]) -> None:
    here, there = tabs
    sit_down(here)
    expect(own_seat(there)).to_be_visible()
    own_seat(there).click()
    there.goto(f"{here.url}/leave")
    there.get_by_role("button", name="Leave").click()
    for page in (there, here):
        expect(page.get_by_role("textbox", name="Your name")).to_be_visible()


def test_a_half_typed_text_is_not_lost(tabs: tuple[Page, Page]) -> None:
    here, there = tabs
    there.evaluate("addEventListener('storage', () => { window.heard = true; })")
    there.get_by_role("textbox", name="Your name").press_sequentially("Br")
    sit_down(here)
    there.wait_for_function("window.heard")
    there.get_by_role("textbox", name="Your name").press_sequentially("uno")
    expect(there.get_by_role("textbox", name="Your name")).to_have_value("Bruno")
    there.locator("h1").first.click()
    expect(own_seat(there)).to_be_visible()
