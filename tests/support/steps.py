"""Log entries and a database that blocks its writers, for the store's tests."""

import asyncio
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any, TypeVar

from anyio.lowlevel import checkpoint
from sqlalchemy import URL, Connection, Engine, event

from app.storage import database
from app.storage.schema import RoomRow
from app.storage.store import Store
from app.storage.writes import Conflict, NewEntry, Repeated, Stored, TableText
from app.table.seating import LOBBY, PLAYING

T = TypeVar("T")

OPENING = NewEntry(None, None, None, None, '[["dealt"]]', '["state",0]')


def as_table(text: str, status: str = LOBBY, listed: bool = False) -> TableText:
    """Any text as a table's: the store doesn't care."""
    return TableText(text, status, listed)


def step(move_id: str | None, seat: int = 0, turn: int = 0) -> NewEntry:
    return NewEntry(seat, turn, move_id, '["take",3]', f'[["took",{seat},3]]', f'["state","{move_id}"]')


async def playing(store: Store, code: str = "ADA") -> RoomRow:
    """A room whose game has begun: it is at version 1."""
    made = await store.create(code, "dream_home", 1, as_table('{"host":"Ada"}'))
    assert await store.begin(made.id, 0, as_table('{"host":"Ada","seats":2}', PLAYING), OPENING, (0,))
    return (await store.load(made.id))[0]


async def append_until_stored(store: Store, room_id: int, new: NewEntry) -> int:
    """Append as a live table does while others write too: load, check, retry. Return the version."""
    while True:
        at, _ = await store.load(room_id)
        match await store.append(room_id, at.version, [new], (0,)):
            case Stored(version):
                return version
            case Repeated(entry):
                return entry.version
            case Conflict():
                continue


async def started(*work: Coroutine[Any, Any, T]) -> Sequence[asyncio.Task[T]]:
    """Start the coroutines and run each up to where it waits for the writer."""
    tasks = [asyncio.create_task(each) for each in work]
    await checkpoint()
    return tasks


@asynccontextmanager
async def writer_held_up(store: Store, url: URL, room_id: int) -> AsyncIterator[None]:
    """Inside, the store's writer is stuck in a transaction, so that further writes queue up."""
    under_way = threading.Event()
    with held(url):
        event.listen(Engine, "begin", lambda _: under_way.set(), once=True)
        first = asyncio.create_task(store.add_say(room_id, "table", 0, "Ada", "I am in the way"))
        await asyncio.to_thread(under_way.wait)
        yield
    await first


@contextmanager
def held(url: URL) -> Iterator[Connection]:
    """Inside, another transaction blocks every write."""
    engine = database.writing(url)
    try:
        with engine.connect() as conn:
            # a lock on one room alone wouldn't block the writer
            on_postgres = conn.dialect.name == "postgresql"
            conn.exec_driver_sql("LOCK TABLE room IN EXCLUSIVE MODE" if on_postgres else "SELECT 1")
            yield conn
            conn.rollback()
    finally:
        engine.dispose()


@contextmanager
def listening(name: str, listener: Any) -> Iterator[None]:
    """Call a listener for an event on every engine of this process."""
    event.listen(Engine, name, listener)
    try:
        yield
    finally:
        event.remove(Engine, name, listener)


@contextmanager
def counted(name: str) -> Iterator[list[Connection]]:
    """Collect the connections on which an event happens inside, on any engine."""
    seen: list[Connection] = []
    with listening(name, seen.append):
        yield seen


@contextmanager
def statements() -> Iterator[list[str]]:
    """Collect the SQL run inside, on any database."""
    seen: list[str] = []
    with listening("before_cursor_execute", lambda *told: seen.append(told[2])):
        yield seen


def plain(url: URL) -> str:
    """This database's URL for psycopg."""
    return database.for_libpq(url)
