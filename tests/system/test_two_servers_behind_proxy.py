"""Two servers on one Postgres behind a load balancer: either may die, and the games still end."""

import asyncio
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

import httpx2
import psycopg
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from app.cli.soak.players import Table, opened
from tests.support.flaky_network import Proxy
from tests.support.server import Server, a_house, empty_database

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]


class Street:
    """Named servers on one database, and the proxy before them."""

    def __init__(self, folder: Path, database: str, broker: str) -> None:
        self._folder, self._database, self._broker = folder, database, broker
        self._running = ExitStack()
        self.houses: dict[str, Server] = {}
        for name in ("first", "second"):
            self._start(name)
        self.proxy = self._running.enter_context(Proxy(*self._urls).running())

    @property
    def _urls(self) -> list[str]:
        return [house.url for house in self.houses.values()]

    def _start(self, name: str) -> None:
        house = a_house(self._folder, name, self._database, bus=self._broker)
        self.houses[name] = self._running.enter_context(house)

    def kill(self, name: str) -> None:
        """Kill a server; the proxy doesn't know, and keeps sending every other request there first."""
        self.houses[name].process.kill()
        self.houses[name].process.wait(timeout=60)

    def replace(self, name: str) -> None:
        self._start(name)
        self.proxy.only(*self._urls)

    def close(self) -> None:
        self._running.close()


@pytest.fixture(params=["postgres", pytest.param("broker", marks=pytest.mark.broker)])
def street(request: pytest.FixtureRequest, postgres: str, tmp_path: Path) -> Iterator[Street]:
    broker = request.getfixturevalue("broker").url if request.param == "broker" else ""
    street = Street(tmp_path, empty_database(postgres), broker)
    yield street
    street.close()


async def watches(street: Street, table: Table) -> None:
    """Watch through the proxy, reconnecting when cut off, until the game is over."""
    async for live in connect(f"{street.proxy.url.replace('http', 'ws', 1)}/api/tables/{table.code}/live"):
        with suppress(ConnectionClosed):
            async for told in live:
                if json.loads(told)["status"] == "finished":
                    return


async def test_games_end_although_either_server_is_killed_and_replaced(street: Street) -> None:
    chance = Random(1)
    async with httpx2.AsyncClient(base_url=street.proxy.url, timeout=60) as web:
        tables = [await opened(web, chance) for _ in range(2)]
        watching = [asyncio.create_task(watches(street, table)) for table in tables for _ in range(2)]
        playing = [asyncio.create_task(table.play_on(web)) for table in tables]

        async def until_moved(moves: int) -> None:
            enough = sum(len(table.acknowledged) for table in tables) + moves
            await until(lambda: sum(len(table.acknowledged) for table in tables) >= enough, playing)

        for name in ("second", "first"):
            await until_moved(12)
            street.kill(name)
            await until_moved(6)
            await asyncio.to_thread(street.replace, name)
        await asyncio.gather(*playing)
        async with asyncio.timeout(30):
            await asyncio.gather(*watching)
        for table in tables:
            assert await table.faults(web) == []


async def until(holds: Callable[[], bool], playing: list[asyncio.Task[None]]) -> None:
    async with asyncio.timeout(40):
        while not holds():
            done, _ = await asyncio.wait(playing, timeout=0.01)
            for each in done:
                each.result()


def test_servers_that_start_together_on_an_empty_database_create_its_tables_once(
    postgres: str, tmp_path: Path
) -> None:
    database = empty_database(postgres)
    with psycopg.connect(database) as conn:
        conn.execute("CREATE TABLE made (what text)")
        conn.execute(
            "CREATE FUNCTION note() RETURNS event_trigger LANGUAGE plpgsql AS"
            " $$ BEGIN INSERT INTO made SELECT object_identity FROM pg_event_trigger_ddl_commands()"
            " WHERE command_tag = 'CREATE TABLE'; END $$"
        )
        conn.execute(
            "CREATE EVENT TRIGGER note ON ddl_command_end WHEN TAG IN ('CREATE TABLE')"
            " EXECUTE FUNCTION note()"
        )
    names = ("one", "two", "three")
    with ExitStack() as running, ThreadPoolExecutor(len(names)) as starting:
        houses = [*starting.map(lambda name: running.enter_context(a_house(tmp_path, name, database)), names)]
        for house in houses:
            assert httpx2.get(f"{house.url}/healthz", timeout=30).status_code == 200
    with psycopg.connect(database) as conn:
        made = [row[0] for row in conn.execute("SELECT what FROM made")]
    assert sorted(made) == sorted(set(made))
    assert "public.room" in made
