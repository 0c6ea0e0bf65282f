"""Postgres goes down, comes back, or is slow: players are told, and no move is lost or doubled."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import psycopg
import pytest
from websockets.asyncio.client import connect

from app.cli.soak.players import Table, opened
from app.cli.soak.postgres import Cluster, running_cluster
from app.storage.database import ANSWER_SECONDS
from tests.support.network.slow_link import Strait
from tests.support.server import Server, a_house, empty_database

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]
# Whoever has to wait for others waits for all of their time-out; a busy machine is never that slow.
HELD_UP = ANSWER_SECONDS / 2
AT_LAST = 2 * ANSWER_SECONDS  # by then whoever gets no answer from Postgres is told


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A Postgres that only this module uses, so that it may be stopped."""
    with running_cluster() as running:
        yield running


@pytest.fixture
def database(cluster: Cluster) -> str:
    return empty_database(cluster.url)


@asynccontextmanager
async def guests(server: Server) -> AsyncIterator[httpx2.AsyncClient]:
    async with httpx2.AsyncClient(base_url=server.url, timeout=60) as web:
        yield web


async def until(holds: Callable[[], bool], *playing: asyncio.Task[Any]) -> None:
    async with asyncio.timeout(40):
        while not holds():
            await asyncio.wait(playing, timeout=0.01)
            for done in (task for task in playing if task.done()):
                done.result()


def moves(tables: list[Table]) -> int:
    return sum(len(table.acknowledged) for table in tables)


async def test_games_survive_restarts_of_postgres(cluster: Cluster, database: str, tmp_path: Path) -> None:
    chance = Random(1)
    with a_house(tmp_path, "first", database) as server:
        async with guests(server) as web:
            tables = [await opened(web, chance) for _ in range(3)]
            live = f"{server.url.replace('http', 'ws', 1)}/api/tables/{tables[0].code}/live"
            async with connect(live, ping_interval=None) as watching:  # read only at the end
                playing = [asyncio.create_task(table.play_on(web)) for table in tables]
                for how in ("immediate", "fast", "immediate"):
                    before = moves(tables)
                    await until(lambda: moves(tables) > before + 30, *playing)  # noqa: B023
                    for table in tables:
                        table.refusals.clear()
                    await asyncio.to_thread(cluster.stop, how)
                    try:
                        await until(lambda: all(table.refusals for table in tables), *playing)
                        assert (await web.get("/healthz")).status_code == 200
                    finally:
                        await asyncio.to_thread(cluster.start)
                await asyncio.gather(*playing)
                last = (await tables[0].log(web))[-1]["version"]
                async with asyncio.timeout(30):
                    while f'"version":{last},' not in str(await watching.recv()):
                        pass
            for table in tables:
                assert {refusal["code"] for refusal in table.refusals} == {"unavailable"}
                assert await table.faults(web) == []


async def slowest(table: Table, web: httpx2.AsyncClient, number: int) -> float:
    """Make this many moves; return the longest time that a request took."""
    longest, enough = 0.0, len(table.acknowledged) + number
    while len(table.acknowledged) < enough:
        begin = time.perf_counter()
        await table.step(web)
        longest = max(longest, time.perf_counter() - begin)
    return longest


async def test_a_server_far_from_its_postgres_slows_down_no_other(
    cluster: Cluster, database: str, tmp_path: Path
) -> None:
    with Strait(cluster.url, delay=0.05).running() as strait:
        by_the_strait = database.replace(str(cluster.port), str(strait.port))
        with a_house(tmp_path, "first", database) as near, a_house(tmp_path, "far", by_the_strait) as far:
            async with guests(near) as web, guests(far) as slow_web:
                here, there = await opened(web, Random(1)), await opened(slow_web, Random(2))
                playing = asyncio.create_task(there.play(slow_web))
                assert await slowest(here, web, 10) < HELD_UP
                await until(lambda: moves([there]) >= 4, playing)
                playing.cancel()
                await asyncio.wait([playing])
                assert here.refusals == there.refusals == []
                assert await there.faults(web) == []


async def test_players_are_told_when_postgres_no_longer_answers(
    cluster: Cluster, database: str, tmp_path: Path
) -> None:
    with Strait(cluster.url).running() as strait:
        by_the_strait = database.replace(str(cluster.port), str(strait.port))
        with a_house(tmp_path, "first", database) as near, a_house(tmp_path, "far", by_the_strait) as far:
            async with guests(near) as web, guests(far) as lost_web:
                here, there = await opened(web, Random(1)), await opened(lost_web, Random(2))
                await slowest(there, lost_web, 5)
                strait.hold()
                begin = time.perf_counter()
                while not there.refusals:
                    await there.step(lost_web)
                assert time.perf_counter() - begin < AT_LAST
                assert (await lost_web.get("/healthz")).status_code == 200
                assert await slowest(here, web, 20) < HELD_UP
                # the table can go on at the other server, whether or not the last move was stored
                assert await slowest(there, web, 5) < AT_LAST
                strait.heal()
                await until_it_plays(there, lost_web)
                assert {refusal["code"] for refusal in there.refusals} == {"unavailable"}
                assert await there.faults(web) == []


async def until_it_plays(table: Table, web: httpx2.AsyncClient) -> None:
    before = len(table.acknowledged)
    async with asyncio.timeout(30):
        while len(table.acknowledged) == before:
            await table.step(web)


async def test_a_room_locked_by_another_transaction_holds_up_no_other_room(
    database: str, tmp_path: Path
) -> None:
    with a_house(tmp_path, "first", database) as server:
        async with guests(server) as web:
            held, free = await opened(web, Random(1)), await opened(web, Random(2))
            with psycopg.connect(database) as somebody:
                somebody.execute("SELECT 1 FROM room WHERE code = %s FOR UPDATE", (held.code,))
                waiting = asyncio.create_task(until_refused(held, web))
                assert await slowest(free, web, 40) < HELD_UP
                assert await waiting < AT_LAST
            await until_it_plays(held, web)
            assert free.refusals == []
            assert await held.faults(web) == []


async def until_refused(table: Table, web: httpx2.AsyncClient) -> float:
    """Play until a move is refused; return the seconds that took."""
    begin = time.perf_counter()
    while not table.refusals:
        await table.step(web)
    return time.perf_counter() - begin
