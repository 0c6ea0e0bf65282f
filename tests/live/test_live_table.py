"""A table stays in memory for as long as something uses it, and is reloaded unchanged."""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import ExitStack
from pathlib import Path
from weakref import ref

import pytest

from app.live.autoplay import Autoplay
from app.live.broadcast import among, gathered
from app.live.joining import take_seat
from app.live.live_tables import LiveTables
from app.net.close_codes import COME_BACK_LATER
from app.net.websocket_connection import Message
from app.storage import database
from app.storage.migrate import migrate
from app.storage.store import Store
from app.table import seating
from tests.support.live_tables import all_ready, opened, playing, there

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    url = database.parse(f"sqlite:///{tmp_path}/games.db")
    migrate(url)
    async with Store(url) as opened:
        yield opened


@pytest.fixture
def rooms(store: Store) -> LiveTables:
    """Live tables that are dropped as soon as nobody uses them."""
    return LiveTables(store, warm_seconds=0)


async def cooled() -> None:
    """Let everything run that can run, and collect the tables that nobody uses."""
    for _ in range(5):
        await asyncio.sleep(0)
    gc.collect()


async def test_a_table_that_nobody_uses_is_dropped(rooms: LiveTables) -> None:
    code = await opened(rooms)
    gone = ref(await there(rooms, code))
    await cooled()
    assert gone() is None


async def test_a_table_stays_in_memory_for_some_minutes(store: Store) -> None:
    rooms = LiveTables(store)
    code = await opened(rooms)
    kept = ref(await there(rooms, code))
    await cooled()
    assert kept() is await there(rooms, code)


async def test_it_is_reloaded_unchanged(rooms: LiveTables) -> None:
    code = await opened(rooms)
    room = await playing(rooms, code)
    await room.submit(room.table.places[0].id, room.state.turns[0], ("clear", 1), "first")
    before = (room.at, room.table, room.state)
    gone = ref(room)
    del room
    await cooled()
    assert gone() is None
    again = await there(rooms, code)
    assert (again.at, again.table, again.state) == before
    assert await again.submit(again.table.places[0].id, 1, ("clear", 1), "first") == 2, (
        "it is known that this was made"
    )


async def test_while_somebody_uses_it_everybody_gets_the_same_one(rooms: LiveTables) -> None:
    code = await opened(rooms)
    room = await there(rooms, code)
    await cooled()
    assert await there(rooms, code) is room


async def test_an_open_page_keeps_it(rooms: LiveTables) -> None:
    code = await opened(rooms)
    heard: list[str] = []

    class Ear:
        def push(self, message: Message) -> None:
            heard.append(message.text)

        def hang_up(self, reason: int = COME_BACK_LATER) -> None:
            raise AssertionError

    async def draw() -> Message:
        return Message("a board")

    with ExitStack() as page:
        page.enter_context(among(Ear(), gathered(await there(rooms, code), "all", lambda: 1, draw)))
        kept = ref(await there(rooms, code))
        await cooled()
        assert kept() is await there(rooms, code)
    assert heard == ["a board"]
    await cooled()
    assert kept() is None


async def test_a_task_waiting_for_its_lock_keeps_it(rooms: LiveTables) -> None:
    code = await opened(rooms)
    room = await there(rooms, code)
    await room.lock.acquire()
    sitting = asyncio.create_task(take_seat(room, "Bruno"))
    lock, kept = room.lock, ref(room)
    del room
    await cooled()
    assert kept() is not None
    lock.release()
    await sitting
    del sitting
    await cooled()
    assert kept() is None
    assert len((await there(rooms, code)).table.places) == 2


async def test_a_bot_that_plays_keeps_it(store: Store) -> None:
    bots = Autoplay(lambda: 3600.0)
    rooms = LiveTables(store, bots.notice, warm_seconds=0)
    code = await opened(rooms, first_player=1)
    room = await there(rooms, code)
    await room.change(lambda table: seating.with_bot(table, "greedy")[0])
    await all_ready(room)
    await room.start()
    kept = ref(room)
    del room
    await cooled()
    assert kept() is await there(rooms, code)
    await bots.stop()
    await cooled()
    assert kept() is None
