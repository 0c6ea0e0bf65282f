"""An event loop that picks the next ready callback by a seed.

Nothing outside has a say. Time passes only when nothing else is ready, work for a thread is a callback
like any other, and so is the database's writer thread. A bad interleaving can thus be found by trying
seeds, and reproduced by its seed.
"""

import asyncio
import selectors
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import Context
from random import Random
from typing import Any, TypeVar, TypeVarTuple

from fastapi.dependencies import utils
from sqlalchemy import Engine

from app.storage.group_commit import Job, Writer, _tell
from app.storage.store import Store
from app.storage.write import Write

T = TypeVar("T")
Given = TypeVarTuple("Given")
THREADS = "run_in_threadpool"  # FastAPI's hook for running a dependency in a thread


class Waits(Exception):
    """Deadlock: everybody waits, and nothing will ever happen."""


class _Ready(deque[Any]):
    """The ready callbacks, taken in an order that follows from the seed."""

    chance, lean = Random(0), 1.0

    def sow(self, seed: int) -> None:
        """Some seeds favour old callbacks, others new ones: one overtaken once is then overtaken
        repeatedly."""
        self.chance = Random(seed)
        self.lean = self.chance.choice((0.3, 1.0, 3.0))

    def popleft(self) -> Any:
        place = int(len(self) * self.chance.random() ** self.lean)
        self.rotate(-place)
        taken = super().popleft()
        self.rotate(place)
        return taken


class _NoWaiting(selectors.SelectSelector):
    """When nothing is ready, skip the clock ahead to the next timer."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise Waits
        self.passed += timeout
        return []


class ScheduledLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._time = _NoWaiting()
        super().__init__(self._time)
        self._ready: _Ready = _Ready()

    def sow(self, seed: int) -> None:
        """Set the seed of the order from now on."""
        self._ready.sow(seed)

    def time(self) -> float:
        return self._time.passed

    def run_in_executor(self, executor: Any, func: Callable[..., T], *given: Any) -> "asyncio.Future[T]":  # type: ignore[override]
        """Run it on this loop, some time later, rather than in a thread."""
        answer: asyncio.Future[T] = self.create_future()
        self.call_soon(self._do, answer, func, given)
        return answer

    def _do(self, answer: "asyncio.Future[T]", func: Callable[..., T], given: Sequence[Any]) -> None:
        if answer.done():
            return
        try:
            answer.set_result(func(*given))
        except Exception as error:
            answer.set_exception(error)

    def call_soon_threadsafe(
        self,
        callback: Callable[[*Given], object],
        *given: *Given,
        context: Context | None = None,
    ) -> asyncio.Handle:
        return self.call_soon(callback, *given, context=context)  # there are no other threads


class _ScheduledWriter(Writer):
    """Writes what is queued when the loop picks it."""

    def __init__(self, engine: Engine) -> None:
        self._announce = None
        self._jobs, self._later = list[Job](), list[Job]()
        self._connection = engine.connect()
        driver = self._connection.connection.cursor()
        driver.execute("PRAGMA synchronous = OFF")  # nothing here has to outlive the test

    async def write(self, write: Write[T]) -> T:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._jobs.append(Job(write, loop, answer))
        loop.call_soon(self._commit_all)
        return await answer

    def _commit_all(self) -> None:
        batch, self._jobs = self._jobs, []
        if batch:
            _tell(self._commit(self._connection, batch))

    def close(self) -> None:
        self._connection.close()


def on_the_loop(store: Store) -> None:
    """Make this store write on the event loop rather than in a thread."""
    store._writer.close()
    store._writer = _ScheduledWriter(store._writing)


async def _called(func: Callable[..., T], *given: Any, **named: Any) -> T:
    await asyncio.sleep(0)
    return func(*given, **named)


@contextmanager
def scheduled() -> Iterator[ScheduledLoop]:
    """A loop on which FastAPI's dependencies run without threads too."""
    loop, before = ScheduledLoop(), getattr(utils, THREADS)
    setattr(utils, THREADS, _called)
    try:
        yield loop
    finally:
        setattr(utils, THREADS, before)
        loop.close()
