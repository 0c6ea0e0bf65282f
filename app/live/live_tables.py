"""This process's live tables: at most one for each code, cached for a while."""

import asyncio
import time
import zlib
from collections.abc import Callable
from typing import Protocol
from weakref import WeakValueDictionary

from app.engine import wire
from app.engine.core import Illegal
from app.live.live_table import LiveTable, Unreadable, log
from app.storage.group_commit import Announce
from app.storage.store import Position, Store

WARM_SECONDS = 180.0


class LiveTables:
    """The tables in memory.

    A table stays here as long as anything refers to it: an open page, a bot that is playing, a request
    waiting for the lock. So there is never a second copy. It also stays for some minutes after it was last
    requested.
    """

    def __init__(
        self,
        store: Store,
        notice: Callable[[LiveTable], None] = lambda live: None,
        warm_seconds: float = WARM_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store = store
        self._clock = clock
        self._notice = notice  # called whenever a table is loaded or changes
        self._rooms: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        self._warm: dict[LiveTable, asyncio.TimerHandle] = {}
        self._warm_seconds = warm_seconds
        self._unreadable: set[str] = set()  # already logged

    async def get(self, code: str) -> LiveTable | None:
        """Return the table with this code from memory or the database, or None if there isn't one; may raise
        Unreadable."""
        live = self._rooms.get(code)
        if live is None:
            loaded = await self._loaded(code)
            if loaded is None:
                return None
            live = self._rooms.setdefault(code, loaded)
            self._notice(live)
        self._keep_warm(live)
        return live

    async def _loaded(self, code: str) -> LiveTable | None:
        try:
            row = await self.store.find(code)
            if row is None:
                return None
            return LiveTable(self.store, *await self.store.load(row.id), self._notice, self._clock)
        except (Illegal, wire.WireError, zlib.error) as damage:
            if code not in self._unreadable:
                self._unreadable.add(code)
                log.error("table_unreadable", table=code, reason=str(damage))
            raise Unreadable from None

    async def readable(self, code: str) -> LiveTable | None:
        """Like `get`, but None if the table is unreadable: one damaged table mustn't break a whole list."""
        try:
            return await self.get(code)
        except Unreadable:
            return None

    def _keep_warm(self, live: LiveTable) -> None:
        if cooling := self._warm.get(live):
            cooling.cancel()
        loop = asyncio.get_running_loop()
        self._warm[live] = loop.call_later(self._warm_seconds, self._warm.pop, live)

    async def heard(self, room_id: int, at: Position) -> None:
        """Reload the table if it is in memory and not at the reported position."""
        live = self.known(room_id)
        if live and live.at != at:
            await live.refresh()

    def known(self, room_id: int) -> LiveTable | None:
        """The table with this room id, if it is in memory."""
        return next((live for live in self.here() if live.id == room_id), None)

    def here(self) -> list[LiveTable]:
        """All tables currently in memory."""
        return [*self._rooms.values()]

    async def compare(self) -> None:
        """Reload every table that changed without a notice reaching us."""
        ours = {live.id: live for live in self._rooms.values()}
        for id in await self.store.changed({id: live.at for id, live in ours.items()}):
            await ours[id].refresh()


class Bus(Protocol):
    """Keeps live tables up to date with what other servers on the same database do."""

    @property
    def announce(self) -> Announce | None:
        """The callback that the writer calls after a commit; None if nobody needs it."""

    @property
    def listens(self) -> bool:
        """Whether notices from other servers are currently arriving."""

    def start(self, live_tables: LiveTables) -> None: ...

    async def stop(self) -> None: ...

    async def catch_up(self, live: LiveTable) -> None:
        """Reload the table if another server has already changed it."""
