"""Enough space: on a phone with a message above the table, and at 200 % zoom."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from app.web.cookies import keys_cookie
from tests.browser.planted import plant_all
from tests.browser.screens import moment
from tests.support.screen_faults import FAULTS
from tests.support.server import Server, serving
from tests.support.table_page import Window, at_table, deal

pytestmark = pytest.mark.browser

SIZES = [(360, 640), (844, 390), (1280, 800)]
WITHIN = """house => {
    const { top, bottom } = house.getBoundingClientRect();
    return top >= 0 && bottom <= document.getElementById("bar").getBoundingClientRect().top;
}"""
IN_SIGHT = f"() => ({WITHIN})(document.querySelector('.own'))"


@pytest.fixture
def windows() -> Iterator[ExitStack]:
    with ExitStack() as open_windows:
        yield open_windows


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_message_above_the_table_leaves_the_house_in_view(
    windows: ExitStack, browser: Browser, server: Server, width: int, height: int
) -> None:
    ada_key, bruno_key = deal(server)
    size = {"width": width, "height": height}
    ada = at_table(windows, browser, server, ada_key.code, ada_key.key, size)
    bruno = at_table(windows, browser, server, ada_key.code, bruno_key.key)
    house = ada.page.locator(".own")
    assert house.evaluate(WITHIN)
    bruno.page.get_by_role("button", name="At this table").first.click()
    bruno.page.get_by_role("button", name="Nudge").click()
    expect(ada.page.get_by_text("The others are waiting for you.")).to_be_visible()
    ada.page.wait_for_function(IN_SIGHT)  # the layout settles with the next frame painted
    sizes = "all => all.map(each => each.getBoundingClientRect()).map(({ width, height }) => [width, height])"
    assert min(map(min, house.locator(".slot").evaluate_all(sizes))) >= 44
    ada.press("clear 1")
    ada.expect_version(2)
    expect(ada.page.get_by_text("The others are waiting for you.")).to_be_hidden()
    ada.page.wait_for_function(IN_SIGHT)


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390), (1280, 800)], ids=str)
def test_the_house_keeps_its_size_while_the_jackhammer_is_asked_about(
    windows: ExitStack, browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    hammering = moment("dream_home", 7, lambda state, _: state.step == "jack")
    planted = plant_all(tmp_path / "data", [hammering.table])[0]
    house = windows.enter_context(serving(tmp_path / "data"))
    width, height = size
    seat = planted.keys[hammering.seat or 0]
    ada = at_table(windows, browser, house, planted.code, seat, {"width": width, "height": height})
    walls = ada.page.locator(".own .walls")

    def room() -> list[int]:
        return list(
            walls.evaluate(
                """house => {
                    const { x, y, width, height } = house.getBoundingClientRect();
                    return [x, y + scrollY, width, height].map(Math.round);
                }"""
            )
        )

    asked = room()
    ada.page.get_by_role("button", name="Stop asking about the jackhammer").click()
    ada.expect_version((hammering.steps or 0) + 2)
    expect(ada.page.locator("#asked")).not_to_contain_text("jackhammer")
    again = ada.page.get_by_role("button", name="Ask me again")
    expect(again).to_have_count(1)
    assert room() == asked
    assert ada.page.evaluate(FAULTS) == []
    again.click()
    expect(again).to_have_count(0)
    assert room() == asked
    assert ada.complaints == []


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (1280, 800)], ids=str)
def test_points_the_roof_a_tool_and_the_jackhammer_say_what_they_are(
    windows: ExitStack, browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    hammering = moment("dream_home", 7, lambda state, _: state.step == "jack")
    planted = plant_all(tmp_path / "data", [hammering.table])[0]
    house = windows.enter_context(serving(tmp_path / "data"))
    width, height = size
    seat = planted.keys[hammering.seat or 0]
    ada = at_table(windows, browser, house, planted.code, seat, {"width": width, "height": height})
    page = ada.page
    page.get_by_role("button", name="What are they for?").click()
    sum_ = page.locator(".own [popover]")
    expect(sum_).to_be_in_viewport(ratio=1)
    expect(sum_).to_contain_text("Four roof cards score 3, or 8 in one colour.")
    parts = sum_.locator("dd").all_inner_texts()
    total = page.locator(".own .sum").inner_text().split()[0]
    assert parts
    assert sum(int(points) for points in parts) == int(total)
    sum_.get_by_role("button", name="Close").click()
    expect(sum_).to_be_hidden()

    for sign, words in (
        (".own .pile", "Four roof cards score 3"),
        (".own .thing[data-special=jackhammer]", "At the start of a later round"),
    ):
        page.locator(sign).first.click()
        expect(page.locator(".sign-bubble")).to_contain_text(words)

    use = page.locator("#bar .hand [popovertarget=jackhammer]")
    assert use.evaluate("each => each.getBoundingClientRect().width") >= 44
    use.click()
    rooms = page.locator("#jackhammer")
    expect(rooms).to_be_in_viewport(ratio=1)
    expect(rooms).to_contain_text("Take one of these rooms now and place it.")
    assert page.evaluate(FAULTS) == []
    rooms.locator("[name=move]").first.press("Enter")
    expect(page.locator("#asked")).to_contain_text("Place the room")
    assert ada.complaints == []


def zoomed(windows: ExitStack, browser: Browser, width: int, height: int) -> Page:
    """A window of this size at 200 % zoom."""
    size = ViewportSize(width=width // 2, height=height // 2)
    profile = browser.new_context(viewport=size, device_scale_factor=2, locale="en", reduced_motion="reduce")
    return windows.enter_context(profile).new_page()


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)], ids=str)
def test_at_200_percent_a_turn_is_played_without_scrolling_sideways(
    windows: ExitStack, browser: Browser, server: Server, size: tuple[int, int]
) -> None:
    ada_key, _ = deal(server)
    page = zoomed(windows, browser, *size)
    cookie = {"name": keys_cookie(ada_key.code), "value": ada_key.key, "url": server.url}
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    ada = Window(page, f"{server.url.rstrip('/')}/r/{ada_key.code}")
    for version, move in enumerate(("clear 1", "take 0", "place g0 down"), 2):
        assert page.evaluate(FAULTS) == []
        ada.press(move)
        ada.expect_version(version)
    assert ada.complaints == []
