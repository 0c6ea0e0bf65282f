"""The one thread that writes to the database, and commits at once for everybody who waits.

A durable commit costs a wait for the disk, whatever it holds. So while one transaction is on its way the
writes of all rooms gather, and go together into the next. What it promises:

* nobody is told of anything before it is committed;
* a write that fails on its own account fails alone;
* if the database is away, all that wait get `StoreUnavailable`, and the next transaction tries anew.
"""

import asyncio
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import groupby
from typing import Any, Generic, NamedTuple, Self, TypeVar

import structlog
from sqlalchemy import Connection, Engine, select

from app import metrics
from app.db import StoreUnavailable, is_outage, reason
from app.models import room

T = TypeVar("T")
log = structlog.get_logger()

MOST_WAITING = 10_000
LARGEST_BATCH = 500


class Write(Generic[T]):
    """Something to be written: a value with the SQL that does it."""

    room: int | None  # None: it makes the room

    def run(self, conn: Connection) -> T:
        """Do it. If it raises, that is its outcome, and nothing of it is done."""
        raise NotImplementedError

    @classmethod
    def run_all(cls, conn: Connection, writes: Sequence[Self]) -> Sequence[T]:
        """Do several, the quick way. If it raises, nothing of it is done, and each is run by itself."""
        return [write.run(conn) for write in writes]


class Failed(NamedTuple):
    """The outcome of a write that came to nothing."""

    error: Exception


class Job(NamedTuple):
    """A write, and who waits for its outcome."""

    write: Write[Any]
    loop: asyncio.AbstractEventLoop
    answer: asyncio.Future[Any]


Run = Callable[[Connection, Sequence[Write[Any]]], Sequence[Any]]


class Writer:
    def __init__(self, engine: Engine, most_waiting: int = MOST_WAITING) -> None:
        self._engine = engine
        self._most_waiting = most_waiting
        self._jobs: list[Job] = []
        self._closing = False
        self._news = threading.Condition()
        # A daemon: a process that ends in the middle of a transaction loses nothing that was promised.
        self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many writes are not on their way yet."""
        return len(self._jobs)

    async def write(self, write: Write[T]) -> T:
        """The outcome, once it is committed. A write goes on even if its waiter goes away."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        with self._news:
            if self._closing:
                raise StoreUnavailable("the store is closed")
            if len(self._jobs) >= self._most_waiting:
                raise StoreUnavailable(f"{self._most_waiting} writes are waiting already")
            self._jobs.append(Job(write, loop, answer))
            self._news.notify()
        return await answer

    def close(self) -> None:
        """Take nothing more, commit what waits, end."""
        with self._news:
            self._closing = True
            self._news.notify()
        self._thread.join()

    def _work(self) -> None:
        while batch := self._take():
            _tell(batch, self._commit([job.write for job in batch]))

    def _take(self) -> list[Job]:
        """Those that wait, as soon as there are some; none when it is over."""
        with self._news:
            self._news.wait_for(lambda: self._jobs or self._closing)
            batch, self._jobs = self._jobs[:LARGEST_BATCH], self._jobs[LARGEST_BATCH:]
            return batch

    def _commit(self, writes: Sequence[Write[Any]]) -> Sequence[Any]:
        try:
            try:
                return self._transaction(writes, _run_together)
            except Exception as error:
                if is_outage(error):
                    raise
            return self._transaction(writes, _run_each)
        except Exception as error:
            log.error("not_stored", writes=len(writes), reason=reason(error))
            self._engine.dispose()  # the next transaction begins on a connection without a past
            return [Failed(StoreUnavailable.because(error)) for _ in writes]

    def _transaction(self, writes: Sequence[Write[Any]], run: Run) -> Sequence[Any]:
        with self._engine.begin() as conn:
            _hold_rooms(conn, writes)
            outcomes = run(conn, writes)
        metrics.COMMIT.observe(len(writes))
        return outcomes


def _hold_rooms(conn: Connection, writes: Sequence[Write[Any]]) -> None:
    """Lock all rooms in the same order as every other server does, lest two wait for each other.

    On SQLite the transaction has the whole database for itself.
    """
    if conn.dialect.name == "postgresql":
        rooms = {write.room for write in writes}
        conn.execute(select(room.c.id).where(room.c.id.in_(rooms)).order_by(room.c.id).with_for_update())


def _run_together(conn: Connection, writes: Sequence[Write[Any]]) -> Sequence[Any]:
    """The quick way, those of one kind at once. If one fails, nothing of the transaction is done."""
    outcomes: list[Any] = []
    for kind, group in groupby(writes, _kind):
        outcomes += kind.run_all(conn, list(group))
    return outcomes


def _kind(write: Write[Any]) -> type[Write[Any]]:
    return type(write)


def _run_each(conn: Connection, writes: Sequence[Write[Any]]) -> Sequence[Any]:
    """The outcome of each by itself, once it is known that one of them fails."""
    return [_outcome(conn, write) for write in writes]


def _outcome(conn: Connection, write: Write[Any]) -> Any:
    try:
        with _savepoint(conn):
            return write.run(conn)
    except Exception as error:
        if is_outage(error):
            raise
        return Failed(error)


@contextmanager
def _savepoint(conn: Connection) -> Iterator[None]:
    """If what is inside fails, it alone is undone; unless the database failed, which ends the transaction.

    On a full disk SQLite undoes the whole transaction unasked: there is no savepoint left to return to,
    and to go on would be to report as stored what was written before it.
    """
    savepoint = conn.begin_nested()
    try:
        yield
    except Exception as error:
        if not is_outage(error):
            savepoint.rollback()
        raise
    savepoint.commit()


def _tell(jobs: Sequence[Job], outcomes: Sequence[Any]) -> None:
    """Wake the waiters, those of one loop by one call."""
    told = defaultdict(list)
    for job, outcome in zip(jobs, outcomes, strict=True):
        told[job.loop].append((job.answer, outcome))
    for loop, answers in told.items():
        with suppress(RuntimeError):  # the loop is closed, and nobody waits there any more
            loop.call_soon_threadsafe(_settle, answers)


def _settle(answers: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for answer, outcome in answers:
        if answer.done():
            continue  # its waiter has gone away
        if isinstance(outcome, Failed):
            answer.set_exception(outcome.error)
        else:
            answer.set_result(outcome)
