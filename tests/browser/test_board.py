"""Dream Home's table on a screen: nothing overflows, your own house is in view, the bar stays put."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from itertools import product
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect

from app.engine import dream_home
from app.engine.core import offers
from app.pages.game_frame import Moment, draw
from app.pages.i18n import LOCALES
from app.table.names import COLOURS
from app.web.cookies import keys_cookie
from tests.support.api import started
from tests.support.conformance import walk
from tests.support.house_board import HANGING_OVER, NAMES, ROUNDED, SHOW, SMALL, Seat, screen
from tests.support.screen_faults import FAULTS
from tests.support.server import Server, serving
from tests.support.table_page import PHONE, at_table, deal

pytestmark = pytest.mark.browser
SIZES = [(360, 640), (390, 844), (844, 390), (820, 1180), (1280, 800), (1920, 1080)]

KINDS: dict[str, Callable[[Any, set[Any]], bool]] = {
    "beginning": lambda state, tags: tags == {"take"} and state.round == 1,
    "choosing": lambda state, tags: state.step == "turn" and tags == {"take"} and state.round > 6,
    "choosing, with tools": lambda state, tags: {"drill", "mix"} <= tags,
    "placing": lambda state, tags: "place" in tags and not tags & {"decor", "scaffold"} and state.round > 6,
    "placing, scaffold in hand": lambda state, tags: {"place", "scaffold"} <= tags,
    "furnishing": lambda state, tags: "decor" in tags and "place" not in tags,
    "done": lambda state, tags: "done" in tags and state.step == "taken",
    "hammering": lambda state, tags: state.step == "jack",
    "helping": lambda state, tags: "supplier" in tags,
    "swapping": lambda state, tags: "handyman" in tags and not tags & {"supplier", "roofer"},
    "over": lambda state, tags: not state.waiting,
}


@cache
def moments() -> dict[str, Moment]:
    """One moment of every kind, at a table for four."""
    met: dict[str, Moment] = {}
    for seed in range(1, 100):
        events: tuple[Any, ...] = ()
        for step in walk(dream_home, 4, seed):
            events += step.events
            state = step.after
            tags = {move[0] for seat in state.waiting for move in dream_home.moves(state, seat)}
            for kind, is_one in KINDS.items():
                if kind not in met and is_one(state, tags):
                    met[kind] = Moment("sunny-sofa-42", 99, 9, NAMES, COLOURS[:4], dream_home, state, events)
        if len(met) == len(KINDS):
            return met
    raise AssertionError(f"never met: {set(KINDS) - set(met)}")


@pytest.fixture(scope="module")
def seat(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seat]:
    with (
        serving(tmp_path_factory.mktemp("house") / "data") as house,
        httpx2.Client(base_url=house.url, timeout=60) as web,
    ):
        ada = started(web, "Bruno")[0]
        cookie = {"name": keys_cookie(ada.code), "value": ada.key, "url": house.url}
        yield Seat(f"{house.url.rstrip('/')}/r/{ada.code}", cookie)


@pytest.fixture
def windows(browser: Browser) -> Iterator[ExitStack]:
    with ExitStack() as open_windows:
        yield open_windows


def show(page: Page, kind: str, watched: bool = False, locale: str = "en") -> None:
    page.evaluate(SHOW, [frame(kind, watched, locale), locale])


@cache
def frame(kind: str, watched: bool, locale: str) -> str:
    moment = moments()[kind]
    viewer = None if watched else moment.state.waiting[0] if moment.state.waiting else 0
    return draw(moment, viewer, locale)


PART_IN_FOCUS = """() =>
    document.activeElement.closest('.others, .display, .own, .bar, .past')?.className.split(' ')[0]"""


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_overflows_in_any_language(
    browser: Browser, windows: ExitStack, seat: Seat, size: tuple[int, int]
) -> None:
    page = screen(windows, browser, seat, size)
    for locale in LOCALES:
        for kind, watched in [*((kind, False) for kind in KINDS), ("placing", True)]:
            show(page, kind, watched, locale)
            assert page.evaluate(HANGING_OVER) == [], (kind, watched, locale)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_your_own_house_is_in_view_above_a_bar_that_stays_put(
    browser: Browser, windows: ExitStack, seat: Seat, size: tuple[int, int]
) -> None:
    page = screen(windows, browser, seat, size)
    bars = {}
    for kind, locale in product(KINDS, LOCALES if size == (1280, 800) else ["en"]):
        if kind == "over":
            continue
        show(page, kind, locale=locale)
        bar = page.locator("#bar").bounding_box()
        house = page.locator(".own .walls").bounding_box()
        assert bar
        assert house
        assert bar["y"] + bar["height"] == pytest.approx(size[1], abs=1)
        assert house["y"] + house["height"] <= bar["y"] + ROUNDED, (kind, locale)
        bars[kind, locale] = round(bar["y"])
    assert max(bars.values()) - min(bars.values()) <= ROUNDED, bars


@pytest.mark.parametrize("size", [*SIZES, (1024, 768)], ids=str)
def test_after_the_last_round_the_offer_makes_way_for_what_is_still_to_come(
    browser: Browser, windows: ExitStack, seat: Seat, size: tuple[int, int]
) -> None:
    page = screen(windows, browser, seat, size)
    for locale in LOCALES:
        houses = []
        for kind in ("choosing", "swapping"):
            show(page, kind, locale=locale)
            house = page.locator(".own").bounding_box()
            assert house
            houses.append([house["y"], house["height"]])
        assert houses[0] == pytest.approx(houses[1], abs=ROUNDED)
        expect(page.locator(".to-come li")).to_have_count(3)
        show(page, "swapping", True, locale)
        expect(page.locator(".to-come")).to_be_in_viewport(ratio=1)
        assert page.evaluate(FAULTS) == [], locale


OUT_OF_VIEW = """() => [...document.querySelectorAll('.bring :is(button, input)')]
    .filter((one) => one.checkVisibility())
    .filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return bottom > innerHeight || !one.contains(there) && !there?.contains(one);
    })
    .map((one) => one.value)"""


def kinds_to_bring(state: Any, helper: str) -> int:
    """How many kinds of cards this helper can bring the player on turn."""
    moves = [move for seat in state.waiting for move in dream_home.moves(state, seat)]
    return len({str(move[1]).partition("/")[0] for move in moves if move[0] == helper})


@pytest.mark.parametrize("size", [*SIZES, (1280, 720), (1280, 620)], ids=str)
@pytest.mark.parametrize(("seed", "roofs", "rooms"), [(22, 8, 0), (22, 8, 12), (30, 0, 14), (38, 4, 0)])
def test_every_card_that_a_helper_may_bring_is_in_view(
    browser: Browser, windows: ExitStack, seat: Seat, size: tuple[int, int], seed: int, roofs: int, rooms: int
) -> None:
    page = screen(windows, browser, seat, size)
    [state, *_] = [
        step.after
        for step in walk(dream_home, 2, seed)
        if kinds_to_bring(step.after, "roofer") == roofs and kinds_to_bring(step.after, "supplier") == rooms
    ]
    moment = Moment("sunny-sofa-42", 99, 9, NAMES[:2], COLOURS[:2], dream_home, state, ())
    page.evaluate(SHOW, [draw(moment, state.waiting[0], "en"), "en"])
    for helper, kinds, what in (("roofer", roofs, "button"), ("supplier", rooms, "input")):
        if roofs and rooms:
            page.locator(f"[data-way={helper}]").check(force=True)
        if kinds:
            expect(page.locator(f"[data-tool={helper}] {what}:visible")).to_have_count(kinds)
            assert page.evaluate(OUT_OF_VIEW) == []
            assert size[0] > 400 or page.evaluate(SMALL) == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_cards_and_houses_are_enlarged_by_a_tap(
    browser: Browser, windows: ExitStack, seat: Seat, size: tuple[int, int]
) -> None:
    page = screen(windows, browser, seat, size)
    for watched in (False, True):
        show(page, "choosing", watched)
        page.locator("#closer summary").click()
        expect(page.locator(".upclose .card").first).to_be_in_viewport(ratio=0.9)
        page.locator("#closer summary").click()
        page.locator(".thumb summary").last.click()
        expect(page.locator("[open] .mgrid")).to_be_in_viewport(ratio=0.9)
        assert page.locator("[open] .mgrid").evaluate("house => house.clientWidth") >= 0.4 * min(size[0], 900)


@pytest.mark.parametrize("size", [(360, 640), (390, 844)], ids=str)
def test_every_target_is_large_enough_for_a_thumb(
    browser: Browser, windows: ExitStack, seat: Seat, size: tuple[int, int]
) -> None:
    page = screen(windows, browser, seat, size)
    for kind in KINDS:
        show(page, kind)
        assert page.evaluate(SMALL) == [], kind


def test_the_tab_key_follows_the_reading_order(browser: Browser, windows: ExitStack, seat: Seat) -> None:
    page = screen(windows, browser, seat, (390, 844))
    show(page, "placing")
    page.locator(".thumb summary").first.focus()
    places = []
    for _ in range(40):
        page.keyboard.press("Tab")
        part = page.evaluate(PART_IN_FOCUS)
        if part in (None, "past"):
            break
        places.append(part)
        assert page.evaluate("() => scrollY") == 0
    parts = list(dict.fromkeys(places))
    assert parts == ["others", "display", "house", "bar"]
    assert places == sorted(places, key=parts.index)
    assert places.count("display") == places.count("house") == 1  # one tab stop each


def test_the_first_choice_for_a_tool_shows_the_second_ones(
    browser: Browser, windows: ExitStack, seat: Seat
) -> None:
    page = screen(windows, browser, seat, (1280, 800))
    show(page, "choosing, with tools")
    moment = moments()["choosing, with tools"]
    offered = offers(dream_home, moment.state, moment.state.waiting[0])
    assert page.locator(".second:visible").count() == 0
    page.locator("[data-way=drill]").check(force=True)
    for column in {move[1] for move in offered if move[0] == "drill"}:
        page.locator(f"[data-first=drill-{column}]").check(force=True)
        shown = {
            (button.get_attribute("value") or "") for button in page.locator(".slot .second:visible").all()
        }
        assert shown == {move[2] for move in offered if move[:2] == ("drill", column)}


def test_a_line_of_the_score_sheet_highlights_its_cells(
    browser: Browser, windows: ExitStack, seat: Seat
) -> None:
    page = screen(windows, browser, seat, (1280, 800))
    show(page, "over")
    moment = moments()["over"]
    lines = dream_home.score(moment.state)[0]
    page.locator('[data-whose="0"]').check(force=True)
    order = [line for part in dream_home.parts for line in lines if line.part == part]
    for number, line in enumerate(order):
        page.locator("#split-0 .line input").nth(number).check(force=True)
        lit = page.evaluate(
            "() => [...document.querySelectorAll('#split-0 [data-s]')]"
            ".filter(one => getComputedStyle(one).outlineStyle === 'solid').map(one => one.dataset.s)"
        )
        assert set(lit) == {cell for cell in line.cells if not cell.endswith("_house")}, line


# -- live ----------------------------------------------------------------------------------------------------


def test_a_tap_on_a_forbidden_move_says_why(browser: Browser, windows: ExitStack, server: Server) -> None:
    ada_key, _ = deal(server)
    ada = at_table(windows, browser, server, ada_key.code, ada_key.key, PHONE)
    for version, move in enumerate(("clear 1", "take 0"), 2):
        ada.press(move)
        ada.expect_version(version)
    ada.page.locator("#slot-0-u2").get_by_role("button", name="Why not here?").press("Enter")
    expect(ada.page.get_by_role("alert")).to_have_text(
        "It needs support: the slot below is empty. See the rule"
    )
    ada.page.get_by_role("button", name="Done").press("Enter")
    expect(ada.page.get_by_role("alert")).to_have_text("Place the room first.")
    ada.press("place g0 down")
    ada.expect_version(4)
    expect(ada.page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("script", [True, False])
def test_a_house_opens_at_a_tap_and_stays_open_while_others_play(
    browser: Browser, windows: ExitStack, server: Server, script: bool
) -> None:
    ada_key, bruno_key = deal(server)
    if not script:
        profile = browser.new_context(java_script_enabled=False)
        page = windows.enter_context(profile).new_page()
        page.goto(f"{server.url.rstrip('/')}/r/{ada_key.code}")
        page.locator("#see-0 summary").click()
        expect(page.locator("#see-0 .lines")).to_be_attached()
        expect(page.locator("#see-0")).to_have_attribute("open", "")
        return
    ada = at_table(windows, browser, server, ada_key.code, ada_key.key)
    bruno = at_table(windows, browser, server, ada_key.code, bruno_key.key, PHONE)
    bruno.page.locator("#see-0 summary").click()
    ada.press("clear 1")
    bruno.expect_version(2)
    expect(bruno.page.locator("#see-0")).to_have_attribute("open", "")
    bruno.page.locator("#see-0").get_by_text("Close").click()
    expect(bruno.page.locator("#see-0")).not_to_have_attribute("open", "")
    assert bruno.complaints == []
