"""Ada's and Bruno's browsers at one table."""

from contextlib import ExitStack

import httpx2
from playwright.sync_api import Browser, Page

from tests.support.api import Guest
from tests.support.server import Server
from tests.support.table_page import PHONE, Window, at_table, deal


class Pair:
    """Ada and Bruno at a table where Ada has the first turn."""

    def __init__(self, windows: ExitStack, browser: Browser, server: Server) -> None:
        self.keys = deal(server)
        self.ada = at_table(windows, browser, server, self.keys[0].code, self.keys[0].key)
        self.bruno = at_table(windows, browser, server, self.keys[0].code, self.keys[1].key, PHONE)
        self.version = 1

    def plays(self, who: Window, *moves: str) -> None:
        for move in moves:
            who.press(move)
            self.version += 1
            for each in (self.ada, self.bruno):
                each.expect_version(self.version)

    def plays_unseen(self, web: httpx2.Client, *moves: tuple[str | int, ...]) -> None:
        """Make Ada's moves through the API: several may reach the pages at once."""
        ada = Guest(web, self.keys[0].code, self.keys[0].key)
        for move in moves:
            turn = ada.look()["turn"]
            answer = ada.ask("POST", "/moves", turn=turn, move=list(move), id=f"unseen {self.version}")
            assert answer.status_code == 200, answer.text
            self.version += 1


def open_settings(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Help and settings").click()


LISTEN = """
window.heard = [];
const made = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () {
    const voice = made.call(this);
    heard.push(voice);
    return voice;
};
window.flown = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) { flown += 1; return animate.apply(this, how); };
"""
