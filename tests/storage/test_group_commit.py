"""Group commit: one commit for all waiting writes, each with its own outcome, none acknowledged too early."""

import asyncio
import sqlite3
from contextlib import closing
from random import Random

import pytest
from anyio.lowlevel import checkpoint
from sqlalchemy import URL, Connection

from app.storage.database import DiskFull, StoreUnavailable
from app.storage.group_commit import LARGEST_BATCH
from app.storage.schema import RoomRow
from app.storage.store import Store
from app.storage.writes import CodeTaken, Conflict, NewEntry, Repeated, Stored
from tests.support.steps import as_table, counted, held, listening, playing, started, step, writer_held_up

pytestmark = pytest.mark.anyio


# --- together ----------------------------------------------------------------------------------------------


async def test_all_waiting_rooms_share_one_commit(store: Store, url: URL) -> None:
    rooms = [await playing(store, f"ROOM{number}") for number in range(32)]

    with counted("commit") as commits:
        async with writer_held_up(store, url, rooms[0].id):
            waiting = await started(*(store.append(room.id, 1, [step("m1")], (1,)) for room in rooms))
        outcomes = await asyncio.gather(*waiting)

    assert outcomes == [Stored(2)] * 32
    assert len(commits) == 2, "of what was in the way, and of all the rooms"
    for room in rooms:
        assert (await store.load(room.id))[0].version == 2


async def test_waiting_moves_of_one_room_are_stored_in_order(store: Store, url: URL) -> None:
    room = await playing(store)

    async with writer_held_up(store, url, room.id):
        waiting = await started(*(store.append(room.id, n, [step(f"m{n}")], (0,)) for n in range(1, 6)))

    assert await asyncio.gather(*waiting) == [Stored(2), Stored(3), Stored(4), Stored(5), Stored(6)]


async def test_a_long_queue_takes_several_commits(store: Store, url: URL) -> None:
    room = await playing(store)
    crowd = 2 * LARGEST_BATCH + 1

    with counted("commit") as commits:
        async with writer_held_up(store, url, room.id):
            waiting = await started(
                *(store.append(room.id, n, [step(f"m{n}")], (0,)) for n in range(1, crowd + 1))
            )
        outcomes = await asyncio.gather(*waiting)

    assert outcomes == [Stored(n) for n in range(2, crowd + 2)]
    assert len(commits) == 1 + 3


async def test_a_write_that_fails_in_a_batch_fails_alone(store: Store, url: URL) -> None:
    first, late, again, broken, last = [
        await playing(store, code) for code in ("ADA", "BRUNO", "CELINA", "DAIKI", "EVE")
    ]
    await store.append(late.id, 1, [step("m1")], (0,))
    await store.append(again.id, 1, [step("m1")], (0,))
    unwritable = step("m1")._replace(move="\ud800")  # a lone surrogate

    async with writer_held_up(store, url, first.id):
        waiting = await started(
            store.append(first.id, 1, [step("m1")], (0,)),
            store.append(late.id, 1, [step("m2")], (0,)),
            store.append(again.id, 2, [step("m1")], (0,)),
            store.append(broken.id, 1, [unwritable], (0,)),
            store.append(last.id, 1, [step("m1")], (0,)),
        )
        made = await started(
            store.create("FRIDA", "dream_home", 1, as_table("")),
            store.create("ADA", "dream_home", 1, as_table("")),
        )
    outcomes = await asyncio.gather(*waiting, return_exceptions=True)

    repeated = await store.entry(again.id, 2)
    assert repeated
    assert outcomes[:3] == [Stored(2), Conflict(), Repeated(repeated)]
    assert isinstance(outcomes[3], UnicodeEncodeError)
    assert outcomes[4] == Stored(2)
    assert await made[0] == await store.find("FRIDA")
    with pytest.raises(CodeTaken):
        await made[1]
    versions = [(await store.load(room.id))[0].version for room in (first, late, again, broken, last)]
    assert versions == [2, 2, 2, 1, 2]


# --- not before the commit ---------------------------------------------------------------------------------


async def test_nothing_is_acknowledged_before_the_commit(store: Store) -> None:
    room = await playing(store)
    loop = asyncio.get_running_loop()
    told_too_early: list[bool] = []

    def look(_: Connection) -> None:
        # Anything the writer has already passed to the loop runs before this.
        asyncio.run_coroutine_threadsafe(checkpoint(), loop).result()
        told_too_early.append(waiting.done())

    with listening("commit", look):
        [waiting] = await started(store.append(room.id, 1, [step("m1")], (0,)))
        await waiting

    assert told_too_early == [False]


async def test_a_commit_on_sqlite_waits_for_the_disk(sqlite_games: URL) -> None:
    asked: list[dict[str, str | int]] = []

    def ask(conn: Connection) -> None:
        names = ("journal_mode", "synchronous", "busy_timeout", "foreign_keys")
        asked.append({name: conn.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in names})

    async with Store(sqlite_games) as store:
        with listening("commit", ask):
            await store.create("ADA", "dream_home", 1, as_table(""))

    full = 2
    assert asked == [{"journal_mode": "wal", "synchronous": full, "busy_timeout": 5000, "foreign_keys": 1}]


async def test_a_transaction_on_sqlite_takes_the_write_lock_at_its_start(sqlite_games: URL) -> None:
    refusals: list[str] = []

    def try_to_write(_: Connection, __: object, statement: str, *___: object) -> None:
        if statement.startswith("BEGIN"):
            return
        with closing(sqlite3.connect(str(sqlite_games.database), timeout=0)) as other:
            try:
                other.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as locked:
                refusals.append(str(locked))

    async with Store(sqlite_games) as store:
        with listening("before_cursor_execute", try_to_write):
            await store.create("ADA", "dream_home", 1, as_table(""))

    assert refusals == ["database is locked"]


# --- waiters that go away ----------------------------------------------------------------------------------


async def test_a_cancelled_waiter_disturbs_nobody(store: Store, url: URL) -> None:
    ada, bruno = await playing(store, "ADA"), await playing(store, "BRUNO")

    async with writer_held_up(store, url, ada.id):
        gone, stays = await started(
            store.append(ada.id, 1, [step("m1")], (0,)), store.append(bruno.id, 1, [step("m1")], (0,))
        )
        gone.cancel()

    assert await stays == Stored(2)
    with pytest.raises(asyncio.CancelledError):
        await gone
    assert await store.append(ada.id, 2, [step("m2")], (0,)) == Stored(3), "the write has gone on"


async def test_a_closed_event_loop_disturbs_nobody(store: Store, url: URL) -> None:
    ada, bruno = await playing(store, "ADA"), await playing(store, "BRUNO")

    async def leave_at_once() -> None:
        await started(store.append(ada.id, 1, [step("m1")], (0,)))

    async with writer_held_up(store, url, ada.id):
        await asyncio.to_thread(lambda: asyncio.run(leave_at_once()))
        [stays] = await started(store.append(bruno.id, 1, [step("m1")], (0,)))

    assert await stays == Stored(2)
    assert (await store.load(ada.id))[0].version == 2


async def test_any_event_loop_may_write(store: Store) -> None:
    room = await playing(store)

    outcome = await asyncio.to_thread(lambda: asyncio.run(store.append(room.id, 1, [step("m1")], (0,))))

    assert outcome == Stored(2)


async def test_closing_finishes_the_queue_first(url: URL) -> None:
    store = Store(url)
    rooms = [await playing(store, f"ROOM{number}") for number in range(20)]

    async with writer_held_up(store, url, rooms[0].id):
        waiting = await started(*(store.append(room.id, 1, [step("m1")], (0,)) for room in rooms))
        [closing] = await started(store.close())
    await closing

    assert [task.done() for task in waiting] == [True] * 20
    assert await asyncio.gather(*waiting) == [Stored(2)] * 20
    with pytest.raises(StoreUnavailable, match="closed"):
        await store.append(rooms[0].id, 2, [step("m2")], (0,))
    with pytest.raises(StoreUnavailable, match="closed"):
        await store.load(rooms[0].id)


# --- a database that is away -------------------------------------------------------------------------------


async def test_the_queue_is_limited(url: URL) -> None:
    async with Store(url, most_waiting=3) as store:
        room = await playing(store)
        async with writer_held_up(store, url, room.id):
            waiting = await started(*(store.append(room.id, n, [step(f"m{n}")], (0,)) for n in range(1, 6)))
        outcomes = await asyncio.gather(*waiting, return_exceptions=True)

        assert outcomes[:3] == [Stored(2), Stored(3), Stored(4)]
        assert [type(each) for each in outcomes[3:]] == [StoreUnavailable, StoreUnavailable]
        assert (await store.load(room.id))[0].version == 4


async def test_a_write_that_cannot_get_the_lock_of_sqlite_fails(sqlite_games: URL) -> None:
    async with Store(sqlite_games.update_query_dict({"timeout": "0.05"})) as store:
        room = await playing(store)

        with held(sqlite_games):
            with pytest.raises(StoreUnavailable, match="database is locked"):
                await store.append(room.id, 1, [step("m1")], (0,))
            assert (await store.load(room.id))[0].version == 1, "to read, no lock is needed"

        assert await store.append(room.id, 1, [step("m1")], (0,)) == Stored(2)


async def test_a_full_disk_is_reported_and_recovered_from(sqlite_games: URL) -> None:
    pages = 60

    def limit(connection: sqlite3.Connection, _: object) -> None:
        connection.execute(f"PRAGMA max_page_count={pages}")

    async def play(room: RoomRow) -> int:
        """Play until the disk is full; return the last version acknowledged."""
        version = room.version
        outcome: object = Stored(version)
        while outcome == Stored(version):
            version += 1
            new = heavy_step(version)
            [outcome] = await asyncio.gather(
                store.append(room.id, version - 1, [new], (0,)), return_exceptions=True
            )
        assert isinstance(outcome, DiskFull)
        assert str(outcome) == "database or disk is full"
        return version - 1

    with listening("connect", limit):
        async with Store(sqlite_games) as store:
            rooms = [await playing(store, f"ROOM{number}") for number in range(4)]
            told = await asyncio.gather(*map(play, rooms))

            assert sum(told) > 10
            assert [await length(store, room.id) for room in rooms] == told

            pages = 1000
            await asyncio.gather(
                *(
                    store.append(room.id, at, [heavy_step(at + 1)], (0,))
                    for room, at in zip(rooms, told, strict=True)
                )
            )
            assert [await length(store, room.id) for room in rooms] == [at + 1 for at in told]


async def test_a_write_in_one_transaction_with_a_full_disk_is_not_stored(sqlite_games: URL) -> None:
    pages = 1000

    def limit(connection: sqlite3.Connection, _: object) -> None:
        connection.execute(f"PRAGMA max_page_count={pages}")

    with listening("connect", limit):
        async with Store(sqlite_games) as made:
            room = await playing(made)
        pages = 40
        async with Store(sqlite_games) as store:
            async with writer_held_up(store, sqlite_games, room.id):
                small, big, small_too = await started(
                    store.add_say(room.id, "table", 0, "Ada", "it fits"),
                    store.append(room.id, 1, [heavy_step(n) for n in range(100)], (0,)),
                    store.add_say(room.id, "table", 0, "Ada", "it would fit"),
                )
            outcomes = await asyncio.gather(small, big, small_too, return_exceptions=True)

            assert [type(each) for each in outcomes] == [DiskFull] * 3
            assert [said.text for said in await store.says(room.id, "table")] == ["I am in the way"]
            assert await store.append(room.id, 1, [step("m1")], (0,)) == Stored(2)


def heavy_step(number: int) -> NewEntry:
    """An entry of several pages that don't compress."""
    return step(f"m{number}")._replace(state=Random(number).randbytes(8192).hex())


async def length(store: Store, room_id: int) -> int:
    """The length of the log, checked against the room's version."""
    room, last = await store.load(room_id)
    log = await store.entries(room_id, limit=10_000)
    assert last == log[-1]
    assert [each.version for each in log] == list(range(1, room.version + 1))
    return room.version
