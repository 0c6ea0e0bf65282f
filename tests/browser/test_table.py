"""A live game in several browsers: everybody sees each move, and all reconnect after a restart."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Browser, Route, expect

from app.web.cookies import keys_cookie
from tests.support.full_disk import no_room
from tests.support.server import Server, serving
from tests.support.table_page import PHONE, at_table, deal

pytestmark = pytest.mark.browser


@pytest.fixture
def windows(browser: Browser) -> Iterator[ExitStack]:
    with ExitStack() as open_windows:
        yield open_windows


def test_a_phone_and_a_desktop_play_while_a_third_watches(
    browser: Browser, windows: ExitStack, server: Server
) -> None:
    ada_key, bruno_key = deal(server)
    code = ada_key.code
    ada = at_table(windows, browser, server, code, ada_key.key, PHONE)
    bruno = at_table(windows, browser, server, code, bruno_key.key)
    eve = at_table(windows, browser, server, code)
    version = 1
    moves = ("clear 1", "take 0", "place g0 down", "done"), ("take 2", "place g1 down")
    for window, presses in zip((ada, bruno), moves, strict=True):
        for move in presses:
            expect(window.page.locator("#bar")).to_contain_text("Your turn.")
            window.press(move)
            version += 1
            for each in (ada, bruno, eve):
                each.expect_version(version)
    # the deal decides whether something of Bruno's pair is still in hand; both read the same about it
    reads = ada.page.locator("#bar p").first.inner_text()
    assert reads in ("Bruno is finishing the turn.", "Waiting for Bruno to build.")
    expect(eve.page.locator("#bar")).to_contain_text(reads)
    expect(eve.page.locator("#slot-0-g0")).to_have_attribute("data-lies", "empty_room")
    expect(eve.page.locator("#table button, #table form")).to_have_count(0)
    assert bruno.page.title() == "Your turn. Dream Home"
    assert ada.page.title() == eve.page.title() == "Dream Home"
    for window in (ada, bruno, eve):
        wide = window.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0
        assert window.complaints == []


def test_what_is_open_stays_open_and_the_focus_stays_too(
    browser: Browser, windows: ExitStack, server: Server
) -> None:
    ada_key, bruno_key = deal(server)
    ada = at_table(windows, browser, server, ada_key.code, ada_key.key)
    bruno = at_table(windows, browser, server, ada_key.code, bruno_key.key)
    bruno.page.locator("#discards summary").click()
    ada.press("clear 1")
    bruno.expect_version(2)
    expect(bruno.page.locator("#discards")).to_have_attribute("open", "")
    expect(bruno.page.locator("#discards summary")).to_be_focused()
    expect(bruno.page.locator("#log")).not_to_have_attribute("open", "")


def test_a_refused_click_says_why_on_the_same_page(
    browser: Browser, windows: ExitStack, server: Server
) -> None:
    ada_key, _ = deal(server)
    ada = at_table(windows, browser, server, ada_key.code, ada_key.key)

    def spoilt(route: Route) -> None:
        route.continue_(post_data=(route.request.post_data or "").replace("clear+1", "take+1"))

    ada.page.route("**/move", spoilt)
    ada.press("clear 1")
    expect(ada.page.get_by_role("alert")).to_contain_text("Discard a pair first")
    ada.page.unroute("**/move")
    ada.expect_version(1)
    ada.press("clear 1")
    ada.expect_version(2)
    expect(ada.page.get_by_role("alert")).to_have_count(0)


def test_the_reason_for_a_refusal_stays_when_the_first_frame_arrives(
    browser: Browser, windows: ExitStack, server: Server
) -> None:
    ada_key, bruno_key = deal(server)
    code = ada_key.code
    bruno = at_table(windows, browser, server, code, bruno_key.key)
    for _ in range(2):
        bruno.page.get_by_role("button", name="At this table").click()
        bruno.page.locator("#people form[action$='/nudge'] button").click()
    alert = bruno.page.locator("#table").get_by_role("alert")
    expect(alert).to_contain_text("Once a minute is enough")
    bruno.expect_live()
    for word in ("hello", "again"):  # a later message comes after it
        cookies = {keys_cookie(code): ada_key.key}
        httpx2.post(
            f"{server.url.rstrip('/')}/r/{code}/chat",
            data={"text": word},
            cookies=cookies,
            headers={"Origin": server.url.rstrip("/")},
            timeout=30,
        )
        expect(bruno.page.locator("#messages")).to_contain_text(word)
    expect(alert).to_contain_text("Once a minute is enough")
    play = at_table(windows, browser, server, code, ada_key.key)
    play.press("clear 1")
    bruno.expect_version(2)
    expect(alert).to_have_count(0)


def test_a_click_on_a_full_disk_says_so_and_succeeds_once_there_is_space(
    browser: Browser, windows: ExitStack, tmp_path: Path
) -> None:
    server = windows.enter_context(serving(tmp_path / "data"))
    ada_key, _ = deal(server)
    ada = at_table(windows, browser, server, ada_key.code, ada_key.key)
    with no_room(server, tmp_path / "data"):
        ada.press("clear 1")
        expect(ada.page.get_by_role("alert")).to_contain_text(
            "The server's disk is full, so this wasn't saved."
        )
        ada.expect_version(1)
    ada.press("clear 1")
    ada.expect_version(2)
    expect(ada.page.get_by_role("alert")).to_have_count(0)


def test_without_script_the_same_buttons_play(browser: Browser, windows: ExitStack, server: Server) -> None:
    ada_key, _ = deal(server)
    profile = windows.enter_context(browser.new_context(java_script_enabled=False, viewport=PHONE))  # type: ignore[arg-type]
    profile.add_cookies([{"name": keys_cookie(ada_key.code), "value": ada_key.key, "url": server.url}])
    page = profile.new_page()
    page.goto(f"{server.url.rstrip('/')}/r/{ada_key.code}")
    for version, move in enumerate(("clear 1", "undo", "clear 2", "take 3"), 2):
        page.locator(f'button[name="move"][value="{move}"]').click()
        expect(page.locator("#table")).to_have_attribute("data-version", str(version))
    expect(page.locator("#bar")).to_contain_text("Your turn.")


def test_the_page_recovers_after_the_server_was_killed(
    browser: Browser, windows: ExitStack, tmp_path: Path, port: int
) -> None:
    with serving(tmp_path / "data", "--port", str(port)) as first:
        ada_key, bruno_key = deal(first)
        ada = at_table(windows, browser, first, ada_key.code, ada_key.key, PHONE)
        bruno = at_table(windows, browser, first, ada_key.code, bruno_key.key)
        ada.press("clear 1")
        bruno.expect_version(2)
        first.process.kill()
        first.process.wait(timeout=60)
    expect(ada.page.locator("#connection")).to_be_visible()
    with serving(tmp_path / "data", "--port", str(port)):
        for window in (ada, bruno):
            window.expect_live()
            expect(window.page.locator("#connection")).to_be_hidden()
        ada.press("take 0")
        for window in (ada, bruno):
            window.expect_version(3)
            assert window.complaints == []
