"""Arrow keys and Tab on boards at every moment: they come from every stop to every other, at every size."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from app.table import playable_games
from tests.browser.planted import plant_all
from tests.browser.screens import SIZES, House, Look, Moment, Screen, lent, own_moments
from tests.browser.screens import moment as first_moment
from tests.support.server import serving

pytestmark = pytest.mark.browser

STAGED = ("room", "card")  # everything else in Home Staging happens on the sheet, which is no group


def moments() -> Iterator[tuple[str, Moment]]:
    yield "my_shelfie-few", Moment("my_shelfie", 15, 146, 0)  # few tiles are left, far apart
    for game in playable_games.names():
        for name, (number, wanted) in own_moments(game).items():
            if game != "home_staging" or name in STAGED:
                yield f"{game}-{name}", first_moment(game, number, wanted)


MOMENTS = dict(moments())

# What is wrong with the groups of a board now, and with every choice that shows other controls: more tab
# stops than one, or stops that arrows never reach from another. What lies under a tool's second choice is no
# stop.
WRONGS = """async () => {
    // a new size of the window is told to the page before it is painted
    await new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(told)));
    const KEYS = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];
    const seen = (one) => one.checkVisibility() && getComputedStyle(one).pointerEvents !== "none";
    const tabbed = (one) => one.checkVisibility() && one.tabIndex === 0;
    const named = (one) => one.value || one.closest("li")?.id || one.outerHTML;
    const covered = (one) => one.matches("input")
        && [...one.closest("li")?.querySelectorAll("button") ?? []].some(seen);
    const step = (from, key) => {
        from.focus();
        from.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
        return document.activeElement;
    };
    const wrongs = (group) => {
        const all = [...group.querySelectorAll("button, input, [tabindex]")];
        const stops = all.filter((one) => seen(one) && !covered(one));
        const at = all.filter(tabbed);
        if (stops.length && at.length !== 1) return [`tab stops: ${at.map(named)}`];
        const ways = new Map(stops.map((from) => [from, KEYS.map((key) => step(from, key))]));
        return stops.flatMap((from) => {
            const met = new Set([from]);
            for (const one of met) for (const to of ways.get(one) ?? []) met.add(to);
            return stops.filter((to) => !met.has(to)).map((to) => `${named(from)} never to ${named(to)}`);
        });
    };
    const found = [];
    let checked = 0;
    const look = (choice) => {
        for (const group of document.querySelectorAll("#table [data-rove]")) {
            checked += 1;
            found.push(...wrongs(group).map((wrong) => `${choice}, ${group.dataset.rove}: ${wrong}`));
        }
    };
    look("as it is");
    const chosen = document.querySelector(".bar [data-way]:checked");
    for (const way of document.querySelectorAll(".bar [data-way]")) {
        way.click();
        look(way.dataset.way);
        const first = [...document.querySelectorAll("#table [name=first]")].find(seen);
        first?.click();
        if (first) look(`${first.value} first`);
    }
    chosen?.click();
    return {checked, found};
}"""


@pytest.fixture(scope="module")
def tables(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    data = tmp_path_factory.mktemp("arrows") / "data"
    tables = {at.table: f"sunny-sofa-{count}" for count, at in enumerate(dict.fromkeys(MOMENTS.values()), 20)}
    planted = plant_all(data, [table._replace(code=code) for table, code in tables.items()])
    shown = {table: (each.code, each) for table, each in zip(tables, planted, strict=True)}
    with serving(data, HOUSEWARMING_BOT_PAUSE="0") as server, lent(browser) as profile:
        yield House(server, data, shown, profile)


@pytest.mark.parametrize("name", MOMENTS)
def test_arrows_come_from_every_stop_to_every_other(name: str, tables: House) -> None:
    page = tables.show(Look(Screen(name, MOMENTS[name]), "tall", "light", "en"))
    expect(page.locator("[data-rove] [tabindex='0']").first).to_be_attached()
    for size in ("tall", "lying", "desk"):
        width, height = SIZES[size]
        page.set_viewport_size(ViewportSize(width=width, height=height))
        told = page.evaluate(WRONGS)
        assert told["checked"] > 0
        assert told["found"] == [], size
    page.close()


def test_tab_comes_back_to_a_group_after_arrows_have_passed_its_choice(tables: House) -> None:
    page = tables.show(Look(Screen("supplier", MOMENTS["dream_home-supplier"]), "desk", "light", "en"))
    cards = page.locator("[data-rove=display] input[name=first]")
    expect(page.locator("[data-rove=display] [tabindex='0']")).to_have_count(1)
    cards.nth(0).focus()
    page.keyboard.press("Enter")
    expect(cards.nth(0)).to_be_checked()
    page.keyboard.press("ArrowRight")
    expect(cards.nth(1)).to_be_focused()
    page.keyboard.press("Tab")  # the points above the house
    page.keyboard.press("Tab")
    expect(page.locator("[data-rove=house] :focus")).to_have_count(1)
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    expect(cards.nth(0)).to_be_focused()
    page.close()


def test_another_tool_forgets_the_first_choice_of_this_one(tables: House) -> None:
    page = tables.show(Look(Screen("mixer", MOMENTS["dream_home-mixer"]), "desk", "light", "en"))
    expect(page.locator("[data-rove=house] [tabindex='0']")).to_have_count(1)
    page.locator(".bar [data-way=mix]").check()
    page.locator("input[value='mix 0']").check()
    second = page.locator(".second[value='3']")
    expect(second).to_be_visible()
    page.locator(".bar [data-way=take]").check()
    expect(second).to_be_hidden()
    expect(page.locator("[name=first]:checked")).to_have_count(0)
    page.close()


def test_a_card_that_is_turned_keeps_the_focus(tables: House) -> None:
    page = tables.show(Look(Screen("slot", MOMENTS["dream_home-slot"]), "desk", "light", "en"))
    ways = page.locator(".slot:not(:has(.whyup)) .glow.up")  # a slot that offers nothing else face up
    expect(page.locator("[data-rove=house] [tabindex='0']")).to_have_count(1)
    slot = str(ways.first.get_attribute("value")).split()[1]
    page.locator(f".glow[value='place {slot} up']").focus()
    for way in ("down", "up"):
        page.keyboard.press("f")
        expect(page.locator(f".glow[value='place {slot} {way}']")).to_be_focused()
    page.close()
