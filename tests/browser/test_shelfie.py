"""My Shelfie in real browsers: a whole turn by taps and by keys, refused moves, and no page that
overflows."""

from collections.abc import Iterator
from contextlib import ExitStack

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect

from app.web.cookies import keys_cookie
from tests.support.screen_faults import AXE, FAULTS, FOUND, RULES
from tests.support.server import Server, serving
from tests.support.shelf_table import Table

pytestmark = pytest.mark.browser
SIZES = [(360, 640), (844, 390), (820, 1180), (1280, 800)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("house") / "data") as started:
        yield started


@pytest.fixture(scope="module")
def web(server: Server) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=server.url, timeout=60) as client:
        yield client


@pytest.fixture
def table(web: httpx2.Client) -> Table:
    return Table(web)


@pytest.fixture(scope="module")
def tables(web: httpx2.Client) -> tuple[Table, ...]:
    """A game that has just begun, one in the middle, and one that is over."""
    begun, running, over = Table(web), Table(web), Table(web)
    running.play(61)
    over.play(3000)
    return begun, running, over


@pytest.fixture
def windows(browser: Browser) -> Iterator[ExitStack]:
    with ExitStack() as open_windows:
        yield open_windows


def opened(
    windows: ExitStack, browser: Browser, server: Server, table: Table, key: str, size: tuple[int, int]
) -> Page:
    width, height = size
    profile = windows.enter_context(
        browser.new_context(viewport={"width": width, "height": height}, locale="en")
    )
    profile.add_cookies([{"name": keys_cookie(table.code), "value": key, "url": server.url}])
    page = profile.new_page()
    page.goto(f"{server.url.rstrip('/')}/r/{table.code}")
    expect(page.locator("html")).to_have_attribute("data-live", "yes", timeout=60_000)
    return page


def press(page: Page, move: str) -> None:
    page.locator(f'button[name="move"][value="{move}"]:visible').first.click(force=True)


def test_a_turn_on_a_phone_is_seen_by_the_other(
    browser: Browser, windows: ExitStack, server: Server, table: Table
) -> None:
    (seat,) = table.waiting
    mine = opened(windows, browser, server, table, table.keys[seat], (390, 844))
    other = opened(windows, browser, server, table, table.keys[1 - seat], (1280, 800))
    taken = mine.locator(".take:not([aria-disabled])").first
    move = taken.get_attribute("value")
    taken.click()
    expect(mine.locator(".picked")).to_have_count(1)
    expect(other.locator(".picked")).to_have_count(1)
    press(mine, "column 2")
    expect(mine.locator(f"#shelf-{seat} .cell .tile:not(.wish .tile)")).to_have_count(1)
    expect(mine.get_by_role("button", name="Done")).to_be_visible()
    mine.get_by_role("button", name="Undo").click()
    expect(mine.locator(".picked")).to_have_count(0)
    mine.locator(f'button[value="{move}"]').click()
    press(mine, "column 2")
    mine.get_by_role("button", name="Done").click()
    expect(other.locator(".say")).to_contain_text("Your turn.")
    assert other.title() == "Your turn. My Shelfie"


def test_a_tap_on_a_forbidden_tile_says_why(
    browser: Browser, windows: ExitStack, server: Server, table: Table
) -> None:
    page = opened(windows, browser, server, table, table.keys[table.waiting[0]], (390, 844))
    page.locator(".take[aria-disabled]").first.click(force=True)
    expect(page.get_by_role("alert")).to_contain_text("blocked on all four sides")


def tab_to(page: Page, group: str) -> None:
    """Tab until the focus is in that part of the table, which is one tab stop: the next Tab leaves it."""
    inside = f"() => document.activeElement.closest('{group}') !== null"
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(inside):
            return
    raise AssertionError(f"no Tab leads to {group}")


FOCUSED = "() => document.activeElement.closest('li')?.id"


def test_a_turn_by_keyboard_alone(browser: Browser, windows: ExitStack, server: Server, table: Table) -> None:
    (seat,) = table.waiting
    page = opened(windows, browser, server, table, table.keys[seat], (1280, 800))
    tab_to(page, ".room")
    first = page.evaluate(FOCUSED)
    page.keyboard.press("ArrowRight")
    assert page.evaluate(FOCUSED) != first
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(FOCUSED) == first
    page.keyboard.press("Enter")
    expect(page.locator(f"#{first}.picked")).to_have_count(1)
    expect(page.locator("#column-0 button")).to_be_focused()
    page.keyboard.press("u")
    expect(page.locator(".picked")).to_have_count(0)
    expect(page.locator(".room :focus")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#column-0 button")).to_be_focused()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#column-2 button")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.closest('.columns')") is None
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator(f"#shelf-{seat} #column-2 .tile:not(.wish .tile)")).to_have_count(1)
    expect(page.get_by_role("button", name="Done")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".say")).to_contain_text("Waiting for")


def test_a_picked_tile_that_is_tapped_again_is_put_back(
    browser: Browser, windows: ExitStack, server: Server, table: Table
) -> None:
    page = opened(windows, browser, server, table, table.keys[table.waiting[0]], (390, 844))
    page.locator(".take:not([aria-disabled])").first.click()
    page.locator(".picked button").click()
    expect(page.locator(".picked")).to_have_count(0)


def test_of_two_picked_tiles_only_the_tapped_one_is_put_back(
    browser: Browser, windows: ExitStack, server: Server, table: Table
) -> None:
    page = opened(windows, browser, server, table, table.keys[table.waiting[0]], (360, 640))
    page.locator("#spot-1-3 button").click()
    page.locator("#spot-1-4 button").click()
    expect(page.locator(".picked")).to_have_count(2)
    page.locator("#spot-1-4 button").click()
    expect(page.locator(".picked")).to_have_count(1)
    expect(page.locator("#spot-1-3.picked")).to_have_count(1)


def test_the_goal_on_the_shelf_can_be_switched_off_for_good(
    browser: Browser, windows: ExitStack, server: Server, table: Table
) -> None:
    (seat,) = table.waiting
    page = opened(windows, browser, server, table, table.keys[seat], (1280, 800))
    wishes = page.locator(".own .wish")
    expect(wishes).to_have_count(6)
    expect(wishes.first).to_be_visible()
    switch = page.get_by_label("Show my personal goal on my shelf")
    switch.uncheck()
    expect(wishes.first).to_be_hidden()
    page.locator(".take:not([aria-disabled])").first.click()
    expect(page.locator(".picked")).to_have_count(1)
    expect(switch).not_to_be_checked()
    expect(wishes.first).to_be_hidden()
    page.reload()
    expect(wishes.first).to_be_hidden()
    expect(switch).not_to_be_checked()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_page_overflows_sideways(
    browser: Browser, windows: ExitStack, server: Server, tables: tuple[Table, ...], size: tuple[int, int]
) -> None:
    for table in tables:
        page = opened(windows, browser, server, table, table.keys[0], size)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    expect(page.locator(".winner")).to_contain_text("wins!")


@pytest.mark.parametrize("size", [SIZES[0], SIZES[-1]], ids=str)
def test_there_are_no_faults_of_layout_or_accessibility(
    browser: Browser, windows: ExitStack, server: Server, tables: tuple[Table, ...], size: tuple[int, int]
) -> None:
    for table in tables:
        page = opened(windows, browser, server, table, table.keys[0], size)
        assert page.evaluate(FAULTS) == []
        page.evaluate(AXE)
        assert page.evaluate(FOUND, RULES) == []


def test_a_line_of_the_score_highlights_its_tiles(
    browser: Browser, windows: ExitStack, server: Server, tables: tuple[Table, ...]
) -> None:
    table = tables[-1]
    page = opened(windows, browser, server, table, table.keys[0], (1280, 800))
    shelf = page.locator('.result:has(.line:not([data-cells=""]))').first
    line = shelf.locator('.line:not([data-cells=""])').first
    cells = (line.get_attribute("data-cells") or "").split()
    line.click()
    lit = shelf.evaluate(
        """result => [...result.querySelectorAll(".cell")]
            .filter(cell => getComputedStyle(cell).opacity === "1").map(cell => cell.dataset.cell)"""
    )
    assert sorted(lit) == sorted(cells)
