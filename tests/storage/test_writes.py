"""Postgres notifies other servers of a room's changes, once they are committed."""

import psycopg
import pytest
from sqlalchemy import URL

from app.storage.store import Store
from app.storage.writes import CHANNEL, Conflict, Stored
from app.table.seating import PLAYING
from tests.support.steps import OPENING, as_table, plain, step

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]


async def test_every_change_of_a_room_is_announced_with_its_versions(postgres_games: URL) -> None:
    async with Store(postgres_games) as store:
        with psycopg.connect(plain(postgres_games), autocommit=True) as listener:
            listener.execute(f"LISTEN {CHANNEL}".encode())
            room = (await store.create("ADA", "dream_home", 1, as_table(""))).id

            assert await store.save_table(room, 0, as_table("Ada"))
            assert await store.begin(room, 1, as_table("Ada plays", PLAYING), OPENING, (0,))
            assert await store.append(room, 1, [step("m1"), step("m2")], (0,)) == Stored(3)
            assert await store.append(room, 1, [step("m3")], (0,)) == Conflict()
            assert not await store.save_table(room, 0, as_table("Bruno"))
            await store.add_say(room, "table", 0, "Ada", "ahoy")
            assert await store.append(room, 3, [step("m3")], ()) == Stored(4)

            told = [notice.payload for notice in listener.notifies(stop_after=5, timeout=30)]
            assert told == [f"{room}:{at}" for at in ("0:1:0", "1:2:0", "3:2:0", "3:2:1", "4:2:1")]
