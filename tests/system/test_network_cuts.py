"""The network breaks again and again with moves in flight: no move is lost or doubled, and all reconnect."""

import asyncio
from pathlib import Path
from random import Random

import httpx2
import pytest

from app.cli.soak.players import Table, opened
from tests.support.flaky_network import Proxy
from tests.support.reconnecting_pages import Audience
from tests.support.server import serving

pytestmark = pytest.mark.anyio
CUTS, MOVES_BETWEEN, TABLES = 20, 52, 3
ENOUGH = 1000  # moves; games may end between two cuts, and further cuts then make up for them


async def play_until_cut(proxy: Proxy, tables: list[Table], chance: Random) -> None:
    """Play at all tables; after some moves the network breaks, at once or after a stall, with moves in
    flight."""
    before = sum(len(table.acknowledged) for table in tables)
    async with httpx2.AsyncClient(base_url=proxy.url, timeout=60) as web:
        playing = [asyncio.create_task(table.play(web)) for table in tables]
        while sum(len(table.acknowledged) for table in tables) < before + MOVES_BETWEEN:
            await asyncio.wait(playing, timeout=0.005)
            if all(task.done() for task in playing):
                break
        while not any(table.unanswered for table in tables) and not all(task.done() for task in playing):
            await asyncio.sleep(0)  # or nothing would be in flight
        if chance.random() < 0.3:
            proxy.hold()
        proxy.cut()
        await asyncio.gather(*playing)
    proxy.heal()


def enough(tables: list[Table]) -> bool:
    """Whether enough moves were made, and enough of the cuts came with moves in flight."""
    made = sum(len(table.acknowledged) for table in tables)
    return made >= ENOUGH and sum(table.sent_again for table in tables) >= CUTS / 2


async def test_no_cut_loses_or_doubles_a_move_and_all_clients_reconnect(tmp_path: Path) -> None:
    chance = Random(1)
    tables: list[Table] = []
    with serving(tmp_path / "data") as server, Proxy(server.url).running() as proxy:
        async with httpx2.AsyncClient(base_url=server.url, timeout=60) as direct, Audience() as audience:
            cuts = 0
            while cuts < CUTS or not enough(tables):
                while sum(not table.over for table in tables) < TABLES:
                    tables.append(await opened(direct, chance))
                    audience.invite(proxy.url, tables[-1])
                await play_until_cut(proxy, tables, chance)
                cuts += 1
            await audience.agrees(direct)
            for table in tables:
                assert await table.faults(direct) == []
    assert min(listener.came for listener in audience.listeners[:TABLES]) > cuts / 2
    assert all(listener.went_back == 0 for listener in audience.listeners)
