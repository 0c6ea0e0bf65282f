"""The network is cut again and again with moves in flight: nothing is lost or doubled, and all come back."""

import asyncio
import json
from pathlib import Path
from random import Random

import httpx2
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.players import Table, faults, opened
from tests.proxy import Proxy
from tests.server import serving

pytestmark = pytest.mark.anyio
CUTS, MOVES_BETWEEN, TABLES = 25, 8, 3


class Listener:
    """Somebody who watches, and comes back whenever the connection ends."""

    def __init__(self, url: str, code: str) -> None:
        self.url = f"{url.replace('http', 'ws', 1)}/api/tables/{code}/live"
        self.version, self.came, self.went_back = 0, 0, 0

    async def listen(self) -> None:
        while True:
            try:
                async with connect(self.url, open_timeout=5, ping_interval=0.5, ping_timeout=0.5) as live:
                    self.came += 1
                    async for text in live:
                        version = json.loads(text)["version"]
                        self.went_back += version < self.version
                        self.version = version
            except (WebSocketException, OSError, EOFError):
                await asyncio.sleep(0)


async def play_until_cut(proxy: Proxy, tables: list[Table], chance: Random) -> None:
    """All tables play; after some moves the network breaks, or first hangs, with whatever is on its way."""
    before = sum(len(table.acknowledged) for table in tables)
    async with httpx2.AsyncClient(base_url=proxy.url, timeout=20) as web:
        playing = [asyncio.create_task(table.play(web)) for table in tables]
        while sum(len(table.acknowledged) for table in tables) < before + MOVES_BETWEEN:
            await asyncio.wait(playing, timeout=0.005)
            if all(task.done() for task in playing):
                break
        if chance.random() < 0.3:
            proxy.hold()
        proxy.cut()
        await asyncio.gather(*playing)
    proxy.heal()


async def test_no_cut_loses_or_doubles_a_move_and_all_come_back(tmp_path: Path) -> None:
    chance = Random(1)
    with serving(tmp_path / "data") as server, Proxy(server.url).running() as proxy:
        async with httpx2.AsyncClient(base_url=server.url, timeout=20) as direct:
            tables = [await opened(direct, chance) for _ in range(TABLES)]
            listeners = [Listener(proxy.url, table.code) for table in tables for _ in range(2)]
            listening = [asyncio.create_task(listener.listen()) for listener in listeners]
            for _ in range(CUTS):
                await play_until_cut(proxy, tables, chance)
            logs = [await table.log(direct) for table in tables]
            async with asyncio.timeout(20):
                while any(
                    listener.version != len(log)
                    for listener, log in zip(listeners, (log for log in logs for _ in range(2)), strict=True)
                ):
                    for task in listening:
                        if task.done():
                            task.result()
                    await asyncio.sleep(0.01)
            for task in listening:
                task.cancel()
    for table, log in zip(tables, logs, strict=True):
        assert faults(table.acknowledged, log) == []
    assert sum(len(table.acknowledged) for table in tables) >= CUTS * MOVES_BETWEEN / 2
    assert sum(table.sent_again for table in tables) >= CUTS / 2, "the cuts came with moves in flight"
    assert min(listener.came for listener in listeners) >= 5
    assert all(listener.went_back == 0 for listener in listeners)
