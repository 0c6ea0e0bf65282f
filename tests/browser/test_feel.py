"""How the table feels: what it says, shows and plays while others move, and how it responds to a hand."""

import re
from contextlib import ExitStack
from typing import NamedTuple

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect

from app.table import playable_games
from app.web.cookies import keys_cookie
from tests.support.api import started
from tests.support.server import Server
from tests.support.table_page import PHONE, Window, deal
from tests.support.two_windows import LISTEN, Pair, open_settings

pytestmark = pytest.mark.browser

SPOKEN = "() => [...document.querySelectorAll('#narration p')].map(one => one.textContent)"


# -- narration -----------------------------------------------------------------------------------------------


def test_every_event_is_announced_once_and_in_order(pair: Pair) -> None:
    bruno = pair.bruno.page
    assert bruno.locator("#narration").get_attribute("aria-live") == "polite"
    assert bruno.evaluate(SPOKEN) == []
    pair.plays(pair.ada, "clear 1", "take 0", "place g0 down")
    spoken = bruno.evaluate(SPOKEN)
    assert [line.split(" ", 1)[0] for line in spoken] == ["Ada"] * 3
    assert "takes the" in spoken[1]
    assert "face down" in spoken[2]
    pair.plays(pair.ada, "undo", "take 0", "place g1 down", "done")
    undone, *lines, asked = bruno.evaluate(SPOKEN)[3:]
    assert undone == "Ada undoes the move."
    assert ["takes the" in lines[0], "face down" in lines[1], len(lines)] == [True, True, 2]
    assert asked.startswith("Your turn. Pick a pair")
    assert bruno.locator(".news[role=status]").count() == 0  # or all of it would be announced twice


def test_a_request_is_announced_when_it_changes(pair: Pair) -> None:
    ada = pair.ada.page
    pair.plays(pair.ada, "clear 1")
    assert ada.evaluate(SPOKEN)[-1].startswith("Your turn. Pick a pair")
    pair.ada.press("take 0")
    pair.ada.expect_version(3)
    taken, asked = ada.evaluate(SPOKEN)[-2:]
    assert ("Ada takes the" in taken, asked) == (True, "Your turn. Place the room in your house.")
    ada.locator(".whynot").first.focus()
    ada.keyboard.press("Enter")
    expect(ada.get_by_role("alert")).to_be_visible()
    assert ada.evaluate(SPOKEN)[-2:] == [taken, asked]


def test_no_more_than_one_round_of_announcements_is_kept(pair: Pair) -> None:
    for _ in range(6):
        pair.plays(pair.ada, "clear 1", "undo")
    assert len(pair.bruno.page.evaluate(SPOKEN)) == 9


def test_missed_events_are_announced_in_order_when_they_arrive_at_once(pair: Pair, server: Server) -> None:
    bruno = pair.bruno.page
    bruno.evaluate("tablePage.hold('a test')")
    with httpx2.Client(base_url=server.url, timeout=60) as web:
        pair.plays_unseen(web, ("clear", 1), ("take", 0))
    pair.ada.expect_version(3)
    assert bruno.evaluate(SPOKEN) == []
    expect(bruno.locator("#table")).to_have_attribute("data-version", "1")
    bruno.wait_for_function("() => tablePage.waiting.at(-1)?.match(/data-version=?\\W{1,3}3\\b/)")
    bruno.evaluate("tablePage.release('a test')")
    pair.bruno.expect_version(3)
    spoken = bruno.evaluate(SPOKEN)
    assert len(spoken) == 2
    assert "discards the" in spoken[0]
    assert "takes the" in spoken[1]


class Heard(NamedTuple):
    """A game as text: the controls to press, by name, and what the board then says."""

    pictures: str
    pressed: tuple[str, ...]
    board: str


HEARD = {
    "dream_home": Heard(".art", ("Discard:", "Take:", "Ground floor 1: "), "ground floor 1: "),
    "my_shelfie": Heard(".tile", (", row ", "Column 2: place here", "Done"), "column 2: "),
    "home_staging": Heard(".own .plan", ("bathroom", "toilet", " point"), "Tap a cell"),
}


@pytest.mark.parametrize("game", playable_games.names())
@pytest.mark.parametrize("script", [True, False])
def test_the_text_board_is_remembered_and_can_be_played(
    browser: Browser, windows: ExitStack, server: Server, game: str, script: bool
) -> None:
    with httpx2.Client(base_url=server.url, timeout=60) as web:
        guests = started(web, "Bruno", game=game)
        ada = guests[guests[0].look()["waiting"][0]]
    heard = HEARD[game]
    profile = windows.enter_context(browser.new_context(java_script_enabled=script, locale="en"))
    profile.add_cookies([{"name": keys_cookie(ada.code), "value": ada.key, "url": server.url}])
    page = profile.new_page()
    page.goto(f"{server.url.rstrip('/')}/r/{ada.code}")
    expect(page.locator(f"#table {heard.pictures}").first).to_be_visible()
    open_settings(page)
    page.get_by_role("button", name="Text view").click()
    expect(page.locator(f"#table {heard.pictures}:visible")).to_have_count(0)
    page.reload()
    assert page.locator("html").get_attribute("data-board") == "text"
    for version, name in enumerate(heard.pressed, 2):
        page.get_by_role("button", name=name, disabled=False).first.click()
        expect(page.locator("#table")).to_have_attribute("data-version", str(version))
    assert heard.board in page.locator("#table").inner_text()
    open_settings(page)
    page.get_by_role("button", name="Picture view").click()
    expect(page.locator(f"#table {heard.pictures}").first).to_be_visible()


# -- dragging, pointing and touching -------------------------------------------------------------------------


def middle(page: Page, what: str) -> tuple[float, float]:
    box = page.locator(what).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def pick_up(page: Page, what: str) -> None:
    x, y = middle(page, what)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 20, steps=3)


def test_a_pair_is_dragged_into_the_house_and_a_drop_beside_it_does_nothing(pair: Pair) -> None:
    page = pair.ada.page
    pair.plays(pair.ada, "clear 1")
    pick_up(page, "#column-0 .card.room")
    legal = page.evaluate("() => [...document.querySelectorAll('.slot.may')].map(one => one.id)")
    assert legal == [f"slot-0-{name}" for name in ("g0", "g1", "g2", "b3", "b4")]
    page.mouse.move(*middle(page, "#slot-0-u0"), steps=4)  # nothing supports it there
    page.mouse.up()
    expect(page.locator(".dragged, .may")).to_have_count(0)
    pair.ada.expect_version(2)
    pick_up(page, "#column-0 .card.room")
    page.mouse.move(*middle(page, "#slot-0-g1"), steps=4)
    page.mouse.up()
    pair.ada.expect_version(4)
    expect(page.locator("#slot-0-g1")).not_to_have_attribute("data-lies", "empty")
    assert pair.ada.complaints == []


def test_a_card_in_hand_is_dragged_and_a_new_frame_waits_for_the_drop(pair: Pair) -> None:
    page = pair.ada.page
    pair.plays(pair.ada, "clear 1", "take 0")
    pick_up(page, ".sel .card.room")
    page.mouse.move(*middle(page, "#slot-0-g2"), steps=4)
    with httpx2.Client(base_url=page.url.partition("/r/")[0], timeout=30) as web:
        pair.plays_unseen(web, ("undo",))
        page.wait_for_function("() => tablePage.waiting.length")
        expect(page.locator("#table")).to_have_attribute("data-version", "3")
        page.keyboard.press("Escape")
        pair.ada.expect_version(4)
        page.mouse.up()
    pair.plays(pair.ada, "take 2")
    pick_up(page, ".sel .card.room")
    page.mouse.move(*middle(page, "#slot-0-g2"), steps=4)
    page.mouse.up()
    pair.ada.expect_version(6)
    expect(page.locator("#slot-0-g2")).not_to_have_attribute("data-lies", "empty")


def test_a_card_under_the_pointer_is_enlarged_and_a_tap_still_takes_it(pair: Pair) -> None:
    page = pair.ada.page
    pair.plays(pair.ada, "clear 1")
    page.mouse.move(*middle(page, "#column-2 .card.room"))
    expect(page.locator("#peek")).to_be_visible()
    expect(page.locator("#peek")).to_contain_text("Points")
    page.mouse.down()
    expect(page.locator("#peek")).to_be_hidden()
    page.mouse.up()
    pair.ada.expect_version(3)


def test_a_long_press_enlarges_and_a_short_one_takes(
    browser: Browser, windows: ExitStack, server: Server
) -> None:
    ada_key, _ = deal(server)
    profile = windows.enter_context(browser.new_context(viewport=PHONE, has_touch=True, locale="en"))  # type: ignore[arg-type]
    profile.add_cookies([{"name": keys_cookie(ada_key.code), "value": ada_key.key, "url": server.url}])
    page = profile.new_page()
    ada = Window(page, f"{server.url.rstrip('/')}/r/{ada_key.code}")
    x, y = middle(page, "#column-1 .card.room")
    finger = profile.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(page.locator("#peek")).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#peek")).to_be_hidden()
    ada.expect_version(1)
    page.touchscreen.tap(x, y)
    ada.expect_version(2)


def test_a_finger_drags_a_pair_into_the_house(browser: Browser, windows: ExitStack, server: Server) -> None:
    ada_key, _ = deal(server)
    profile = windows.enter_context(browser.new_context(viewport=PHONE, has_touch=True, locale="en"))  # type: ignore[arg-type]
    profile.add_cookies([{"name": keys_cookie(ada_key.code), "value": ada_key.key, "url": server.url}])
    page = profile.new_page()
    ada = Window(page, f"{server.url.rstrip('/')}/r/{ada_key.code}")
    ada.press("clear 1")
    ada.expect_version(2)
    finger = profile.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    (x, y), there = middle(page, "#column-0 .card.room"), middle(page, "#slot-0-g1")
    touch("touchStart", (x, y))
    touch("touchMove", (x + 5, y + 20))
    expect(page.locator(".dragged")).to_be_visible()
    touch("touchMove", there)
    expect(page.locator("#slot-0-g1")).to_have_class(re.compile("aim"))
    touch("touchEnd")
    ada.expect_version(4)
    expect(page.locator("#slot-0-g1")).not_to_have_attribute("data-lies", "empty")
    assert page.evaluate("scrollY") == 0
    assert ada.complaints == []


@pytest.mark.parametrize(("motion", "flies"), [("no-preference", True), ("reduce", False)])
def test_cards_fly_unless_reduced_motion_is_set(pair: Pair, motion: str, flies: bool) -> None:
    page = pair.bruno.page
    page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    page.add_init_script(LISTEN)
    page.reload()
    pair.bruno.expect_live()
    pair.plays(pair.ada, "clear 1", "take 0", "place g0 down")
    assert (page.evaluate("flown") > 0) is flies


def test_it_is_silent_until_sound_is_switched_on_and_remembers_that(pair: Pair) -> None:
    page = pair.bruno.page
    page.add_init_script(LISTEN)
    page.reload()
    pair.bruno.expect_live()
    page.locator("#table").click()
    pair.plays(pair.ada, "clear 1")
    assert page.evaluate("heard.length") == 0
    page.keyboard.press("?")
    page.get_by_label("Sounds").check()
    page.keyboard.press("Escape")
    pair.plays(pair.ada, "take 0")
    assert page.evaluate("heard.map(one => one.frequency.value)") == [196, 147]
    page.reload()
    pair.bruno.expect_live()
    page.locator("#table").click()
    pair.plays(pair.ada, "place g0 down", "done")
    assert page.evaluate("heard.slice(-2).map(one => one.frequency.value)") == [523, 784]
    assert pair.bruno.complaints == []


def test_nothing_is_enlarged_over_the_house_while_a_card_is_in_hand(pair: Pair) -> None:
    page = pair.ada.page
    page.clock.install()
    page.reload()
    pair.ada.expect_live()
    pair.plays(pair.ada, "clear 1")
    page.mouse.move(*middle(page, "#column-2 .card.room"))
    page.clock.run_for(600)
    expect(page.locator("#peek")).to_be_visible()
    peek, others = (page.locator(what).bounding_box() for what in ("#peek", ".others"))
    assert peek
    assert others
    assert peek["x"] >= others["x"], "over the others' houses, and not over the offer"
    pair.plays(pair.ada, "take 2")
    page.mouse.move(*middle(page, "#column-0 .card.room"))
    page.clock.run_for(2000)
    expect(page.locator("#peek")).to_be_hidden()
