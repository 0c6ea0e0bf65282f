"""Home Staging's table on all screens: nothing is cut, the sheet is in view, the bar stays put."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import product
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from websockets.sync.client import connect
from websockets.typing import Origin

from app.engine.home_staging.state import State
from app.web.cookies import keys_cookie
from tests.support.screen_faults import FAULTS
from tests.support.server import Server, serving
from tests.support.staged_tables import Staged, Table, stage

pytestmark = pytest.mark.browser
PHONES = [(360, 640), (390, 844), (844, 390)]
SIZES = [*PHONES, (640, 400), (820, 1180), (1280, 800), (1920, 1080)]


def late(state: State) -> bool:
    return len(state.sheets[0].rooms) > 1


STEPS: dict[str, Callable[[State], bool]] = {
    "room": lambda state: state.step == "room" and late(state),
    "card": lambda state: state.step == "card" and late(state),
    "tokens": lambda state: state.step == "tokens" and late(state),
    "placing": lambda state: state.step == "draw" and late(state),
    "closing": lambda state: state.step == "close" and late(state),
    "over": lambda state: not state.waiting,
}
HOMES = [("alone", 1, "4"), ("six", 6, "7"), ("four", 4, "19")]
STAGED = [
    Staged(f"sunny-sofa-{10 * number + place}", until, seats, (("scenario", key),))
    for number, (_, seats, key) in enumerate(HOMES, 2)
    for place, until in enumerate(STEPS.values())
]
CODES = {
    (name, step): staged.code
    for (name, step), staged in zip(product((home[0] for home in HOMES), STEPS), STAGED, strict=True)
}
# What must be above the bar, and what can be pressed with a thumb.
ABOVE = """() => {
    const bar = document.getElementById("bar").getBoundingClientRect();
    return [...document.querySelectorAll(".tabletop > :is(.others, .fcard, .own)")]
        .filter((part) => getComputedStyle(part).overflowY === "visible" || part.matches(".own"))
        .filter((part) => part.getBoundingClientRect().bottom > bar.top + 1)
        .map((part) => part.id);
}"""
SMALL = """() => [...document.querySelectorAll("#table :is(button, summary, select):not(.tok)")]
    .filter((one) => one.checkVisibility() && !one.closest(".past"))
    .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
    .filter(([, box]) => box.height < 43.5 || box.width < 36).map(([html]) => html)"""
FAINT = """() => [...document.querySelectorAll("#table *")]
    .filter((one) => one.checkVisibility() && !one.closest("svg, .vh")
        && [...one.childNodes].some((inside) => inside.nodeType === 3 && inside.data.trim()))
    .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 13)
    .map((one) => one.outerHTML.slice(0, 80))"""

PAINTED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
UNTIL_AWAY = 90_000  # at least twice as long as people may be out of sight


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, dict[str, Table]]]:
    data = tmp_path_factory.mktemp("home staging") / "data"
    staged = stage(data, STAGED)
    with serving(data, HOUSEWARMING_BOT_PAUSE="0") as server:
        with httpx2.Client(base_url=server.url, timeout=60) as web:
            for code in staged:  # from now on the server notices that nobody comes
                assert web.get(f"/r/{code}").status_code == 200
        yield server, staged


@pytest.fixture
def windows() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def opened(windows: ExitStack, browser: Browser, server: Server, table: Table, **profile: Any) -> Page:
    """The page of the player who is host."""
    context = windows.enter_context(browser.new_context(**{"reduced_motion": "reduce", **profile}))
    context.add_cookies([{"name": keys_cookie(table.code), "value": table.keys[0], "url": server.url}])
    page = context.new_page()
    page.goto(f"{server.url.rstrip('/')}/r/{table.code}")
    if profile.get("java_script_enabled", True):
        expect(page.locator("html")).to_have_attribute("data-live", "yes")
    return page


def note(page: Page, table: Table) -> Locator:
    """What says that others are away, once it is there; it never is if only the host decides."""
    told = page.locator("#prompts .note")
    if any(table.waits_for):
        expect(told).to_be_visible(timeout=UNTIL_AWAY)
    return told


def the_others_come(windows: ExitStack, server: Server, table: Table) -> None:
    for key in table.keys[1:]:
        address = f"{server.url.replace('http:', 'ws:').rstrip('/')}/r/{table.code}/socket"
        cookie = {"Cookie": f"{keys_cookie(table.code)}={key}"}
        windows.enter_context(
            connect(address, additional_headers=cookie, origin=Origin(server.url.rstrip("/")))
        )


@pytest.mark.parametrize("home", [home[0] for home in HOMES])
@pytest.mark.parametrize("step", STEPS)
def test_a_table_fits_every_screen(
    tables: tuple[Server, dict[str, Table]], windows: ExitStack, browser: Browser, home: str, step: str
) -> None:
    server, staged = tables
    table = staged[CODES[home, step]]
    page = opened(windows, browser, server, table)
    away = note(page, table)
    fits(page, step, f"{home}, {step}, others away")
    the_others_come(windows, server, table)
    expect(away).to_have_count(0)
    fits(page, step, f"{home}, {step}, everybody here")


def fits(page: Page, step: str, when: str) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(PAINTED)
        where = f"{when}, {width} x {height}"
        assert page.evaluate(FAULTS) == [], where
        assert page.evaluate(FAINT) == [], where
        if step != "over":
            assert page.evaluate(ABOVE) == [], where
            sheet, bar = page.locator("#sheet").bounding_box(), page.locator("#bar").bounding_box()
            assert sheet
            assert bar
            assert sheet["height"] > height / 4, where
            assert round(bar["y"] + bar["height"]) == height, where
        if (width, height) in PHONES:
            assert page.evaluate(SMALL) == [], where


@pytest.mark.parametrize("home", ["alone", "six"])
@pytest.mark.parametrize("step", STEPS)
def test_every_moment_fits_without_script(
    tables: tuple[Server, dict[str, Table]], windows: ExitStack, browser: Browser, home: str, step: str
) -> None:
    server, staged = tables
    table = staged[CODES[home, step]]
    live = opened(windows, browser, server, table)
    away = note(live, table).count()
    page = opened(windows, browser, server, table, java_script_enabled=False)
    if step == "over":
        expect(page.locator(".winner")).to_be_visible()
        return
    told = page.locator("#prompts .note")
    expect(told).to_have_count(away)
    fits_without_script(page, "others away")
    the_others_come(windows, server, table)
    expect(live.locator("#prompts .note")).to_have_count(0, timeout=UNTIL_AWAY)
    page.reload()
    expect(told).to_have_count(0)
    fits_without_script(page, "everybody here")


def fits_without_script(page: Page, when: str) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        where = f"{when}, {width} x {height}"
        bar = page.locator("#bar")
        high, low = page.locator("#sheet").bounding_box(), bar.bounding_box()
        assert high
        assert low
        assert high["y"] + high["height"] <= low["y"] + 1, where
        assert high["height"] > height / 5, where
        for control in bar.locator("button:visible, select:visible").all():
            box = control.bounding_box()
            assert box
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= height + 1


def test_a_sheet_opens_and_closes_without_script(
    tables: tuple[Server, dict[str, Table]], windows: ExitStack, browser: Browser
) -> None:
    server, staged = tables
    page = opened(windows, browser, server, staged[CODES["six", "placing"]], java_script_enabled=False)
    page.set_viewport_size({"width": 360, "height": 640})
    expect(page.locator("#seat-1 .plan")).to_be_hidden()  # a token, as there are five of them
    token = page.locator("#see-1").bounding_box()
    page.locator("#see-1 > summary").click()
    large = page.locator("#seat-1 .plan").bounding_box()
    assert token
    assert large
    assert large["width"] > 4 * token["width"]
    expect(page.locator("#see-1 .account")).to_be_visible()
    page.locator("#see-1 > summary").click()
    expect(page.locator("#see-1 .account")).to_be_hidden()


def test_a_piece_is_drawn_moved_off_and_left_without_script(
    tables: tuple[Server, dict[str, Table]], windows: ExitStack, browser: Browser
) -> None:
    server, staged = tables
    page = opened(windows, browser, server, staged[CODES["six", "placing"]], java_script_enabled=False)
    page.locator('.map button[value^="draw"]').first.click()
    expect(page.locator(".tok.done")).to_have_count(1)
    page.locator("button.tok.done").click()
    expect(page.locator(".tok.done")).to_have_count(0)
    page.get_by_label("Where").select_option(index=1)
    page.get_by_role("button", name="Draw it here").click()
    expect(page.locator(".tok.done")).to_have_count(1)


def test_the_front_door_moves_without_script(
    tables: tuple[Server, dict[str, Table]], windows: ExitStack, browser: Browser
) -> None:
    server, staged = tables
    page = opened(windows, browser, server, staged[CODES["six", "closing"]], java_script_enabled=False)
    page.locator(".facts [popovertarget=fronts]").click()
    page.locator('#fronts select[name="move"]').select_option(index=3)
    chosen = page.locator("#fronts option").nth(3).get_attribute("value")
    page.locator("#fronts [type=submit]").click()
    page.locator(".facts [popovertarget=fronts]").click()
    expect(page.locator("#fronts")).to_contain_text("You chose this place.")
    assert page.locator('#fronts select[name="move"]').input_value() == chosen


def test_a_line_of_the_score_sheet_lights_up_its_cells(
    tables: tuple[Server, dict[str, Table]], windows: ExitStack, browser: Browser
) -> None:
    server, staged = tables
    page = opened(windows, browser, server, staged[CODES["six", "over"]], java_script_enabled=False)
    first = page.locator(".result.first")
    expect(first.locator(".light:visible")).to_have_count(0)
    lit = first.locator(".light").first.get_attribute("data-line")
    first.locator(f'.line:has([value="{lit}"])').click()
    expect(first.locator(".light:visible")).to_have_count(1)
    expect(page.locator(".light:visible")).to_have_count(1)


def test_only_numbers_count_up_at_the_end(
    tables: tuple[Server, dict[str, Table]], windows: ExitStack, browser: Browser
) -> None:
    server, staged = tables
    table = staged[CODES["six", "over"]]
    still = opened(windows, browser, server, table, java_script_enabled=False)
    cells = still.locator(".scores tbody td").all_text_contents()
    medals = still.locator(".scores .medal").count()
    moving = opened(windows, browser, server, table, reduced_motion="no-preference")
    expect(moving.locator(".scores tbody td")).to_have_text(cells)
    expect(moving.locator(".scores .medal")).to_have_count(medals)
    expect(moving.locator(".result").last).to_be_visible()


def test_the_home_opens_where_it_does_not_stand_beside_the_sheet(
    tables: tuple[Server, dict[str, Table]], windows: ExitStack, browser: Browser
) -> None:
    server, staged = tables
    page = opened(windows, browser, server, staged[CODES["six", "placing"]])
    page.set_viewport_size({"width": 360, "height": 640})
    home = page.locator("#brief")
    expect(home).to_be_hidden()
    page.locator(".about").click()
    expect(home).to_be_visible()
    expect(home.locator(".story")).to_be_visible()
    home.locator("> .btn").click()
    expect(home).to_be_hidden()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(home).to_be_visible()
