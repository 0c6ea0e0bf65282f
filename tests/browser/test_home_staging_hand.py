"""Drawing in Home Staging by tap, drag, mouse and key."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Protocol

import httpx2
import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from app.engine import home_staging
from app.engine.home_staging.board import board
from app.engine.home_staging.state import DRAW, State
from tests.support.api import Guest
from tests.support.server import Server, serving
from tests.support.staged_tables import Staged, Table, stage
from tests.support.staging_page import DESK, PHONE, StagingPage

pytestmark = pytest.mark.browser
WALL_PIECE, LOOSE_PIECE, CARDS_WITH_TWO = 2, 1, 19
"""Deals that begin with an alcove bed and with a sofa bed, and a number with two tokens."""


def drawing(state: State) -> bool:
    return state.step == DRAW


def with_two_tokens(state: State) -> bool:
    return state.step == DRAW and state.card.number == CARDS_WITH_TWO


def with_a_trap(state: State) -> bool:
    """Some of the legal places would leave a piece of this room with no way to the door."""
    hands = board(state, 0, home_staging.moves(state, 0)).hands if drawing(state) else ()
    return any(turn.cut for hand in hands[:1] for turn in hand.turns)


def with_one_way(state: State) -> bool:
    """The piece in hand fits, but in one way only."""
    hands = board(state, 0, home_staging.moves(state, 0)).hands if drawing(state) else ()
    return any(sum(bool(turn.legal) for turn in hand.turns) == 1 for hand in hands[:1])


TABLES = [
    Staged("sunny-sofa-70", with_a_trap, deal=LOOSE_PIECE),
    Staged("sunny-sofa-71", with_two_tokens, deal=LOOSE_PIECE, options=(("confirm_turns", False),)),
    Staged("sunny-sofa-72", with_one_way, deal=WALL_PIECE),
    Staged("sunny-sofa-73", drawing, deal=WALL_PIECE),
    *(Staged(f"sunny-sofa-{code}", drawing, deal=WALL_PIECE) for code in range(20, 29)),
    Staged("sunny-sofa-30", drawing, deal=LOOSE_PIECE),
    Staged("sunny-sofa-31", drawing, deal=LOOSE_PIECE),
    Staged("sunny-sofa-40", with_two_tokens, deal=LOOSE_PIECE),
    Staged("sunny-sofa-41", with_two_tokens, deal=LOOSE_PIECE),
    Staged("sunny-sofa-50", drawing, seats=2, deal=WALL_PIECE),
    Staged("sunny-sofa-51", drawing, seats=2, deal=WALL_PIECE),
    Staged("sunny-sofa-60", drawing, deal=WALL_PIECE, options=(("confirm_turns", False),)),
]


House = tuple[Server, dict[str, Table]]


class Opens(Protocol):
    def __call__(self, code: int, seat: int = 0, size: ViewportSize = PHONE) -> StagingPage: ...


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    data = tmp_path_factory.mktemp("evening") / "data"
    tables = stage(data, TABLES)
    with serving(data) as server:
        yield server, tables


@pytest.fixture
def opens(browser: Browser, windows: ExitStack, house: House) -> Iterator[Opens]:
    """Opens a page at a table; it must not complain."""
    server, tables = house
    opened: list[StagingPage] = []

    def one(code: int, seat: int = 0, size: ViewportSize = PHONE) -> StagingPage:
        opened.append(StagingPage(windows, browser, server, tables[f"sunny-sofa-{code}"], seat, size))
        return opened[-1]

    yield one
    for each in opened:
        assert each.complaints == []


# -- taps ----------------------------------------------------------------------------------------------------


def test_a_tap_lays_the_piece_as_it_fits_and_a_second_of_rest_sends_it(opens: Opens) -> None:
    ada = opens(20)
    expect(ada.sheet).to_have_attribute("aria-valuenow", "0")
    ada.tap("F8")
    ada.expect_place("alcove bed, placed at F8 to F9", "back to the west wall", "F7", "2 points")
    expect(ada.page.locator("#request")).to_contain_text("Alcove bed, placed at F8 to F9")
    ada.tap("H6")
    ada.expect_place("H6 to I6", "back to the north wall")
    ada.expect_sent(1)
    ada.expect_place("H6 to I6")
    ada.page.reload()
    ada.expect_sent(1)
    ada.tap("H6")  # what was sent is lifted, and lies where it lay
    ada.expect_place("H6 to I6")
    expect(ada.go).to_have_accessible_name("Done")


def test_a_piece_is_shown_in_a_place_that_it_could_have_until_it_lies_somewhere(opens: Opens) -> None:
    ada = opens(28)
    tools = ada.page.locator("#bar [data-go]")
    expect(ada.hint).to_have_count(1)
    expect(ada.ghost).to_have_count(0)
    expect(ada.sheet).to_have_attribute("aria-valuenow", "0")
    expect(ada.page.locator("#bar .legend")).to_contain_text("fits here")
    expect(tools.filter(visible=True)).to_have_count(0)
    expect(ada.go).to_have_class(re.compile("quiet"))
    ada.tap("F8")
    expect(ada.hint).to_have_count(0)
    expect(ada.ghost).to_have_count(1)
    expect(ada.page.locator("#bar .legend")).to_be_hidden()
    expect(tools.filter(visible=True)).to_have_count(4)
    expect(ada.go).not_to_have_class(re.compile("quiet"))
    ada.sheet.press("Escape")
    shown = ada.hint.get_attribute("transform")
    ada.sheet.press("ArrowDown")  # the first arrow lays it where it was shown
    expect(ada.ghost).to_have_attribute("transform", shown or "")


def test_the_suggested_piece_can_be_turned_before_it_lies(opens: Opens) -> None:
    ada = opens(28)
    ring, turn = ada.hint.locator(".ring"), ada.page.get_by_role("button", name="Turn", exact=True)
    as_dealt = ring.get_attribute("d") or ""
    for _ in range(2):
        turn.tap()
        expect(ring).not_to_have_attribute("d", as_dealt)
        turn.tap()
        expect(ring).to_have_attribute("d", as_dealt)  # an alcove bed turned twice covers the same two cells
    turn.tap()
    shown = ada.hint.get_attribute("transform") or ""
    expect(ada.ghost).to_have_count(0)
    ada.sheet.press("ArrowDown")
    expect(ada.ghost).to_have_attribute("transform", shown)
    expect(ada.ghost.locator(".ring")).not_to_have_attribute("d", as_dealt)


def test_no_turn_is_offered_for_what_lies_in_one_way_only(opens: Opens) -> None:
    ada = opens(72)
    expect(ada.hint).to_have_count(1)
    expect(ada.page.locator("[popovertarget=extras]")).to_be_visible()
    expect(ada.page.locator("#bar [data-turn]")).to_be_hidden()


def test_a_tap_on_the_piece_and_the_button_turn_it_to_either_side(opens: Opens) -> None:
    ada = opens(30)
    ada.tap("H8")
    ada.expect_place("sofa bed, placed at H8 to I8", "H9 to I10")
    ada.tap("H8")
    ada.expect_place("placed at H8 to H9", "F8 to G9")
    ada.page.locator("button[data-turn]").tap()
    ada.expect_place("placed at H8 to I8", "H9 to I10")
    ada.page.locator("button[data-turn]").tap()
    ada.expect_place("placed at H8 to H9", "I8 to J9")


def test_arrows_go_to_the_next_legal_place(opens: Opens) -> None:
    ada = opens(21)
    ada.tap("F8")
    for side, cells in (("S", "F9 to F10"), ("E", "K9 to K10"), ("N", "K8 to K9"), ("W", "F8 to F9")):
        ada.page.locator(f"[data-go={side}]").tap()
        ada.expect_place(cells)
    ada.page.locator("[data-go=W]").tap()
    expect(ada.page.locator("#request")).to_have_text("There's no other place on that side.")
    ada.expect_place("F8 to F9")


def test_a_place_that_is_not_legal_is_explained(opens: Opens) -> None:
    ada = opens(22)
    ada.tap("H8")
    expect(ada.page.locator("#request")).to_have_text("H8: this side must be against a wall.")
    expect(ada.page.locator("#narration")).to_contain_text("H8: this side must be against a wall.")
    expect(ada.ghost).to_have_class("ghost bad")
    expect(ada.ghost.locator(".cross")).to_have_count(1)
    ada.go.tap()
    expect(ada.page.locator("#request")).to_have_text("Put it on the plan first, or leave it out.")
    assert ada.version == 4
    ada.page.locator("[data-leave]").tap()
    ada.go.tap()
    expect(ada.page.locator("#table")).to_have_attribute("data-step", "card")


def test_a_place_with_no_way_to_the_door_is_marked_before_it_is_confirmed(opens: Opens) -> None:
    ada = opens(70)
    turns = json.loads(ada.sheet.get_attribute("data-hands") or "")[0]["turns"]
    number, turn = next((number, turn) for number, turn in enumerate(turns) if turn["cut"])
    anchor, (down, right) = turn["cut"][0], turn["grip"]
    ada.page.evaluate("turn => { for (; staging.hand.turn !== turn;) staging.hand.spin(1); }", number)
    ada.tap(anchor, 0.5 + right, 0.5 + down)
    rooms = ada.page.locator(", ".join(f'#brief [data-room="{room}"]' for room in turn["lost"][0]))
    assert rooms.count()
    ada.expect_place(f"no way to the front door from: {', '.join(rooms.all_text_contents())}")
    expect(ada.page.locator("#request")).to_contain_text("no way to the front door from:")
    expect(ada.page.locator("#request")).to_be_in_viewport(ratio=1)
    expect(ada.ghost).to_have_class("ghost cut")
    expect(ada.ghost.locator(".shut")).to_have_count(1)


def test_a_piece_that_fits_no_longer_goes_back_into_the_hand(opens: Opens, house: House) -> None:
    ada = opens(71)
    ada.tap("H8")
    lies = """() => {
        const { hand, place } = staging.hand;
        return ["draw", hand.option, place.turn, staging.places.nameOf(place.anchor)];
    }"""
    key = house[1][ada.code].keys[0].split(".")[-1]
    with httpx2.Client(base_url=house[0].url, timeout=60) as web:
        elsewhere = Guest(web, ada.code, key)  # the same seat, on another device
        turn = elsewhere.look()["turn"]
        answer = elsewhere.ask("POST", "/moves", turn=turn, move=ada.page.evaluate(lies), id="elsewhere")
        assert answer.status_code == 200, answer.text
    expect(ada.page.locator("#narration")).to_contain_text("It doesn't fit there any more.")
    expect(ada.sheet).to_have_attribute("aria-valuenow", "0")


def test_done_sends_what_lies_there_and_undo_takes_it_back(opens: Opens) -> None:
    ada = opens(23)
    undo = ada.page.locator("#moves .undo")
    ada.tap("F8")
    undo.tap()  # nothing was sent yet
    expect(ada.sheet).to_have_attribute("aria-valuenow", "0")
    ada.tap("F8")
    ada.expect_sent(1)
    undo.tap()
    ada.expect_sent(0)
    expect(ada.sheet).to_have_attribute("aria-valuenow", "0")
    ada.tap("G6")
    ada.go.tap()
    expect(ada.page.locator("#table")).to_have_attribute("data-step", "card")


def test_pieces_of_one_turn_are_laid_one_after_the_other(opens: Opens) -> None:
    ada = opens(40)
    expect(ada.go).to_have_accessible_name("Next")
    ada.tap("H8")
    ada.go.tap()
    ada.expect_sent(1)
    expect(ada.go).to_have_accessible_name("Done")
    ada.tap("J10")
    ada.go.tap()
    expect(ada.page.locator("#table")).to_have_attribute("data-step", "close")


def test_pieces_of_one_turn_are_left_out_one_by_one(opens: Opens) -> None:
    ada = opens(41)
    leave = ada.page.locator("[data-leave]")
    leave.tap()
    expect(ada.sheet).to_have_attribute("aria-valuenow", "0")
    leave.tap()
    expect(ada.page.locator("#ghost > *")).to_have_count(0)
    expect(ada.page.locator("#request")).to_have_text("Left out. Press Done, or tap its card to draw it.")
    ada.page.locator("#card [data-hand]").first.tap()  # changed one's mind
    expect(ada.page.locator("#ghost .can-lie")).to_have_count(1)
    expect(ada.page.locator("#request")).not_to_contain_text("Left out")
    leave.tap()
    ada.go.tap()
    expect(ada.page.locator("#table")).to_have_attribute("data-step", "close")


def test_a_bright_idea_gives_the_other_option_and_the_mirrored_piece(opens: Opens) -> None:
    ada = opens(24)
    lamp = ada.page.locator("[data-idea]:is(button)")
    ada.tap("F8")
    ada.expect_place("alcove bed")
    ada.tap_behind_more(lamp)
    expect(lamp).to_have_attribute("aria-pressed", "true")
    ada.expect_place("single bed by the wall")
    ada.page.locator("[data-mirror]:is(button)").tap()
    ada.expect_place("alcove bed", "F8 to F9", "F10")
    ada.expect_sent(1)
    expect(ada.page.locator("#card [data-pencilled]")).to_have_attribute("data-how", "mirror")
    ada.tap_behind_more(lamp)
    expect(lamp).to_have_attribute("aria-pressed", "false")
    ada.expect_place("alcove bed", "F8 to F9", "F7")


def test_one_press_switches_the_bright_idea_on_and_one_off(opens: Opens) -> None:
    ada = opens(73)
    lamp = ada.page.locator("[data-idea]:is(button)")
    for _ in range(2):
        ada.tap_behind_more(lamp)
        expect(lamp).to_have_attribute("aria-pressed", "true")
        ada.tap_behind_more(lamp)
        expect(lamp).to_have_attribute("aria-pressed", "false")
    expect(ada.hint).to_have_count(1)


# -- drags and the mouse -------------------------------------------------------------------------------------


def test_a_finger_drags_from_anywhere_and_the_piece_hangs_above_it(opens: Opens) -> None:
    ada = opens(25)
    (x, y), start = ada.point("F9"), ada.point("I8")
    ada.drag(start, (start[0] - 30, start[1]), (x, y + 56))
    expect(ada.page.locator("#request")).to_contain_text("F9")
    ada.lift_finger()
    ada.expect_place("back to the west wall", "F9")
    outside = ada.point("H3")
    ada.drag(start, (start[0], start[1] - 30), outside)
    expect(ada.ghost).to_have_class("ghost bad")
    ada.lift_finger()
    expect(ada.ghost).to_have_class("ghost")
    ada.expect_place("back to the west wall", "F9")


def test_the_mouse_carries_the_piece_and_a_press_lays_it(opens: Opens) -> None:
    ada = opens(31, size=DESK)
    mouse = ada.page.mouse
    mouse.move(*ada.point("H8"))
    expect(ada.page.locator("#request")).to_contain_text("H8 to I8")
    mouse.wheel(0, 100)
    expect(ada.page.locator("#request")).to_contain_text("H8 to H9")
    mouse.click(*ada.point("H8"))
    ada.expect_place("H8 to H9")
    mouse.move(*ada.point("J10"))
    ada.expect_place("H8 to H9")
    mouse.click(*ada.point("H8"), button="right")
    ada.expect_place("H8 to I8")


# -- keys ----------------------------------------------------------------------------------------------------


def test_the_sheet_is_a_slider_for_keys(opens: Opens) -> None:
    ada = opens(26, size=DESK)
    keys = ada.page.keyboard
    expect(ada.sheet).to_have_attribute("role", "slider")
    ada.sheet.focus()
    places = int(ada.sheet.get_attribute("aria-valuemax") or 0)
    for key, now in (("Home", 1), ("PageDown", 2), ("End", places), ("PageUp", places - 1)):
        keys.press(key)
        expect(ada.sheet).to_have_attribute("aria-valuenow", str(now))
    keys.press("Escape")
    expect(ada.sheet).to_have_attribute("aria-valuenow", "0")
    keys.press("ArrowRight")
    keys.press("r")
    keys.press("f")
    expect(ada.page.locator("[data-idea]:is(button)")).to_have_attribute("aria-pressed", "true")
    ada.expect_sent(1)
    keys.press("Backspace")
    ada.expect_sent(0)
    keys.press("Home")
    keys.press("d")
    expect(ada.page.locator("#table")).to_have_attribute("data-step", "card")


# -- others at the table -------------------------------------------------------------------------------------


def test_a_frame_waits_while_a_hand_drags(opens: Opens) -> None:
    ada, bruno = opens(50), opens(50, seat=1)
    ada.tap("F8")
    ada.expect_sent(1)
    before = ada.version
    start = ada.point("I8")
    ada.drag(start, (start[0] - 30, start[1]), ada.point("G8"))
    bruno.tap("G6")
    bruno.go.tap()
    expect(bruno.page.locator("#moves .undo")).to_have_attribute("value", "withdraw")
    assert ada.version == before
    ada.lift_finger()
    expect(ada.page.locator("#table")).not_to_have_attribute("data-version", str(before))
    expect(ada.ghost).to_have_count(1)


def test_a_confirmed_turn_can_be_taken_back(opens: Opens) -> None:
    ada = opens(51)
    ada.tap("F8")
    lies = ada.sheet.get_attribute("aria-valuetext") or ""
    ada.go.tap()
    undo = ada.page.locator("#moves .undo")
    expect(undo).to_have_attribute("value", "withdraw")
    undo.tap()
    ada.expect_sent(1)
    ada.tap("F8")
    ada.expect_place(lies)
    ada.page.locator("[data-go=S]").tap()
    expect(ada.sheet).not_to_have_attribute("aria-valuetext", lies)


def test_nothing_is_sent_before_done_where_turns_end_by_themselves(opens: Opens) -> None:
    ada = opens(60)
    before = ada.version
    ada.tap("F8")
    ada.page.wait_for_timeout(1500)
    assert ada.version == before
    ada.go.tap()
    expect(ada.page.locator("#table")).to_have_attribute("data-step", "card")
