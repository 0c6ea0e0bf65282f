"""“Sure?”: on a phone, in the bar, a newcomer chooses between two places, or stops being asked."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from app.engine.move_text import text_of
from app.table.codes import NUMBERS
from app.web.cookies import keys_cookie
from tests.browser.newcomers import newcomer
from tests.browser.planted import Planted, Wanted, plant_all
from tests.support.doubted import doubted
from tests.support.screen_faults import AXE, FOUND, RULES
from tests.support.server import Server, serving

pytestmark = pytest.mark.browser

GAMES = ("dream_home", "my_shelfie", "home_staging")
MOST_TABLES = 20  # of each game
each_game = pytest.mark.parametrize("game", GAMES)
Tables = tuple[Server, dict[str, Iterator[Planted]]]


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    """Tables of each game at a moment at which a newcomer is asked."""
    data, codes = tmp_path_factory.mktemp("sure") / "data", iter(NUMBERS)
    wanted = [
        Wanted(doubted(game).number, doubted(game).steps, f"sunny-sofa-{next(codes)}", game)
        for game in GAMES
        for _ in range(MOST_TABLES)
    ]
    planted = plant_all(data, wanted)
    with serving(data) as server:
        yield server, {game: iter([each for each in planted if each.record.game == game]) for game in GAMES}


@contextmanager
def sitting(
    browser: Browser, tables: Tables, game: str, size: tuple[int, int] = (390, 844), **options: object
) -> Iterator[Page]:
    """A newcomer's phone at a table of their own, which is where they play the game for the first time."""
    server, planted = tables
    table = next(planted[game])
    key = table.keys[doubted(game).seat].rpartition(".")[2]
    seen = ViewportSize(width=size[0], height=size[1])
    with newcomer(browser, viewport=seen, reduced_motion="reduce", has_touch=True, **options) as profile:
        profile.add_cookies([{"name": keys_cookie(table.code), "value": key, "url": server.url}])
        profile.add_init_script(
            f"localStorage['lesson-{game}'] = 'seen'; localStorage['hints-{game}'] ??= '/r/{table.code}'"
        )
        page = profile.new_page()
        page.goto(f"{server.url.rstrip('/')}/r/{table.code}")
        if options.get("java_script_enabled", True):
            expect(page.locator("html")).to_have_attribute("data-live", "yes")
            expect(page.locator("html")).to_have_attribute("data-first-game", "")
        yield page


def button(page: Page, game: str, better: bool = False) -> Locator:
    doubt = doubted(game).doubt
    move = text_of(doubt.better if better else doubt.move)
    return page.locator(f'button[form="moves"][value="{move}"]').filter(visible=True).first


def is_asked(page: Page, game: str) -> None:
    button(page, game).tap()
    expect(page.locator("#bar .say")).to_contain_text("Sure?")


def version(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-version") or 0)


@each_game
@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390), (1280, 800)])
def test_the_question_takes_the_place_of_the_bar_and_all_of_it_is_in_view(
    browser: Browser, tables: Tables, game: str, size: tuple[int, int]
) -> None:
    with sitting(browser, tables, game, size, locale="en") as page:
        before = page.locator("#bar").bounding_box()
        is_asked(page, game)
        after = page.locator("#bar").bounding_box()
        assert before
        assert after
        assert abs(before["height"] - after["height"]) <= 2
        assert page.locator("#bar .btn").count() == 3
        for shown in page.locator("#bar .say p, #bar .btn, .flag").all():
            expect(shown).to_be_in_viewport(ratio=1)
        for pressed in page.locator("#bar .btn").all():
            box = pressed.bounding_box()
            assert box
            assert box["height"] >= 44
            assert pressed.evaluate("one => one.scrollWidth <= one.clientWidth")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@each_game
@pytest.mark.parametrize("answer", [0, 1, 2])
def test_each_answer_plays_on(browser: Browser, tables: Tables, game: str, answer: int) -> None:
    """Stop asking, the other place, this place."""
    with sitting(browser, tables, game, locale="en") as page:
        before = version(page)
        is_asked(page, game)
        assert version(page) == before
        page.locator("#bar .btn").nth(answer).tap()
        expect(page.locator("#table")).not_to_have_attribute("data-version", str(before))
        expect(page.locator(".flag")).to_have_count(0)
        expect(page.locator("#bar .say")).not_to_contain_text("Sure?")


def test_the_better_place_itself_is_an_answer(browser: Browser, tables: Tables) -> None:
    with sitting(browser, tables, "dream_home", locale="en") as page:
        before = version(page)
        is_asked(page, "dream_home")
        button(page, "dream_home", better=True).tap()
        expect(page.locator("#table")).not_to_have_attribute("data-version", str(before))
        expect(page.locator("#slot-1-u3")).to_have_attribute("data-lies", "room")


def test_the_keyboard_asks_and_answers_and_the_question_is_read(browser: Browser, tables: Tables) -> None:
    with sitting(browser, tables, "dream_home", locale="en") as page:
        before = version(page)
        button(page, "dream_home").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#narration").get_by_text("Sure? It scores +1 here")).to_have_count(1)
        page.get_by_role("button", name="Move it").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#table")).not_to_have_attribute("data-version", str(before))


def test_with_hints_off_nothing_is_asked(browser: Browser, tables: Tables) -> None:
    with sitting(browser, tables, "dream_home", locale="en") as page:
        before = version(page)
        page.locator("html").evaluate("root => { root.dataset.hints = 'off' }")
        button(page, "dream_home").tap()
        expect(page.locator("#table")).not_to_have_attribute("data-version", str(before))


@each_game
def test_without_script_the_question_is_a_page(browser: Browser, tables: Tables, game: str) -> None:
    with sitting(browser, tables, game, locale="en", java_script_enabled=False) as page:
        before = version(page)
        is_asked(page, game)
        assert version(page) == before
        for pressed in page.locator("#bar .btn").all():
            expect(pressed).to_be_in_viewport(ratio=1)
        page.locator("#bar .go").tap()
        expect(page.locator("#table")).not_to_have_attribute("data-version", str(before))


@each_game
@pytest.mark.parametrize(("locale", "theme"), [("it", "light"), ("pl", "dark"), ("ja", "dark")])
def test_the_question_fits_in_every_language_and_axe_finds_nothing(
    browser: Browser, tables: Tables, game: str, locale: str, theme: str
) -> None:
    with sitting(browser, tables, game, (360, 640), locale=locale, color_scheme=theme) as page:
        button(page, game).tap()
        expect(page.locator("#bar.sure")).to_be_visible()
        for shown in page.locator("#bar .say p, #bar .btn").all():
            expect(shown).to_be_in_viewport(ratio=1)
            assert shown.evaluate("one => one.scrollWidth <= one.clientWidth")
        page.evaluate(AXE)
        assert page.evaluate(FOUND, RULES) == []
