"""Closing a room of Home Staging on the plan: its cells, its door and the front door, by hand and by keys."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, expect

from app.engine.home_staging.area import read_area
from app.engine.home_staging.cells import CELLS
from app.engine.home_staging.state import CLOSE, DRAW, State
from tests.support.server import Server, serving
from tests.support.staged_tables import Staged, Table, stage
from tests.support.staging_page import DESK, StagingPage

pytestmark = pytest.mark.browser
MANY_DOORS = 11
"""A deal after which the first room is closed as F6-K7 F8-J8 G9-J9, and could have a door on four sides."""
EDGE = {"N": (0.5, 0.0), "E": (1.0, 0.5), "S": (0.5, 1.0), "W": (0.0, 0.5)}


def closing(state: State) -> bool:
    return state.step == CLOSE


def drawing(state: State) -> bool:
    return state.step == DRAW


TABLES = [
    *(Staged(f"sunny-sofa-{code}", closing, deal=MANY_DOORS) for code in range(20, 25)),
    Staged("sunny-sofa-30", closing, deal=MANY_DOORS, options=(("confirm_turns", False),)),
    Staged("sunny-sofa-31", drawing),
]
House = tuple[Server, dict[str, Table]]


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    data = tmp_path_factory.mktemp("evening") / "data"
    staged = stage(data, TABLES)
    with serving(data) as server:
        yield server, staged


@pytest.fixture
def ada(
    browser: Browser, windows: ExitStack, tables: House, request: pytest.FixtureRequest
) -> Iterator[StagingPage]:
    """Ada's page at a table, on a screen of this size."""
    code, *size = request.param
    page = StagingPage(windows, browser, tables[0], tables[1][f"sunny-sofa-{code}"], 0, *size)
    yield page
    assert page.complaints == []


def at(*table: object) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("ada", [table], indirect=True, ids=["-".join(map(str, table[:1]))])


def region(page: StagingPage) -> int:
    return read_area(page.closing()["cells"])


class Change:
    """Waits for a frame that changes the closing."""

    def __init__(self, page: StagingPage) -> None:
        self.page, self.before = page, page.sheet.get_attribute("data-closing") or ""

    def __enter__(self) -> None: ...

    def __exit__(self, *failed: object) -> None:
        if failed == (None, None, None):
            expect(self.page.sheet).not_to_have_attribute("data-closing", self.before)


@at(20)
def test_taps_add_and_drop_cells_and_tell_why_not(ada: StagingPage) -> None:
    before = region(ada)
    name = "K8"
    with Change(ada):
        ada.tap(name)
    assert region(ada) == before | 1 << CELLS[name]
    with Change(ada):
        ada.tap(name)
    assert region(ada) == before
    ada.tap("F6")
    expect(ada.page.locator("#request")).to_have_text("F6: this belongs to the room's furniture.")


@at(21)
def test_a_drag_paints_cells(ada: StagingPage) -> None:
    before = region(ada)
    ada.drag(*map(ada.point, ("G10", "H10", "I10", "J10")))
    with Change(ada):
        ada.lift_finger()
    assert region(ada) == before | read_area("G10-J10")


@at(22)
def test_the_door_is_one_tap_on_a_glowing_edge(ada: StagingPage) -> None:
    shown = ada.closing()
    other = next(door for door, _ in shown["doors"] if door != shown["door"])
    with Change(ada):
        ada.tap(other[:-1], *EDGE[other[-1]])
    assert ada.closing()["door"] == other
    with Change(ada):
        ada.page.locator("[data-door]").tap()
    assert ada.closing()["door"] != other
    ada.go.tap()
    expect(ada.page.locator("#table")).not_to_have_attribute("data-step", "close")


@at(23)
def test_one_press_closes_the_room_as_proposed(ada: StagingPage) -> None:
    ada.go.tap()
    expect(ada.page.locator("#table")).not_to_have_attribute("data-step", "close")


@at(24, DESK)
def test_keys_add_and_drop_cells(ada: StagingPage) -> None:
    name = "K8"
    before = region(ada)
    ada.sheet.focus()
    for _ in range(16):
        ada.page.keyboard.press("ArrowUp")
        ada.page.keyboard.press("ArrowLeft")
    for _ in range("ABCDEFGHIJKLMNOP".index(name[0]) - 5):
        ada.page.keyboard.press("ArrowRight")
    for _ in range(int(name[1:]) - 6):
        ada.page.keyboard.press("ArrowDown")
    expect(ada.page.locator("#narration")).to_contain_text(f"{name}: not in the room")
    with Change(ada):
        ada.page.keyboard.press("Space")
    assert region(ada) == before | 1 << CELLS[name]


@at(30)
def test_changes_wait_for_done_where_turns_end_by_themselves(ada: StagingPage) -> None:
    before = ada.version
    ada.tap("K8")
    expect(ada.page.locator("#ghost .painted")).to_have_count(1)
    assert ada.version == before
    ada.go.tap()
    expect(ada.page.locator("#table")).not_to_have_attribute("data-step", "close")


@at(31)
def test_the_front_door_is_behind_more_and_then_one_tap_on_the_plan(ada: StagingPage) -> None:
    door = (ada.sheet.get_attribute("data-fronts") or "").split()[-1]
    opener = ada.page.locator("#extras [popovertarget=fronts]")
    ada.tap_behind_more(opener)
    expect(ada.page.locator("#ghost .door-at")).not_to_have_count(0)
    before = ada.version
    ada.tap(door[:-1], *EDGE[door[-1]])
    expect(ada.page.locator("#table")).to_have_attribute("data-version", str(before + 1))
    expect(ada.page.locator("#fronts")).to_contain_text("You chose this place.")
    for _ in range(2):
        ada.tap_behind_more(opener)
    expect(ada.page.locator("#fronts")).to_be_visible()


@at(31)
def test_keys_open_the_list_of_front_doors_behind_more(ada: StagingPage) -> None:
    more, extras, fronts = (
        ada.page.locator(each) for each in ("[popovertarget=extras]", "#extras", "#fronts")
    )
    more.press("Enter")
    expect(extras).to_be_visible()
    extras.locator("[popovertarget=fronts]").press("Enter")
    expect(extras).to_be_hidden()
    expect(fronts).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(more).to_be_focused()
