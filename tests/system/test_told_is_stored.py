"""The server is killed at any moment: whatever spectators were sent is stored, and unchanged."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random

import httpx2
import pytest

from app.cli.soak.players import Table, opened
from app.storage.database import FILE, parse
from app.storage.store import Store
from tests.support.recording_watchers import Told, Watcher, contradictions
from tests.support.server import Server, a_house, empty_database, serving

pytestmark = pytest.mark.anyio
TABLES = 3
FEWEST, MOST = 5, 120  # views sent between a server's start and its kill

House = Callable[[], AbstractContextManager[Server]]


class Kept:
    """A server that is restarted again and again on one database."""

    def __init__(self, url: str, house: House, kills: int) -> None:
        self.url, self.house, self.kills = url, house, kills


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Kept]:
    if request.param == "sqlite":
        yield Kept(f"sqlite:///{tmp_path}/data/{FILE}", lambda: serving(tmp_path / "data"), kills=10)
    else:
        database = empty_database(request.getfixturevalue("postgres"))
        yield Kept(database, lambda: a_house(tmp_path, "data", database), kills=5)


async def killed_with_moves_in_flight(
    server: Server, tables: list[Table], watchers: list[Watcher], enough: int
) -> bool:
    """Play and watch; after this many views sent kill the server. False if all moves were answered or all
    games over."""
    wanted = views_sent(watchers) + enough
    async with httpx2.AsyncClient(base_url=server.url, timeout=60) as web:
        watching = [asyncio.create_task(watcher.watch(server.url)) for watcher in watchers]
        playing = [asyncio.create_task(table.play(web)) for table in tables]
        while views_sent(watchers) < wanted or not any(table.unanswered for table in tables):
            await asyncio.wait(playing, timeout=0.001)
            for each in (task for task in playing if task.done()):
                each.result()
            if all(each.done() for each in playing):
                break
        server.process.kill()
        await asyncio.gather(*playing, *watching)
    await asyncio.to_thread(server.process.wait, timeout=20)
    return views_sent(watchers) >= wanted and any(table.unanswered for table in tables)


def views_sent(watchers: list[Watcher]) -> int:
    return sum(len(watcher.told) for watcher in watchers)


async def test_everything_that_was_sent_is_stored(kept: Kept) -> None:
    """Kills go on until half of those planned came with moves in flight."""
    chance = Random(1)
    tables: list[Table] = []
    watchers: list[Watcher] = []
    kills = in_flight = 0
    while kills < kept.kills or in_flight < kept.kills / 2:
        assert kills < 10 * kept.kills, "hardly any kill came with moves in flight"
        with kept.house() as server:
            async with httpx2.AsyncClient(base_url=server.url, timeout=60) as web:
                while sum(not table.over for table in tables) < TABLES:
                    table = await opened(web, chance)
                    tables.append(table)
                    watchers += [Watcher(table.code), Watcher(table.code, 0, table.keys[0])]
            enough = chance.randint(FEWEST, MOST)
            in_flight += await killed_with_moves_in_flight(server, tables, watchers, enough)
            kills += 1
            async with Store(parse(kept.url)) as store:  # in the state that the kill left
                for watcher in watchers:
                    assert await watcher.contradictions(store) == []
    with kept.house() as server:
        async with httpx2.AsyncClient(base_url=server.url, timeout=60) as web:
            for table in tables:
                assert await table.faults(web) == []


def test_the_checker_finds_versions_that_never_existed_or_differ() -> None:
    stored = {1: {"round": 1}, 2: {"round": 2}}
    as_it_was = [Told(1, {"round": 1}), Told(2, {"round": 2})]
    assert contradictions(as_it_was, stored) == []
    assert contradictions([*as_it_was, Told(3, {"round": 3})], stored) == ["3 was told of, and 2 is stored"]
    assert contradictions([Told(1, {"round": 2})], stored) == ["1 looked otherwise"]
