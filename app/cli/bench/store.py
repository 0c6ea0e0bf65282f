"""`housewarming bench store`: durable moves, compared with raw sqlite3 (same pragmas) or raw psycopg.

The raw side gets prepared values, byte for byte the same as ours, and commits each move in a separate
transaction on one connection. Our store gets moves from several rooms at once. Each room sends its next move
as soon as its previous one is on disk.
"""

import asyncio
import sqlite3
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import URL

from app.cli.bench import sample_boards
from app.cli.bench.report import median, percentile
from app.engine import wire
from app.storage import database
from app.storage.migrate import migrate
from app.storage.store import Store
from app.storage.writes import NewEntry, Stored, TableText
from app.table.seating import PLAYING

SCHEMA = "housewarming_bench"
UPDATE = "UPDATE room SET version = ?, waiting = ?, touched = ? WHERE id = ? AND version = ?"
INSERT = (
    "INSERT INTO entry (room, version, seat, turn, move_id, move, events, state, at)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


def step(number: int) -> NewEntry:
    """A log entry as large as a typical one from the middle of a game."""
    return NewEntry(0, number, f"m{number}", '["take",3]', '[["took",0,3]]', _STATE)


_STATE = wire.dumps(sample_boards.middle().state)
_STORED_STATE = zlib.compress(_STATE.encode(), zlib.Z_BEST_SPEED)
TABLE = TableText("{}", PLAYING, False)


def row(room: int, version: int) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The values of UPDATE and INSERT for the entry after this version, as the store would write them."""
    at = time.time()
    entry = (0, 1, f"m{version}", '["take",3]', '[["took",0,3]]', _STORED_STATE, at)
    return (version + 1, "[0]", at, room, version), (room, version + 1, *entry)


class Run(NamedTuple):
    moves: float  # per second
    waits: Sequence[float]  # milliseconds until each move was on disk


# -- the reference -------------------------------------------------------------------------------------------


class Raw:
    """One connection, one transaction per move."""

    def __init__(self, connection: Any, begin: str | None, mark: str) -> None:
        self._connection, self._begin = connection, begin
        self._update, self._insert = UPDATE.replace("?", mark), INSERT.replace("?", mark)
        self._version = 1

    def move(self, room: int) -> None:
        update, insert = row(room, self._version)
        cursor = self._connection.cursor()
        if self._begin:
            cursor.execute(self._begin)
        cursor.execute(self._update, update)
        cursor.execute(self._insert, insert)
        self._connection.commit()
        self._version += 1

    def run(self, room: int, seconds: float) -> Run:
        waits = []
        begin = now = time.perf_counter()
        while now < begin + seconds:
            self.move(room)
            before, now = now, time.perf_counter()
            waits.append((now - before) * 1000)
        return Run(len(waits) / (now - begin), waits)


@contextmanager
def raw_sqlite(file: Path) -> Iterator[Raw]:
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for pragma in database.PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        yield Raw(connection, "BEGIN IMMEDIATE", "?")


@contextmanager
def raw_postgres(url: URL) -> Iterator[Raw]:
    import psycopg

    with psycopg.connect(database.for_libpq(url)) as connection:
        yield Raw(connection, None, "%s")


# -- our store -----------------------------------------------------------------------------------------------


async def run(store: Store, rooms: Sequence[int], versions: dict[int, int], seconds: float) -> Run:
    """Make moves in all rooms, each as soon as the room's previous one is on disk."""
    waits: list[float] = []
    begin = time.perf_counter()

    async def play(room: int) -> None:
        now = time.perf_counter()
        while now < begin + seconds:
            outcome = await store.append(room, versions[room], [step(versions[room])], (0,))
            assert isinstance(outcome, Stored)
            versions[room] = outcome.version
            before, now = now, time.perf_counter()
            waits.append((now - before) * 1000)

    await asyncio.gather(*map(play, rooms))
    return Run(len(waits) / (time.perf_counter() - begin), waits)


async def new_room(store: Store, code: str) -> int:
    made = await store.create(code, "dream_home", 1, TABLE)
    assert await store.begin(made.id, 0, TABLE, step(0), (0,))
    return made.id


async def measure(name: str, url: URL, raw: Raw, waiting: Sequence[int], turns: int, seconds: float) -> Any:
    async with Store(url) as store:
        raw_room = await new_room(store, "raw")
        rooms = [await new_room(store, f"room-{number}") for number in range(max(waiting))]
        versions = dict.fromkeys(rooms, 1)
        rows = []
        for number in waiting:
            pairs = [
                (raw.run(raw_room, seconds), await run(store, rooms[:number], versions, seconds))
                for _ in range(turns)
            ]
            waits = [wait for _, house in pairs for wait in house.waits]
            rows.append(
                {
                    "database": name,
                    "rooms_waiting": number,
                    "raw_per_second": round(median([raw.moves for raw, _ in pairs])),
                    "house_per_second": round(median([house.moves for _, house in pairs])),
                    "ratio": round(median([house.moves / raw.moves for raw, house in pairs]), 2),
                    "raw_p50_ms": round(percentile([wait for raw, _ in pairs for wait in raw.waits], 50), 2),
                    "p50_ms": round(percentile(waits, 50), 2),
                    "p99_ms": round(percentile(waits, 99), 2),
                }
            )
        return rows


# -- temporary databases -------------------------------------------------------------------------------------


@contextmanager
def own_schema(url: URL) -> Iterator[URL]:
    """A temporary schema in this database, dropped afterwards."""
    import psycopg

    def run(*statements: str) -> None:
        try:
            with psycopg.connect(database.for_libpq(database.patient(url)), autocommit=True) as connection:
                for statement in statements:
                    connection.execute(statement.encode())
        except psycopg.Error as refused:
            said = f"can't use the database {database.shown(url)}: {database.reason(refused)}"
            raise database.WrongDatabase(said) from None

    run(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE", f"CREATE SCHEMA {SCHEMA}")
    try:
        yield url.update_query_dict({"options": f"-csearch_path={SCHEMA}"})
    finally:
        run(f"DROP SCHEMA {SCHEMA} CASCADE")


async def store(
    folder: Path, postgres: URL | None, waiting: Sequence[int], turns: int, seconds: float
) -> dict[str, Any]:
    file = folder / "bench.db"
    url = database.parse(f"sqlite:///{file}")
    with own_schema(postgres) if postgres is not None else nullcontext() as own:
        await asyncio.to_thread(migrate, url)
        with raw_sqlite(file) as raw:
            rows = await measure("SQLite", url, raw, waiting, turns, seconds)
        if own is not None:
            await asyncio.to_thread(migrate, own)
            with raw_postgres(own) as raw:
                rows += await measure("Postgres", own, raw, waiting, turns, seconds)
    return {"title": f"durable moves, a state of {len(_STATE)} bytes each", "moves": rows}
