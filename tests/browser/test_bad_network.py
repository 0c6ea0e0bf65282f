"""A tap on a bad network: it shows at once, is never lost silently, and never counts twice.

And the banner that says that there is no connection."""

import time
from contextlib import ExitStack
from typing import NamedTuple

import httpx2
import pytest
from playwright.sync_api import Browser, BrowserContext, FloatRect, Page, Route, expect

from app.table import playable_games
from app.web.cookies import keys_cookie
from tests.support.api import TABLES, Guest, started
from tests.support.flaky_network import Proxy
from tests.support.server import Server
from tests.support.table_page import DESK, PHONE, Window, at_table, deal

pytestmark = pytest.mark.browser
SMALL = {"width": 360, "height": 640}
SIDE = {"width": 844, "height": 390}
AWAY = 60  # seconds ahead at which a test stops the page's clock
IN_VIEW = """(element) => {
  const { top, bottom, left, right, width } = element.getBoundingClientRect();
  return width > 0 && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
}"""
of_every_game = pytest.mark.parametrize("game", playable_games.names())


class Tapping(NamedTuple):
    """The player whose turn it is, with moves that wait at the door."""

    profile: BrowserContext
    page: Page
    guest: Guest
    held: list[Route]

    @property
    def made(self) -> int:
        """The moves stored so far."""
        answer = self.guest.web.get(f"{TABLES}/{self.guest.code}/log")
        return len(answer.json()["log"]) - 1

    def tap(self, what: str = ":not(.btn)") -> None:
        self.page.locator(f"#table button[name=move]:not([aria-disabled]){what}:visible").first.click()

    def shows(self, version: int) -> None:
        expect(self.page.locator("#table")).to_have_attribute("data-version", str(version))


def tapping(
    windows: ExitStack, browser: Browser, server: Server, game: str, size: dict[str, int] = PHONE
) -> Tapping:
    web = windows.enter_context(httpx2.Client(base_url=server.url, timeout=60))
    guests = started(web, "Bruno", game=game)
    ada = guests[guests[0].look()["waiting"][0]]
    profile = windows.enter_context(browser.new_context(viewport=size, locale="en"))  # type: ignore[arg-type]
    profile.add_cookies([{"name": keys_cookie(ada.code), "value": ada.key, "url": server.url}])
    page = profile.new_page()
    page.clock.install()
    held: list[Route] = []
    page.goto(f"{server.url.rstrip('/')}/r/{ada.code}")
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    page.route("**/move", lambda route: held.append(route))
    return Tapping(profile, page, ada, held)


def stop(page: Page) -> None:
    """Stop the page's clock, so that only the test moves it."""
    page.clock.pause_at(time.time() + AWAY)


def boxes(page: Page) -> list[FloatRect | None]:
    """Where the things are that people aim at."""
    return [
        page.locator(what).first.bounding_box() for what in (".top", "#bar", "#table", ".tabletop > section")
    ]


@of_every_game
@pytest.mark.parametrize("size", [SMALL, SIDE, DESK], ids=["small", "side", "desk"])
def test_a_tap_on_a_slow_network_shows_at_once_and_says_what_happens(
    browser: Browser, windows: ExitStack, server: Server, game: str, size: dict[str, int]
) -> None:
    ada = tapping(windows, browser, server, game, size)
    page = ada.page
    stop(page)
    before = boxes(page)
    ada.tap()
    expect(page.locator(".lifted")).to_be_visible()
    expect(page.locator("#table")).to_have_attribute("data-waits", "")
    expect(page.locator(".note-way")).to_have_count(0)
    page.clock.run_for(400)
    expect(page.locator(".lifted")).to_contain_text("Sending…")
    expect(page.locator("#bar")).to_contain_text("Sending… Your move is on its way.")
    expect(page.locator("#bar .say")).to_be_visible()
    assert page.locator(".note-way").evaluate(IN_VIEW)
    page.clock.run_for(3600)
    expect(page.locator(".lifted")).to_contain_text("Not sent")
    expect(page.get_by_role("alert")).to_contain_text("Not sent.")
    for control in ("Take it back", "Try again"):
        assert page.get_by_role("button", name=control).evaluate(IN_VIEW)
    assert page.locator(".lifted .way").evaluate(IN_VIEW)
    assert boxes(page) == before
    with page.expect_request("**/move"):
        page.get_by_role("button", name="Try again").click()
    expect(page.locator("#bar")).to_contain_text("Sending…")
    first, second = ada.held
    assert first.request.post_data == second.request.post_data, "the same id, so that it can't count twice"
    first.continue_()
    second.continue_()
    ada.shows(2)
    expect(page.locator(".lifted, .note-way, [data-waits], #bar [inert]")).to_have_count(0)
    assert ada.made == 1


def test_an_answer_that_comes_after_its_frame_leaves_the_next_move_alone(
    browser: Browser, windows: ExitStack, server: Server
) -> None:
    ada = tapping(windows, browser, server, "dream_home")
    page = ada.page
    stop(page)
    ada.tap()
    expect(page.locator(".lifted")).to_be_visible()
    (first,) = ada.held
    answer = first.fetch()
    ada.shows(2)
    ada.tap()
    expect(page.locator(".lifted")).to_be_visible()
    with page.expect_response("**/move") as answered:
        first.fulfill(response=answer)
    answered.value.finished()
    page.clock.run_for(400)
    expect(page.locator(".lifted")).to_contain_text("Sending…")
    ada.held[1].continue_()
    ada.shows(3)
    expect(page.locator(".lifted, .note-way, [data-waits]")).to_have_count(0)
    assert ada.made == 2


@of_every_game
def test_a_move_whose_answer_got_lost_counts_once(
    browser: Browser, windows: ExitStack, server: Server, game: str
) -> None:
    ada = tapping(windows, browser, server, game)
    ada.page.unroute_all()
    answered: list[int] = []

    def lose(route: Route) -> None:
        answered.append(route.fetch().status)
        route.abort("connectionreset")

    ada.page.route("**/move", lose, times=1)
    ada.tap()
    ada.shows(2)
    expect(ada.page.locator(".lifted, .note-way, [data-waits]")).to_have_count(0)
    expect(ada.page.locator("html")).to_have_attribute("data-live", "yes")
    assert answered == [204]
    assert ada.made == 1
    ada.tap("")  # the form is free again
    ada.shows(3)
    assert ada.made == 2


@of_every_game
def test_a_move_made_offline_says_so_at_once_and_goes_out_by_itself(
    browser: Browser, windows: ExitStack, server: Server, game: str
) -> None:
    ada = tapping(windows, browser, server, game)
    ada.page.unroute_all()
    stop(ada.page)
    ada.profile.set_offline(True)
    expect(ada.page.locator("#connection")).to_be_visible()
    ada.tap()
    expect(ada.page.get_by_role("alert")).to_contain_text("Not sent.")
    expect(ada.page.locator(".lifted")).to_contain_text("Not sent")
    assert ada.made == 0
    ada.profile.set_offline(False)
    ada.page.clock.resume()
    ada.shows(2)
    expect(ada.page.locator(".lifted, .note-way, [data-waits]")).to_have_count(0)
    expect(ada.page.locator("#connection")).to_be_hidden()
    assert ada.made == 1


def test_going_offline_with_a_tap_in_flight_is_noticed_at_once(
    browser: Browser, windows: ExitStack, server: Server
) -> None:
    ada = tapping(windows, browser, server, "dream_home")
    stop(ada.page)
    ada.tap()
    expect(ada.page.locator(".lifted")).to_be_visible()
    ada.profile.set_offline(True)
    expect(ada.page.get_by_role("alert")).to_contain_text("Not sent.")
    expect(ada.page.locator("#connection")).to_be_visible()


@of_every_game
def test_a_move_that_was_not_sent_can_be_taken_back(
    browser: Browser, windows: ExitStack, server: Server, game: str
) -> None:
    ada = tapping(windows, browser, server, game)
    page = ada.page
    stop(page)
    ada.tap()
    pressed = page.evaluate("document.activeElement.value")
    page.clock.run_for(4000)
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator(".lifted, .note-way, [data-waits], #bar [inert]")).to_have_count(0)
    assert page.evaluate("document.activeElement.value") == pressed
    ada.held[0].abort()
    page.unroute_all()
    page.clock.resume()
    assert ada.made == 0
    ada.tap()
    ada.shows(2)
    assert ada.made == 1


def test_a_key_press_meanwhile_sends_nothing_else(
    browser: Browser, windows: ExitStack, server: Server
) -> None:
    ada = tapping(windows, browser, server, "dream_home")
    stop(ada.page)
    ada.tap()
    expect(ada.page.locator(".lifted")).to_be_visible()
    ada.page.keyboard.press("U")
    ada.page.keyboard.press("Enter")
    ada.page.clock.run_for(4000)
    expect(ada.page.get_by_role("alert")).to_contain_text("Not sent.")
    assert len(ada.held) == 1


# -- the banner ----------------------------------------------------------------------------------------------


@of_every_game
@pytest.mark.parametrize("who", ["player", "spectator", "tv"])
def test_the_banner_is_in_view_wherever_the_page_is_scrolled_and_moves_nothing(
    browser: Browser, windows: ExitStack, house: Server, game: str, who: str
) -> None:
    with httpx2.Client(base_url=house.url, timeout=60) as web, Proxy(house.url).running() as proxy:
        ada = started(web, "Bruno", game=game)[0]
        through = Server(house.process, f"On this machine  {proxy.url}")
        key, path = (ada.key, "") if who == "player" else ("", "/tv" if who == "tv" else "")
        seen = at_table(windows, browser, through, ada.code + path, key, SMALL if who != "tv" else DESK)
        page = seen.page
        page.evaluate("scrollTo({ top: 40, behavior: 'instant' })")
        before = page.locator("#table").bounding_box()
        proxy.cut()
        banner = page.locator("#connection")
        expect(banner).to_be_visible()
        expect(banner).to_contain_text("No connection. Everything is saved. Trying again")
        assert banner.evaluate(IN_VIEW)
        assert page.locator("#table").bounding_box() == before
        button = page.get_by_role("button", name="Try now")
        assert button.count() == (who != "tv")
        assert page.locator(".note-way, .lifted").count() == 0
        proxy.heal()
        seen.expect_live()
        expect(banner).to_be_hidden()
        assert seen.complaints == []


def test_one_loss_is_announced_once_and_try_now_tries_at_once(
    browser: Browser, windows: ExitStack, house: Server
) -> None:
    key, _ = deal(house)
    with Proxy(house.url).running() as proxy:
        page = windows.enter_context(browser.new_context(locale="en")).new_page()
        page.clock.install()
        page.goto(f"{proxy.url}/r/{key.code}")
        html = page.locator("html")
        expect(html).to_have_attribute("data-live", "yes")
        page.evaluate("""() => {
            window.said = [];
            const spoken = document.querySelector("#connection-lost");
            new MutationObserver(() => said.push(spoken.textContent)).observe(spoken, { childList: true });
            window.attempts = [];
            window.WebSocket = class extends WebSocket {
                constructor(...where) { super(...where); attempts.push(this); }
            };
        }""")
        stop(page)
        proxy.cut()
        expect(html).to_have_attribute("data-live", "no")
        # One that is under way when the connection heals would get through by itself.
        failed = "attempts.every((each) => each.readyState === WebSocket.CLOSED) ? attempts.length : -1"
        give_up = time.monotonic() + 60
        while (number := page.evaluate(failed)) < 5:
            assert time.monotonic() < give_up
            if number >= 0:
                page.clock.run_for(7_000)
        expect(page.locator("#connection-lost[role=status]")).to_contain_text("No connection.")
        assert len(page.evaluate("said")) == 1
        proxy.heal()
        page.get_by_role("button", name="Try now").click()  # the clock stands still
        expect(html).to_have_attribute("data-live", "yes")
        expect(page.locator("#connection")).to_be_hidden()
        assert page.evaluate("said.slice(1)") == [""]


def test_a_page_that_polls_needs_no_banner(browser: Browser, windows: ExitStack, house: Server) -> None:
    """Where no socket gets through, it would cover the menu all evening."""
    key, _ = deal(house)
    with Proxy(house.url, sockets=False).running() as proxy:
        page = windows.enter_context(browser.new_context(locale="en")).new_page()
        page.clock.install()
        page.goto(f"{proxy.url}/r/{key.code}")
        expect(page.locator("#connection")).to_be_visible()
        with page.expect_response(lambda answer: answer.url.endswith(key.code)):
            page.clock.run_for(11_000)
        expect(page.locator("#connection")).to_be_hidden()
        proxy.cut()
        page.clock.run_for(11_000)
        expect(page.locator("#connection")).to_be_visible()


# -- the focus -----------------------------------------------------------------------------------------------


@of_every_game
@pytest.mark.parametrize("which", [".go", ".undo"])
def test_the_focus_stays_on_a_button_that_was_refused(
    browser: Browser, windows: ExitStack, server: Server, game: str, which: str
) -> None:
    ada = tapping(windows, browser, server, game)
    ada.page.unroute_all()
    button = ada.page.locator(f"#bar .acts {which}[aria-disabled]")
    button.focus()
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("#bar .refused")).to_be_visible()
    expect(button).to_be_focused()


def test_a_window_goes_on_after_a_cut(browser: Browser, windows: ExitStack, house: Server) -> None:
    """Through a proxy that stalls everything, and then lets it through."""
    ada_key, _ = deal(house)
    with Proxy(house.url).running() as proxy:
        through = Server(house.process, f"On this machine  {proxy.url}")
        ada: Window = at_table(windows, browser, through, ada_key.code, ada_key.key, PHONE)
        proxy.hold()
        ada.press("clear 1")
        expect(ada.page.get_by_role("alert")).to_contain_text("Not sent.")
        proxy.heal()
        ada.expect_version(2)
        expect(ada.page.locator(".lifted, .note-way, [data-waits]")).to_have_count(0)
        ada.press("undo")
        ada.expect_version(3)
        assert ada.complaints == []
