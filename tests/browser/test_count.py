"""The count at the end of a game: nobody is named before the last step, on any screen, however one plays."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from app.table import playable_games
from tests.support.last_move import LastMove, before_the_last_move
from tests.support.screen_faults import AXE, FOUND, RULES
from tests.support.table_page import DESK

pytestmark = pytest.mark.browser

GAMES = {"dream_home": 12, "home_staging": 19, "my_shelfie": 15}
SOLE = "dream_home"
TV = {"width": 1280, "height": 720}
of_every_game = pytest.mark.parametrize("last_move", playable_games.names(), indirect=True)
of_one = pytest.mark.parametrize("last_move", [SOLE], indirect=True)
STEP, LONGEST = 200, 60_000  # milliseconds on the page's clock
NAMING = ("wins!", "has finished the home!", "tie")


@pytest.fixture
def last_move(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[LastMove]:
    with before_the_last_move(tmp_path / "data", request.param, GAMES[request.param]) as found:
        yield found


def kind(page: Page) -> str:
    return page.locator("#count").get_attribute("data-kind") or ""


def to_the_winner(page: Page) -> list[tuple[str, str]]:
    """Let the page's clock run until the winner is named; every step on the way, with what was said."""
    expect(page.locator("#count")).to_be_visible()
    seen: list[tuple[str, str]] = []
    for _ in range(LONGEST // STEP):
        now = kind(page), page.locator("#count-head").inner_text()
        if not seen or seen[-1] != now:
            seen.append(now)
        if now[0] == "won":
            return seen
        assert_nobody_is_named(page)
        page.clock.run_for(STEP)
    pytest.fail(f"the winner was never named: {seen}")


def assert_nobody_is_named(page: Page) -> None:
    html = page.content()
    assert [words for words in NAMING if words in html] == []
    assert page.locator("#table .scene.ended, .winner, [data-winner]").count() == 0
    assert "wins" not in page.title()
    assert page.locator("link[rel=icon]").get_attribute("href") == page.evaluate(
        "document.querySelector('link[rel=icon]').getAttribute('href').replace('icon-turn', 'icon')"
    )


@of_every_game
def test_nobody_is_named_before_the_last_step_on_any_screen(
    windows: ExitStack, browser: Browser, last_move: LastMove
) -> None:
    phone = last_move.page(windows, browser, at_rest=True)
    tv = last_move.page(windows, browser, seat=None, size=TV, below="/tv", at_rest=True)
    desk = last_move.page(windows, browser, seat=None, size=DESK, below="/watch", at_rest=True)
    most = last_move.made()
    steps = [to_the_winner(page) for page in (phone, tv, desk)]
    assert steps[0] == steps[1] == steps[2], "all screens tell the same"
    assert steps[0][0][0] == "hold"
    for page in (phone, tv, desk):
        expect(page.locator("#table .scene.ended")).to_have_count(1)
        assert page.locator(".winner h2").inner_text() == page.locator("#count-head").inner_text()
        expect(page.locator("#count .beneath")).to_contain_text(most)
    phone.get_by_role("button", name="See the scores").click()
    expect(phone.locator("#count")).to_have_count(0)
    expect(phone.locator("#winner-title")).to_be_focused()
    assert phone.evaluate("scrollY") == 0
    tv.clock.run_for(13_000)
    expect(tv.locator("#count")).to_have_count(0)


@of_one
def test_each_step_is_spoken_in_order_and_the_winner_last(
    windows: ExitStack, browser: Browser, last_move: LastMove
) -> None:
    page = last_move.page(windows, browser, at_rest=True)
    last_move.made()
    expect(page.locator("#count")).to_be_visible()
    assert page.locator("#count .said p").all_inner_texts() == [
        "All the houses are built. Who built the best one?"
    ]
    page.clock.run_for(1_700)
    assert page.locator("#count .said p").last.inner_text() == "Rooms. Bruno: 7. study +2."
    to_the_winner(page)
    assert page.locator("#count .said p").last.inner_text() == "Ada wins! 19 points, 1 ahead of Daiki."


@of_one
def test_a_reload_and_a_later_visit_show_the_end_at_once(
    windows: ExitStack, browser: Browser, last_move: LastMove
) -> None:
    page = last_move.page(windows, browser, at_rest=True)
    last_move.made()
    expect(page.locator("#count")).to_be_visible()
    page.reload()
    late = last_move.page(windows, browser, seat=None)
    for each in (page, late):
        expect(each.locator(".winner h2")).to_have_text("Ada wins!")
        expect(each.locator("html")).to_have_attribute("data-live", "yes")
        expect(each.locator("#count")).to_have_count(0)


@of_one
def test_whoever_was_away_for_long_sees_the_end_at_once(
    windows: ExitStack, browser: Browser, last_move: LastMove
) -> None:
    page = last_move.page(windows, browser)

    def a_minute_later(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace('data-ago="', 'data-ago="9'))

    page.route("**/count", a_minute_later)
    last_move.made()
    expect(page.locator(".winner h2")).to_have_text("Ada wins!")
    expect(page.locator("#count")).to_have_count(0)


@of_one
def test_a_count_that_cannot_be_loaded_holds_nothing_back(
    windows: ExitStack, browser: Browser, last_move: LastMove
) -> None:
    pages = [last_move.page(windows, browser) for _ in range(2)]
    for page, lost in zip(pages, ("**/count", "**/static/count.js*"), strict=True):
        page.route(lost, lambda route: route.abort())
    last_move.made()
    for page in pages:
        expect(page.locator(".winner h2")).to_have_text("Ada wins!")


@of_one
def test_one_persons_skip_skips_their_screen_and_the_hosts_the_tv_as_well(
    windows: ExitStack, browser: Browser, last_move: LastMove
) -> None:
    host, guest = (last_move.page(windows, browser, seat=seat, at_rest=True) for seat in (0, 1))
    tv = last_move.page(windows, browser, seat=None, size=TV, below="/tv", at_rest=True)
    last_move.made()
    for page in (host, guest, tv):
        expect(page.locator("#count")).to_be_visible()
    skip = guest.locator("#count").get_by_role("button", name="Skip")
    box = skip.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44
    expect(skip).to_be_in_viewport(ratio=1)
    expect(skip).to_be_focused()
    guest.keyboard.press("Escape")
    expect(guest.locator("#count")).to_have_attribute("data-kind", "won")
    assert (kind(host), kind(tv)) == ("hold", "hold")
    host.locator("#count").get_by_role("button", name="Skip").click()
    for page in (host, tv):
        expect(page.locator("#count")).to_have_attribute("data-kind", "won")
    expect(tv.locator("#count-head")).to_have_text("Ada wins!")
    guest.keyboard.press("Escape")
    expect(guest.locator("#count")).to_have_count(0)


@of_every_game
def test_with_reduced_motion_there_are_stills_of_two_seconds(
    windows: ExitStack, browser: Browser, last_move: LastMove
) -> None:
    page = last_move.page(windows, browser, "reduce", at_rest=True)
    last_move.made()
    expect(page.locator("#count")).to_be_visible()
    seen = [kind(page)]
    while seen[-1] != "won":
        assert_nobody_is_named(page)
        head = page.locator("#count-head").inner_text()
        page.clock.run_for(1_900)
        assert page.locator("#count-head").inner_text() == head
        page.clock.run_for(100)
        seen.append(kind(page))
    assert seen == ["hold", *["still"] * (len(seen) - 2), "won"]
    assert page.evaluate("document.getAnimations().length") == 0


def found(page: Page) -> list[str]:
    """What axe finds. It waits for timers, which run only with the page's clock."""
    page.evaluate(
        f"(tags) => {{ window.found = null; ({FOUND})(tags).then((all) => {{ found = all; }}); }}", RULES
    )
    for _ in range(500):
        page.clock.run_for(1)
        faults = page.evaluate("window.found")
        if faults is not None:
            return list(faults)
    pytest.fail("axe never came to an end")


@of_every_game
def test_every_step_passes_axe_by_night_and_the_winner_by_day(
    windows: ExitStack, browser: Browser, last_move: LastMove
) -> None:
    page = last_move.page(windows, browser, "reduce", at_rest=True)
    last_move.made()
    expect(page.locator("#count")).to_be_visible()
    page.evaluate(AXE)
    lights = set()
    while True:
        assert found(page) == []
        lights.add((kind(page), page.locator("html").get_attribute("data-theme")))
        if kind(page) == "won":
            break
        page.clock.run_for(2_000)
    assert lights == {("hold", "evening"), ("still", "evening"), ("won", "day")}
    page.get_by_role("button", name="See the scores").click()
    assert page.locator("html").get_attribute("data-theme") is None


@of_one
def test_the_end_that_polling_brings_is_counted_too(
    windows: ExitStack, browser: Browser, last_move: LastMove
) -> None:
    page = last_move.page(windows, browser, at_rest=True)
    page.route("**/socket*", lambda route: route.abort())
    page.evaluate("dispatchEvent(new Event('online'))")  # the connection is given up
    expect(page.locator("html")).to_have_attribute("data-live", "no")
    last_move.made()
    page.clock.run_for(10_000)
    expect(page.locator("#count")).to_be_visible()
    assert_nobody_is_named(page)
    page.get_by_role("button", name="Skip").click()
    expect(page.locator(".winner h2")).to_have_text("Ada wins!")
