"""Answers and frames that come late: they never take a page back to an earlier table."""

import time
from contextlib import ExitStack

import httpx2
import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from app.table import playable_games
from app.web.cookies import keys_cookie
from tests.support.api import started
from tests.support.server import Server
from tests.support.whole_game import shows_what_a_new_page_does

pytestmark = pytest.mark.browser
of_every_game = pytest.mark.parametrize("game", playable_games.names())
AGAIN = 1012  # closes a socket, to be opened again
NOTE_ANSWERS = """window.answered = 0;
document.addEventListener("htmx:finally:request", () => { answered += 1; });"""
TABLE = """async () => {
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  return page.getElementById("table").outerHTML;
}"""


class Seen:
    """A page at a table of two, whose clock stands still, with a line that can be cut."""

    def __init__(
        self,
        windows: ExitStack,
        browser: Browser,
        server: Server,
        game: str = "dream_home",
        plays: bool = True,
    ) -> None:
        web = windows.enter_context(httpx2.Client(base_url=server.url, timeout=30))
        guests = started(web, "Bruno", game=game)
        self.ada = guests[guests[0].look()["waiting"][0]]
        profile = windows.enter_context(browser.new_context(locale="en", base_url=server.url))
        if plays:
            profile.add_cookies(
                [{"name": keys_cookie(self.ada.code), "value": self.ada.key, "url": server.url}]
            )
        self.page: Page = profile.new_page()
        self.page.clock.install()
        self.page.add_init_script(NOTE_ANSWERS)
        self.page.route_web_socket("**/socket?*", self._serve)
        self.sockets: list[WebSocketRoute] = []
        self.is_cut = False
        self.page.goto(f"/r/{self.ada.code}")
        self.expect_live()
        self.page.clock.pause_at(time.time() + 60)

    def _serve(self, socket: WebSocketRoute) -> None:
        if self.is_cut:
            socket.close(code=AGAIN)
            return
        socket.connect_to_server()
        self.sockets.append(socket)

    def cut(self) -> None:
        self.is_cut = True
        self.sockets[-1].close(code=AGAIN)
        self.expect_live("no")

    def moves_elsewhere(self) -> int:
        """Ada moves with another device; return the version."""
        look = self.ada.look()
        move = next(move for move in look["moves"] if move != ["undo"])
        made = self.ada.ask("POST", "/moves", turn=look["turn"], move=move, id=f"at {look['version']}")
        assert made.status_code == 200, made.text
        return int(made.json()["version"])

    def held(self, where: str) -> list[Route]:
        """Requests to such an address, which wait from now on."""
        held: list[Route] = []
        self.page.route(where, lambda route: held.append(route))
        return held

    def first(self, held: list[Route]) -> Route:
        give_up = time.monotonic() + 60
        while not held:
            assert time.monotonic() < give_up
            self.page.evaluate("null")  # lets requests come
        return held[0]

    def press_what_is_refused(self) -> None:
        self.page.locator("#bar .acts [aria-disabled]").first.click(force=True)

    def expect_live(self, live: str = "yes") -> None:
        expect(self.page.locator("html")).to_have_attribute("data-live", live)

    def expect_version(self, version: int) -> None:
        expect(self.page.locator("#table")).to_have_attribute("data-version", str(version))

    def expect_answered(self) -> None:
        self.page.wait_for_function("() => answered > 0")


def test_a_poll_answered_late_leaves_the_newer_table(
    browser: Browser, windows: ExitStack, server: Server
) -> None:
    eve = Seen(windows, browser, server, plays=False)
    held = eve.held(f"**/r/{eve.ada.code}")
    eve.cut()
    eve.page.clock.run_for(11_000)
    old = eve.first(held).fetch()
    newest = eve.moves_elsewhere()
    eve.is_cut = False
    eve.page.clock.run_for(7_000)
    eve.expect_version(newest)
    held[0].fulfill(response=old)
    eve.expect_answered()
    eve.expect_version(newest)


@of_every_game
def test_a_late_refusal_leaves_the_newer_table(
    browser: Browser, windows: ExitStack, server: Server, game: str
) -> None:
    ada = Seen(windows, browser, server, game)
    held = ada.held("**/move")
    ada.press_what_is_refused()
    refusal = ada.first(held).fetch()
    assert refusal.status == 422
    newest = ada.moves_elsewhere()
    ada.expect_version(newest)
    held[0].fulfill(response=refusal)
    ada.expect_answered()
    ada.expect_version(newest)


@of_every_game
def test_what_was_held_back_is_not_told_again_to_a_page_that_an_answer_has_brought_up_to_date(
    browser: Browser, windows: ExitStack, server: Server, game: str
) -> None:
    ada = Seen(windows, browser, server, game)
    ada.page.evaluate("tablePage.hold('a drag')")
    newest = ada.moves_elsewhere()
    ada.page.wait_for_function("() => tablePage.waiting.length === 1")
    ada.press_what_is_refused()
    ada.expect_version(newest)
    ada.page.evaluate("tablePage.release('a drag')")
    ada.page.wait_for_function("() => tablePage.waiting.length === 0")
    ada.expect_version(ada.moves_elsewhere())
    shows_what_a_new_page_does(ada.page)


@of_every_game
def test_an_older_frame_does_not_replace_what_is_held_back(
    browser: Browser, windows: ExitStack, server: Server, game: str
) -> None:
    ada = Seen(windows, browser, server, game)
    ada.page.evaluate("tablePage.hold('a drag')")
    ada.moves_elsewhere()
    older = ada.page.evaluate(TABLE)
    newest = ada.moves_elsewhere()
    ada.page.wait_for_function("() => tablePage.waiting.length === 2")
    ada.sockets[0].send(older)
    ada.sockets[0].send('{"target": "#game-panel", "content": "<div id=\\"game-panel\\" data-marker></div>"}')
    expect(ada.page.locator("#game-panel[data-marker]")).to_have_count(1)  # both have arrived
    ada.page.evaluate("tablePage.release('a drag')")
    ada.expect_version(newest)
    shows_what_a_new_page_does(ada.page)
