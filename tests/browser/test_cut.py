"""The network between browsers and server breaks with clicks in flight: pages say so and reconnect to the
newest board, and every move counts once."""

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import cycle

import httpx2
import pytest
from playwright.sync_api import Browser, expect

from tests.support.api import TABLES, Guest
from tests.support.flaky_network import Proxy
from tests.support.server import Server
from tests.support.table_page import PHONE, Window, at_table, deal

pytestmark = pytest.mark.browser
CUTS = 20


@pytest.fixture
def windows(browser: Browser) -> Iterator[ExitStack]:
    with ExitStack() as open_windows:
        yield open_windows


def click(window: Window, move: str) -> None:
    """Click without waiting for the result."""
    window.page.evaluate(
        "move => document.querySelector(`button[name=move][value='${move}']`).click()",
        move,
    )


def broken(proxy: Proxy, window: Window, move: str, how: str) -> None:
    """Click and break the network: before the click, with it in flight, or after everything had stalled."""
    match how:
        case "before":
            proxy.cut()
            click(window, move)
        case "meanwhile":
            click(window, move)
            proxy.cut()
        case "held up":
            proxy.hold()
            click(window, move)
            proxy.cut()
        case "answered":
            with window.page.expect_response("**/move"):
                click(window, move)
            proxy.cut()


def test_no_cut_loses_or_doubles_a_click(browser: Browser, windows: ExitStack, house: Server) -> None:
    ada_key, bruno_key = deal(house)
    with Proxy(house.url).running() as proxy, httpx2.Client(base_url=house.url, timeout=60) as direct:
        through = Server(house.process, f"On this machine  {proxy.url}")
        ada = at_table(windows, browser, through, ada_key.code, ada_key.key, PHONE)
        bruno = at_table(windows, browser, through, ada_key.code, bruno_key.key)
        version, made, ways = 1, list[str](), cycle(("before", "meanwhile", "held up", "answered"))
        for move, how in zip(cycle(("clear 1", "undo", "clear 2", "undo")), ways, strict=False):
            if len(made) == CUTS:
                break
            broken(proxy, ada, move, how)
            for window in (ada, bruno):
                expect(window.page.locator("#connection")).to_be_visible()
            proxy.heal()
            for window in (ada, bruno):
                window.expect_live()
            version += 1
            for window in (ada, bruno):  # a click that got lost is sent again
                window.expect_version(version)
                expect(window.page.locator("#connection")).to_be_hidden()
            assert look(direct, ada_key)["version"] == version
            made.append(move)
        log = direct.get(f"{TABLES}/{ada_key.code}/log").json()["log"]
    assert [" ".join(map(str, entry["move"])) for entry in log[1:]] == made
    assert len(made) == CUTS


def look(direct: httpx2.Client, guest: Guest) -> dict[str, int]:
    return dict(direct.get(f"{TABLES}/{guest.code}").json())


def test_a_connection_that_died_silently_is_noticed(
    browser: Browser, windows: ExitStack, house: Server
) -> None:
    """As when a phone has left the house: not even the close of a connection gets through."""
    key, _ = deal(house)
    with Proxy(house.url).running() as proxy:
        page = windows.enter_context(browser.new_context(locale="en")).new_page()
        page.clock.install()
        opened: list[object] = []
        page.on("websocket", lambda socket: opened.append(socket))
        page.goto(f"{proxy.url}/r/{key.code}")
        html = page.locator("html")
        expect(html).to_have_attribute("data-live", "yes")
        page.wait_for_function("() => tablePage.beats", timeout=60_000)  # a heartbeat from the server
        page.clock.run_for(20_000)
        expect(html).to_have_attribute("data-live", "yes")
        proxy.hold()
        page.clock.run_for(30_000)
        expect(html).to_have_attribute("data-live", "no")
        expect(page.locator("#connection")).to_be_visible()
        proxy.heal()
        page.clock.run_for(10_000)
        expect(html).to_have_attribute("data-live", "yes")
        assert len(opened) > 1
        moved = "dispatchEvent(new Event('online'))"  # on a new network, open connections are dead
        assert page.evaluate(f"() => {{ {moved}; return document.documentElement.dataset.live }}") == "no"
        page.clock.run_for(10_000)
        expect(html).to_have_attribute("data-live", "yes")
