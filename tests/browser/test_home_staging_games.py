"""Whole practice games of Home Staging, played alone: by taps, by keys, and without script."""

from collections.abc import Iterator
from contextlib import ExitStack
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from app.engine.home_staging.state import State
from tests.support.screen_faults import AXE, FOUND, RULES
from tests.support.server import Server, serving
from tests.support.staged_tables import Staged, Table, stage
from tests.support.staging_page import DESK, PHONE, StagingPage

pytestmark = pytest.mark.browser
MOST_TAPS = 4
LONGEST = 60  # requests that a game may take
PLACES = """() => {
    const { places, hand } = staging;
    return places.all(hand.hand).map(({ turn, anchor }) => [turn, anchor]);
}"""
WAY = """([turn, anchor]) => {
    // the fewest taps to a place, of all that the page offers
    const { places, hand: { hand } } = staging;
    const { column, row, columns, rows } = places.readBox(document.getElementById("sheet").dataset.box);
    const key = (place, cell) => `${place.turn} ${place.anchor} ${cell}`;
    const known = new Set();
    let found = [];
    for (let down = row; down < row + rows; down += 1) {
        for (let right = column; right < column + columns; right += 1) {
            const cell = 16 * down + right;
            const place = places.at(hand, 0, cell);
            if (place) found.push([place, cell, [["cell", places.nameOf(cell)]]]);
        }
    }
    while (found.length) {
        const next = [];
        for (const [place, cell, taps] of found) {
            if (place.turn === turn && place.anchor === anchor) return taps;
            if (known.has(key(place, cell))) continue;
            known.add(key(place, cell));
            const on = places.covers(hand, place).includes(cell) ? cell : places.gripOf(hand, place);
            for (const [step, tap] of [[1, ["cell", places.nameOf(on)]], [-1, ["turn"]]]) {
                next.push([places.turned(hand, place, on, step), on, [...taps, tap]]);
            }
            for (const side of "NESW") {
                const beside = places.nudged(hand, place, side);
                next.push([beside, places.gripOf(hand, beside), [...taps, ["go", side]]]);
            }
        }
        found = next;
    }
}"""


def beginning(state: State) -> bool:
    return True


TABLES = [Staged(f"sunny-sofa-{code}", beginning, deal=4) for code in (20, 30, 40)]
House = tuple[Server, dict[str, Table]]


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    data = tmp_path_factory.mktemp("evening") / "data"
    staged = stage(data, TABLES)
    with serving(data) as server:
        yield server, staged


def expect_next(ada: StagingPage, step: str) -> None:
    """Every turn of this game leads to another step."""
    expect(ada.page.locator("#table")).not_to_have_attribute("data-step", step)


def expect_no_fault(ada: StagingPage) -> None:
    ada.page.evaluate(AXE)
    assert ada.page.evaluate(FOUND, RULES) == []


class Taps:
    """Plays by taps alone and counts those that each piece takes, Done or Next included."""

    def __init__(self, ada: StagingPage) -> None:
        self.ada, self.chance, self.taps = ada, Random(1), list[int]()

    def draw(self) -> None:
        """Draw every piece of this turn in some legal place, whichever."""
        while True:
            places = self.ada.page.evaluate(PLACES) if self.ada.page.evaluate("staging.hand.hand") else []
            if places:
                self.lay(self.chance.choice(places))
            more = self.ada.go.get_attribute("class") or ""
            self.ada.go.tap()
            if "next" not in more:
                return
            expect(self.ada.ghost).to_have_count(0)

    def lay(self, place: list[int]) -> None:
        way = self.ada.page.evaluate(WAY, place)
        for kind, *on in way:
            if kind == "cell":
                self.ada.tap(on[0])
            else:
                self.ada.page.locator(f"[data-go={on[0]}]" if on else "button[data-turn]").tap()
        assert self.ada.page.evaluate("[staging.hand.place.turn, staging.hand.place.anchor]") == place
        self.taps.append(len(way) + 1)
        if len(self.taps) == 1:
            expect_no_fault(self.ada)


def test_a_game_by_taps_alone_on_a_phone(browser: Browser, windows: ExitStack, tables: House) -> None:
    ada = StagingPage(windows, browser, tables[0], tables[1]["sunny-sofa-20"], 0, PHONE)
    hand, looked = Taps(ada), set[str]()
    while (step := ada.step) != "over":
        if step not in looked:
            looked.add(step)
            expect_no_fault(ada)
        if step == "draw":
            hand.draw()
        elif step == "close":
            ada.go.tap()
        else:
            ada.page.locator("#card button.can, .sizes button").first.tap()
        expect_next(ada, step)
    assert looked == {"room", "card", "tokens", "draw", "close"}
    assert max(hand.taps) <= MOST_TAPS
    expect(ada.page.locator("#scores")).to_be_visible()
    assert ada.complaints == []


def test_a_game_by_keys_alone(browser: Browser, windows: ExitStack, tables: House) -> None:
    ada = StagingPage(windows, browser, tables[0], tables[1]["sunny-sofa-30"], 0, DESK)
    keys = ada.page.keyboard
    for _ in range(20):
        keys.press("Tab")
        if ada.page.evaluate("document.activeElement.closest('#card') !== null"):
            break
    while (step := ada.step) != "over":
        if step == "draw":
            expect(ada.sheet).to_be_focused()
            while ada.page.locator("#moves .go.next").count():
                keys.press("Home")
                keys.press("Enter")
                expect(ada.ghost).to_have_count(0)
            keys.press("Home")
            keys.press("ArrowRight")
            keys.press("d")
        elif step == "close":
            expect(ada.sheet).to_be_focused()
            keys.press("d")
        else:
            expect(ada.page.locator("#card button:focus, .sizes button:focus")).to_have_count(1)
            keys.press("Enter")
        expect_next(ada, step)
    expect(ada.page.locator("#scores")).to_be_visible()
    assert ada.complaints == []


def test_a_game_without_script(browser: Browser, windows: ExitStack, tables: House) -> None:
    ada = StagingPage(windows, browser, tables[0], tables[1]["sunny-sofa-40"], 0, PHONE, script=False)
    for _ in range(LONGEST):
        if (step := ada.step) == "over":
            break
        before = ada.version
        where = ada.page.locator(".bar .listed:has(optgroup)")
        if where.count():
            where.locator("select").select_option(index=0)
            where.locator("button").click()
        elif step in ("draw", "close"):
            ada.go.click()
        else:
            ada.page.locator("#card button.can, .sizes button").first.click()
        expect(ada.page.locator("#table")).to_have_attribute("data-version", str(before + 1))
    expect(ada.page.locator("#scores")).to_be_visible()
