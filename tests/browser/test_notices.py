"""Notifications for players who look elsewhere. Only Chromium with a window can grant the permission."""

from collections.abc import Iterator
from contextlib import ExitStack

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect

from app.web.cookies import keys_cookie
from scripts.machine import find_browser
from tests.browser.conftest import FLAGS
from tests.browser.newcomers import experienced
from tests.support.api import a_table, joined
from tests.support.hidden_tab import HIDE
from tests.support.server import Server
from tests.support.table_page import PHONE, Window, at_table
from tests.support.two_windows import Pair, open_settings

pytestmark = pytest.mark.browser

NOTICES = """
window.noticed = [];
window.Notification = class extends Notification {
    constructor(title, options) { super(title, options); noticed.push(title); }
};
"""


@pytest.fixture(scope="module")
def browser(browser: Browser) -> Iterator[Browser]:
    whole = browser.browser_type.launch(executable_path=find_browser(), args=list(FLAGS))
    yield experienced(whole)
    whole.close()


@pytest.mark.parametrize("elsewhere", [True, False])
def test_a_player_who_looks_elsewhere_and_allowed_it_is_notified_of_their_turn(
    pair: Pair, elsewhere: bool
) -> None:
    page = pair.bruno.page
    page.context.grant_permissions(["notifications"])
    page.add_init_script(NOTICES)
    page.reload()
    pair.bruno.expect_live()
    page.evaluate(HIDE, elsewhere)
    pair.plays(pair.ada, "clear 1", "take 0", "place g0 down")
    assert page.evaluate("noticed") == []
    pair.plays(pair.ada, "done")
    assert page.evaluate("noticed") == (["Your turn. Dream Home"] if elsewhere else [])


def test_notifications_are_offered_only_where_they_can_be_allowed(pair: Pair) -> None:
    page = pair.bruno.page
    open_settings(page)
    asks = page.get_by_role("button", name="Notify me on my turn")
    expect(asks).to_be_visible(visible=page.evaluate("Notification.permission") == "default")
    page.context.grant_permissions(["notifications"])
    page.reload()
    pair.bruno.expect_live()
    open_settings(page)
    expect(asks).to_be_hidden()


# -- offered at the moment they help -------------------------------------------------------------------------

MINUTE = 60_000


UNASKED = "if (!sessionStorage.before) { sessionStorage.before = 'yes'; delete localStorage.offered; }"


def patient(window: Window) -> Page:
    """The page of somebody who was never asked. Its clock is in our hands from its first script on."""
    page = window.page
    page.add_init_script(UNASKED)
    page.clock.install()
    page.reload()
    window.expect_live()
    return page


@pytest.mark.parametrize("answer", ["Yes", "No thanks"])
def test_who_waits_for_a_minute_is_offered_to_be_told_once(pair: Pair, answer: str) -> None:
    page = patient(pair.bruno)
    page.context.grant_permissions(["notifications"])
    offer = page.get_by_role("group", name="Want to hear")
    expect(offer).to_be_hidden()
    page.clock.fast_forward(MINUTE)
    expect(offer).to_be_in_viewport(ratio=1)
    for button in offer.get_by_role("button").all():
        box = button.bounding_box()
        assert box
        assert box["height"] >= 44
    expect(page.locator("#narration")).to_contain_text("Want to hear")
    offer.get_by_role("button", name=answer).click()
    expect(offer).to_be_hidden()
    sounds = "on" if answer == "Yes" else "off"
    expect(page.locator("html")).to_have_attribute("data-sounds", sounds)
    assert page.evaluate("localStorage.offered") == ("yes" if answer == "Yes" else "no")
    page.reload()
    pair.bruno.expect_live()
    page.clock.fast_forward(2 * MINUTE)
    expect(offer).to_be_hidden()
    assert pair.bruno.complaints == []


def test_nothing_is_offered_to_the_one_whose_turn_it_is(pair: Pair) -> None:
    page = patient(pair.ada)
    page.clock.fast_forward(2 * MINUTE)
    expect(page.locator("#offer")).to_be_hidden()


def test_a_latecomer_is_told_of_the_next_game(browser: Browser, server: Server) -> None:
    with ExitStack() as windows, httpx2.Client(base_url=server.url, timeout=60) as web:
        ada, host = a_table(web)
        code = ada.code
        for guest in (ada, joined(web, code, "Bruno")):
            guest.ask("POST", "/ready")
        assert ada.ask("POST", "/start", key=host).status_code == 200
        eve = at_table(windows, browser, server, code, size=PHONE)
        page = eve.page
        tells = page.get_by_role("button", name="Tell me about the next game")
        expect(tells).to_be_in_viewport(ratio=1)
        page.context.grant_permissions(["notifications"])
        page.add_init_script(NOTICES)
        page.reload()
        eve.expect_live()
        tells.click()
        expect(tells).to_have_attribute("aria-pressed", "true")
        page.evaluate(HIDE, True)
        held = {"cookie": f"{keys_cookie(code)}={host}", "origin": server.url.rstrip("/")}
        assert web.post(f"/r/{code}/again", headers=held).status_code == 303
        expect(page.get_by_role("button", name="Join them")).to_be_visible()
        assert [said for said in page.evaluate("noticed") if "moved to a new game" in said]
        assert eve.complaints == []
