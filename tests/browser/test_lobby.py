"""The lobby in two browsers: with script off, on the smallest phone, and by the keyboard."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.server import Server

pytestmark = pytest.mark.browser
PHONE: ViewportSize = {"width": 360, "height": 640}
SMALLEST_TARGET = 44
TOO_SMALL = """(least) => [...document.querySelectorAll("a:not(.skip), button, summary, label.pick")]
    .filter((target) => target.checkVisibility())
    .filter((target) => Math.min(target.offsetWidth, target.offsetHeight) < least)
    .map((target) => target.outerHTML)"""


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Callable[[str], Page]]:
    """A guest's phone, which shows pages as the server sends them: it runs no script."""
    profiles = []

    def pages(language: str = "en") -> Page:
        profile = browser.new_context(
            base_url=server.url, viewport=PHONE, locale=language, java_script_enabled=False
        )
        profiles.append(profile)
        return profile.new_page()

    yield pages
    for profile in profiles:
        profile.close()


def opened(page: Page) -> str:
    page.goto("/")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Dream Home").click()
    return page.url


def test_a_table_fills_and_starts_without_script(phone: Callable[[str], Page]) -> None:
    ada, bruno = phone("en"), phone("it")
    lobby = opened(ada)
    bruno.goto(lobby)
    bruno.get_by_label("Il tuo nome").fill("Bruno")
    bruno.get_by_role("button", name="Siediti").click()
    bruno.get_by_role("button", name="Per me si può").click()
    ada.get_by_role("button", name="Add a careful bot").click()
    ada.get_by_role("button", name="I am ready").click()
    expect(ada.get_by_text("Everybody is ready.")).to_be_visible()
    ada.get_by_role("button", name="Start").click()
    assert ada.url == lobby
    expect(ada.get_by_role("button", name="Start")).to_have_count(0)


def test_the_waiting_see_who_comes_without_touching_anything(phone: Callable[[str], Page]) -> None:
    ada, bruno = phone("en"), phone("en")
    bruno.goto(opened(ada))
    bruno.get_by_label("Your name").fill("Bruno")
    bruno.get_by_role("button", name="Take a seat").click()
    expect(ada.get_by_role("listitem").nth(1)).to_contain_text("Bruno", timeout=10_000)


@pytest.mark.parametrize("language", ["en", "it", "pl", "ja"])
def test_it_fits_the_smallest_phone_and_thumbs(browser: Browser, server: Server, language: str) -> None:
    with browser.new_context(base_url=server.url, viewport=PHONE, locale=language) as profile:
        page = profile.new_page()
        page.goto("/")
        page.locator("[name=name]").fill("Wilhelmina von Hohenfels")
        page.locator("[name=game]").click()
        lobby = page.url
        page.locator("[value=greedy]").click()
        for address in ("/", lobby, f"{lobby}/options", f"{lobby}/leave", "/join?code=x"):
            page.goto(address)
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], address
            assert page.evaluate(TOO_SMALL, SMALLEST_TARGET) == [], address


def test_the_keyboard_reaches_the_content_first(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
