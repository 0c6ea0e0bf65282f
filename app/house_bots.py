"""The bots that sit at tables: one task a room, which plays for its bot seats when they are waited for."""

import asyncio
from collections.abc import Callable
from random import Random

import structlog

from app import seating
from app.db import StoreUnavailable
from app.engine.bots import BOTS
from app.engine.core import Illegal, Seat
from app.rooms import Room, TooBusy

log = structlog.get_logger()
RETRY_SECONDS = 2.0


class HouseBots:
    """Watches rooms. Thinking happens beside the event loop; every move goes through the room's one door."""

    def __init__(self, pause: Callable[[], float]) -> None:
        self._pause = pause
        self._chance = Random()
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def watch(self, room: Room) -> None:
        """From now on the bots of this room play."""
        if room.id not in self._tasks:
            task = asyncio.create_task(self._play(room), name=f"bots of {room.code}")
            self._tasks[room.id] = task
            task.add_done_callback(lambda _: self._tasks.pop(room.id, None))

    async def stop(self) -> None:
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, room: Room) -> None:
        while room.state is None or room.state.waiting:
            at = room.at
            seats = seating.bots_among(room.table, room.state.waiting) if room.state else []
            if not seats:
                await room.changed_since(at)
                continue
            try:
                await self._step(room, seats[0])
            except (StoreUnavailable, TooBusy) as trouble:
                log.warning("bot_waits", room=room.code, trouble=type(trouble).__name__)
                await asyncio.sleep(RETRY_SECONDS)

    async def _step(self, room: Room, seat: Seat) -> None:
        version, state = room.version, room.state
        turn = state.turns[seat]
        await asyncio.sleep(self._pause())
        bot = BOTS[room.table.places[seat].level or seating.STAND_IN]
        move = await asyncio.to_thread(bot, room.game, state, seat, self._chance)
        try:
            await room.submit(seat, turn, move, f"bot-{version}")
        except Illegal:
            # the table has moved on meanwhile: a person is back, or another process was faster
            if room.version == version:
                raise
