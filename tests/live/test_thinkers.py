"""Bots think in processes of their own: a few, fairly shared, and nobody waits for a broken one."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from app.engine import registry
from app.engine.bots import BOTS, decide
from app.engine.core import play
from app.live import thinker
from app.live.thinkers import NoAnswer, Thinkers

pytestmark = pytest.mark.anyio

GAME = registry.game("dream_home")
START = GAME.new(2, {}, "thinkers")
SEAT = START.waiting[0]
LONG = 60.0


def asked(bot: str = "mimi", seed: str = "a seed") -> bytes:
    return thinker.question(bot, GAME, START, SEAT, seed)


@asynccontextmanager
async def thinkers(**limits: Any) -> AsyncIterator[Thinkers]:
    made = Thinkers(**{"most_workers": 1, "answer_seconds": LONG, **limits})
    try:
        yield made
    finally:
        await made.stop()
        assert not made.processes


async def test_no_process_runs_before_the_first_question() -> None:
    async with thinkers() as workers:
        assert not workers.processes
        await workers.think(1, asked())
        assert len(workers.processes) == 1


async def test_a_worker_decides_what_the_bot_would_decide_here() -> None:
    async with thinkers() as workers:
        for bot in ("otto", "mimi", "rika"):
            thought = await workers.think(1, asked(bot))
            assert thought == decide(BOTS[bot], GAME, START, SEAT, "a seed", lambda: 0.0)
            play(GAME, START, SEAT, START.turns[SEAT], thought.moves[0])


async def test_a_worker_has_the_lowest_priority_and_no_secrets() -> None:
    os.environ["HOUSEWARMING_ADMIN_KEY"] = "not for workers"
    try:
        async with thinkers() as workers:
            await workers.think(1, asked())
            (process,) = workers.processes
            assert os.getpriority(os.PRIO_PROCESS, process.pid) == thinker.LOWEST_PRIORITY
            given = Path(f"/proc/{process.pid}/environ").read_bytes()
            assert b"not for workers" not in given
    finally:
        del os.environ["HOUSEWARMING_ADMIN_KEY"]


async def test_a_killed_worker_is_replaced() -> None:
    async with thinkers() as workers:
        await workers.think(1, asked())
        (first,) = workers.processes
        os.kill(first.pid, signal.SIGKILL)
        with capture_logs() as lines, pytest.raises(NoAnswer, match="worker_lost"):
            await workers.think(1, asked())
        assert [line["event"] for line in lines] == ["thinker_lost"]
        assert (await workers.think(1, asked())).moves
        (second,) = workers.processes
        assert second.pid != first.pid


async def test_a_question_that_breaks_the_worker_harms_no_other() -> None:
    async with thinkers() as workers:
        with capture_logs(), pytest.raises(NoAnswer):
            await workers.think(1, b'["nobody"]\n')
        assert (await workers.think(2, asked())).moves


async def test_a_worker_that_never_answers_is_given_up() -> None:
    async with thinkers() as workers:
        await workers.think(1, asked())
        (process,) = workers.processes
        os.kill(process.pid, signal.SIGSTOP)
        workers._answer_seconds = 0.2
        with capture_logs(), pytest.raises(NoAnswer):
            await workers.think(1, asked())
        workers._answer_seconds = LONG
        assert (await workers.think(1, asked())).moves
        assert process not in workers.processes


async def test_a_full_queue_refuses_at_once() -> None:
    async with thinkers(most_waiting=2) as workers:
        waiting = [asyncio.create_task(workers.think(table, asked())) for table in (1, 2)]
        await asyncio.sleep(0)
        with pytest.raises(NoAnswer, match="queue_full"):
            await workers.think(3, asked())
        for task in waiting:
            assert (await task).moves
        assert (await workers.think(3, asked())).moves


async def test_tables_take_turns() -> None:
    """One table asks three questions before another asks its first, and doesn't keep it waiting."""
    answered: list[int] = []

    async def ask(workers: Thinkers, table: int) -> None:
        await workers.think(table, asked())
        answered.append(table)

    async with thinkers() as workers:
        await workers.think(1, asked())
        async with asyncio.TaskGroup() as tasks:
            for table in (1, 1, 1, 2):
                tasks.create_task(ask(workers, table))
    assert answered == [1, 2, 1, 1]


async def test_a_question_that_is_given_up_leaves_the_queue() -> None:
    async with thinkers(most_waiting=1) as workers:
        task = asyncio.create_task(workers.think(1, asked()))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert (await workers.think(2, asked())).moves


async def test_a_worker_without_work_ends_and_another_starts_later() -> None:
    async with thinkers(idle_seconds=0.01) as workers:
        await workers.think(1, asked())
        while workers.processes:
            await asyncio.sleep(0)
        assert (await workers.think(1, asked())).moves


async def test_workers_end_with_the_server() -> None:
    async with thinkers() as workers:
        await workers.think(1, asked())
        (process,) = workers.processes
    assert process.returncode is not None
