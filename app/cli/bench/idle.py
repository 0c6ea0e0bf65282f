"""`housewarming bench idle`: memory of a server, and per connection and table, while nothing happens.

The server has just started: its templates are compiled, and nobody has come yet. To measure connections,
spectators join one table on it, and we compare its memory before and after. To measure tables, the benchmark
loads them with their rendered frames into its own memory, and then unloads them again.
"""

import asyncio
import gc
import os
import time
import tracemalloc
from base64 import b64encode
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from app.cli.bench.report import percentile
from app.cli.bench.server_process import Begun, House, begin_games, serving
from app.live.live_table import LiveTable
from app.live.live_tables import LiveTables
from app.net.file_limits import allow_many_files
from app.pages.game_frame import frame
from app.storage import database
from app.storage.store import Store

FIRST = 50  # sockets opened before measuring, so that one-time costs don't count
AT_ONCE = 25  # connections opened together
A_BOARD = 1000  # bytes; more than the handshake response, but less than any deflated board


async def idle(folder: Path, sockets: int, tables: int) -> dict[str, Any]:
    allow_many_files(2 * sockets)
    games = await begin_games(folder, tables)
    async with serving(folder) as house:
        await house.rested()
        server = house.memory()
        with ExitStack() as open_sockets:
            await _watch(house, games[0], FIRST, open_sockets)
            await house.rested()
            before = house.memory()
            await _watch(house, games[0], sockets, open_sockets)
            await house.rested()
            connection = (house.memory() - before) / sockets
    back, table = await _tables(folder, games)
    return {
        "title": "memory where nothing happens",
        "sockets": sockets,
        "tables": tables,
        "server_mb": round(server / 1e6, 1),
        "connection_kib": round(connection / 1024, 1),
        "table_kib": round(table / 1024, 1),
        "back_p50_ms": round(percentile(back, 50), 2),
        "back_p99_ms": round(percentile(back, 99), 2),
    }


class Watcher(asyncio.Protocol):
    """A spectator's page that discards everything it receives."""

    def __init__(self, house: House, begun: Begun) -> None:
        self.house, self.begun = house, begun
        self.told = 0
        self.table = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(
            f"GET /r/{self.begun.code}/socket HTTP/1.1\r\nHost: {self.house.host}\r\n"
            f"Origin: {self.house.origin}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}\r\n"
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self.told += len(data)
        if self.told > A_BOARD:
            self.table.set()


async def _watch(house: House, begun: Begun, number: int, open_sockets: ExitStack) -> None:
    """Open this many more pages, and wait until each has received its board."""
    host, port = house.host.split(":")
    loop = asyncio.get_running_loop()
    for begin in range(0, number, AT_ONCE):
        pages = []
        for _ in range(begin, min(begin + AT_ONCE, number)):
            _, page = await loop.create_connection(partial(Watcher, house, begun), host, int(port))
            open_sockets.callback(page.transport.abort)
            pages.append(page)
        async with asyncio.timeout(60):
            await asyncio.gather(*(page.table.wait() for page in pages))


async def _tables(folder: Path, games: list[Begun]) -> tuple[list[float], float]:
    """The milliseconds it takes to reload each table, and the bytes that a table with its frame takes up."""
    async with Store(database.parse(f"sqlite:///{folder / database.FILE}")) as store:
        live_tables = LiveTables(store, warm_seconds=0)
        back = []
        held: list[LiveTable] = []
        for begun in games[:FIRST]:
            await _seen(live_tables, begun)
        gc.collect()
        tracemalloc.start()
        before, _ = tracemalloc.get_traced_memory()
        for begun in games:
            held.append(await _seen(live_tables, begun))
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        held.clear()
        await asyncio.sleep(0)
        gc.collect()
        for begun in games:
            start = time.perf_counter()
            await live_tables.get(begun.code)
            back.append((time.perf_counter() - start) * 1000)
            await asyncio.sleep(0)
        return back, (after - before) / len(games)


async def _seen(live_tables: LiveTables, begun: Begun) -> LiveTable:
    live = await live_tables.get(begun.code)
    assert live
    await frame(live, None, "en")
    return live
