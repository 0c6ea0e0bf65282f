"""The live tables of this process: at most one for each code, kept warm for a while."""

import asyncio
import time
import zlib
from collections.abc import Callable
from weakref import WeakValueDictionary

from app.engine import wire
from app.engine.core import Illegal
from app.live.live_table import LiveTable, Unreadable, log
from app.storage.store import Position, Store

WARM_SECONDS = 180.0


class LiveTables:
    """The rooms in use.

    A room is here for as long as anybody has it: a page that is open, a bot that plays, a request that waits
    for the lock. So there is never a second one beside it. For some minutes after it was asked for it is kept
    warm besides.
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
        self._notice = notice  # is told of every change of any room, and of rooms that are new here
        self._rooms: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        self._warm: dict[LiveTable, asyncio.TimerHandle] = {}
        self._warm_seconds = warm_seconds
        self._unreadable: set[str] = set()  # of these the log has been told

    async def get(self, code: str) -> LiveTable | None:
        """The room with this code, read from the database if it isn't here; Unreadable, if it can't be."""
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
        """The same for a list of several: one that can't be read keeps nobody from the others."""
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
        """Somebody says that this room has come so far; if it is one of ours and behind, it is read again."""
        live = self.known(room_id)
        if live and live.at != at:
            await live.refresh()

    def known(self, room_id: int) -> LiveTable | None:
        """The room with this number, if it is here."""
        return next((live for live in self.here() if live.id == room_id), None)

    def here(self) -> list[LiveTable]:
        """All rooms that are here just now."""
        return [*self._rooms.values()]

    async def compare(self) -> None:
        """Read again whichever of our rooms has moved on without our hearing of it."""
        ours = {live.id: live for live in self._rooms.values()}
        for id in await self.store.changed({id: live.at for id, live in ours.items()}):
            await ours[id].refresh()
