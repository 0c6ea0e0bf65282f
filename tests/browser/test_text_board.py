"""The text board of every game: one column, however the game arranges its pictures."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from app.table import playable_games
from app.web.cookies import keys_cookie
from app.web.preferences import BOARD_COOKIE
from tests.browser.planted import Wanted, plant_all, recorded
from tests.browser.screens import largest
from tests.support.server import serving

pytestmark = pytest.mark.browser

# The parts of a table, and the element that a game wraps them in.
LEFT_EDGES = """() => {
    const parts = [...document.querySelectorAll("#table > *, #table > :only-child > *")];
    const boxes = parts.filter((part) => part.checkVisibility()).map((part) => part.getBoundingClientRect());
    return boxes.filter((box) => box.width).map((box) => Math.round(box.left));
}"""
SIDE_BY_SIDE = """() => [document.getElementById("table"), ...document.querySelectorAll("#table *")]
    .filter((part) => /^(grid|flex)$/.test(getComputedStyle(part).display))
    .map((part) => part.outerHTML.slice(0, 80))"""


@pytest.fixture(scope="module", params=playable_games.names())
def board(
    request: pytest.FixtureRequest, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Page]:
    """A player's text board, in the middle of a recorded game."""
    game: str = request.param
    number = largest(game)
    data = tmp_path_factory.mktemp(game) / "data"
    wanted = Wanted(number, len(recorded(number, game).steps) // 2, game=game)
    (planted,) = plant_all(data, [wanted])
    with (
        serving(data) as server,
        browser.new_context(viewport=ViewportSize(width=1280, height=800), locale="en") as profile,
    ):
        cookies = {BOARD_COOKIE: "text", keys_cookie(wanted.code): planted.keys[0]}
        profile.add_cookies(
            [{"name": name, "value": value, "url": server.url} for name, value in cookies.items()]
        )
        page = profile.new_page()
        page.goto(f"{server.url.rstrip('/')}/r/{wanted.code}")
        yield page


def test_all_its_parts_share_one_left_edge(board: Page) -> None:
    edges = board.evaluate(LEFT_EDGES)
    assert len(edges) > 2
    assert len(set(edges)) == 1


def test_nothing_is_beside_anything_else(board: Page) -> None:
    assert board.evaluate(SIDE_BY_SIDE) == []


def test_sentences_are_separated(board: Page) -> None:
    told = board.locator(".others").inner_text()
    assert told.count(". ") >= 5
    assert re.findall(r"\w[.,:]\w", told) == []
