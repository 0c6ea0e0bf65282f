"""Playing at the table with the keyboard alone."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from app.engine import dream_home
from app.engine.core import Move
from scripts import golden
from tests.browser.planted import CAST, CODE, Wanted, controls, plant, plant_all, version, wait_for
from tests.support.api import a_table, joined
from tests.support.server import Server, serving
from tests.support.table_page import PHONE, Window, at_table, deal, expect_laid
from tests.support.whole_game import Window as Seat

pytestmark = pytest.mark.browser

IN_FOCUS = "one => one === document.activeElement"
GROUP = "() => document.activeElement.closest('[data-rove]')?.dataset.rove ?? null"
TO = """(one) => {
    const middle = (each) => {
        const {left, right, top, bottom} = each.getBoundingClientRect();
        return [(left + right) / 2, (top + bottom) / 2];
    };
    const [[fx, fy], [x, y]] = [middle(document.activeElement), middle(one)];
    // what only answers why not lies in the corner of what can be pressed: that is not another row
    if (Math.abs(y - fy) > 50) return y > fy ? 'ArrowDown' : 'ArrowUp';
    return x > fx ? 'ArrowRight' : 'ArrowLeft';
}"""


LAST_TURNS = 130  # moves made before them

SETS_OUT = "() => { window.stood = new Set([document.activeElement]); }"
BEEN_THERE = """() => {
    const been = window.stood.has(document.activeElement);
    window.stood.add(document.activeElement);
    return been;
}"""
ROUND = {
    "ArrowLeft": "ArrowUp",
    "ArrowRight": "ArrowUp",
    "ArrowUp": "ArrowRight",
    "ArrowDown": "ArrowRight",
}


@pytest.fixture
def windows(browser: Browser) -> Iterator[ExitStack]:
    with ExitStack() as open_windows:
        yield open_windows


def expect_move(page: Page, move: str) -> None:
    """Expect that Enter would make this move, or one that begins so."""
    expect(
        page.locator(f":focus[value^='{move}']" if move.endswith(" ") else f":focus[value='{move}']")
    ).to_have_count(1)


def expect_place(page: Page, slot: str) -> None:
    """Expect the focus on this place of a house."""
    expect(page.locator(f"li#{slot}:focus, li#{slot} :focus")).to_have_count(1)


def expect_group(page: Page, group: str) -> None:
    expect(page.locator(f"[data-rove={group}]:focus, [data-rove={group}] :focus")).to_have_count(1)


# -- reaching a control without a pointer --------------------------------------------------------------------


def uncover(page: Page, control: Locator) -> None:
    """Reveal a control behind a choice: F turns a card, and arrow keys in the bar choose a tool."""
    ways = page.locator(".bar [data-way]").count()
    seen = control.filter(visible=True)
    for _ in range(ways):
        if seen.count():
            return
        page.keyboard.press("f")
    if seen.count():
        return
    tab_to(page, page.locator(".bar .seg :checked"))
    for _ in range(ways):
        page.keyboard.press("ArrowRight")
        if seen.count():
            return
    raise AssertionError(f"never shown: {control}")


def tab_to(page: Page, goal: Locator) -> None:
    """Press Tab up to the goal, or to the part of the table that contains it."""
    group = goal.evaluate("one => one.closest('[data-rove]')?.dataset.rove ?? null")
    for key in ("Tab",) * 40:
        if goal.evaluate(IN_FOCUS) or (group and page.evaluate(GROUP) == group):
            return
        page.keyboard.press(key)
    raise AssertionError(f"Tab never comes to {goal}")


def go_to(page: Page, control: Locator) -> None:
    uncover(page, control)
    goal = control.filter(visible=True).first
    if goal.evaluate("one => one.matches('label')"):
        goal = goal.locator("input")
    tab_to(page, goal)
    page.evaluate(SETS_OUT)
    for _ in range(30):
        if goal.evaluate(IN_FOCUS):
            return
        key = goal.evaluate(TO)
        page.keyboard.press(key)
        if page.evaluate(BEEN_THERE):  # nothing lies that way, or it is passed over, so go round it
            page.keyboard.press(ROUND[key])
    raise AssertionError(f"arrows never come to {goal}")


def play(page: Page, move: Move, at: int) -> None:
    wait_for(page, at)
    expect_laid(page, at)  # or the focus would still move
    for control in controls(page, move):
        go_to(page, control)
        page.keyboard.press("Enter")
    arrive(page, at + 1)


def arrive(page: Page, at: int) -> None:
    """Wait for this version; leave the count that comes before the end."""
    count = page.locator("#count")
    expect(count.or_(page.locator(f'#table[data-version="{at}"]')).first).to_be_visible()
    while count.count():
        page.keyboard.press("Escape")
    wait_for(page, at)
    expect_laid(page, at)


def test_the_last_turns_of_a_game_by_keyboard_alone(
    tmp_path: Path, browser: Browser, windows: ExitStack
) -> None:
    (planted,) = plant_all(tmp_path / "data", [Wanted(15, LAST_TURNS, game="my_shelfie")])
    with serving(tmp_path / "data") as server:
        table = f"{server.url.rstrip('/')}/r/{CODE}"
        seats = [Seat(windows, browser, table, key) for key in planted.keys]
        for at, step in enumerate(planted.record.steps[LAST_TURNS:], LAST_TURNS + 1):
            play(seats[step.seat].page, step.move, at)
        for seat in seats:
            arrive(seat.page, len(planted.record.steps) + 1)
            expect(seat.page.locator("#scores")).to_be_visible()
            assert seat.complaints == []
        expect(seats[step.seat].page.get_by_role("heading", name="wins!")).to_be_focused()


def test_a_whole_game_by_keyboard_alone(tmp_path: Path, browser: Browser, windows: ExitStack) -> None:
    planted = plant(tmp_path / "data", 9)
    with serving(tmp_path / "data", HOUSEWARMING_BOT_PAUSE="0") as server:
        table = f"{server.url.rstrip('/')}/r/{CODE}"
        seats = [Seat(windows, browser, table, key) for key in planted.keys]
        start = seats[0].page.locator('form[action$="/start"] button')
        tab_to(seats[0].page, start)
        seats[0].page.keyboard.press("Enter")
        for at, step in enumerate(planted.record.steps, 1):
            play(seats[step.seat].page, step.move, at)
        *_, last = golden.replay(planted.record)
        for seat in seats:
            seat.sees_the_end(CAST[dream_home.winners(last.after)[0]])
            assert version(seat.page) == 1 + len(planted.record.steps)
            assert seat.complaints == []


# -- one key at a time ---------------------------------------------------------------------------------------


@pytest.fixture
def pair(browser: Browser, windows: ExitStack, server: Server) -> tuple[Window, Window]:
    """Ada and Bruno; Ada is to take a pair."""
    ada_key, bruno_key = deal(server)
    ada = at_table(windows, browser, server, ada_key.code, ada_key.key)
    bruno = at_table(windows, browser, server, ada_key.code, bruno_key.key, PHONE)
    ada.press("clear 1")
    for each in (ada, bruno):
        each.expect_version(2)
    return ada, bruno


def test_a_group_is_one_tab_stop_and_arrow_keys_move_inside_it(pair: tuple[Window, Window]) -> None:
    page = pair[0].page
    expect(page.locator("[data-rove=display] [tabindex='0']")).to_have_count(1)
    expect(page.locator("[data-rove=house] [tabindex='0']")).to_have_count(1)
    page.locator("button[value='take 0']").focus()
    page.keyboard.press("ArrowRight")
    expect_move(page, "take 2")  # past the gap, which is no stop
    page.keyboard.press("Tab")  # the points above the house
    page.keyboard.press("Tab")
    expect_group(page, "house")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    expect_move(page, "take 2")


def test_arrow_keys_move_from_floor_to_floor(pair: tuple[Window, Window]) -> None:
    page = pair[0].page
    page.locator("[data-rove=house] [tabindex='0']").focus()
    expect_place(page, "slot-0-u0")
    for key, slot in (
        ("ArrowDown", "g0"),
        ("ArrowRight", "g1"),
        ("ArrowLeft", "g0"),
        ("ArrowLeft", "g0"),
        ("ArrowUp", "u0"),
        ("ArrowUp", "u0"),
    ):
        page.keyboard.press(key)
        expect_place(page, f"slot-0-{slot}")
    for key in ("ArrowDown", *["ArrowRight"] * 4, "ArrowDown"):
        page.keyboard.press(key)
    expect_place(page, "slot-0-b4")


def test_the_focus_follows_the_moves_of_your_own_turn(pair: tuple[Window, Window]) -> None:
    ada = pair[0]
    page = ada.page
    page.locator("button[value='take 0']").focus()
    page.keyboard.press("Enter")
    ada.expect_version(3)
    expect_move(page, "place ")
    page.keyboard.press("Escape")
    ada.expect_version(4)
    expect_move(page, "take ")
    page.locator("button[value='take 0']").focus()
    page.keyboard.press("Enter")
    ada.expect_version(5)
    way = page.locator("[data-way=down]")
    expect(way).not_to_be_checked()
    page.keyboard.press("f")
    expect(way).to_be_checked()
    go_to(page, page.locator("button[value='place g2 down']"))
    page.keyboard.press("Enter")
    ada.expect_version(6)
    expect_move(page, "done")
    page.keyboard.press("Escape")  # nothing is in hand
    page.keyboard.press("u")
    ada.expect_version(7)
    expect_move(page, "take ")


def test_the_focus_stays_where_it_is_while_others_play(pair: tuple[Window, Window]) -> None:
    ada, bruno = pair
    bruno.page.locator("[data-rove=house] [tabindex='0']").focus()
    bruno.page.keyboard.press("ArrowDown")
    for number, move in enumerate(("take 0", "place g0 down", "done"), 3):
        ada.press(move)
        bruno.expect_version(number)
        expect_place(bruno.page, "slot-1-g0")


def test_escape_closes_what_is_open_before_it_puts_anything_back(pair: tuple[Window, Window]) -> None:
    ada = pair[0]
    ada.press("take 0")
    ada.expect_version(3)
    ada.page.locator("#see-1 summary").press("Enter")
    ada.page.keyboard.press("?")
    expect(ada.page.locator("#help")).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#help")).to_be_hidden()
    expect(ada.page.locator("#see-1")).to_have_attribute("open", "")
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#see-1")).not_to_have_attribute("open", "")
    ada.expect_version(3)
    ada.page.keyboard.press("Escape")
    ada.expect_version(4)


def test_the_focus_goes_to_the_offer_when_its_element_is_gone(
    tmp_path: Path, browser: Browser, windows: ExitStack
) -> None:
    (planted,) = plant_all(tmp_path / "data", [Wanted(15, 0, game="my_shelfie")])
    with serving(tmp_path / "data") as server:
        table = f"{server.url.rstrip('/')}/r/{CODE}"
        seats = [Seat(windows, browser, table, key) for key in planted.keys]
        first = planted.record.steps[0].seat
        looks = seats[not first].page
        for at, step in enumerate(planted.record.steps, 1):
            if step.seat != first:
                break
            play(seats[first].page, step.move, at)
            wait_for(looks, at + 1)
            expect_laid(looks, at + 1)
            if at == 1:
                looks.locator(".spot.picked").focus()
                expect_group(looks, "room")
        expect(looks.locator(".spot.picked")).to_have_count(0)
        expect_group(looks, "room")


def test_a_dialog_over_the_table_is_announced_by_its_title(pair: tuple[Window, Window]) -> None:
    page = pair[0].page
    page.locator("button[value='take 0']").focus()
    for key, name in (("m", "Menu"), ("?", "Help and settings")):
        page.keyboard.press(key)
        expect(page.get_by_role("heading", name=name)).to_be_focused()
        page.keyboard.press("Escape")
        expect_move(page, "take 0")


def test_letter_keys_can_be_switched_off(pair: tuple[Window, Window]) -> None:
    ada = pair[0]
    ada.press("take 0")
    ada.expect_version(3)
    ada.page.keyboard.press("?")
    ada.page.get_by_label("Keyboard shortcuts").uncheck()
    ada.page.keyboard.press("Escape")
    ada.page.reload()
    ada.expect_live()
    ada.page.keyboard.press("?")
    ada.page.keyboard.press("f")
    expect(ada.page.locator("#help")).to_be_hidden()
    expect(ada.page.locator("[data-way=up]")).to_be_checked()


def test_when_the_game_starts_the_focus_is_on_the_first_pair_and_dead_columns_are_no_stops(
    browser: Browser, windows: ExitStack, server: Server
) -> None:
    with httpx2.Client(base_url=server.url, timeout=60) as web:
        ada, host = a_table(web, first_player=0)
        guest = joined(web, ada.code, "Bruno")
        window = at_table(windows, browser, server, ada.code, ada.key, PHONE)
        for each in (ada, guest):
            each.ask("POST", "/ready")
        ada.ask("POST", "/start", key=host)
    page = window.page
    expect(page.locator(".column.can button").first).to_be_focused()
    expect_laid(page, 1)
    assert page.evaluate("scrollY") == 0
    window.press("clear 1")
    window.expect_version(2)
    expect(page.locator("#column-1.gone")).to_be_visible()
    expect(page.locator("#column-1[tabindex], #column-1 [tabindex]")).to_have_count(0)
