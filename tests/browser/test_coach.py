"""The coach's line has room of its own: it is in sight, and nothing that one needs leaves the screen."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from app.pages.quick_start import taught
from app.web.cookies import keys_cookie
from tests.browser.newcomers import deal, sitting
from tests.support.screen_faults import AXE, FOUND, RULES
from tests.support.server import Server

pytestmark = pytest.mark.browser

NEEDED = {
    "dream_home": "#bar .btn, #bar .say, [id^=column-], .own .slot",
    "my_shelfie": "#bar .btn, #bar .say, #living-room, .own > .columns, .goals li, .seat",
    "home_staging": "#bar .btn, #bar .say, #card, #sheet, .seat",
}
"""What must stay in sight."""
IN_SIGHT = """(needed) => [...document.querySelectorAll(needed)].filter((each) => {
  const { top, bottom, left, right, width } = each.getBoundingClientRect();
  return width > 1 && top >= -.5 && left >= -.5 && bottom <= innerHeight + .5 && right <= innerWidth + .5;
}).map((each) => each.id || each.className + [...each.parentElement.children].indexOf(each))"""
LONGEST = 100  # letters of a hint
SIZES = [(360, 640), (390, 844), (844, 390), (800, 1100), (1280, 800)]
each_game = pytest.mark.parametrize("game", taught())


def in_sight(page: Page, game: str) -> list[str]:
    found: list[str] = page.evaluate(IN_SIGHT, NEEDED[game])
    return found


@each_game
@pytest.mark.parametrize("size", SIZES)
def test_a_hint_moves_nothing_out_of_sight(
    browser: Browser, server: Server, game: str, size: tuple[int, int]
) -> None:
    """With four players, when there is least room."""
    options: dict[str, Any] = {"family": True} if game == "dream_home" else {}
    guest, *_ = deal(server, "Cleo", "Dora", game=game, **options)
    width, height = size
    with sitting(browser, server, guest, {"width": width, "height": height}) as page:
        page.get_by_role("button", name="Skip").click()
        note = page.get_by_role("note", name="Hint")
        expect(note).to_be_visible()
        # the sheet that makes room for it comes with the hints
        page.wait_for_function(
            "game => [...document.styleSheets].some(({ href }) => href?.includes(`${game}/coach.css`))",
            arg=game,
        )
        note.locator("p").evaluate(
            "(line, long) => { line.textContent = 'hinted '.repeat(long / 7) }", LONGEST
        )
        expect(note).to_be_in_viewport(ratio=1)
        with_hint = in_sight(page, game)
        page.locator("html").evaluate("root => { root.dataset.hints = 'off' }")
        expect(note).to_be_hidden()
        without = in_sight(page, game)
        assert len(without) >= 4
        assert [each for each in without if each not in with_hint] == []


@each_game
@pytest.mark.parametrize(("locale", "theme"), [("it", "light"), ("pl", "dark"), ("ja", "dark")])
def test_every_games_coach_speaks_the_readers_language_and_axe_finds_nothing(
    browser: Browser, server: Server, game: str, theme: str, locale: str
) -> None:
    options: dict[str, Any] = {"family": True} if game == "dream_home" else {}
    guest, *_ = deal(server, game=game, **options)
    with sitting(browser, server, guest, color_scheme=theme, locale=locale) as page:
        page.locator("dialog.teach [data-lesson=skip]").click()
        note = page.get_by_role("note")
        expect(note).to_be_in_viewport(ratio=1)
        assert note.locator("p").inner_text().strip()
        page.evaluate(AXE)
        assert page.evaluate(FOUND, RULES) == []


@each_game
def test_a_hint_opens_without_script(browser: Browser, server: Server, game: str) -> None:
    options: dict[str, Any] = {"family": True} if game == "dream_home" else {}
    guest, *_ = deal(server, game=game, **options)
    with browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844}) as profile:
        profile.set_extra_http_headers({"accept-language": "en"})
        profile.add_cookies([{"name": keys_cookie(guest.code), "value": guest.key, "url": server.url}])
        page = profile.new_page()
        page.goto(f"{server.url.rstrip('/')}/r/{guest.code}")
        hint = page.locator("#coach details")
        hint.get_by_text("Hint").click()
        assert hint.inner_text().removeprefix("Hint").strip()
