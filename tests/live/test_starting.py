"""Start waits for what browsers reveal: not in anybody's way, not for long, and a kill does no harm."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from app.engine.chance import commitment
from app.engine.core import Illegal
from app.live.live_table import LiveTable
from app.live.live_tables import LiveTables
from app.live.starting import start
from app.storage import database
from app.storage.migrate import migrate
from app.storage.store import Store
from app.table import seating
from app.table.fair_shuffle import committed, revealed
from tests.support.live_tables import all_ready, opened, there

pytestmark = pytest.mark.anyio
ADA, BRUNO = 1, 2
NONCES = {ADA: b"a" * 32, BRUNO: b"b" * 32}
FOR_EVER = 3600.0


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    url = database.parse(f"sqlite:///{tmp_path}/games.db")
    migrate(url)
    async with Store(url) as opened_store:
        yield opened_store


@pytest.fixture
async def live(store: Store) -> LiveTable:
    """Ada and Bruno, ready, whose browsers have both committed."""
    rooms = LiveTables(store)
    live = await there(rooms, await opened(rooms))
    await live.change(lambda table: seating.seated(table, "Bruno", b"n" * 32)[0])
    await all_ready(live)
    for place, nonce in NONCES.items():
        await live.change(partial(committed, id=place, given=commitment(nonce)))
    return live


async def reveal(live: LiveTable, *places: int) -> None:
    for place in places:
        await live.change(partial(revealed, id=place, nonce=NONCES[place].hex()))


async def pressed(live: LiveTable) -> asyncio.Task[None]:
    """Start, which waits for as long as it takes."""
    task = asyncio.create_task(start(live, FOR_EVER))
    await live.changed_since(live.at)
    assert live.table.shuffling
    return task


async def test_it_deals_as_soon_as_everybody_has_revealed(live: LiveTable) -> None:
    task = await pressed(live)
    await reveal(live, ADA)
    assert live.state is None
    await reveal(live, BRUNO)
    await task
    assert seating.shuffle_of(live.table).nonces == (NONCES[ADA], NONCES[BRUNO])
    assert live.state == live.game.new(2, dict(live.table.options), seating.shuffle_of(live.table).seed)


async def test_it_does_not_wait_where_nobody_has_committed(store: Store) -> None:
    rooms = LiveTables(store)
    live = await there(rooms, await opened(rooms))
    await live.change(lambda table: seating.with_bot(table, "random")[0])
    await all_ready(live)
    revision = live.revision
    await start(live, FOR_EVER)
    assert (live.version, live.revision) == (1, revision + 1)


async def test_who_does_not_reveal_in_time_counts_by_the_hash(live: LiveTable) -> None:
    await live.change(seating.shuffling)
    await reveal(live, BRUNO)
    await start(live, 0)
    by_hash = bytes.fromhex(commitment(NONCES[ADA]))
    assert seating.shuffle_of(live.table).nonces == (by_hash, NONCES[BRUNO])
    with pytest.raises(Illegal, match="dealt_already"):
        await reveal(live, ADA)


async def test_while_it_waits_the_table_is_free_for_others(live: LiveTable) -> None:
    task = await pressed(live)
    assert not live.lock.locked()
    await live.change(lambda table: seating.hosted_by(table, BRUNO))
    with pytest.raises(Illegal, match="shuffling"):
        await live.change(lambda table: seating.without(table, BRUNO))
    await reveal(live, ADA, BRUNO)
    await task
    assert live.version == 1


async def test_start_may_be_pressed_twice(live: LiveTable) -> None:
    tasks = [await pressed(live), asyncio.create_task(start(live, FOR_EVER))]
    await reveal(live, ADA, BRUNO)
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    assert [getattr(each, "code", None) for each in answers].count("already_started") <= 1
    assert live.version == 1


async def test_a_server_that_dies_meanwhile_leaves_a_table_to_start(live: LiveTable) -> None:
    task = await pressed(live)
    await reveal(live, ADA)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    restarted = await there(LiveTables(live.store), live.code)
    assert (restarted.state, restarted.table.shuffling) == (None, True)
    again = asyncio.create_task(start(restarted, FOR_EVER))
    await reveal(restarted, BRUNO)
    await again
    assert seating.shuffle_of(restarted.table).nonces == (NONCES[ADA], NONCES[BRUNO])
