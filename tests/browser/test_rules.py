"""The rules in a browser: on a phone, next to the board."""

import pytest
from playwright.sync_api import Browser, expect

from app.pages.i18n import LOCALES
from app.pages.rulebook import games
from tests.support.server import Server

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("game", games())
def test_the_rules_fit_a_phone_in_every_language(browser: Browser, server: Server, game: str) -> None:
    for locale in LOCALES:
        with browser.new_context(viewport={"width": 360, "height": 640}, locale=locale) as phone:
            page = phone.new_page()
            page.goto(f"{server.url}/rules/{game}")
            assert page.evaluate("document.documentElement.scrollWidth") == 360, locale


@pytest.mark.parametrize("game", games())
def test_the_table_of_contents_leads_to_a_chapter(browser: Browser, server: Server, game: str) -> None:
    with browser.new_context() as profile:
        page = profile.new_page()
        page.goto(f"{server.url}/rules/{game}")
        last = page.get_by_role("navigation").get_by_role("link").last
        title = last.inner_text()
        last.click()
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_in_viewport()
