"""The bus for several servers that share a database."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from app.live.bus.courier import PRESENCE, Away, Courier, Notice, Outbox
from app.live.bus.exchange import Exchange
from app.live.live_table import LiveTable
from app.live.live_tables import LiveTables
from app.storage.database import StoreUnavailable
from app.storage.group_commit import Announce
from app.storage.store import Position

COMPARE_SECONDS = 30.0
RECONNECT_SECONDS = 1.0

log = structlog.get_logger()


class SeveralServers:
    def __init__(self, courier: Courier, compare_seconds: float = COMPARE_SECONDS) -> None:
        self._courier = courier
        self._compare_seconds = compare_seconds
        self._outbox = Outbox()
        self._tasks: set[asyncio.Task[None]] = set()
        self._trouble = ""
        self.listens = False  # whether notices from other servers are currently arriving

    @property
    def announce(self) -> Announce | None:
        """The callback that writers call after a commit; None if the commit itself sends the notice."""
        return None if self._courier.knows_commits else self._outbox.announce

    def start(self, live_tables: LiveTables) -> None:
        self._rooms, self._rollcall = live_tables, Exchange(live_tables)
        self._outbox.open()
        for doing in (self._listen, self._send, self._compare_now_and_then, self._call_the_roll):
            self._tasks.add(asyncio.create_task(self._again_and_again(doing)))

    async def stop(self) -> None:
        while self._tasks:  # a busy client may swallow the first cancellation
            for task in self._tasks:
                task.cancel()
            _, self._tasks = await asyncio.wait(self._tasks, timeout=0.1)

    async def catch_up(self, live: LiveTable) -> None:
        """Reload a table that another server has just changed, without waiting for the notice."""
        if await live.store.changed({live.id: live.at}):
            await live.refresh()

    async def _again_and_again(self, doing: Callable[[], Awaitable[None]]) -> None:
        """Restart a task after every outage. Tables here keep working; a long outage is logged only once."""
        while True:
            try:
                await doing()
            except (Away, StoreUnavailable) as trouble:
                if not self._trouble:
                    log.warning("bus_interrupted", courier=self._courier.address, trouble=str(trouble))
                self._trouble = str(trouble)
            except Exception:
                log.exception("bus_failed", courier=self._courier.address)
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _listen(self) -> None:
        async with self._courier.hearing() as notices:
            await self._rooms.compare()  # catch up on changes from before we subscribed
            if self._trouble:
                log.warning("bus_restored", courier=self._courier.address)
                self._trouble = ""
            self.listens = True
            try:
                async for notice in notices:
                    await self._hear(notice)
            finally:
                self.listens = False

    async def _hear(self, notice: Notice) -> None:
        if notice.channel == PRESENCE:
            self._rollcall.heard(notice.text)
        else:
            room_id, *at = map(int, notice.text.split(":"))
            await self._rooms.heard(room_id, Position._make(at))

    async def _send(self) -> None:
        async with self._courier.sending() as send:
            while True:
                await self._outbox.send(send)

    async def _compare_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(self._compare_seconds)
            await self._rooms.compare()

    async def _call_the_roll(self) -> None:
        await self._rollcall.run(lambda room_id, text: self._outbox.put(PRESENCE, room_id, text))
