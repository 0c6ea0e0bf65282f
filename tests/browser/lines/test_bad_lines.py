"""On bad lines, messages are lost, doubled, overtaken, held up or cut off: as soon as the line is
good again, a page shows what a new one does."""

import re
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random

import httpx2
import pytest
from playwright.sync_api import Browser, expect

from app.table import playable_games
from app.web.cookies import keys_cookie
from tests.browser.planted import Planted, Wanted, plant_all
from tests.support.api import Guest
from tests.support.network import bad_line
from tests.support.server import serving
from tests.support.table_page import DESK, PHONE
from tests.support.whole_game import Window

pytestmark = pytest.mark.browser

GAMES = {"dream_home": (7, 20), "my_shelfie": (4, 30), "home_staging": (21, 6)}
AT_ONCE = 4  # moves and undos on a bad line
WEATHERS = (
    bad_line.LOSES,
    bad_line.DOUBLES,
    bad_line.OVERTAKES,
    bad_line.STALLS,
    bad_line.CUTS,
    bad_line.ALL,
)
DRAG, LET_GO = "tablePage.hold('a drag')", "tablePage.release('a drag')"
TWO_SOCKETS_FROM = 3  # each page has another one from this round on
ANOTHER_SOCKET = """() => {
  const socket = document.querySelector("[hx-ws\\\\:connect]");
  const twin = socket.cloneNode();
  twin.removeAttribute("data-htmx-powered");
  socket.after(twin);
  htmx.process(twin);
}"""


class Game:
    """Its players move as chance has it."""

    def __init__(self, web: httpx2.Client, planted: Planted, seed: int) -> None:
        self._web, self._chance = web, Random(seed)
        self._guests = [Guest(web, planted.code, key.rpartition(".")[2]) for key in planted.keys]
        self._page = f"/r/{planted.code}"
        self.taken_back = 0

    @property
    def version(self) -> int:
        return int(self._guests[0].look()["version"])

    @property
    def revision(self) -> str:
        found = re.search(r'data-revision="(\d+)"', self._web.get(self._page).text)
        assert found
        return found[1]

    def goes_on(self) -> None:
        """By a move, an undo, or a turn that all agree to take back."""
        seat = self._guests[0].look()["waiting"][0]
        look = self._guests[seat].look()
        if self._chance.random() < 0.3 and self._takes_back():
            return
        undoes = ["undo"] in look["moves"] and self._chance.random() < 0.3
        forwards = [move for move in look["moves"] if move != ["undo"]]
        move = ["undo"] if undoes else self._chance.choice(forwards)
        made = self._guests[seat].ask(
            "POST", "/moves", turn=look["turn"], move=move, id=f"at {look['version']}"
        )
        assert made.status_code == 200, made.text

    def _takes_back(self) -> bool:
        before = self.version
        for seat, guest in enumerate(self._guests):
            asked = self._post(guest, "take-back", place=seat + 1)
            if asked.status_code != 204:
                continue
            for other, another in enumerate(self._guests):
                if other != seat:
                    answer = self._post(another, "agree", place=other + 1, agree="yes", version=before)
                    assert answer.status_code == 204, answer.text
            assert self.version == before + 1
            self.taken_back += 1
            return True
        return False

    def _post(self, guest: Guest, what: str, **form: object) -> httpx2.Response:
        cookie = {"Cookie": f"{keys_cookie(guest.code)}={guest.key}", "HX-Request": "true"}
        return self._web.post(f"{self._page}/{what}", data=form, headers=cookie)


def heard(windows: list[Window], version: int) -> None:
    """Wait until all lines that are open have heard of this version."""
    give_up = time.monotonic() + 60
    for window in windows:
        while window.line.is_open and window.line.told < version:
            assert time.monotonic() < give_up
            window.page.evaluate("null")  # lets messages come


def agree(windows: list[Window], game: Game) -> None:
    version, revision = str(game.version), game.revision
    for window in windows:
        table = window.page.locator("#table")
        expect(table).to_have_attribute("data-version", version)
        expect(table).to_have_attribute("data-revision", revision)
        expect(window.page.locator("html")).to_have_attribute("data-live", "yes")
        window.shows_what_a_new_page_does()
        assert window.complaints == []


@pytest.mark.parametrize("name", playable_games.names())
def test_once_the_line_is_good_again_the_page_is_what_a_new_one_would_be(
    browser: Browser, windows: ExitStack, tmp_path: Path, name: str
) -> None:
    number, steps = GAMES[name]
    wanted = Wanted(number, steps, game=name, table_options=(("take_back", True),))
    (planted,) = plant_all(tmp_path / "data", [wanted])
    with (
        serving(tmp_path / "data", HOUSEWARMING_BOT_PAUSE="0") as server,
        httpx2.Client(base_url=server.url, timeout=30, headers={"Origin": server.url.rstrip("/")}) as web,
    ):
        game = Game(web, planted, seed=1)
        address = f"{server.url.rstrip('/')}/r/{planted.code}"
        pages = [
            Window(windows, browser, address, planted.keys[0], size=PHONE, seed=2),
            Window(windows, browser, f"{address}?watch", size=DESK, seed=3),
            Window(windows, browser, f"{address}/tv", size=DESK, seed=4),
        ]
        for turn in range(len(WEATHERS)):
            for number, window in enumerate(pages):
                window.line.turn(WEATHERS[(turn + number) % len(WEATHERS)])
            dragging = pages[turn % len(pages)].page
            dragging.evaluate(DRAG)
            if turn == TWO_SOCKETS_FROM:
                for window in pages:
                    window.page.evaluate(ANOTHER_SOCKET)
            for _ in range(AT_ONCE):
                game.goes_on()
                heard(pages, game.version)
            for window in pages:
                window.line.turn(bad_line.GOOD)
            dragging.evaluate(LET_GO)
            game.goes_on()
            agree(pages, game)
        assert game.taken_back
