"""Browsers at two servers on one Postgres: each move shows at both, and one server is enough to go on."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.support.flaky_network import Proxy
from tests.support.server import Server, a_house, empty_database, two_houses
from tests.support.table_page import PHONE, at_table, deal

pytestmark = [pytest.mark.browser, pytest.mark.postgres]


@pytest.fixture
def windows() -> Iterator[ExitStack]:
    with ExitStack() as open_windows:
        yield open_windows


@pytest.mark.parametrize("bus", ["postgres", pytest.param("broker", marks=pytest.mark.broker)])
def test_games_go_on_when_one_server_dies_and_then_the_other(
    request: pytest.FixtureRequest,
    browser: Browser,
    windows: ExitStack,
    postgres: str,
    tmp_path: Path,
    bus: str,
) -> None:
    broker = request.getfixturevalue("broker").url if bus == "broker" else ""
    database = empty_database(postgres)
    with (
        two_houses(tmp_path, database, bus=broker) as (first, second),
        Proxy(first.url).running() as proxy,
        Proxy(first.url).running() as other_proxy,
    ):
        there = Server(second.process, f"On this machine  {proxy.url}")
        here = Server(first.process, f"On this machine  {other_proxy.url}")
        ada_key, bruno_key = deal(first)
        proxy.only(second.url)
        ada = at_table(windows, browser, there, ada_key.code, ada_key.key, PHONE)
        bruno = at_table(windows, browser, here, ada_key.code, bruno_key.key)
        eve = at_table(windows, browser, here, ada_key.code)

        def plays(*moves: str, since: int) -> None:
            for version, move in enumerate(moves, since + 1):
                ada.press(move)
                for window in (ada, bruno, eve):
                    window.expect_version(version)

        plays("clear 1", "undo", "clear 2", since=1)
        dies(second, proxy, instead=first)
        ada.expect_live()
        plays("take 3", "undo", since=4)
        with a_house(tmp_path, "second", database, bus=broker) as replaced:
            dies(first, other_proxy, instead=replaced)
            proxy.cut()
            proxy.only(replaced.url)
            proxy.heal()
            for window in (ada, bruno, eve):
                window.expect_live()
            plays("take 3", "undo", since=6)


def dies(server: Server, proxy: Proxy, instead: Server) -> None:
    """Kill a server with all its connections; clients that reconnect reach the other one."""
    proxy.only(instead.url)
    server.process.kill()
    server.process.wait(timeout=60)
    proxy.cut()
    proxy.heal()
