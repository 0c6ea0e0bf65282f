"""What somebody sees who comes by the invitation link, on a phone, without ever reloading."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.front_page import opened
from tests.support.server import Server

pytestmark = pytest.mark.browser

IN_VIEW = """(element) => {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
}"""


def in_view(page: Page, what: str) -> bool:
    seen: bool = page.locator(what).first.evaluate(IN_VIEW)
    return seen


def test_a_guests_game_begins_at_the_top(browser: Browser, server: Server) -> None:
    """Wherever the lobby was scrolled to."""
    with (
        browser.new_context(base_url=server.url, viewport={"width": 390, "height": 844}) as hosts,
        browser.new_context(
            base_url=server.url, viewport={"width": 390, "height": 844}, has_touch=True
        ) as guests,
    ):
        host = hosts.new_page()
        opened(host)
        expect(host.get_by_role("heading", name="Seats")).to_be_visible()
        guest = guests.new_page()
        guest.goto(host.url)
        guest.get_by_role("textbox", name="Your name").first.fill("Ben")
        guest.get_by_role("button", name="Take a seat").tap()
        expect(guest.get_by_role("button", name="Wait, not yet")).to_be_visible()
        guest.evaluate("scrollTo(0, document.body.scrollHeight)")
        expect(host.get_by_text("Everyone's ready.")).to_be_visible()
        host.get_by_role("button", name="Start").click()
        expect(guest.locator("#table")).to_have_attribute("data-scene", "game")
        guest.wait_for_function("() => scrollY === 0")
        assert "#" not in guest.url
        assert in_view(guest, "#column-0")
        assert in_view(guest, "#bar .say")
