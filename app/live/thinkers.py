"""Worker processes in which bots think, so that no table waits for another one's bot.

They start with the first question and end when nobody has asked for a while, or with the server. Tables take
turns: a table with many questions can't push ahead of one with a single question. A bot that gets no answer
in time makes a quick bot's move instead.
"""

import asyncio
import os
import sys
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import structlog

from app import ROOT
from app.engine.core import Illegal
from app.engine.thinking import Thought
from app.live import thinker

T = TypeVar("T")
log = structlog.get_logger()

MOST_WORKERS = max(1, min(2, (os.cpu_count() or 1) - 1))
MOST_WAITING = 64
ANSWER_SECONDS = 6.0  # from asking to answering, the wait in the queue included
IDLE_SECONDS = 120.0  # after which a worker without work ends
LONGEST_ANSWER = 64 * 1024


class NoAnswer(Exception):
    """The workers are too busy, too slow or broken: somebody else has to decide."""


class Job(NamedTuple):
    question: bytes
    read: Callable[[bytes], Any]
    answer: asyncio.Future[Any]


class Thinkers:
    def __init__(
        self,
        most_workers: int = MOST_WORKERS,
        most_waiting: int = MOST_WAITING,
        answer_seconds: float = ANSWER_SECONDS,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        self._most_workers, self._most_waiting = most_workers, most_waiting
        self._answer_seconds, self._idle_seconds = answer_seconds, idle_seconds
        self._waiting: OrderedDict[int, deque[Job]] = OrderedDict()  # by table; the next in turn comes first
        self._asked = asyncio.Event()
        self._workers: set[asyncio.Task[None]] = set()
        self._idle = 0
        self.processes: set[asyncio.subprocess.Process] = set()

    async def think(self, table: int, question: bytes) -> Thought:
        """What a bot decides; raises NoAnswer if no worker answers in time."""
        return await self._answer(table, question, thinker.answered)

    async def hint(self, table: int, question: bytes) -> str:
        """A hint, as text; raises NoAnswer if no worker answers in time."""
        return await self._answer(table, question, thinker.hinted)

    async def _answer(self, table: int, question: bytes, read: Callable[[bytes], T]) -> T:
        if self._questions() >= self._most_waiting:
            raise NoAnswer("queue_full")
        job = Job(question, read, asyncio.get_running_loop().create_future())
        self._waiting.setdefault(table, deque()).append(job)
        self._asked.set()
        if self._questions() > self._idle and len(self._workers) < self._most_workers:
            self._workers.add(asyncio.create_task(self._work(), name="thinker"))
        try:
            async with asyncio.timeout(self._answer_seconds):
                answer: T = await job.answer
                return answer
        except TimeoutError:
            raise NoAnswer("too_slow") from None
        finally:
            self._forget(table, job)

    def _questions(self) -> int:
        return sum(map(len, self._waiting.values()))

    def _forget(self, table: int, job: Job) -> None:
        """Take a question nobody waits for any more out of the queue."""
        jobs = self._waiting.get(table, deque())
        if job in jobs:
            jobs.remove(job)
            if not jobs:
                del self._waiting[table]

    async def stop(self) -> None:
        workers = [*self._workers]
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
        for process in [*self.processes]:
            await self._ended(process)

    # -- workers ---------------------------------------------------------------------------------------------

    async def _work(self) -> None:
        """Answer questions until there have been none for a while."""
        process: asyncio.subprocess.Process | None = None
        try:
            while job := await self._next_job():
                if job.answer.done():
                    continue
                try:
                    process = process or await self._started()
                    answer = await self._ask(process, job)
                except (OSError, ValueError, TypeError, EOFError, TimeoutError, Illegal) as trouble:
                    log.warning("thinker_lost", trouble=type(trouble).__name__)
                    if not job.answer.done():
                        job.answer.set_exception(NoAnswer("worker_lost"))
                    lost, process = process, None
                    await self._ended(lost)
                else:
                    if not job.answer.done():
                        job.answer.set_result(answer)
        finally:
            # before anything is awaited, so that a question which comes now gets a new worker
            self._workers = {worker for worker in self._workers if worker is not asyncio.current_task()}
            await self._ended(process)

    async def _next_job(self) -> Job | None:
        """The next question of the table whose turn it is; None if there are none for a while."""
        while not self._waiting:
            self._asked.clear()
            self._idle += 1
            try:
                async with asyncio.timeout(self._idle_seconds):
                    await self._asked.wait()
            except TimeoutError:
                if not self._waiting:
                    return None
            finally:
                self._idle -= 1
        table, jobs = self._waiting.popitem(last=False)
        job = jobs.popleft()
        if jobs:
            self._waiting[table] = jobs  # at the end, so that the other tables come first
        return job

    async def _started(self) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            thinker.__name__,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={"PYTHONPATH": str(ROOT)},  # none of the server's settings, and so none of its secrets
            limit=LONGEST_ANSWER,
        )
        self.processes.add(process)
        return process

    async def _ask(self, process: asyncio.subprocess.Process, job: Job) -> Any:
        assert process.stdin
        assert process.stdout
        async with asyncio.timeout(self._answer_seconds):
            process.stdin.write(job.question)
            await process.stdin.drain()
            line = await process.stdout.readline()
        if not line.endswith(b"\n"):
            raise EOFError
        return job.read(line)

    async def _ended(self, process: asyncio.subprocess.Process | None) -> None:
        if process:
            if process.returncode is None:
                process.kill()
            await process.communicate()  # until its pipes are closed, too
            self.processes.discard(process)
