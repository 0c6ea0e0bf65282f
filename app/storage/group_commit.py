"""Group commit: one thread does all writes to the database and commits them in batches.

A durable commit has to wait for the disk, however little it writes. So while one transaction runs, writes to
all rooms queue up, and the next transaction runs them together. The guarantees:

* callers get no result before it is committed;
* a faulty write fails alone;
* if the database is down, all writes of the batch get `StoreUnavailable`, and the next batch reconnects;
* nobody waits forever: if the database hangs, waiting writes time out with `StoreUnavailable`, and new ones
  fail at once.
"""

import asyncio
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import groupby
from typing import Any, NamedTuple

import structlog
from sqlalchemy import Connection, Engine, bindparam, select

from app import metrics
from app.storage.database import ANSWER_SECONDS, StoreUnavailable, is_outage, no_answer, reason
from app.storage.schema import room
from app.storage.write import NEWS, T, Write

Announce = Callable[[Sequence[str]], None]  # called by the writer thread with the rooms' new positions
log = structlog.get_logger()

MOST_WAITING = 10_000
LARGEST_BATCH = 500
A_MOMENT = 0.01  # seconds before retrying writes to a room that another server has locked


class Failed(NamedTuple):
    """The outcome of a write that failed."""

    error: Exception


class Job(NamedTuple):
    """A write, and the future that gets its outcome."""

    write: Write[Any]
    loop: asyncio.AbstractEventLoop
    answer: asyncio.Future[Any]


Run = Callable[[Connection, Sequence[Write[Any]]], Sequence[Any]]


class Writer:
    def __init__(
        self, engine: Engine, most_waiting: int = MOST_WAITING, announce: Announce | None = None
    ) -> None:
        self._engine = engine
        self._announce = announce  # None: Postgres notifies the other servers itself
        self._most_waiting = most_waiting
        self._jobs: list[Job] = []
        self._later: list[Job] = []  # their rooms were locked; retried with the next batch
        self._busy_since: float | None = None
        self._closing = False
        self._news = threading.Condition()
        # It can be a daemon thread, because a process that ends mid-transaction loses no confirmed write.
        self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """The number of writes queued for the next transaction."""
        return len(self._jobs)

    async def write(self, write: Write[T]) -> T:
        """Queue a write and return its outcome once it is committed. Cancelling the caller doesn't stop the
        write."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        job = Job(write, loop, answer)
        with self._news:
            if self._closing:
                raise StoreUnavailable("the store is closed")
            if len(self._jobs) >= self._most_waiting:
                raise StoreUnavailable(f"{self._most_waiting} writes are waiting already")
            if self._hangs:
                raise no_answer()
            self._jobs.append(job)
            self._news.notify()
        late = loop.call_later(ANSWER_SECONDS, self._give_up, job)
        try:
            return await answer
        finally:
            late.cancel()

    @property
    def _hangs(self) -> bool:
        return self._busy_since is not None and time.monotonic() - self._busy_since > ANSWER_SECONDS

    def _give_up(self, job: Job) -> None:
        """Time out a write. If it hasn't begun, it is dropped. If it has, it may still be committed; retrying
        with the same move id shows whether it was."""
        with self._news:
            self._jobs = [each for each in self._jobs if each is not job]
        _settle([(job.answer, Failed(no_answer()))])

    def close(self) -> None:
        """Refuse new writes, commit those queued, and stop; if the database hangs, give up after a while."""
        with self._news:
            self._closing = True
            self._news.notify()
        self._thread.join(ANSWER_SECONDS)

    def _work(self) -> None:
        while batch := self._take():
            try:
                with self._engine.connect() as conn:
                    # An idle Postgres connection may be cut: return it to the pool, which pings before reuse.
                    at_most = 0 if conn.dialect.name == "postgresql" else None
                    while batch:
                        _tell(self._commit(conn, batch))
                        batch = self._take(at_most)
            except Exception as error:
                log.error("commit_failed", writes=len(batch), reason=reason(error))
                self._engine.dispose()  # the next transaction gets a new connection
                unavailable = StoreUnavailable.because(error)
                _tell([(job, Failed(unavailable)) for job in batch])

    def _take(self, at_most: float | None = None) -> list[Job]:
        """Wait for jobs and return a batch of them. It is empty when closing, or if no job comes within
        `at_most` seconds."""
        with self._news:
            self._busy_since = None
            while True:
                self._news.wait_for(lambda: self._jobs or self._closing, A_MOMENT if self._later else at_most)
                waiting = [job for job in self._later if not job.answer.done()] + self._jobs
                self._later = []
                if waiting or self._closing or at_most is not None:
                    break
            self._busy_since = time.monotonic()
            batch, self._jobs = waiting[:LARGEST_BATCH], waiting[LARGEST_BATCH:]
            return batch

    def _commit(self, conn: Connection, batch: Sequence[Job]) -> Sequence[tuple[Job, Any]]:
        try:
            return self._transaction(conn, batch, _run_together)
        except Exception as error:
            if is_outage(error):
                raise
        return self._transaction(conn, batch, _run_each)

    def _transaction(self, conn: Connection, batch: Sequence[Job], run: Run) -> Sequence[tuple[Job, Any]]:
        """Run a batch in one transaction; put off writes to rooms that another server has locked."""
        news: list[str] = []
        with conn.begin():
            if self._announce:
                conn.info[NEWS] = news
            busy = _hold_rooms(conn, [job.write for job in batch])
            jobs = [job for job in batch if job.write.room not in busy]
            outcomes = run(conn, [job.write for job in jobs])
        metrics.COMMIT.observe(len(jobs))
        self._later = [job for job in batch if job.write.room in busy]
        if self._announce and news:
            self._announce(news)
        return [*zip(jobs, outcomes, strict=True)]


HERE = select(room.c.id).where(room.c.id.in_(bindparam("wanted", expanding=True)))
FREE = HERE.with_for_update(skip_locked=True)


def _hold_rooms(conn: Connection, writes: Sequence[Write[Any]]) -> set[int | None]:
    """Lock the rooms that no other server has locked. Returns the others, instead of waiting for them.

    On SQLite, there is nothing to do, because the transaction has already locked the whole database.
    """
    if conn.dialect.name != "postgresql":
        return set()
    wanted = {write.room for write in writes}
    named = {"wanted": [*wanted]}
    locked = set(conn.scalars(FREE, named))
    return set(conn.scalars(HERE, named)) - locked if wanted - locked - {None} else set()


def _run_together(conn: Connection, writes: Sequence[Write[Any]]) -> Sequence[Any]:
    """The fast path: writes of the same kind run together. If one fails, the transaction is rolled back."""
    outcomes: list[Any] = []
    for kind, group in groupby(writes, _kind):
        outcomes += kind.run_all(conn, list(group))
    return outcomes


def _kind(write: Write[Any]) -> type[Write[Any]]:
    return type(write)


def _run_each(conn: Connection, writes: Sequence[Write[Any]]) -> Sequence[Any]:
    """The slow path after a failure: each write runs in its own savepoint and has its own outcome."""
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
    """If the block fails, roll back only the block. If the database itself fails, end the whole transaction.

    If the disk is full, SQLite itself rolls back the whole transaction, including the savepoint. Carrying on
    would report earlier writes as stored when they aren't.
    """
    savepoint = conn.begin_nested()
    try:
        yield
    except Exception as error:
        if not is_outage(error):
            savepoint.rollback()
        raise
    savepoint.commit()


def _tell(answered: Sequence[tuple[Job, Any]]) -> None:
    """Deliver the outcomes to the callers, with one call per event loop."""
    told = defaultdict(list)
    for job, outcome in answered:
        told[job.loop].append((job.answer, outcome))
    for loop, answers in told.items():
        with suppress(RuntimeError):  # the loop is closed, so nobody is waiting there
            loop.call_soon_threadsafe(_settle, answers)


def _settle(answers: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for answer, outcome in answers:
        if answer.done():
            continue  # timed out or cancelled
        if isinstance(outcome, Failed):
            answer.set_exception(outcome.error)
        else:
            answer.set_result(outcome)
