"""A practice from the lesson on, on a phone: two turns against Otto are undone one after the other."""

from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect

from app.web.cookies import keys_cookie
from tests.browser.newcomers import newcomer
from tests.support.api import Guest
from tests.support.screen_faults import AXE, FOUND, RULES
from tests.support.server import Server
from tests.support.table_page import PHONE

pytestmark = pytest.mark.browser


LYING = """() => JSON.stringify([...document.querySelectorAll("#table [data-flies]")]
    .map((each) => [each.closest("[id]").id, each.dataset.flies]))"""


def begins(page: Page, me: Guest) -> dict[str, Any]:
    """Wait until a turn of mine begins, and the page shows it."""
    while not (look := me.look())["moves"] or ["undo"] in look["moves"]:
        pass  # Otto thinks
    expect(page.locator("#table")).to_have_attribute("data-version", str(look["version"]), timeout=60_000)
    return look


def play_a_turn(me: Guest, look: dict[str, Any]) -> None:
    while look["moves"]:
        move = [each for each in look["moves"] if each != ["undo"]][-1]
        made = me.ask("POST", "/moves", turn=look["turn"], move=move, id=f"at {look['version']}")
        assert made.status_code == 200, made.text
        look = me.look()
        if ["undo"] not in look["moves"]:
            return


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_two_turns_against_otto_are_undone_one_by_one(browser: Browser, server: Server, theme: str) -> None:
    with newcomer(browser, viewport=PHONE, reduced_motion="reduce", color_scheme=theme) as profile:
        page = profile.new_page()
        page.goto(f"{server.url.rstrip('/')}/rules/my_shelfie/lesson")
        page.get_by_role("button", name="Practice first").click()
        lesson = page.locator("dialog.teach[open]")
        expect(lesson).to_be_visible(timeout=60_000)
        expect(lesson.locator("button[name=practice]")).to_be_hidden()
        lesson.get_by_role("button", name="Skip").click()
        undo = page.get_by_role("button", name="Undo my turn")
        code = page.url.rpartition("/r/")[2]
        keys = next(each["value"] for each in profile.cookies() if each["name"] == keys_cookie(code))
        with httpx2.Client(base_url=server.url, timeout=60) as web:
            me = Guest(web, code, keys.rpartition(".")[2])
            before = []
            for _ in range(2):
                look = begins(page, me)
                before.append(page.evaluate(LYING))
                play_a_turn(me, look)
            begins(page, me)
            assert len({*before, page.evaluate(LYING)}) == 3
            for then in reversed(before):
                expect(undo).to_be_in_viewport(ratio=1)
                page.evaluate(AXE)
                assert page.evaluate(FOUND, RULES) == []
                page.wait_for_function("() => performance.now() > 600")  # no double tap
                undo.click()
                page.wait_for_function(f"then => ({LYING})() === then", arg=then)
                begins(page, me)
            expect(undo).to_have_count(0)


def test_a_double_tap_on_undo_is_one_press(server: Server, page: Page) -> None:
    page.clock.install()
    page.goto(f"{server.url.rstrip('/')}/rules/my_shelfie")
    page.locator("form.practise button").first.click()
    page.wait_for_url("**/r/*")
    code = page.url.rpartition("/r/")[2]
    keys = next(each["value"] for each in page.context.cookies() if each["name"] == keys_cookie(code))
    with httpx2.Client(base_url=server.url, timeout=30) as web:
        me = Guest(web, code, keys.rpartition(".")[2])
        play_a_turn(me, begins(page, me))
        begins(page, me)
    page.clock.pause_at(page.evaluate("Date.now() + 10_000"))
    page.evaluate(COUNT_PRESSES)
    undo = page.get_by_role("button", name="Undo my turn")
    for so_far in (1, 1):
        undo.click()
        assert page.evaluate("presses") == so_far
    page.clock.run_for(600)
    undo.click()
    assert page.evaluate("presses") == 2


COUNT_PRESSES = """() => {
    window.presses = 0;
    document.addEventListener("submit", (event) => { event.preventDefault(); presses += 1; });
}"""
