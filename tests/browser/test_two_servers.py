"""Browsers at two servers on one Postgres: each move is seen on both sides, and one is enough to go on."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.test_table import PHONE, at_table, deal
from tests.proxy import Proxy
from tests.server import Server, empty_database, two_houses

pytestmark = [pytest.mark.browser, pytest.mark.postgres]


@pytest.fixture
def windows() -> Iterator[ExitStack]:
    with ExitStack() as open_windows:
        yield open_windows


def test_browsers_on_both_sides_play_on_when_one_server_dies(
    browser: Browser, windows: ExitStack, postgres: str, tmp_path: Path
) -> None:
    with (
        two_houses(tmp_path, empty_database(postgres)) as (first, second),
        Proxy(first.url).running() as proxy,
    ):
        there = Server(second.process, f"On this machine  {proxy.url}")
        ada_key, bruno_key = deal(first)
        proxy.only(second.url)
        ada = at_table(windows, browser, there, ada_key.code, ada_key.key, PHONE)
        bruno = at_table(windows, browser, first, ada_key.code, bruno_key.key)
        eve = at_table(windows, browser, first, ada_key.code)
        for version, move in enumerate(("clear 1", "undo", "clear 2", "done"), 2):
            ada.press(move)
            for window in (ada, bruno, eve):
                window.expect_version(version)
        proxy.only(first.url)
        second.process.kill()
        second.process.wait(timeout=5)
        proxy.cut()
        proxy.heal()
        ada.expect_live()
        for version, move in enumerate(("take 3", "undo"), 6):
            ada.press(move)
            for window in (ada, bruno, eve):
                window.expect_version(version)
