"""The page that stays at the end of a game, and its printout."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, ViewportSize, expect

from app.table import playable_games
from app.web.cookies import keys_cookie
from tests.browser.planted import CODE, Wanted, plant_all, recorded
from tests.browser.screens import largest
from tests.support.last_move import LastMove, before_the_last_move, past_the_count
from tests.support.server import serving
from tests.support.table_page import PHONE

pytestmark = pytest.mark.browser

GAMES = {"dream_home": 7, "home_staging": 19, "my_shelfie": 15}  # games for two
of_every_game = pytest.mark.parametrize("last_move", playable_games.names(), indirect=True)
of_dream_home = pytest.mark.parametrize("last_move", ["dream_home"], indirect=True)
LOOKS = "getComputedStyle(document.querySelector('.winner')).display"


@pytest.fixture
def last_move(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[LastMove]:
    with before_the_last_move(tmp_path / "data", request.param, GAMES[request.param]) as found:
        yield found


@of_every_game
def test_the_end_waits_for_its_style_sheet(windows: ExitStack, browser: Browser, last_move: LastMove) -> None:
    page = last_move.page(windows, browser, "reduce")
    shown: list[int] = []  # winners, whenever the style sheet is asked for

    def ask(route: Route) -> None:
        shown.append(page.locator(".winner").count())
        route.continue_()

    page.route("**/end.css?*", ask)
    page.evaluate(f"document.addEventListener('table:after', () => {{ window.looks = {LOOKS} }})")
    last_move.made()
    past_the_count(page)
    expect(page.locator(".winner")).to_be_visible()
    assert shown[0] == 0
    assert page.evaluate("looks") == "grid"
    page.reload()
    expect(page.locator(".winner")).to_be_visible()
    assert page.evaluate(LOOKS) == "grid"


@of_dream_home
def test_a_printout_shows_all_houses_and_no_controls(
    windows: ExitStack, browser: Browser, last_move: LastMove
) -> None:
    page = last_move.page(windows, browser, "reduce")
    last_move.made()
    past_the_count(page)
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
def test_a_phone_shows_the_totals_above_the_buttons_at_once(
    game: str, windows: ExitStack, browser: Browser, tmp_path: Path
) -> None:
    number = largest(game)
    (planted,) = plant_all(tmp_path / "data", [Wanted(number, len(recorded(number, game).steps), game=game)])
    with serving(tmp_path / "data") as server:
        for locale in ("en", "pl"):
            profile = windows.enter_context(
                browser.new_context(locale=locale, viewport={"width": 360, "height": 640})
            )
            key = {"name": keys_cookie(CODE), "value": planted.keys[1], "url": server.url}
            profile.add_cookies([key])  # type: ignore[list-item]
            page = profile.new_page()
            page.goto(f"{server.url.rstrip('/')}/r/{CODE}")
            expect(page.locator(".scores .total > *").last).to_be_in_viewport(ratio=1)
            total, heads, panel = (
                page.locator(each).bounding_box() or pytest.fail(each)
                for each in (".scores .total td >> nth=0", ".scores thead th >> nth=0", "#game-panel")
            )
            assert heads["y"] + heads["height"] <= total["y"] + 1
            assert total["y"] + total["height"] <= panel["y"] + 1


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
            if height < 640:  # with what they built
                expect(page.locator(".work").first).to_be_in_viewport(ratio=1)
            winner = page.locator(".winner").bounding_box()
            assert winner
            pressed = page.locator("#main :is(button, a)").locator("visible=true")
            assert pressed.count() > 2
            for each in pressed.all():
                box = each.bounding_box()
                assert box
                assert box["y"] > winner["y"], size


def test_share_copies_the_link_where_there_is_no_share_sheet(
    windows: ExitStack, browser: Browser, tmp_path: Path
) -> None:
    steps = len(recorded(7).steps)
    (planted,) = plant_all(tmp_path / "data", [Wanted(7, steps)])
    with serving(tmp_path / "data") as server:
        profile = windows.enter_context(browser.new_context(viewport=PHONE, locale="en"))  # type: ignore[arg-type]
        profile.grant_permissions(["clipboard-read", "clipboard-write"])
        profile.add_init_script("delete Navigator.prototype.share")
        key = {"name": keys_cookie(CODE), "value": planted.keys[1], "url": server.url}
        profile.add_cookies([key])  # type: ignore[list-item]
        page = profile.new_page()
        page.goto(f"{server.url.rstrip('/')}/r/{CODE}")
        expect(page.locator("html")).to_have_attribute("data-live", "yes")
        share = page.get_by_role("button", name="Share")
        share.click()
        expect(page.get_by_role("button", name="Copied")).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()") == f"{server.url.rstrip('/')}/r/{CODE}"


def test_share_opens_the_share_sheet_where_there_is_one(
    windows: ExitStack, browser: Browser, tmp_path: Path
) -> None:
    plant_all(tmp_path / "data", [Wanted(7, len(recorded(7).steps))])
    with serving(tmp_path / "data") as server:
        profile = windows.enter_context(browser.new_context(viewport=PHONE, locale="en"))  # type: ignore[arg-type]
        profile.add_init_script("navigator.share = async ({ url }) => { window.shared = url; }")
        page = profile.new_page()
        page.goto(f"{server.url.rstrip('/')}/r/{CODE}")
        expect(page.locator("html")).to_have_attribute("data-live", "yes")
        page.get_by_role("button", name="Share").click()
        assert page.evaluate("shared") == f"{server.url.rstrip('/')}/r/{CODE}"


# The words of the end that are broken without a hyphen; names may be.
BROKEN = r"""() => {
  const found = [];
  const texts = document.createTreeWalker(document.querySelector(".scene.ended"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    const around = text.parentElement;
    if (around.closest(".vh, svg, .nm, .news") || !around.checkVisibility()) continue;
    for (const { index, 0: word } of text.data.matchAll(/[^\s-]+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const parts = [...range.getClientRects()].filter(({ width }) => width);
      if (new Set(parts.map(({ top }) => Math.round(top))).size > 1) found.push(word);
    }
  }
  return found;
}"""


@pytest.mark.parametrize("locale", ["it", "pl"])
@pytest.mark.parametrize("size", [(360, 640), (844, 390)])
def test_on_a_low_screen_home_stagings_end_breaks_no_word(
    browser: Browser, tmp_path: Path, size: tuple[int, int], locale: str
) -> None:
    """With three players, and with four."""
    tables = [
        Wanted(
            number, len(recorded(number, "home_staging").steps), f"sunny-sofa-{number + 20}", "home_staging"
        )
        for number in (11, 22)
    ]
    planted = plant_all(tmp_path / "data", tables)
    seen = ViewportSize(width=size[0], height=size[1])
    with (
        serving(tmp_path / "data") as server,
        browser.new_context(viewport=seen, locale=locale, reduced_motion="reduce") as profile,
    ):
        page = profile.new_page()
        for table in planted:
            page.goto(f"{server.url.rstrip('/')}/r/{table.code}")
            expect(page.locator(".scores [scope=row]").first).to_be_visible()
            assert page.evaluate(BROKEN) == []
