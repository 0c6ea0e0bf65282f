"""The server is killed again and again with moves in flight: each acknowledged move is stored once."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest

from app.cli.soak.players import Made, Table, faults, opened
from tests.support.reconnecting_pages import Audience, Listener
from tests.support.server import Server, serving

pytestmark = pytest.mark.anyio
KILLS, MOVES_BETWEEN, TABLES = 20, 55, 4
ENOUGH = 1000  # moves; games may end between two kills, and further kills then make up for them


async def play_until_killed(
    server: Server, tables: list[Table], web: httpx2.AsyncClient, enough: int
) -> None:
    """Play at all tables; after this many acknowledged moves kill the server, whatever is in flight."""
    before = sum(len(table.acknowledged) for table in tables)
    playing = [asyncio.create_task(table.play(web)) for table in tables]
    while sum(len(table.acknowledged) for table in tables) < before + enough:
        await asyncio.wait(playing, timeout=0.01)
        for done in (task for task in playing if task.done()):
            done.result()
        if all(task.done() for task in playing):
            break
    server.process.kill()
    await asyncio.gather(*playing)
    server.process.wait(timeout=60)


def enough(tables: list[Table]) -> bool:
    """Whether enough moves were made, and enough of the kills came with moves in flight."""
    made = sum(len(table.acknowledged) for table in tables)
    return made >= ENOUGH and sum(table.sent_again for table in tables) > KILLS / 2


async def test_every_acknowledged_move_is_stored_once_after_twenty_kills(tmp_path: Path, port: int) -> None:
    """And every client reconnects and shows the newest board."""
    chance = Random(1)
    tables: list[Table] = []
    async with Audience() as audience:
        kills = 0
        while kills < KILLS or not enough(tables):
            with serving(tmp_path / "data", "--port", str(port)) as server:
                async with httpx2.AsyncClient(base_url=server.url, timeout=60) as web:
                    while sum(not table.over for table in tables) < TABLES:
                        tables.append(await opened(web, chance))
                        audience.invite(server.url, tables[-1])
                    await play_until_killed(server, tables, web, MOVES_BETWEEN)
            kills += 1
        with serving(tmp_path / "data", "--port", str(port)) as server:
            async with httpx2.AsyncClient(base_url=server.url, timeout=60) as web:
                await audience.agrees(web)
                for table in tables:
                    assert await table.faults(web) == []
    assert [table.refusals for table in tables if table.refusals] == []
    assert min(listener.came for listener in audience.listeners[:TABLES]) > kills / 2
    assert all(listener.went_back == 0 for listener in audience.listeners)


def test_the_checker_finds_a_lost_and_a_doubled_move() -> None:
    log: list[dict[str, Any]] = [{"version": 1, "seat": None, "turn": None, "move": None}]
    log += [{"version": v, "seat": v % 2, "turn": v, "move": ["take", v]} for v in range(2, 6)]
    acknowledged = [Made(v, v % 2, v, ["take", v]) for v in range(2, 6)]
    assert faults(acknowledged, log) == []
    assert faults(acknowledged, log[:-1]) == ["lost: Made(version=5, seat=1, turn=5, move=['take', 5])"]
    assert faults(acknowledged, [*log[:3], *log[4:]])[-1] == "a gap"
    doubled = [*log, {**log[-1], "version": 6}]
    assert faults(acknowledged, doubled) == ["doubled: (1, 5)"]


def test_the_checker_finds_a_client_that_lags_or_shows_another_board() -> None:
    screen, board = Listener("http://127.0.0.1", "sunny-sofa-42"), {"version": 3, "view": {"round": 1}}
    assert not screen.shows(board)
    screen.shown = dict(board)
    assert screen.shows(board)
    for other in ({"version": 4}, {"view": {"round": 2}}):
        assert not screen.shows(board | other)
