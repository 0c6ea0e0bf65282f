"""The one thread that writes to the database, and commits at once for everybody who waits.

A durable commit costs a wait for the disk, whatever it holds. So while one transaction is on its way the
writes of all rooms gather, and go together into the next. What it promises:

* nobody is told of anything before it is committed;
* a write that fails on its own account fails alone;
* if the database is away, all that wait get `StoreUnavailable`, and the next transaction tries anew;
* nobody waits for ever: where the database hangs they get it too, and whoever comes then gets it at once.
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

Announce = Callable[[Sequence[str]], None]  # told by the writer's thread how far rooms have come
log = structlog.get_logger()

MOST_WAITING = 10_000
LARGEST_BATCH = 500
A_MOMENT = 0.01  # until what somebody else has held on to is tried again


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
    def __init__(
        self, engine: Engine, most_waiting: int = MOST_WAITING, announce: Announce | None = None
    ) -> None:
        self._engine = engine
        self._announce = announce  # None: the database tells by itself whoever wants to know
        self._most_waiting = most_waiting
        self._jobs: list[Job] = []
        self._later: list[Job] = []  # tried again with the next batch
        self._busy_since: float | None = None
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
        """What has not been begun is not done any more. What has may be, and its move id will tell."""
        with self._news:
            self._jobs = [each for each in self._jobs if each is not job]
        _settle([(job.answer, Failed(no_answer()))])

    def close(self) -> None:
        """Take nothing more, commit what waits, end; but don't wait for ever for a database that hangs."""
        with self._news:
            self._closing = True
            self._news.notify()
        self._thread.join(ANSWER_SECONDS)

    def _work(self) -> None:
        while batch := self._take():
            try:
                with self._engine.connect() as conn:
                    # One to Postgres may be cut while nobody plays: it is looked at before it is used again.
                    at_most = 0 if conn.dialect.name == "postgresql" else None
                    while batch:
                        _tell(self._commit(conn, batch))
                        batch = self._take(at_most)
            except Exception as error:
                log.error("commit_failed", writes=len(batch), reason=reason(error))
                self._engine.dispose()  # the next transaction begins on a connection without a past
                unavailable = StoreUnavailable.because(error)
                _tell([(job, Failed(unavailable)) for job in batch])

    def _take(self, at_most: float | None = None) -> list[Job]:
        """Those that wait, as soon as there are some; none if there are none for so long, or at the end."""
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
        """All of it, except where somebody else is in the way: that waits for the next one."""
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
    """Lock all rooms that nobody else has locked. Gives the others: for them nobody else should have to wait.

    On SQLite the transaction has the whole database for itself.
    """
    if conn.dialect.name != "postgresql":
        return set()
    wanted = {write.room for write in writes}
    named = {"wanted": [*wanted]}
    locked = set(conn.scalars(FREE, named))
    return set(conn.scalars(HERE, named)) - locked if wanted - locked - {None} else set()


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


def _tell(answered: Sequence[tuple[Job, Any]]) -> None:
    """Wake the waiters, those of one loop by one call."""
    told = defaultdict(list)
    for job, outcome in answered:
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
