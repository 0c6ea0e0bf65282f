"""Whole games played through the pages, from the lobby to the score sheet.

The games are recorded ones, so that every tool, every helper and every stage of the end comes up. Home
Staging has tests of its own: its pieces are laid on a plan.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser

from app.engine import registry
from app.engine.core import UNDO
from scripts import golden
from tests.browser.planted import (
    CAST,
    Planted,
    Wanted,
    plant_all,
    recorded,
    version,
    wait_for,
)
from tests.support.server import serving
from tests.support.whole_game import PHONE, Window

pytestmark = pytest.mark.browser
FOUR, TWO = {"dream_home": 1, "my_shelfie": 2}, {"dream_home": 7, "my_shelfie": 4}
BY_KEYBOARD = {"dream_home": 9}  # these are played in test_keyboard
BY_TAPS = {"my_shelfie": {"put_back"}}  # these are pressed in test_shelfie


class Evening(NamedTuple):
    """A server and its tables: all seats taken, nothing dealt yet."""

    origin: str
    tables: dict[tuple[str, int], Planted]

    def table(self, game: str, number: int) -> tuple[Planted, str]:
        """The table, and its address."""
        planted = self.tables[game, number]
        return planted, f"{self.origin}/r/{planted.code}"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    data = tmp_path_factory.mktemp("evening") / "data"
    which = [*FOUR.items(), *TWO.items()]
    wanted = [
        Wanted(number, code=f"sunny-sofa-{count}", game=game)
        for count, (game, number) in enumerate(which, 20)
    ]
    tables = dict(zip(which, plant_all(data, wanted), strict=True))
    with serving(data, HOUSEWARMING_BOT_PAUSE="0") as server:
        yield Evening(server.url.rstrip("/"), tables)


@pytest.fixture
def windows(browser: Browser) -> Iterator[ExitStack]:
    with ExitStack() as open_windows:
        yield open_windows


def start(host: Window) -> None:
    host.page.locator('form[action$="/start"] button').click()
    wait_for(host.page, 1)


def play_all(planted: Planted, seats: list[Window], others: list[Window], together: int = 12) -> None:
    """Make all the recorded moves, the first one twice; now and then compare all screens."""
    first = planted.record.steps[0]
    seats[first.seat].play(first.move, 1)
    seats[first.seat].play(UNDO, 2)
    at = 3
    for step in planted.record.steps:
        seats[step.seat].play(step.move, at)
        at += 1
        if at % together == 0:
            for window in (*seats, *others):
                if window.script:
                    wait_for(window.page, at)
                    window.shows_what_a_new_page_does()
    *_, last = golden.replay(planted.record)
    winner = CAST[registry.game(planted.record.game).winners(last.after)[0]]
    for window in (*seats, *others):
        window.sees_the_end(winner)
        assert version(window.page) == at
        assert window.complaints == []


@pytest.mark.parametrize("game", FOUR)
def test_every_kind_of_move_comes_up(game: str) -> None:
    """Across all the games played; otherwise some control would never be pressed."""
    games = [recorded(numbers[game], game) for numbers in (FOUR, TWO, BY_KEYBOARD) if game in numbers]
    pressed = {step.move[0] for played in games for step in played.steps} | {*UNDO}
    pressed |= BY_TAPS.get(game, set())
    known = {
        step.move[0]
        for path in (golden.GOLDEN / game).glob("*.jsonl")
        for step in golden.read(path).record.steps
    }
    assert pressed == known


def test_four_players_in_four_languages_and_a_spectator(
    browser: Browser, windows: ExitStack, evening: Evening
) -> None:
    """One plays on a phone, one without script."""
    planted, table = evening.table("dream_home", FOUR["dream_home"])
    ada, bruno, celina, daiki = planted.keys
    seats = [
        Window(windows, browser, table, ada),
        Window(windows, browser, table, bruno, "it", PHONE),
        Window(windows, browser, table, celina, "pl", script=False),
        Window(windows, browser, table, daiki, "ja"),
    ]
    eve = Window(windows, browser, f"{table}?watch", locale="en")
    start(seats[0])
    play_all(planted, seats, [eve])
    assert eve.page.locator('#table button[name="move"]').count() == 0


@pytest.mark.parametrize("game", [game for game in FOUR if game != "dream_home"])
def test_four_players_one_of_them_on_a_phone(
    browser: Browser, windows: ExitStack, evening: Evening, game: str
) -> None:
    planted, table = evening.table(game, FOUR[game])
    seats = [Window(windows, browser, table, key, size=PHONE) for key in planted.keys[:1]]
    seats += [Window(windows, browser, table, key) for key in planted.keys[1:]]
    start(seats[0])
    play_all(planted, seats, [])


@pytest.mark.parametrize("game", FOUR)
def test_two_players_where_the_servers_name_is_no_secure_context(
    browser: Browser, windows: ExitStack, evening: Evening, game: str
) -> None:
    planted, table = evening.table(game, TWO[game])
    table = table.replace("127.0.0.1", "table.lan")
    seats = [Window(windows, browser, table, key) for key in planted.keys]
    assert seats[0].page.evaluate("isSecureContext") is False
    start(seats[0])
    play_all(planted, seats, [])
