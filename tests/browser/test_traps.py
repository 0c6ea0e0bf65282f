"""Pitfalls of live pages, each tried in a real browser: sockets that close, frames that arrive late, pages
that slept, and what must stay when a new board arrives."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from app.engine.move_text import move_of
from app.web.cookies import keys_cookie
from scripts.machine import find_browser
from tests.browser.conftest import FLAGS
from tests.support.api import Guest
from tests.support.flaky_network import Proxy
from tests.support.hidden_tab import HIDE
from tests.support.routes import routes
from tests.support.server import Server
from tests.support.table_page import PHONE, Window, at_table, deal

pytestmark = pytest.mark.browser
LONG = 120_000  # milliseconds on the page's own clock
SOCKET = "[hx-ws\\:connect]"


@pytest.fixture
def windows(browser: Browser) -> Iterator[ExitStack]:
    with ExitStack() as open_windows:
        yield open_windows


@pytest.fixture
def guests(house: Server) -> list[Guest]:
    """Ada, whose turn it is, and Bruno."""
    return deal(house)


@pytest.fixture
def ada(windows: ExitStack, browser: Browser, house: Server, guests: list[Guest]) -> Window:
    return at_table(windows, browser, house, guests[0].code, guests[0].key)


@pytest.fixture
def eve(windows: ExitStack, browser: Browser, house: Server, guests: list[Guest]) -> Window:
    return at_table(windows, browser, house, guests[0].code)


def play(house: Server, guest: Guest, *moves: str) -> int:
    """Make moves through the API, as another device would; return the version."""
    for move in moves:
        turn = api(house, guest)["turn"]
        api(house, guest, "/moves", {"turn": turn, "move": move_of(move), "id": f"{turn} {move}"})
    return int(api(house, guest)["version"])


def api(house: Server, guest: Guest, what: str = "", body: dict[str, Any] | None = None) -> dict[str, Any]:
    url = f"{house.url.rstrip('/')}/api/tables/{guest.code}{what}"
    bearer = {"Authorization": f"Bearer {guest.key}"}
    answer = httpx2.request("POST" if body else "GET", url, json=body, headers=bearer, timeout=30)
    assert answer.is_success, answer.text
    return dict(answer.json())


# -- sockets that close --------------------------------------------------------------------------------------


def page_with_sockets(
    windows: ExitStack, browser: Browser, house: Server, code: str, serve: Callable[[WebSocketRoute], None]
) -> Page:
    """A spectator's page whose sockets this test answers, with a fake clock."""
    page = windows.enter_context(browser.new_context(locale="en")).new_page()
    page.clock.install()
    page.route_web_socket("**/socket?*", serve)
    page.goto(f"{house.url.rstrip('/')}/r/{code}")
    return page


@pytest.mark.parametrize("code", [1012, 1013, 1001, 1011])
def test_a_socket_asked_to_reconnect_does(
    windows: ExitStack, browser: Browser, house: Server, guests: list[Guest], code: int
) -> None:
    opened: list[WebSocketRoute] = []

    def serve(socket: WebSocketRoute) -> None:
        opened.append(socket)
        if len(opened) > 1:
            socket.connect_to_server()

    page = page_with_sockets(windows, browser, house, guests[0].code, serve)
    html = page.locator("html")
    expect(html).to_have_attribute("data-live", "yes")
    page.clock.pause_at(time.time() + 60)  # or it would have reconnected before the check
    opened[0].close(code=code)
    expect(html).to_have_attribute("data-live", "no")
    expect(page.locator("#connection")).to_be_visible()
    page.clock.run_for(10_000)
    expect(html).to_have_attribute("data-live", "yes")
    expect(page.locator("#connection")).to_be_hidden()
    assert len(opened) == 2


@pytest.mark.parametrize("code", [4403, 4404, 1008, 1000])
def test_a_socket_refused_for_good_does_not_reconnect(
    windows: ExitStack, browser: Browser, house: Server, guests: list[Guest], code: int
) -> None:
    opened: list[WebSocketRoute] = []
    page = page_with_sockets(windows, browser, house, guests[0].code, lambda socket: opened.append(socket))
    html = page.locator("html")
    expect(html).to_have_attribute("data-live", "yes")
    opened[0].close(code=code)
    expect(html).to_have_attribute("data-live", "no")
    version = play(house, guests[0], "clear 1")
    page.clock.run_for(LONG)
    assert len(opened) == 1
    expect(page.locator("#table")).to_have_attribute("data-version", str(version))  # the page polls instead


def test_a_refused_socket_is_accepted_first_and_closed_for_good(page: Page, house: Server) -> None:
    page.goto(house.url)
    closed = page.evaluate(
        """address => new Promise((told) => {
            const socket = new WebSocket(address);
            socket.onopen = () => { socket.wasOpen = true; };
            socket.onclose = (event) => told([socket.wasOpen, event.code]);
        })""",
        f"{house.url.replace('http', 'ws', 1).rstrip('/')}/r/sunny-sofa-99/socket",
    )
    assert closed == [True, 4404]


def test_where_no_socket_connects_the_page_polls(
    windows: ExitStack, browser: Browser, house: Server, guests: list[Guest]
) -> None:
    with Proxy(house.url, sockets=False).running() as proxy:
        page = windows.enter_context(browser.new_context(locale="en")).new_page()
        page.clock.install()
        page.goto(f"{proxy.url}/r/{guests[0].code}")
        expect(page.locator("#connection")).to_be_visible()
        version = play(house, guests[0], "clear 1")
        page.clock.run_for(15_000)
        expect(page.locator("#table")).to_have_attribute("data-version", str(version))
        assert proxy.refused > 0


def test_a_click_on_a_lost_connection_is_sent_once_it_is_back(
    windows: ExitStack, browser: Browser, house: Server, guests: list[Guest]
) -> None:
    """By the form and not by the socket, and nothing is sent that was taken back."""
    with Proxy(house.url).running() as proxy:
        through = Server(house.process, f"On this machine  {proxy.url}")
        ada = at_table(windows, browser, through, guests[0].code, guests[0].key)
        said: list[object] = []
        ada.page.on("websocket", lambda socket: socket.on("framesent", lambda sent: said.append(sent)))
        ada.page.reload()
        ada.expect_live()
        proxy.cut()
        expect(ada.page.locator("#connection")).to_be_visible()
        ada.press("clear 1")
        ada.page.get_by_role("button", name="Take it back").click()
        ada.press("clear 2")
        expect(ada.page.get_by_role("alert")).to_contain_text("Not sent.")
        proxy.heal()
        ada.expect_live()
        ada.expect_version(2)
        assert api(house, guests[0])["version"] == 2
        expect(ada.page.locator("#column-2.gone")).to_be_visible()
        assert said == [], "a socket only ever tells"


# -- frames --------------------------------------------------------------------------------------------------


def test_a_frame_updates_the_table_and_not_the_element_with_the_socket(
    ada: Window, eve: Window, house: Server
) -> None:
    for window in (ada, eve):
        for kept in (SOCKET, "#table"):
            window.page.locator(kept).evaluate("each => { each.kept = true }")
    ada.press("clear 1")  # answered by 204, which swaps nothing; the frame arrives on the socket
    for window in (ada, eve):
        window.expect_version(2)
        for kept in (SOCKET, "#table"):
            assert window.page.locator(kept).evaluate("each => each.kept")
        expect(window.page.locator("#bar")).to_be_visible()
        expect(window.page.locator("#table")).to_have_count(1)
        assert window.complaints == []


def test_an_older_frame_is_dropped(
    windows: ExitStack, browser: Browser, house: Server, guests: list[Guest]
) -> None:
    frames: list[str] = []
    sockets: list[WebSocketRoute] = []

    def serve(socket: WebSocketRoute) -> None:
        upstream = socket.connect_to_server()
        sockets.append(socket)

        def pass_on(said: str | bytes) -> None:
            frames.append(str(said))
            socket.send(said)

        upstream.on_message(pass_on)

    page = windows.enter_context(browser.new_context(locale="en")).new_page()
    page.route_web_socket("**/socket?*", serve)
    page.goto(f"{house.url.rstrip('/')}/r/{guests[0].code}")
    table = page.locator("#table")
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    while not any(
        'data-version="1"' in frame for frame in frames
    ):  # one drawn later would be of a newer table
        page.wait_for_timeout(20)
    version = play(house, guests[0], "clear 1")
    expect(table).to_have_attribute("data-version", str(version))
    old = next(frame for frame in frames if 'data-version="1"' in frame)
    sockets[0].send(old)
    sockets[0].send('{"target": "#game-panel", "content": "<div id=\\"game-panel\\" data-marker></div>"}')
    expect(page.locator("#game-panel[data-marker]")).to_have_count(1)  # both have arrived
    expect(table).to_have_attribute("data-version", str(version))


def test_a_drawing_is_replaced_as_a_whole(eve: Window, house: Server, guests: list[Guest]) -> None:
    moves = ("clear 1", "take 0", "place g0 down", "done")
    version = play(house, guests[0], *moves)
    eve.expect_version(version)
    foreign = (
        "[...document.querySelectorAll('svg *')].filter((each) => !each.namespaceURI.endsWith('/svg')).length"
    )
    assert eve.page.evaluate("document.querySelectorAll('svg *').length") > 10
    assert eve.page.evaluate(foreign) == 0
    box = eve.page.locator("#slot-0-g0 svg").first.bounding_box()
    assert box
    assert box["width"] > 10


def test_what_is_open_stays_open_when_a_new_board_arrives(
    eve: Window, house: Server, guests: list[Guest]
) -> None:
    eve.page.locator("#discards summary").click()
    eve.page.locator("[popovertarget=people]").first.click()
    expect(eve.page.locator("#people")).to_be_visible()
    eve.expect_version(play(house, guests[0], "clear 1"))
    expect(eve.page.locator("#people")).to_be_visible()
    expect(eve.page.locator("#discards")).to_have_attribute("open", "")


def test_a_second_click_while_the_first_is_in_flight_is_dropped(ada: Window, eve: Window) -> None:
    held: list[Route] = []
    ada.page.route("**/move", lambda route: held.append(route))
    button = ada.page.locator('button[name="move"][value="clear 1"]')
    button.click()
    button.click()
    ada.page.locator('button[name="move"][value="clear 2"]').click()
    expect(button).to_be_visible()
    assert len(held) == 1
    held[0].continue_()
    for window in (ada, eve):
        window.expect_version(2)
        assert window.complaints == []
    ada.page.unroute("**/move")
    ada.press("take 0")
    eve.expect_version(3)


def test_two_quick_clicks_are_one_move(ada: Window, eve: Window, house: Server, guests: list[Guest]) -> None:
    ada.page.locator('button[name="move"][value="clear 1"]').dblclick()
    eve.expect_version(2)
    ada.press("take 0")
    eve.expect_version(3)
    assert api(house, guests[0])["version"] == 3
    assert ada.complaints == []


def test_a_hidden_tab_keeps_the_newest_board(ada: Window, eve: Window) -> None:
    eve.page.evaluate(HIDE, True)
    ada.press("clear 1")
    eve.expect_version(2)
    eve.page.evaluate(HIDE, False)
    ada.press("take 0")
    eve.expect_version(3)
    eve.expect_live()


def test_a_page_restored_from_the_back_forward_cache_shows_the_current_table(
    windows: ExitStack, browser: Browser, house: Server, guests: list[Guest]
) -> None:
    program = browser.browser_type.launch(
        executable_path=find_browser(),
        args=list(FLAGS),
        ignore_default_args=["--disable-back-forward-cache"],
    )
    with program, program.new_context(locale="en") as profile:
        eve = Window(profile.new_page(), f"{house.url.rstrip('/')}/r/{guests[0].code}")
        eve.page.goto(f"{house.url.rstrip('/')}/rules")
        version = play(house, guests[0], "clear 1")
        eve.page.go_back()
        eve.expect_version(version)
        eve.expect_live()
        # Not every browser keeps a page that has a socket; one that does sends it `pageshow`.
        with eve.page.expect_navigation():
            eve.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        eve.expect_live()


def test_without_script_a_spectators_page_reloads_itself(
    windows: ExitStack, browser: Browser, house: Server, guests: list[Guest]
) -> None:
    profile = windows.enter_context(browser.new_context(java_script_enabled=False, viewport=PHONE))  # type: ignore[arg-type]
    page = profile.new_page()
    page.goto(f"{house.url.rstrip('/')}/r/{guests[0].code}")
    version = play(house, guests[0], "clear 1")
    expect(page.locator("#table")).to_have_attribute("data-version", str(version), timeout=60_000)


# -- on every page -------------------------------------------------------------------------------------------


def test_no_page_violates_its_content_security_policy(
    windows: ExitStack, browser: Browser, house: Server, guests: list[Guest]
) -> None:
    profile = windows.enter_context(browser.new_context(locale="en"))
    ada = guests[0]
    profile.add_cookies([{"name": keys_cookie(ada.code), "value": ada.key, "url": house.url}])
    page = profile.new_page()
    complaints: list[tuple[str, str]] = []
    page.on("console", lambda message: complaints.append((page.url, message.text)))
    page.on("pageerror", lambda error: complaints.append((page.url, str(error))))
    seen = 0
    for route in routes("GET"):
        files = ("record", "qr", "asked", "picture")  # not pages
        if route.path.startswith("/api/tables") or any(name in route.path for name in files):
            continue
        answer = page.goto(f"{house.url.rstrip('/')}{route.at(code=ada.code, key=ada.key)}")
        assert answer
        seen += 1
    told = [each for each in complaints if "the server responded with a status of 4" not in each[1]]
    assert told == []
    assert seen > 10


# Resolves once htmx is loaded and has run its deferred work.
PUT_OFF = """async () => {
    const soon = () => new Promise((done) => setTimeout(done));
    while (typeof htmx === "undefined") await soon();
    for (let times = 0; times < 5; times++) await soon();
}"""


def test_an_extension_that_loads_late_still_works(
    windows: ExitStack, browser: Browser, house: Server, guests: list[Guest]
) -> None:
    """On a slow connection it may load long after htmx itself."""
    page = windows.enter_context(browser.new_context(locale="en")).new_page()
    late: list[Route] = []
    page.route("**/hx-ws-*", lambda route: late.append(route))
    page.goto(f"{house.url.rstrip('/')}/r/{guests[0].code}/watch", wait_until="commit")
    page.evaluate(PUT_OFF)
    late[0].continue_()
    expect(page.locator("html")).to_have_attribute("data-live", "yes", timeout=60_000)
