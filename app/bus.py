"""How the servers on one database tell each other "room R is at version V", and who is there.

A notice only says that there is something to read. So a lost one costs time and never truth: after a gap, and
every half minute, the versions of the rooms that are watched here are compared with the database.
"""

import asyncio
from collections.abc import AsyncIterator

import structlog
from sqlalchemy import URL

from app import db, rollcall
from app.db import StoreUnavailable
from app.rollcall import RollCall
from app.rooms import Room, Rooms
from app.store import Position
from app.writes import CHANNEL

COMPARE_SECONDS = 30.0
RECONNECT_SECONDS = 1.0

log = structlog.get_logger()


class LocalBus:
    """One server alone: its own rooms know everything first."""

    listens = True

    def start(self) -> None:
        pass

    async def stop(self) -> None:
        pass

    async def catch_up(self, room: Room) -> None:
        pass


class PostgresBus:
    """Listens to what the writers of all servers notify."""

    def __init__(self, url: URL, rooms: Rooms) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._rooms = rooms
        self._rollcall = RollCall(url, rooms)
        self._tasks: list[asyncio.Task[None]] = []
        self.listens = False  # whether news of other servers would be heard just now

    def start(self) -> None:
        always = (self._listen(), self._compare_now_and_then(), self._rollcall.run())
        self._tasks = [asyncio.create_task(each) for each in always]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def catch_up(self, room: Room) -> None:
        """What somebody has just done at another server they must find done here, before its notice comes."""
        if await self._rooms.store.changed({room.id: room.at}):
            await room.refresh()

    async def _listen(self) -> None:
        import psycopg  # only who plays on Postgres has it

        while True:
            try:
                async for room_id, at in self._notices():
                    await self._rooms.heard(room_id, at)
            except (psycopg.OperationalError, StoreUnavailable) as trouble:
                log.warning("bus_interrupted", trouble=type(trouble).__name__)
            finally:
                self.listens = False
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _notices(self) -> AsyncIterator[tuple[int, Position]]:
        """What is told, after a look at what was missed before somebody listened."""
        import psycopg

        async with await psycopg.AsyncConnection.connect(self._address, autocommit=True) as connection:
            for channel in (CHANNEL, rollcall.CHANNEL):
                await connection.execute(f"LISTEN {channel}".encode())
            await self._rooms.compare()
            self.listens = True
            async for notice in connection.notifies():
                if notice.channel == rollcall.CHANNEL:
                    self._rollcall.heard(notice.payload)
                    continue
                room_id, *at = map(int, notice.payload.split(":"))
                yield room_id, Position._make(at)

    async def _compare_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(COMPARE_SECONDS)
            try:
                await self._rooms.compare()
            except StoreUnavailable as trouble:
                log.warning("bus_cannot_compare", trouble=type(trouble).__name__)


def bus(url: URL, rooms: Rooms) -> LocalBus | PostgresBus:
    return PostgresBus(url, rooms) if db.is_postgres(url) else LocalBus()
