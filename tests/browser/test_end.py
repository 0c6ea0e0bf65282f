"""The end of a game: roofs turn over and points are counted up once, and the printout shows all houses."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from app.table import playable_games
from app.web.cookies import keys_cookie
from tests.browser.planted import CODE, Planted, Wanted, plant_all, recorded
from tests.browser.screens import largest
from tests.support.api import Guest
from tests.support.server import Server, serving
from tests.support.table_page import PHONE

pytestmark = pytest.mark.browser

GAMES = {"dream_home": 13, "home_staging": 19, "my_shelfie": 6}  # games for two
FIRST = {"dream_home": 1, "home_staging": 0, "my_shelfie": 0}  # the viewer's own, or the first seat's
of_every_game = pytest.mark.parametrize("last_move", playable_games.names(), indirect=True)
of_dream_home = pytest.mark.parametrize("last_move", ["dream_home"], indirect=True)
OBSERVE = """
window.moved = [];
document.addEventListener("animationstart", ({ animationName }) => moved.push(animationName));
window.counted = [];
new MutationObserver(() => {
    const total = document.querySelector(".scores .total td")?.textContent;
    if (total !== undefined && total !== counted.at(-1)) counted.push(total);
}).observe(document, { subtree: true, childList: true, characterData: true });
"""


class LastMove:
    """A game that needs one more move, which is made on demand."""

    def __init__(self, server: Server, planted: Planted) -> None:
        self.server, self.planted = server, planted
        self.step = planted.record.steps[-1]

    def page(self, windows: ExitStack, browser: Browser, motion: str = "no-preference") -> Page:
        profile = windows.enter_context(
            browser.new_context(viewport=PHONE, locale="en", reduced_motion=motion)  # type: ignore[arg-type]
        )
        key = {"name": keys_cookie(CODE), "value": self.planted.keys[1], "url": self.server.url}
        profile.add_cookies([key])  # type: ignore[list-item]
        page = profile.new_page()
        page.add_init_script(OBSERVE)
        page.goto(f"{self.server.url.rstrip('/')}/r/{CODE}")
        expect(page.locator("html")).to_have_attribute("data-live", "yes", timeout=20_000)
        return page

    def made(self) -> str:
        """Make the last move; return the total that the viewer's score sheet shows first."""
        with httpx2.Client(base_url=self.server.url, timeout=30) as web:
            last = Guest(web, CODE, self.planted.keys[self.step.seat].rpartition(".")[2])
            turn, move = self.step.turn, list(self.step.move)
            assert last.ask("POST", "/moves", turn=turn, move=move, id="the last").status_code == 200
            return str(last.look()["view"]["scores"][FIRST[self.planted.record.game]]["total"])


@pytest.fixture
def windows() -> Iterator[ExitStack]:
    with ExitStack() as open_windows:
        yield open_windows


@pytest.fixture
def last_move(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[LastMove]:
    game = request.param
    wanted = Wanted(GAMES[game], len(recorded(GAMES[game], game).steps) - 1, game=game)
    (planted,) = plant_all(tmp_path / "data", [wanted])
    with serving(tmp_path / "data") as server:
        yield LastMove(server, planted)


@of_every_game
def test_roofs_turn_and_points_are_counted_at_first_sight_only(
    windows: ExitStack, browser: Browser, last_move: LastMove
) -> None:
    page = last_move.page(windows, browser)
    total = last_move.made()
    cell = page.locator(".scores .total td").first
    expect(cell).to_have_text(total)
    page.wait_for_function("total => counted.length > 1 && counted.at(-1) === total", arg=total)
    points = [int(each) for each in page.evaluate("counted")[1:]]  # complete before any animation
    assert points == sorted(points, key=abs)  # a total may be less than nothing
    assert abs(points[0]) < abs(points[-1])
    assert points[-1] == int(total)
    game = last_move.planted.record.game
    if game == "dream_home":
        page.wait_for_function("() => moved.includes('turn')")
    assert page.title() == game.replace("_", " ").title()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-live", "yes", timeout=20_000)
    expect(page.locator("html")).to_have_attribute("data-ended", "before")
    expect(cell).to_have_text(total)
    assert page.evaluate("counted") == [total]
    assert page.evaluate("document.getAnimations().map(each => each.animationName)") == []


@of_every_game
def test_nothing_moves_with_reduced_motion(windows: ExitStack, browser: Browser, last_move: LastMove) -> None:
    page = last_move.page(windows, browser, "reduce")
    total = last_move.made()
    expect(page.locator(".scores .total td").first).to_have_text(total)
    assert page.evaluate("counted") == [total]
    assert page.evaluate("moved") == []


@of_dream_home
def test_a_printout_shows_all_houses_and_no_controls(
    windows: ExitStack, browser: Browser, last_move: LastMove
) -> None:
    page = last_move.page(windows, browser, "reduce")
    last_move.made()
    houses = page.locator(".split .house")
    expect(houses).to_have_count(2)
    expect(houses.nth(1)).to_be_hidden()
    page.emulate_media(media="print")
    for house in houses.all():
        expect(house).to_be_visible()
    expect(page.locator(".scores table")).to_be_visible()
    for pressed in page.locator("button, summary, .whose").all():
        expect(pressed).to_be_hidden()
    paper, text = page.evaluate(
        "['backgroundColor', 'color'].map(each => getComputedStyle(document.body)[each])"
    )
    assert text != paper
    assert page.pdf(format="A4").startswith(b"%PDF")


@pytest.mark.parametrize("game", playable_games.names())
def test_every_games_score_sheet_is_printed_in_the_light_theme_without_hints(
    game: str, windows: ExitStack, browser: Browser, tmp_path: Path
) -> None:
    number = largest(game)
    record = recorded(number, game)
    plant_all(tmp_path / "data", [Wanted(number, len(record.steps), game=game)])
    with serving(tmp_path / "data") as server:
        page = windows.enter_context(browser.new_context(color_scheme="dark", locale="en")).new_page()
        page.goto(f"{server.url.rstrip('/')}/r/{CODE}?watch")
        scheme = "getComputedStyle(document.documentElement).colorScheme"
        assert "dark" in page.evaluate(scheme)
        expect(page.locator(".hint").first).to_be_visible()
        page.emulate_media(media="print", color_scheme="dark")
        assert page.evaluate(scheme) == "light"
        expect(page.locator(".scores table")).to_be_visible()
        expect(page.locator("fieldset:has(.line)").locator("visible=true")).to_have_count(record.seats)
        for pressed in page.locator("button, summary, .hint, .bar, .past, a").all():
            expect(pressed).to_be_hidden()


@pytest.mark.parametrize("game", playable_games.names())
def test_the_winner_comes_first_and_then_what_can_be_pressed(
    game: str, windows: ExitStack, browser: Browser, tmp_path: Path
) -> None:
    number = largest(game)
    (planted,) = plant_all(tmp_path / "data", [Wanted(number, len(recorded(number, game).steps), game=game)])
    with serving(tmp_path / "data") as server:
        profile = windows.enter_context(browser.new_context(locale="en"))
        key = {"name": keys_cookie(CODE), "value": planted.keys[1], "url": server.url}
        profile.add_cookies([key])  # type: ignore[list-item]
        page = profile.new_page()
        page.goto(f"{server.url.rstrip('/')}/r/{CODE}")
        for width, height in ((360, 640), (844, 390), (820, 1180), (1280, 800)):
            size: ViewportSize = {"width": width, "height": height}
            page.set_viewport_size(size)
            expect(page.get_by_role("button", name="Rematch")).to_be_in_viewport(ratio=1)
            expect(page.locator(".winner")).to_be_in_viewport(ratio=1)
            if height < 640:  # and beside it the first of the houses
                expect(page.locator(".final, .result :is(.columns, .big)").first).to_be_in_viewport(ratio=0.4)
            winner = page.locator(".winner").bounding_box()
            assert winner
            pressed = page.locator("#main :is(button, a)").locator("visible=true")
            assert pressed.count() > 2
            for each in pressed.all():
                box = each.bounding_box()
                assert box
                assert box["y"] > winner["y"], size
