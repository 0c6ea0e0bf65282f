"""An event loop whose every choice follows from a seed: which of the callbacks that are ready runs next.

Nothing outside has a say. Time passes only when there is nothing else to do, what would be done by a thread
is a callback like any other, and the one thread that writes to the database is a queue of them. So an unlucky
order of things is found by counting seeds, and found again by its seed.
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

from app.storage.group_commit import Job, Write, Writer, _tell
from app.storage.store import Store

T = TypeVar("T")
Given = TypeVarTuple("Given")
THREADS = "run_in_threadpool"  # by which FastAPI asks what a dependency is


class Waits(Exception):
    """Everybody waits, and nothing will ever happen."""


class _Ready(deque[Any]):
    """What is ready, taken in an order that follows from the seed."""

    chance, lean = Random(0), 1.0

    def sow(self, seed: int) -> None:
        """Some seeds lean towards what has waited longest, some towards what is new: who is overtaken once is
        overtaken again and again."""
        self.chance = Random(seed)
        self.lean = self.chance.choice((0.3, 1.0, 3.0))

    def popleft(self) -> Any:
        place = int(len(self) * self.chance.random() ** self.lean)
        self.rotate(-place)
        taken = super().popleft()
        self.rotate(place)
        return taken


class _NoWaiting(selectors.SelectSelector):
    """Nothing is ever waited for: the time until then has simply passed."""

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
        """From now on the order follows from this."""
        self._ready.sow(seed)

    def time(self) -> float:
        return self._time.passed

    def run_in_executor(self, executor: Any, func: Callable[..., T], *given: Any) -> "asyncio.Future[T]":  # type: ignore[override]
        """Not beside the loop but on it, some time later."""
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
    """Writes what waits when its turn comes."""

    def __init__(self, engine: Engine) -> None:
        self._announce = None
        self._jobs, self._later = list[Job](), list[Job]()
        self._connection = engine.connect()
        driver = self._connection.connection.cursor()
        driver.execute("PRAGMA synchronous = OFF")  # nothing here is to outlive the test

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
    """From now on this store uses no thread of its own."""
    store._writer.close()
    store._writer = _ScheduledWriter(store._writing)


async def _called(func: Callable[..., T], *given: Any, **named: Any) -> T:
    await asyncio.sleep(0)
    return func(*given, **named)


@contextmanager
def scheduled() -> Iterator[ScheduledLoop]:
    """A loop on which FastAPI's dependencies need no threads either."""
    loop, before = ScheduledLoop(), getattr(utils, THREADS)
    setattr(utils, THREADS, _called)
    try:
        yield loop
    finally:
        setattr(utils, THREADS, before)
        loop.close()
