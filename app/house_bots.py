"""What the server plays itself: bots, for people who are away or out of time, answers given in advance.

Every room tells when something has changed. If then there is something to play by itself, now or when some
time is over, a task begins that ends when there is nothing more. Thinking happens beside the event loop;
every move goes through the room's one door.
"""

import asyncio
import time
from collections.abc import Callable
from random import Random
from typing import NamedTuple

import structlog

from app import seating
from app.db import StoreUnavailable
from app.engine.bots import BOTS
from app.engine.core import Illegal, Move, Seat, offers
from app.render import move_of
from app.rooms import Room, TooBusy

log = structlog.get_logger()
RETRY_SECONDS = 2.0


class Due(NamedTuple):
    """A seat that the server plays for: from when on, and how."""

    at: float  # seconds since 1970; 0: at once
    seat: Seat
    level: str
    answer: Move | None = None  # given in advance


class HouseBots:
    def __init__(self, pause: Callable[[], float], clock: Callable[[], float] = time.time) -> None:
        self._pause = pause
        self._clock = clock
        self._chance = Random()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._out_of_time: dict[int, Seat] = {}  # by room: whose turn is played to its end

    def notice(self, room: Room) -> None:
        """Something has changed there."""
        if room.id not in self._tasks and self._next(room):
            task = asyncio.create_task(self._play(room), name=f"bots of {room.code}")
            self._tasks[room.id] = task

    def are_busy(self, room: Room) -> bool:
        return room.id in self._tasks

    async def stop(self) -> None:
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _next(self, room: Room) -> Due | None:
        """What is to be played first, if nobody does anything."""
        late = self._out_of_time.get(room.id)
        if late not in room.waited_for:
            self._out_of_time.pop(room.id, None)
        return min((due for seat in room.waited_for if (due := self._due(room, seat, late))), default=None)

    def _due(self, room: Room, seat: Seat, late: Seat | None) -> Due | None:
        place = room.table.places[seat]
        if place.level:
            return Due(0, seat, place.level)
        offered = offers(room.game, room.state, seat) if place.standing else ()
        for answer in map(move_of, place.standing):
            if answer in offered:
                return Due(0, seat, "", answer)
        deadline = room.deadline(seat)
        return Due(0 if seat == late else deadline, seat, seating.STAND_IN) if deadline else None

    async def _play(self, room: Room) -> None:
        try:
            while due := self._next(room):
                await self._play_next(room, due)
        finally:  # at once, so that no change is overlooked between the last look and the end of the task
            self._tasks.pop(room.id, None)

    async def _play_next(self, room: Room, due: Due) -> None:
        news = room.news
        try:
            if due.at <= self._clock():
                await self._step(room, due)
            else:
                await self._wait(room, news, due.at - self._clock())
        except (StoreUnavailable, TooBusy) as trouble:
            log.warning("bot_retry", room=room.code, trouble=type(trouble).__name__)
            await asyncio.sleep(RETRY_SECONDS)

    async def _wait(self, room: Room, news: int, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await room.news_since(news)
        except TimeoutError:
            pass

    async def _step(self, room: Room, due: Due) -> None:
        version, state, seat = room.version, room.state, due.seat
        turn = state.turns[seat]
        if due.at:
            self._out_of_time[room.id] = seat
        if due.answer:
            move = due.answer
        else:
            await asyncio.sleep(self._pause())
            move = await asyncio.to_thread(BOTS[due.level], room.game, state, seat, self._chance)
        try:
            await room.submit(seat, turn, move, f"bot-{version}")
        except Illegal:
            # the table has moved on meanwhile: a person is back, or another process was faster
            if room.version == version and room.waited_for:
                raise
