"""The signs at a table say what they mean: to a mouse, a finger, a key, and without script."""

import pytest
from playwright.sync_api import Browser, Page, expect

from app.table import playable_games
from app.web.cookies import keys_cookie
from tests.browser.newcomers import deal, newcomer, sitting
from tests.support.screen_faults import AXE, FOUND, RULES
from tests.support.server import Server

pytestmark = pytest.mark.browser

each_game = pytest.mark.parametrize("game", playable_games.names())
BUBBLE = ".sign-bubble"
A_SIGN = {
    "dream_home": ("#column-0 .room .points", "Points for one such room"),
    "my_shelfie": (".bag", "Tiles left in the bag"),
    "home_staging": (".roman", "The rooms of this home"),
}
"""A sign at the beginning of a game, and what it means."""


def at_the_table(page: Page) -> None:
    page.locator("dialog.teach [data-lesson=skip]").click()
    expect(page.locator("dialog.teach")).to_have_count(0)


def asks_for_signs(page: Page) -> None:
    page.keyboard.press("i")
    expect(page.locator("#signs")).to_be_visible()


@each_game
def test_pointing_at_a_sign_explains_it_and_plays_nothing(
    browser: Browser, server: Server, game: str
) -> None:
    guest, *_ = deal(server, game=game)
    with sitting(browser, server, guest, has_touch=True) as page:
        at_the_table(page)
        asks_for_signs(page)
        page.get_by_role("button", name="Point at a sign").tap()
        expect(page.locator(BUBBLE)).to_contain_text("Tap anything on the table.")
        version = page.locator("#table").get_attribute("data-version")
        sign, words = A_SIGN[game]
        page.locator(sign).first.tap(force=True)
        expect(page.locator(BUBBLE)).to_contain_text(words)
        expect(page.locator(BUBBLE)).to_be_in_viewport(ratio=1)
        page.keyboard.press("Escape")
        expect(page.locator(BUBBLE)).to_be_hidden()
        page.reload()  # what the server has
        expect(page.locator("html")).to_have_attribute("data-live", "yes")
        assert page.locator("#table").get_attribute("data-version") == version


def test_a_tap_on_a_sign_that_is_no_button_explains_it(browser: Browser, server: Server) -> None:
    guest, *_ = deal(server, game="my_shelfie")
    with sitting(browser, server, guest, has_touch=True) as page:
        at_the_table(page)
        page.locator(".bag").tap()
        expect(page.locator(BUBBLE)).to_contain_text("Tiles left in the bag")
        page.locator("#bar .say").tap()
        expect(page.locator(BUBBLE)).to_be_hidden()


def test_a_mouse_that_rests_on_a_sign_sees_what_it_means(browser: Browser, server: Server) -> None:
    guest, *_ = deal(server, game="my_shelfie")
    with sitting(browser, server, guest, {"width": 1280, "height": 800}) as page:
        at_the_table(page)
        page.locator(".goal .coin").first.hover()
        expect(page.locator(BUBBLE)).to_contain_text("Points for the next player to meet this goal")
        page.mouse.move(5, 5)
        expect(page.locator(BUBBLE)).to_be_hidden()


def test_a_sign_that_comes_to_lie_under_a_still_mouse_keeps_quiet(browser: Browser, server: Server) -> None:
    guest, *_ = deal(server, game="my_shelfie")
    with sitting(browser, server, guest, {"width": 1280, "height": 800}) as page:
        at_the_table(page)
        page.clock.install()
        asked = page.locator('script[src*="signs"]')
        for moved, times in ((0, 0), (1, 1)):
            event = {"movementX": moved, "pointerType": "mouse", "bubbles": True}
            page.locator(".goal .coin").first.dispatch_event("pointermove", event)
            page.clock.run_for(1000)
            expect(asked).to_have_count(times)


def test_escape_closes_a_sheet_although_a_sign_is_explained(browser: Browser, server: Server) -> None:
    guest, *_ = deal(server, game="my_shelfie")
    with sitting(browser, server, guest, {"width": 1280, "height": 800}) as page:
        at_the_table(page)
        page.locator(".goal .coin").first.hover()
        expect(page.locator(BUBBLE)).to_be_visible()
        page.keyboard.press("m")
        expect(page.locator("#menu")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#menu")).to_be_hidden()
        expect(page.locator(BUBBLE)).to_be_hidden()


def test_pages_fetch_no_explanations_before_somebody_asks(browser: Browser, server: Server) -> None:
    guest, *_ = deal(server)
    with sitting(browser, server, guest) as page:
        at_the_table(page)
        fetched = "performance.getEntriesByType('resource').filter(({ name }) => /signs/.test(name)).length"
        assert page.evaluate(fetched) == 0
        asks_for_signs(page)
        assert page.evaluate(fetched) > 0


@each_game
@pytest.mark.parametrize(
    ("locale", "theme"), [("en", "light"), ("it", "dark"), ("pl", "light"), ("ja", "dark")]
)
def test_the_list_is_for_keys_and_readers_in_every_language(
    browser: Browser, server: Server, game: str, locale: str, theme: str
) -> None:
    guest, *_ = deal(server, game=game)
    with sitting(browser, server, guest, locale=locale, color_scheme=theme) as page:
        at_the_table(page)
        asks_for_signs(page)
        expect(page.locator("#signs-title")).to_be_focused()
        shown = page.locator("#signs dl > div:visible")
        assert shown.count() >= 5
        for line in shown.all():
            assert line.locator("dt").inner_text().strip() or line.locator("dt svg").count()
            assert len(line.locator("dd").inner_text().strip()) >= 2
        page.evaluate(AXE)
        assert page.evaluate(FOUND, RULES) == []
        page.keyboard.press("Escape")
        expect(page.locator("#signs")).to_be_hidden()


@each_game
def test_signs_are_explained_without_script(browser: Browser, server: Server, game: str) -> None:
    guest, *_ = deal(server, game=game)
    with newcomer(browser, java_script_enabled=False, viewport={"width": 360, "height": 640}) as profile:
        profile.add_cookies([{"name": keys_cookie(guest.code), "value": guest.key, "url": server.url}])
        page = profile.new_page()
        page.goto(f"{server.url.rstrip('/')}/rules/{game}?at={guest.code}")
        page.get_by_role("link", name="What the signs mean").click()
        expect(page.get_by_role("heading", name="What the signs mean")).to_be_visible()
        assert page.locator("#signs dl > div").count() >= 10
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        expect(page.get_by_role("button", name="Point at a sign")).to_be_hidden()
        page.get_by_role("link", name="Back to the table").click()
        expect(page.locator("#table")).to_be_visible()
