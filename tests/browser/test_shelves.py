"""My Shelfie's table on a screen: living room, shelf and goals are in view together, and the bar stays
put."""

from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache

import httpx2
import pytest
from playwright.sync_api import Browser, FloatRect, Page, expect

from app.engine.core import Illegal
from app.pages.game_frame import draw
from app.pages.i18n import LOCALES
from app.web.cookies import keys_cookie
from tests.support.house_board import HANGING_OVER, ROUNDED, SHOW, SMALL, Seat, screen
from tests.support.recorded.shelf_moments import KINDS, RECORDS, STRIP, moments, played
from tests.support.screen_faults import AXE, FAULTS, FOUND, RULES
from tests.support.server import serving
from tests.support.shelf_table import Table

pytestmark = pytest.mark.browser

PHONES = [(360, 640), (390, 844), (844, 390)]
SIZES = [*PHONES, (640, 360), (820, 1180), (1024, 768), (1280, 800), (1920, 1080)]
REFUSALS = ("no_free_side", "gap_stays", "shelf_has_no_room", "column_too_full")


@cache
def frame(kind: str, seats: int, role: str, locale: str, refused: str = "") -> str:
    """The frame as seen by the player on turn, another player, or a spectator."""
    moment = moments(seats)[kind]
    asked = moment.state.waiting[0] if moment.state.waiting else 0
    viewer = {"asked": asked, "waits": (asked + 1) % seats, "watches": None}[role]
    return draw(moment, viewer, locale, Illegal(refused) if refused else None)


def show(
    page: Page, kind: str, seats: int = 4, role: str = "asked", locale: str = "en", refused: str = ""
) -> None:
    page.evaluate(SHOW, [frame(kind, seats, role, locale, refused), locale])


@pytest.fixture(scope="module")
def seat(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seat]:
    with (
        serving(tmp_path_factory.mktemp("house") / "data") as house,
        httpx2.Client(base_url=house.url, timeout=60) as web,
    ):
        table = Table(web)
        cookie = {"name": keys_cookie(table.code), "value": table.keys[0], "url": house.url}
        yield Seat(f"{house.url.rstrip('/')}/r/{table.code}", cookie)


@pytest.fixture
def windows(browser: Browser) -> Iterator[ExitStack]:
    with ExitStack() as open_windows:
        yield open_windows


def box(page: Page, what: str) -> FloatRect:
    found = page.locator(what).bounding_box()
    assert found, what
    return found


IN_SIGHT = """(bar) => ["#table .own > .columns", "#table .floor", "#table .goals > ul"]
    .map((part) => [part, document.querySelector(part).getBoundingClientRect()])
    .filter(([, { left, top, right, bottom }]) => left < 0 || top < 0 || right > innerWidth || bottom > bar)
    .map(([part]) => part)"""


MEASURES = "all => all.map(each => each.getBoundingClientRect()).map(box => [box.width, box.height])"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_room_shelf_and_goals_are_in_view_above_a_bar_that_stays_put(
    browser: Browser, windows: ExitStack, seat: Seat, size: tuple[int, int]
) -> None:
    page = screen(windows, browser, seat, size)
    bars = set()
    for seats in RECORDS:
        for kind in played(seats):
            for role, refused in (("asked", ""), ("waits", ""), *(("asked", code) for code in REFUSALS)):
                show(page, kind, seats, role, refused=refused)
                bar = box(page, "#bar")
                assert bar["y"] + bar["height"] == pytest.approx(size[1], abs=1)
                assert page.evaluate(IN_SIGHT, bar["y"] + ROUNDED) == [], (seats, kind, role, refused)
                bars.add(round(bar["y"]))
    assert max(bars) - min(bars) <= ROUNDED


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_undo_and_done_keep_their_places(
    browser: Browser, windows: ExitStack, seat: Seat, size: tuple[int, int]
) -> None:
    page = screen(windows, browser, seat, size)
    for button in (".undo", ".go"):
        places = []
        for kind in played(2):
            for refused in ("", "no_free_side"):
                show(page, kind, 2, refused=refused)
                places.append([*box(page, f"#bar {button}").values()])
        assert all(place == pytest.approx(places[0], abs=1) for place in places), (button, places)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_spectator_sees_the_room_and_all_shelves_at_once(
    browser: Browser, windows: ExitStack, seat: Seat, size: tuple[int, int]
) -> None:
    page = screen(windows, browser, seat, size)
    for seats in RECORDS:
        show(page, "picked", seats, "watches")
        bar = box(page, "#bar")
        for part in (".floor", ".others"):
            found = box(page, part)
            assert found["y"] + found["height"] <= bar["y"] + ROUNDED, (part, seats)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_overflows_in_any_language(
    browser: Browser, windows: ExitStack, seat: Seat, size: tuple[int, int]
) -> None:
    page = screen(windows, browser, seat, size)
    for locale in LOCALES:
        for kind, seats in (*((kind, 4) for kind in moments(4)), ("laying", 2)):
            for role in ("asked", "watches"):
                show(page, kind, seats, role, locale)
                assert page.evaluate(HANGING_OVER) == [], (kind, role, locale)


@pytest.mark.parametrize("size", [(1024, 768), (1280, 800), (1920, 1080)], ids=str)
def test_on_a_desktop_all_shelves_are_above_the_bar(
    browser: Browser, windows: ExitStack, seat: Seat, size: tuple[int, int]
) -> None:
    page = screen(windows, browser, seat, size)
    for seats in RECORDS:
        for kind in played(seats):
            show(page, kind, seats)
            others = box(page, ".others")
            assert others["y"] + others["height"] <= box(page, "#bar")["y"] + ROUNDED, (seats, kind)
            heads = page.locator(".head").evaluate_all("all => all.map(each => each.offsetHeight)")
            assert max(heads) < 40  # one line


@pytest.mark.parametrize("size", [(360, 640), (390, 844)], ids=str)
def test_every_target_but_the_smallest_tiles_is_large_enough_for_a_thumb(
    browser: Browser, windows: ExitStack, seat: Seat, size: tuple[int, int]
) -> None:
    """Nine tiles and a shelf share a phone's width: a tile has at least the smallest target size that the
    guidelines allow, and a column is nearly as wide as a fingertip and much taller."""
    page = screen(windows, browser, seat, size)
    for seats in RECORDS:
        for kind in played(seats):
            show(page, kind, seats)
            small = [each for each in page.evaluate(SMALL) if not each.startswith(("take ", "into "))]
            assert small == [], (seats, kind)
            for width, height in page.locator(".take").evaluate_all(MEASURES):
                assert min(width, height) >= 24
            for width, height in page.locator(".into").evaluate_all(MEASURES):
                assert width >= 38
                assert height > 3 * 44


@pytest.mark.parametrize("size", [(360, 640), (390, 844)], ids=str)
def test_goals_under_a_message_are_large_enough_for_a_thumb_too(
    browser: Browser, windows: ExitStack, seat: Seat, size: tuple[int, int]
) -> None:
    page = screen(windows, browser, seat, size)
    for seats in RECORDS:
        show(page, "picking", seats)
        page.evaluate(STRIP)
        bar = box(page, "#bar")["y"] + ROUNDED
        assert page.evaluate(IN_SIGHT, bar) == []
        goals = page.locator(".goal summary").evaluate_all(MEASURES)
        assert len(goals) == 3
        assert min(map(min, goals)) >= 44


@pytest.mark.parametrize("size", [(360, 640), (844, 390), (1280, 800)], ids=str)
def test_small_shelves_and_goals_are_enlarged_by_a_tap(
    browser: Browser, windows: ExitStack, seat: Seat, size: tuple[int, int]
) -> None:
    page = screen(windows, browser, seat, size)
    show(page, "picking")
    page.locator(".seat summary").last.click()
    expect(page.locator("[open] .columns")).to_be_in_viewport(ratio=0.99)
    assert page.evaluate(HANGING_OVER) == []
    page.keyboard.press("Escape")
    expect(page.locator("[open]")).to_have_count(0)
    page.locator(".goal summary").first.click()
    expect(page.locator("[open] .explained")).to_be_in_viewport(ratio=0.99)
    assert page.evaluate(HANGING_OVER) == []


@pytest.mark.parametrize("kind", KINDS)
def test_there_are_no_faults_of_layout_or_accessibility(
    browser: Browser, windows: ExitStack, seat: Seat, kind: str
) -> None:
    page = screen(windows, browser, seat, (1280, 800))
    seats = 4 if kind in moments(4) else 2  # only two people still lay by rules 1
    show(page, kind, seats)
    page.evaluate(AXE)
    assert page.evaluate(FOUND, RULES) == []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for role in ("asked", "watches"):
            show(page, kind, seats, role)
            assert page.evaluate(FAULTS) == [], (width, height, role)
