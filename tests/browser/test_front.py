"""What a guest sees on opening the site's address."""

import re

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.support.front_page import begin, opened
from tests.support.server import Server

pytestmark = pytest.mark.browser
PHONE: ViewportSize = {"width": 390, "height": 844}
SMALL: ViewportSize = {"width": 360, "height": 640}


def test_a_guest_opens_a_table_with_nothing_but_a_name(page: Page, server: Server) -> None:
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    opened(page, front=server.url)
    expect(page.locator("#seats")).to_be_visible()
    expect(page.get_by_role("listitem").first).to_contain_text("Ada")
    assert complaints == []


def test_a_game_alone_is_two_taps_away(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.get_by_role("button", name=re.compile("Play alone.*Home Staging")).click()
    expect(page.locator("#bar")).to_contain_text("Pick the next room to furnish.")
    expect(page.get_by_role("textbox", name="Your name")).to_have_count(0)


def test_enter_in_a_field_starts_nothing(browser: Browser, server: Server) -> None:
    for script in (True, False):
        with browser.new_context(base_url=server.url, java_script_enabled=script) as profile:
            page = profile.new_page()
            page.goto("/")
            page.get_by_role("button", name=re.compile("Play now.*Dream Home")).click()
            name = page.get_by_role("textbox", name="Your name")
            name.fill("Ada")
            asking = page.url
            name.press("Enter")
            expect(page.get_by_role("button", name="Play Dream Home")).to_be_visible()
            assert page.url == asking
            if script:
                expect(page.get_by_role("button", name="Play Dream Home")).to_be_focused()


def test_the_sheet_says_who_comes_along_and_can_be_closed(page: Page, server: Server) -> None:
    page.goto(server.url)
    sheet, name = page.get_by_role("dialog"), page.get_by_role("textbox", name="Your name")
    page.get_by_role("button", name=re.compile("Play now.*My Shelfie")).click()
    expect(sheet).to_contain_text("You play against Otto")
    expect(name).to_be_focused()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    page.get_by_role("button", name=re.compile("Play with friends.*Dream Home")).click()
    expect(sheet).to_contain_text("you get a link to share")
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_have_count(0)


def test_a_known_name_is_filled_in(page: Page, server: Server) -> None:
    opened(page, "Bruno", front=server.url)
    page.goto(server.url)
    page.get_by_role("button", name=re.compile("Play now.*Dream Home")).click()
    expect(page.get_by_role("textbox", name="Your name")).to_have_value("Bruno")
    expect(page.get_by_role("button", name="Play Dream Home")).to_be_focused()


def test_a_second_press_opens_no_second_table(page: Page, server: Server) -> None:
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page.goto(server.url)
    page.get_by_role("button", name=re.compile("Play now.*Dream Home")).click()
    page.get_by_role("textbox", name="Your name").fill("Ada")
    page.get_by_role("button", name="Play Dream Home").dblclick()
    page.wait_for_url("**/r/*")
    assert [address for address in sent if address.endswith("/tables")] == [
        f"{server.url.rstrip('/')}/tables"
    ]


def test_the_language_switch_stays_on_the_page(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/join?code=nowhere")
    page.locator("summary").click()
    page.get_by_role("button", name="Polski").click()
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    expect(page.get_by_label("Kod stołu")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "it", "pl", "ja"])
def test_a_small_phone_shows_how_to_start_and_what_it_is_about(
    browser: Browser, server: Server, language: str
) -> None:
    with browser.new_context(base_url=server.url, viewport=SMALL, locale=language) as profile:
        page = profile.new_page()
        page.goto("/")
        for part in (".box", "p", ".go", ".friends"):
            expect(page.locator(f".game:first-child {part}").first).to_be_in_viewport(ratio=1)
        begin(page, "now")
        expect(page.locator("#table")).to_have_attribute("data-scene", "game")


def test_a_phone_shows_every_game_at_once(browser: Browser, server: Server) -> None:
    with browser.new_context(base_url=server.url, viewport=PHONE, locale="en") as profile:
        page = profile.new_page()
        page.goto("/")
        buttons = page.locator(".game .go")
        assert buttons.count() == 3
        for button in buttons.all():
            expect(button).to_be_in_viewport(ratio=1)
