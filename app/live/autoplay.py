"""Makes the server's moves: those for bots and for people who are away or out of time, and auto-answers.

Every live table calls `notice` after a change. If the server has a move to make there, now or at a deadline,
a task starts and runs until there is nothing left to play. Quick bots decide in a thread, off the event loop;
others think in worker processes. Every move goes through `LiveTable.submit`.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping
from typing import NamedTuple

import structlog

from app.engine.bots import BOTS, HURRIED, QUICK, decide
from app.engine.core import Illegal, Move, Seat, offers
from app.engine.move_text import move_of
from app.engine.thinking import Thought
from app.live import thinker
from app.live.live_table import LiveTable, TooBusy
from app.live.thinkers import NoAnswer, Thinkers
from app.storage.database import StoreUnavailable

log = structlog.get_logger()
RETRY_SECONDS = 2.0
LONGER = 1.2  # pauses more before a choice that is close
LONGEST_RETRY = 60.0  # when the bot itself is at fault


class Due(NamedTuple):
    """A seat that the server plays for: when to move, and how."""

    at: float  # on the `time.monotonic()` clock; 0 means at once
    seat: Seat
    level: str
    answer: Move | None = None  # an auto-answer


class Plan(NamedTuple):
    """The rest of a whole turn that a bot has decided on."""

    version: int  # of the table, if nothing has happened in between
    seat: Seat
    level: str
    moves: tuple[Move, ...]


class Autoplay:
    def __init__(
        self,
        pause: Callable[[], float],
        clock: Callable[[], float] = time.monotonic,
        retry_seconds: float = RETRY_SECONDS,
        thinkers: Thinkers | None = None,
    ) -> None:
        self._pause = pause
        self.thinkers = thinkers or Thinkers()
        self._plans: dict[int, Plan] = {}  # by table
        self._clock = clock
        self._retry_seconds = retry_seconds
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._out_of_time: dict[int, Seat] = {}  # for each table, the seat whose turn a bot is finishing
        self._paused_in: dict[int, Mapping[Seat, int]] = {}  # for each table, the shared turn with a pause

    def notice(self, live: LiveTable) -> None:
        """Start playing at a table that has changed, if the server has a move to make there."""
        if live.id not in self._tasks and self._has_work(live):
            task = asyncio.create_task(self._play(live), name=f"bots of {live.code}")
            self._tasks[live.id] = task

    def _has_work(self, live: LiveTable) -> bool:
        try:
            return self._next(live) is not None
        except Exception:  # the task will hit the same error, and log it
            return True

    def is_late(self, live: LiveTable) -> bool:
        """Whether the server should have moved by now."""
        try:
            due = self._next(live)
        except Exception:
            return True
        return due is not None and due.at <= self._clock()

    def are_busy(self, live: LiveTable) -> bool:
        return live.id in self._tasks

    async def stop(self) -> None:
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.thinkers.stop()

    def _next(self, live: LiveTable) -> Due | None:
        """Return what the server plays next if nobody else acts first."""
        late = self._out_of_time.get(live.id)
        if late not in live.waited_for:
            self._out_of_time.pop(live.id, None)
        return min((due for seat in live.waited_for if (due := self._due(live, seat, late))), default=None)

    def _due(self, live: LiveTable, seat: Seat, late: Seat | None) -> Due | None:
        place = live.table.places[seat]
        if place.level:
            return Due(0, seat, place.level)
        offered = offers(live.game, live.state, seat) if place.auto_answers else ()
        for answer in map(move_of, place.auto_answers):
            if answer in offered:
                return Due(0, seat, "", answer)
        deadline = live.deadline(seat)
        return Due(0 if seat == late else deadline, seat, HURRIED) if deadline else None

    async def _play(self, live: LiveTable) -> None:
        """Play until there is nothing left to play. No error may end this task, because the game would
        stall."""
        told, pause = "", self._retry_seconds
        try:
            while True:
                at = live.at
                try:
                    if not (due := self._next(live)):
                        return
                    await self._play_next(live, due)
                    told, pause = "", self._retry_seconds
                except Exception as trouble:
                    told = _tell(live, trouble, told)
                    await _at_most(pause, live.changed_since(at))
                    pause = min(2 * pause, _longest_pause(trouble))
        finally:  # no await here, or a change could slip in between the last look and the end of the task
            self._tasks.pop(live.id, None)
            self._paused_in.pop(live.id, None)
            self._plans.pop(live.id, None)

    async def _play_next(self, live: LiveTable, due: Due) -> None:
        if due.at <= self._clock():
            await self._step(live, due)
        else:
            await _at_most(due.at - self._clock(), live.news_since(live.news))

    async def _step(self, live: LiveTable, due: Due) -> None:
        version, state, seat = live.version, live.state, due.seat
        turn, player = state.turns[seat], live.table.places[seat]
        if due.at:
            self._out_of_time[live.id] = seat
        if due.answer:
            thought = Thought((due.answer,))
        else:
            thought, paused = await asyncio.gather(self._thought(live, due), self._pause_before(live))
            if paused and thought.doubt and _somebody_plays(live):
                await asyncio.sleep(self._pause() * LONGER * thought.doubt / 100)
            if live.version != version or not self._due(live, seat, self._out_of_time.get(live.id)):
                return  # it comes too late: the table has moved on
        move, *rest = thought.moves
        try:
            made = await live.submit(player.id, turn, move, played_by=player.level)
            self._plans[live.id] = Plan(made, seat, due.level, tuple(rest))
        except Illegal:
            # no harm done: a player came or came back, or another server was faster
            if live.version == version and live.waited_for and live.table.places[seat].level == player.level:
                raise

    async def _thought(self, live: LiveTable, due: Due) -> Thought:
        """What the bot does next: the rest of its plan, or what it decides now."""
        plan = self._plans.pop(live.id, None)
        if plan and plan.moves and plan[:3] == (live.version, due.seat, due.level):
            return Thought(plan.moves)
        game, state, seat, seed = live.game, live.state, due.seat, live.table.secret
        level = due.level
        if level not in QUICK:
            try:
                return await self.thinkers.think(live.id, thinker.question(level, game, state, seat, seed))
            except NoAnswer as trouble:
                log.warning("bot_hurried", table=live.code, trouble=str(trouble))
                level = HURRIED
        return await asyncio.to_thread(decide, BOTS[level], game, state, seat, seed)

    async def _pause_before(self, live: LiveTable) -> bool:
        """Pause, so that people can follow what the bot does; say whether that was needed. One pause is
        enough for a shared turn, in which there is nothing to follow: nobody waits for one bot after another.
        """
        sharing = live.game.shared_turn(live.state)
        if sharing and self._paused_in.get(live.id) == sharing:
            return False
        self._paused_in[live.id] = sharing
        await asyncio.sleep(self._pause())
        return True


def _somebody_plays(live: LiveTable) -> bool:
    """Whether a bot that thinks longer is seen by a person who plays, and not only by other bots."""
    return any(not place.level for place in live.table.places)


def _is_outage(trouble: Exception) -> bool:
    """Whether the trouble is temporary and not the bot's fault, such as a database that is down or
    overloaded."""
    return isinstance(trouble, (StoreUnavailable, TooBusy))


def _longest_pause(trouble: Exception) -> float:
    return RETRY_SECONDS if _is_outage(trouble) else LONGEST_RETRY


def _tell(live: LiveTable, trouble: Exception, told: str) -> str:
    """Log the error that keeps the server from playing, unless it was also the last one logged. Return its
    code."""
    code = trouble.code if isinstance(trouble, Illegal) else type(trouble).__name__
    if code != told:
        log.warning(
            "bot_retry", table=live.code, trouble=code, exc_info=None if _is_outage(trouble) else trouble
        )
    return code


async def _at_most(seconds: float, waiting: Coroutine[None, None, None]) -> None:
    try:
        async with asyncio.timeout(seconds):
            await waiting
    except TimeoutError:
        pass
