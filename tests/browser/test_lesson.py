"""A newcomer's first game: three pictures before the first move, then a line of the coach's."""

import httpx2
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from app.pages.i18n import LOCALES
from app.pages.quick_start import taught
from app.web.cookies import keys_cookie
from tests.browser.newcomers import deal, newcomer, sitting
from tests.support.api import Guest
from tests.support.screen_faults import AXE, FOUND, RULES
from tests.support.server import Server
from tests.support.table_page import DESK

pytestmark = pytest.mark.browser

LESSON = "dialog.teach[open]"
each_game = pytest.mark.parametrize("game", taught())


def lesson_was_fetched(page: Page) -> bool:
    fetched: bool = page.evaluate(
        "performance.getEntriesByType('resource').some(({ name }) => /\\/lesson/.test(name))"
    )
    return fetched


def test_a_newcomer_sees_three_pictures_once(browser: Browser, server: Server) -> None:
    ada, _ = deal(server)
    with sitting(browser, server, ada) as page:
        lesson = page.locator(LESSON)
        expect(lesson.get_by_role("heading", name="Discard a pair, take a pair")).to_be_in_viewport()
        expect(lesson.get_by_role("heading", name="Build from below")).not_to_be_in_viewport()
        lesson.get_by_role("button", name="Next").click()
        expect(lesson.get_by_role("heading", name="Build from below")).to_be_in_viewport()
        lesson.get_by_role("button", name="Back").click()
        expect(lesson.get_by_role("heading", name="Discard a pair, take a pair")).to_be_in_viewport()
        lesson.get_by_role("button", name="Next").click()
        expect(lesson.get_by_role("heading", name="Build from below")).to_be_in_viewport()
        lesson.get_by_role("button", name="Next").click()
        expect(lesson.get_by_role("heading", name="Keep a kind together")).to_be_in_viewport()
        lesson.get_by_role("link", name="Let's play").click()
        expect(lesson).to_have_count(0)
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-live", "yes")
        expect(page.locator("html")).to_have_attribute("data-first-game", "")
        expect(lesson).to_have_count(0)


def drawn(page: Page) -> list[bool]:
    """Which cards have their pictures."""
    found: list[bool] = page.evaluate(
        "[...document.querySelectorAll('.teach .six > li')]"
        ".map((card) => card.querySelector('use[href]') !== null && !card.querySelector('use:not([href])'))"
    )
    return found


def test_a_cards_pictures_are_fetched_when_it_comes_into_view(browser: Browser, server: Server) -> None:
    ada, _ = deal(server)
    with sitting(browser, server, ada) as page:
        lesson = page.locator(LESSON)
        expect(lesson.get_by_role("heading", name="Discard a pair, take a pair")).to_be_in_viewport()
        assert drawn(page) == [True, False, False]
        lesson.get_by_role("button", name="Next").click()
        expect(lesson.locator("li:nth-child(2) use[href]").first).to_be_attached()
        assert drawn(page)[:2] == [True, True]
    ada, _ = deal(server)
    with sitting(browser, server, ada, DESK) as page:
        expect(page.locator(f"{LESSON} li:last-child use[href]").first).to_be_attached()
        expect(page.locator(f"{LESSON} use:not([href])")).to_have_count(0)


def test_a_desk_shows_all_three_at_once(browser: Browser, server: Server) -> None:
    ada, _ = deal(server)
    with sitting(browser, server, ada, DESK) as page:
        for title in ("Discard a pair, take a pair", "Build from below", "Keep a kind together"):
            expect(page.locator(LESSON).get_by_role("heading", name=title)).to_be_in_viewport(ratio=1)
        expect(page.locator(LESSON).get_by_role("button", name="Next")).to_be_hidden()
        expect(page.locator(LESSON).get_by_role("link", name="Full rules")).to_be_in_viewport()


@pytest.mark.parametrize("way", ["Skip", "Escape"])
def test_the_lesson_can_be_skipped_at_once(browser: Browser, server: Server, way: str) -> None:
    ada, _ = deal(server)
    with sitting(browser, server, ada) as page:
        expect(page.locator(LESSON)).to_be_visible()
        if way == "Skip":
            page.get_by_role("button", name="Skip").click()
        else:
            page.keyboard.press("Escape")
        expect(page.locator(LESSON)).to_have_count(0)


def test_the_keyboard_turns_the_cards(browser: Browser, server: Server) -> None:
    ada, _ = deal(server)
    with sitting(browser, server, ada) as page:
        expect(page.locator("#lesson-title")).to_be_focused()
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("heading", name="Build from below")).to_be_in_viewport()
        page.keyboard.press("ArrowLeft")
        expect(page.get_by_role("heading", name="Discard a pair, take a pair")).to_be_in_viewport()
        page.keyboard.press("Tab")
        expect(page.get_by_role("button", name="Skip")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator(LESSON)).to_have_count(0)


def test_the_lesson_waits_for_ones_own_turn(browser: Browser, server: Server) -> None:
    ada, bruno = deal(server, family=True)
    with sitting(browser, server, bruno) as page, httpx2.Client(base_url=server.url, timeout=60) as web:
        expect(page.locator("#bar .say")).to_contain_text("Waiting for")
        assert not lesson_was_fetched(page)
        ada = Guest(web, ada.code, ada.key)
        for count, move in enumerate((["take", 0], ["place", "g0", "down"], ["done"])):
            turn = ada.look()["turn"]
            answer = ada.ask("POST", "/moves", turn=turn, move=move, id=f"ada {count}")
            assert answer.status_code == 200, answer.text
        expect(page.locator(LESSON)).to_be_visible()


def test_a_lesson_comes_although_somebody_else_moves_meanwhile(browser: Browser, server: Server) -> None:
    ada, bruno = deal(server, game="home_staging", scenario="19")
    with sitting(browser, server, bruno) as page, httpx2.Client(base_url=server.url, timeout=60) as web:
        held: list[Route] = []
        page.route("**/lesson?*", lambda route: held.append(route))
        ada = Guest(web, ada.code, ada.key)

        def moves() -> None:
            seen = ada.look()
            made = ada.ask(
                "POST", "/moves", turn=seen["turn"], move=seen["moves"][0], id=str(seen["version"])
            )
            expect(page.locator("#table")).to_have_attribute("data-version", str(made.json()["version"]))

        with page.expect_request("**/lesson?*"):
            while (seen := ada.look())["waiting"] == [seen["seat"]]:
                moves()
        moves()
        held[0].continue_()
        expect(page.locator(LESSON)).to_be_visible()


def test_no_lesson_runs_down_a_clock(browser: Browser, server: Server) -> None:
    """But the coach speaks."""
    ada, _ = deal(server, seconds=300)
    with sitting(browser, server, ada) as page:
        expect(page.locator("#coach p")).to_be_visible()
        assert page.locator("#coach").get_attribute("data-begins") is not None
        expect(page.locator("dialog.teach")).to_have_count(0)
        assert page.evaluate("localStorage['lesson-dream_home'] ?? null") is None


def test_people_who_have_played_before_fetch_no_lesson(browser: Browser, server: Server) -> None:
    ada, _ = deal(server)
    with browser.new_context() as profile:
        profile.add_cookies([{"name": keys_cookie(ada.code), "value": ada.key, "url": server.url}])
        page = profile.new_page()
        page.goto(f"{server.url.rstrip('/')}/r/{ada.code}")
        expect(page.locator("html")).to_have_attribute("data-live", "yes")
        expect(page.locator("#coach")).to_be_hidden()
        assert not lesson_was_fetched(page)


def test_a_line_of_the_coachs_is_read_once_and_ends_for_good(browser: Browser, server: Server) -> None:
    ada, _ = deal(server, family=True)
    with sitting(browser, server, ada) as page:
        page.get_by_role("button", name="Skip").click()
        note = page.get_by_role("note", name="Hint")
        expect(note).to_contain_text("Any pair is fine.")
        expect(note).to_be_in_viewport(ratio=1)
        expect(page.locator("#narration").get_by_text("Any pair is fine.")).to_have_count(1)
        note.get_by_role("button", name="No more hints").click()
        expect(note).to_have_count(0)
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-live", "yes")
        expect(page.get_by_role("note")).to_have_count(0)
        assert page.evaluate("localStorage.hints") == "off"


@each_game
@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390), (1280, 800)])
def test_everything_the_lesson_shows_fits_the_screen(
    browser: Browser, server: Server, game: str, size: tuple[int, int]
) -> None:
    """In the language with the longest words."""
    ada, _ = deal(server, game=game)
    width, height = size
    with sitting(browser, server, ada, {"width": width, "height": height}, locale="pl") as page:
        lesson = page.locator(LESSON)
        expect(lesson).to_be_visible()
        for button in lesson.locator(".btn:visible").all():
            expect(button).to_be_in_viewport(ratio=1)
        assert lesson.evaluate("box => box.scrollHeight <= box.clientHeight")
        assert page.locator(".six").evaluate("box => box.scrollHeight <= box.clientHeight")


@each_game
@pytest.mark.parametrize("locale", LOCALES)
def test_a_lesson_is_a_page_without_script(browser: Browser, server: Server, game: str, locale: str) -> None:
    size = {"width": 360, "height": 640}
    with newcomer(browser, viewport=size, locale=locale, java_script_enabled=False) as profile:
        page = profile.new_page()
        page.goto(f"{server.url}/rules/{game}/lesson?at=sunny-sofa-42")
        assert page.locator("#lesson li").count() == 3
        for words in page.locator("#lesson li p").all():
            assert 0 < len(words.inner_text()) <= 90
        expect(page.locator('#lesson a[href="/r/sunny-sofa-42"]')).to_be_visible()
        expect(page.locator("#lesson [data-lesson]:is(button)")).to_have_count(3)
        for button in page.locator("#lesson [data-lesson]:is(button)").all():
            expect(button).to_be_hidden()
        expect(page.locator("#lesson button[name=practice]")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_the_lesson_and_the_coachs_line(
    browser: Browser, server: Server, theme: str
) -> None:
    ada, _ = deal(server, family=True)
    with sitting(browser, server, ada, color_scheme=theme) as page:
        expect(page.locator(LESSON)).to_be_visible()
        page.evaluate(AXE)
        assert page.evaluate(FOUND, RULES) == []
        page.get_by_role("button", name="Skip").click()
        expect(page.get_by_role("note")).to_be_visible()
        assert page.evaluate(FOUND, RULES) == []
