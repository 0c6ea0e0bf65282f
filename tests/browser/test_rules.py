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
def test_a_phone_shows_six_pictures_before_the_folds(browser: Browser, server: Server, game: str) -> None:
    with browser.new_context(viewport={"width": 390, "height": 844}) as phone:
        page = phone.new_page()
        page.goto(f"{server.url}/rules/{game}")
        assert page.locator(".six > li").count() == 6
        folds = page.locator(".folds").bounding_box()
        assert folds
        assert folds["y"] < 2600


@pytest.mark.parametrize("game", games())
def test_a_desk_shows_all_six_pictures_at_once(browser: Browser, server: Server, game: str) -> None:
    with browser.new_context(viewport={"width": 1280, "height": 800}) as desk:
        page = desk.new_page()
        page.goto(f"{server.url}/rules/{game}")
        for picture in page.locator(".six > li").all():
            expect(picture).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("game", games())
def test_a_link_opens_the_fold_it_leads_to(browser: Browser, server: Server, game: str) -> None:
    with browser.new_context() as profile:
        page = profile.new_page()
        page.goto(f"{server.url}/rules/{game}#options")
        expect(page.locator("details:has(#options)")).to_have_attribute("open", "")
        expect(page.locator("#options")).to_be_in_viewport()
        expect(page.locator("details:has(#screen)")).not_to_have_attribute("open", "")
        page.evaluate("location.hash = '#screen'")
        expect(page.locator("details:has(#screen)")).to_have_attribute("open", "")


@pytest.mark.parametrize("game", games())
def test_without_script_the_folds_open_by_themselves(browser: Browser, server: Server, game: str) -> None:
    with browser.new_context(java_script_enabled=False) as profile:
        page = profile.new_page()
        page.goto(f"{server.url}/rules/{game}")
        for fold in page.locator(".folds > details").all():
            fold.locator("summary").click()
            expect(fold).to_have_attribute("open", "")
