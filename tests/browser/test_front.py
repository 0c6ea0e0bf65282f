"""What a guest sees on opening the site's address."""

import re

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.support.server import Server

pytestmark = pytest.mark.browser


def test_a_guest_starts_a_table_with_nothing_but_a_name(page: Page, server: Server) -> None:
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    answer = page.goto(server.url)

    assert answer
    assert answer.status == 200
    page.get_by_role("textbox", name="Your name").fill("Ada")
    page.get_by_role("button", name="Dream Home").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Join my table")
    expect(page.get_by_role("listitem").first).to_contain_text("Ada")
    assert complaints == []


def test_a_game_alone_is_two_taps_away(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.get_by_role("button", name=re.compile("Play alone.*Home Staging")).click()
    expect(page.locator("#bar")).to_contain_text("Pick the next room to furnish.")
    expect(page.get_by_role("textbox", name="Your name")).to_have_count(0)


def test_the_language_switch_stays_on_the_page(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/join?code=nowhere")
    page.locator("summary").click()
    page.get_by_role("button", name="Polski").click()
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    expect(page.get_by_label("Kod stołu")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "it", "pl", "ja"])
def test_a_small_phone_shows_how_to_start_and_the_top_of_the_picture(
    browser: Browser, server: Server, language: str
) -> None:
    small: ViewportSize = {"width": 360, "height": 640}
    with browser.new_context(base_url=server.url, viewport=small, locale=language) as profile:
        page = profile.new_page()
        page.goto("/")
        expect(page.locator(".begins .go").first).to_be_in_viewport(ratio=1)
        page.locator("[name=name]").fill("Ada")
        page.locator(".begins .box").first.click()
        expect(page.locator(".chair").first).to_contain_text("Ada")


def test_a_games_pictures_are_linked_beside_it(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.get_by_role("link", name=re.compile("Gallery.*Dream Home")).click()
    page.wait_for_url("**/gallery/dream_home")
