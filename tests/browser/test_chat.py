"""The chat at a table in browsers: with script, by keyboard, and as a separate page without script."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.support.front_page import opened
from tests.support.server import Server

pytestmark = pytest.mark.browser
PHONE: ViewportSize = {"width": 390, "height": 844}
SMALLEST: ViewportSize = {"width": 360, "height": 640}
Arrive = Callable[..., Page]


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Arrive]:
    """A guest's phone. Any error in its console fails the test."""
    complaints: list[str] = []
    with ExitStack() as profiles:

        def page(script: bool = True, size: ViewportSize = PHONE, language: str = "en") -> Page:
            profile = profiles.enter_context(
                browser.new_context(
                    base_url=server.url, viewport=size, locale=language, java_script_enabled=script
                )
            )
            made = profile.new_page()
            made.on("pageerror", lambda error: complaints.append(str(error)))
            made.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
            return made

        yield page
    # the console logs refused requests, which are intended here
    assert [said for said in complaints if "Failed to load resource" not in said] == []


def at(page: Page, table: str) -> Page:
    page.goto(table)
    expect(page.locator("html")).to_have_attribute("data-live", "yes", timeout=60_000)
    return page


def open_chat(page: Page) -> None:
    page.get_by_role("button", name="Chat").click()
    expect(page.get_by_role("log")).to_be_visible()


def test_a_half_written_message_stays_while_others_write_and_is_cleared_when_sent(phone: Arrive) -> None:
    ada, eve = phone(), phone()
    table = opened(ada)
    at(ada, table)
    at(eve, table)
    open_chat(ada)
    open_chat(eve)
    ada.get_by_label("Your message").press_sequentially("Wel")
    eve.get_by_label("Your name").last.fill("Eve")
    eve.get_by_label("Your message").fill("first!")
    eve.get_by_label("Your message").press("Enter")
    expect(eve.get_by_role("log")).to_contain_text("first!")
    expect(eve.get_by_label("Your message")).to_have_value("")
    ada.get_by_label("Your message").press_sequentially("come")
    ada.get_by_label("Your message").press("Enter")
    for page in (ada, eve):
        expect(page.get_by_role("log")).to_contain_text("Ada Welcome")
    expect(ada.get_by_label("Your message")).to_have_value("")
    expect(ada.get_by_label("Your message")).to_be_focused()
    expect(ada.get_by_role("log")).not_to_contain_text("first!")


def test_the_style_sheet_of_the_chat_comes_when_it_is_first_opened(phone: Arrive) -> None:
    ada = phone()
    at(ada, opened(ada))
    sheet = ada.locator('link[href*="/chat.css?"]')
    expect(sheet).to_have_count(0)
    for _ in range(2):
        open_chat(ada)
        assert ada.locator("#chat > header").evaluate("each => getComputedStyle(each).display") == "flex"
        expect(sheet).to_have_count(1)
        ada.keyboard.press("Escape")
        expect(ada.get_by_role("button", name="Chat")).to_be_focused()


def test_unread_lines_are_counted_until_they_are_seen(phone: Arrive) -> None:
    ada, eve = phone(), phone()
    table = opened(ada)
    at(ada, table)
    at(eve, table)
    expect(eve.get_by_role("button", name="Chat", exact=True)).to_be_visible()
    open_chat(ada)
    for number in (1, 2):
        ada.get_by_label("Your message").fill(f"line {number}")
        ada.get_by_label("Your message").press("Enter")
        expect(eve.get_by_role("button", name=f"Chat New messages: {number}")).to_be_visible()
    open_chat(eve)
    eve.keyboard.press("Escape")
    expect(eve.get_by_role("button", name="Chat", exact=True)).to_be_focused()
    eve.reload()
    expect(eve.get_by_role("button", name="Chat", exact=True)).to_be_visible()
    expect(ada.locator("#unread")).to_be_hidden()


def test_a_refused_message_stays_in_the_field_with_the_reason(phone: Arrive) -> None:
    ada = phone()
    at(ada, opened(ada))
    open_chat(ada)
    message = ada.get_by_label("Your message")
    message.fill("x" * 501)
    message.press("Enter")
    expect(ada.get_by_role("alert")).to_have_text("A message can have up to 500 characters.")
    expect(message).to_have_value("x" * 501)
    message.fill("short")
    message.press("Enter")
    expect(ada.get_by_role("log")).to_contain_text("Ada short")
    expect(ada.get_by_role("alert")).to_have_count(0)


def test_the_switch_keeps_the_chat_open_and_the_half_written_message(phone: Arrive) -> None:
    ada, eve = phone(), phone()
    table = opened(ada)
    at(ada, table)
    at(eve, table)
    open_chat(eve)
    eve.get_by_label("Your name").last.fill("Eve")
    eve.get_by_label("Your message").fill("psst")
    eve.get_by_label("Your message").press("Enter")
    open_chat(ada)
    ada.get_by_label("Your message").fill("half a")
    ada.get_by_role("button", name="Show spectator chat").click()
    expect(ada.get_by_role("log")).to_contain_text("Eve spectator psst")
    expect(ada.get_by_label("Your message")).to_have_value("half a")


def test_the_host_mutes_and_deletes_without_leaving_the_chat(phone: Arrive) -> None:
    ada, bruno = phone(), phone()
    table = opened(ada)
    bruno.goto(table)
    bruno.get_by_label("Your name").first.fill("Bruno")
    bruno.get_by_role("button", name="Take a seat").click()
    at(ada, table)
    at(bruno, table)
    open_chat(bruno)
    bruno.get_by_label("Your message").fill("rude")
    bruno.get_by_label("Your message").press("Enter")
    open_chat(ada)
    ada.get_by_label("Your message").fill("half a")
    ada.get_by_text("Moderate").click()
    ada.get_by_role("button", name="Delete Bruno's message: rude").click()
    for page in (ada, bruno):
        expect(page.get_by_role("log")).to_contain_text("Bruno The host deleted this message.")
    ada.get_by_role("button", name="Mute Bruno").click()
    expect(bruno.locator("#messages")).to_contain_text("The host muted you. You can still read.")
    expect(ada.get_by_role("button", name="Unmute Bruno")).to_be_visible()
    expect(ada.get_by_label("Your message")).to_have_value("half a")


def test_a_reaction_shows_for_a_moment_where_it_is_wanted(phone: Arrive) -> None:
    ada, eve = phone(), phone()
    table = opened(ada)
    at(ada, table)
    at(eve, table)
    open_chat(ada)
    ada.get_by_role("button", name="well done").click()
    expect(eve.locator("#reactions")).to_contain_text("Ada")
    expect(eve.locator("#reactions")).not_to_contain_text("Ada", timeout=60_000)
    open_chat(eve)
    eve.get_by_label("Show reactions").uncheck()
    ada.get_by_role("button", name="love it").click()
    expect(eve.locator("#reactions")).to_contain_text("Ada")
    expect(eve.locator("#reactions")).to_be_hidden()
    eve.reload()
    expect(eve.get_by_label("Show reactions", exact=True)).not_to_be_checked()


def test_without_script_the_chat_is_a_page(phone: Arrive) -> None:
    ada = phone(script=False, size=SMALLEST)
    table = opened(ada)
    expect(ada.get_by_role("button", name="Chat")).to_have_count(0)
    ada.get_by_role("link", name="Chat").click()
    ada.get_by_label("Your message").fill("hello")
    ada.get_by_role("button", name="Send").click()
    expect(ada.get_by_role("log")).to_contain_text("Ada hello")
    ada.get_by_role("button", name="Show spectator chat").click()
    expect(ada.get_by_role("button", name="Hide spectator chat")).to_be_visible()
    expect(ada).to_have_url(f"{table}/chat")
    ada.get_by_role("link", name="Back to the table").click()
    expect(ada).to_have_url(table)


@pytest.mark.parametrize("language", ["en", "it", "pl", "ja"])
def test_it_fits_the_smallest_phone_and_thumbs(phone: Arrive, language: str) -> None:
    page = phone(size=SMALLEST, language=language)
    at(page, opened(page, "Wilhelmina von Hohenfels"))
    page.locator("#to-chat").click()
    page.locator("#say [name=text]").fill("Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen " * 8)
    page.locator("#say [name=text]").press("Enter")
    page.locator("[data-line]").wait_for()
    page.locator("#hush summary").click()
    small = """() => [...document.querySelectorAll("#chat :is(button, summary, label.pick, input[name])")]
        .filter((each) => each.type !== "hidden")
        .filter((each) => Math.min(each.offsetWidth, each.offsetHeight) < 44).map((each) => each.outerHTML)"""
    assert page.evaluate(small) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALLEST["width"]
    assert page.evaluate("document.getElementById('chat').scrollWidth") <= SMALLEST["width"]
