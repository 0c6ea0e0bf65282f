"""Thousands of connections of every kind at once, while every move at a table is still answered."""

import asyncio
import resource
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import islice
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import httpx2
import pytest
from websockets.asyncio.client import connect

from app.cli.soak.players import Table, opened
from app.net.file_limits import KEPT
from tests.support.network.handshake import HANDSHAKE
from tests.support.server import Server, serving

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux limits another process's files"),
]
CONNECTIONS = 5000
AT_ONCE = 250  # connecting: the system drops what doesn't fit a listening socket's backlog
SLOWEST = 20.0  # seconds until a move is answered, on a machine with much else to do

Connection = tuple[StreamReader, StreamWriter]


@contextmanager
def files(soft: int) -> Iterator[None]:
    """Set this process's limit on open files; processes started inside inherit it."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Server]:
    with files(1024), serving(tmp_path / "data") as server:
        yield server


@pytest.fixture
async def table(house: Server) -> AsyncIterator[Table]:
    async with httpx2.AsyncClient(base_url=house.url, timeout=60) as web:
        yield await opened(web, Random(1))


def words(house: Server, table: Table) -> Iterator[bytes]:
    """What the strangers send once connected: nothing, half a handshake, or a whole one."""
    handshake = HANDSHAKE.format(f"/r/{table.code}/socket", urlsplit(house.url).netloc).encode()
    while True:
        yield b""
        yield handshake[: len(handshake) // 2]
        yield handshake
        yield b"POST /r/x/move HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhalf"


@asynccontextmanager
async def storm(house: Server, table: Table, number: int) -> AsyncIterator[None]:
    """Hold this many connections open inside, then drop them without a close."""
    where = urlsplit(house.url)
    connections: list[Connection] = []

    async def one(said: bytes) -> None:
        connection = await asyncio.open_connection(where.hostname, where.port)
        connections.append(connection)
        connection[1].write(said)

    spoken = words(house, table)
    try:
        for _ in range(number // AT_ONCE):
            await asyncio.gather(*map(one, islice(spoken, AT_ONCE)))
        yield
    finally:
        for _, writer in connections:
            writer.transport.abort()


async def makes(table: Table, web: httpx2.AsyncClient, moves: int) -> None:
    """Make so many more moves, each answered in time."""
    enough = len(table.acknowledged) + moves
    while len(table.acknowledged) < enough:
        async with asyncio.timeout(SLOWEST):
            await table.step(web)


def open_files(house: Server) -> int:
    return len([*Path(f"/proc/{house.process.pid}/fd").iterdir()])


async def test_five_thousand_connections_hold_up_no_table(house: Server, table: Table) -> None:
    with files(resource.getrlimit(resource.RLIMIT_NOFILE)[1]):
        async with httpx2.AsyncClient(base_url=house.url, timeout=SLOWEST) as web:
            await makes(table, web, 5)
            before = open_files(house)
            live = f"{house.url.replace('http', 'ws', 1)}/api/tables/{table.code}/live"
            async with connect(live) as watching:
                playing = asyncio.create_task(makes(table, web, 30))
                async with storm(house, table, CONNECTIONS):
                    assert open_files(house) > CONNECTIONS / 5  # silent clients are dropped meanwhile
                    await playing
                    await makes(table, web, 10)
                await makes(table, web, 10)
                version = table.acknowledged[-1].version
                async with asyncio.timeout(20):
                    while f'"version":{version},' not in str(await watching.recv()):
                        pass
            async with asyncio.timeout(20):
                while open_files(house) > before + 10:
                    await asyncio.sleep(0.05)
            assert table.refusals == []
            assert await table.faults(web) == []


async def test_players_play_on_when_the_server_runs_out_of_files(house: Server, table: Table) -> None:
    """More clients connect than the file limit allows: they are turned away, and the players notice
    nothing."""
    async with httpx2.AsyncClient(base_url=house.url, timeout=SLOWEST) as web:
        await makes(table, web, 5)
        most = 2 * KEPT
        resource.prlimit(house.process.pid, resource.RLIMIT_NOFILE, (most, most))
        async with storm(house, table, 3 * AT_ONCE):
            await makes(table, web, 20)
            assert open_files(house) < most
        assert table.refusals == []
        assert await table.faults(web) == []
    async with httpx2.AsyncClient(base_url=house.url, timeout=SLOWEST) as newcomer:
        async with asyncio.timeout(60):
            await table.play_on(newcomer)  # to the end, retrying when it is turned away
        assert await table.faults(newcomer) == []
