"""What was acknowledged stays stored: after kill -9, and when Postgres goes down and comes back."""

import asyncio
import subprocess
import sys
from contextlib import suppress
from itertools import islice

import psycopg
import pytest
from sqlalchemy import URL

from app import ROOT
from app.storage.database import DiskFull, StoreUnavailable
from app.storage.store import Store
from app.storage.writes import NewEntry, Stored
from tests.support.steps import append_until_stored, held, plain, playing, started, step

pytestmark = pytest.mark.anyio


async def test_every_acknowledged_move_is_there_after_a_kill(store: Store, url: URL) -> None:
    rooms = [(await playing(store, code)).id for code in ("ADA", "BRUNO", "CELINA")]
    for _ in range(2):
        told = await asyncio.to_thread(steps_until_killed, url, rooms, 60)

        for room_id in rooms:
            room, last = await store.load(room_id)
            log = await store.entries(room_id, limit=10_000)
            assert room.version >= max(version for at, version in told if at == room_id)
            assert [each.version for each in log] == list(range(1, room.version + 1))
            assert last == log[-1]


def steps_until_killed(url: URL, rooms: list[int], count: int) -> list[tuple[int, int]]:
    """Kill the program that plays; return the (room, version) of each acknowledged move."""
    command = [sys.executable, "-m", "tests.support.appender", url.render_as_string(hide_password=False)]
    with subprocess.Popen([*command, *map(str, rooms)], cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout
        lines = list(islice(process.stdout, count))
        process.kill()
        lines += [line for line in process.stdout if line.endswith(b"\n")]
    told = [tuple(map(int, line.split())) for line in lines]
    assert len(told) >= count
    return [(room_id, version) for room_id, version in told]


# --- Postgres ----------------------------------------------------------------------------------------------


@pytest.mark.postgres
async def test_a_write_whose_connection_is_cut_fails_and_the_next_one_succeeds(
    postgres_games: URL,
) -> None:
    async with Store(postgres_games) as store:
        room = await playing(store)
        with held(postgres_games):
            [waiting] = await started(store.append(room.id, 1, [step("m1")], (0,)))
            await asyncio.to_thread(cut_whoever_waits_for_a_lock, postgres_games)
            with pytest.raises(StoreUnavailable, match="terminating connection"):
                await waiting

        assert await store.entries(room.id, after=1) == []
        assert await store.append(room.id, 1, [step("m1")], (0,)) == Stored(2)


@pytest.mark.postgres
async def test_connections_cut_while_nobody_plays_are_replaced_unnoticed(
    postgres_games: URL,
) -> None:
    async with Store(postgres_games) as store:
        room = await playing(store)
        await asyncio.to_thread(cut_all, postgres_games)

        assert await store.append(room.id, 1, [step("m1")], (0,)) == Stored(2)
        assert (await store.load(room.id))[0].version == 2


@pytest.mark.postgres
async def test_connections_cut_again_and_again_lose_no_move(postgres_games: URL) -> None:
    async with Store(postgres_games) as store:
        rooms = [(await playing(store, code)).id for code in ("ADA", "BRUNO", "CELINA", "DAIKI")]

        async def play(room_id: int) -> None:
            for number in range(2, 42):
                assert await again_and_again(store, room_id, step(f"m{number}")) == number
                if room_id == rooms[0] and number % 4 == 0:
                    await asyncio.to_thread(cut_all, postgres_games)

        await asyncio.gather(*map(play, rooms))

        for room_id in rooms:
            log = await store.entries(room_id)
            assert [each.move_id for each in log] == [None, *(f"m{number}" for number in range(2, 42))]


@pytest.mark.postgres
async def test_a_full_disk_of_postgres_is_reported_and_recovered_from(postgres_games: URL) -> None:
    async with Store(postgres_games) as store:
        room = await playing(store)
        with psycopg.connect(plain(postgres_games), autocommit=True) as conn:
            conn.execute(NO_ROOM)
            try:
                with pytest.raises(DiskFull, match="no room left"):
                    await store.append(room.id, 1, [step("m1")], (0,))
            finally:
                conn.execute("DROP FUNCTION no_room CASCADE")

        assert (await store.load(room.id))[0].version == 1
        assert await store.append(room.id, 1, [step("m1")], (0,)) == Stored(2)


# The error that Postgres raises when it can't extend a file, raised where it stores an entry.
NO_ROOM = """
    CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'no room left' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER no_room BEFORE INSERT ON entry EXECUTE FUNCTION no_room();
"""


async def again_and_again(store: Store, room_id: int, new: NewEntry) -> int:
    """Retry a move until it is answered, like a page; return its version."""
    for _ in range(20):
        with suppress(StoreUnavailable):
            return await append_until_stored(store, room_id, new)
    pytest.fail("the store does not recover")


def cut_all(url: URL) -> None:
    with psycopg.connect(plain(url)) as conn:
        conn.execute(CUT)


def cut_whoever_waits_for_a_lock(url: URL) -> None:
    with psycopg.connect(plain(url), autocommit=True) as conn:
        while not conn.execute(f"{CUT} AND wait_event_type = 'Lock'").fetchone():
            pass


CUT = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
