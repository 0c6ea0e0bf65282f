"""Removes stale lobbies and, if the operator wants, old finished tables.

A table is finished if its game was played to the end or abandoned, or if the operator closed it. By default,
finished tables are kept for ever. A lobby is removed when nothing has changed in it for weeks. An unfinished
game is never removed, because people may come back to it after the summer.
"""

import asyncio
import time
from collections.abc import Callable, Sequence

import structlog

from app.storage.database import StoreUnavailable
from app.storage.store import Store
from app.table.seating import ABANDONED, CLOSED

DAY = 24 * 60 * 60
ROOMS_AT_ONCE = 5  # per transaction; a move has to wait for at most one of them

log = structlog.get_logger()


class Retention:
    """Looks for old tables at startup, and then once a day."""

    def __init__(
        self,
        store: Store,
        keep_days: int | None,
        keep_lobbies_days: int,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._store, self._clock = store, clock
        self._keep_days, self._keep_lobbies_days = keep_days, keep_lobbies_days
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._every_day(), name="retention")

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _every_day(self) -> None:
        while True:
            try:
                await self.look()
            except StoreUnavailable as trouble:
                log.warning("retention_failed", trouble=type(trouble).__name__)
            await asyncio.sleep(DAY)

    async def look(self) -> None:
        """Remove tables that have been kept long enough."""
        now = self._clock()
        if removed := await forget_lobbies(self._store, now - self._keep_lobbies_days * DAY):
            log.info("lobbies_removed", tables=removed)
        if self._keep_days is None:
            return
        if removed := await forget_finished(self._store, now - self._keep_days * DAY):
            log.info("finished_tables_removed", tables=removed)


async def forget_finished(store: Store, before: float) -> int:
    """Remove the finished tables that haven't changed since `before`, a few at a time. Return how many were
    removed."""
    return await _forget(store, await store.finished(before, (ABANDONED, CLOSED)), before)


async def forget_lobbies(store: Store, before: float) -> int:
    """Remove the tables whose game never began, in the same way."""
    return await _forget(store, await store.lobbies(before), before)


async def _forget(store: Store, found: Sequence[int], before: float) -> int:
    removed = 0
    for first in range(0, len(found), ROOMS_AT_ONCE):
        removed += await store.forget(found[first : first + ROOMS_AT_ONCE], before)
    return removed
