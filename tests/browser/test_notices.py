"""Notifications for players who look elsewhere. Only Chromium with a window can grant the permission."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from scripts.machine import find_browser
from tests.browser.conftest import FLAGS
from tests.support.hidden_tab import HIDE
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
    yield whole
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
    pair.plays(pair.ada, "clear 1", "done", "take 0", "place g0 down")
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
