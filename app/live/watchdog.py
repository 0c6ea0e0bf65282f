"""Notices tables where the server should have moved but, for whatever reason, hasn't."""

import asyncio
from collections.abc import Callable

import structlog

from app import metrics
from app.live.live_table import LiveTable

LOOK_SECONDS = 30.0  # longer than any bot's thinking pause
MOST_NAMED = 10

log = structlog.get_logger()


class Watchdog:
    """Looks at all tables at regular intervals. A table is stuck if the same move is late twice in a row."""

    def __init__(
        self,
        here: Callable[[], list[LiveTable]],
        is_late: Callable[[LiveTable], bool],
        wake: Callable[[LiveTable], None],
    ) -> None:
        self._here, self._is_late, self._wake = here, is_late, wake
        self._late: set[tuple[str, int]] = set()  # tables and their versions
        self._stuck: set[tuple[str, int]] = set()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._keep_looking(), name="watchdog")

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.look()

    def look(self) -> None:
        """Count the stuck tables, log those that have just got stuck, and wake the bots again."""
        late = [live for live in self._here() if self._is_late(live)]
        before, self._late = self._late, {(live.code, live.version) for live in late}
        known, self._stuck = self._stuck, self._late & before
        metrics.STUCK.set(len(self._stuck))
        if new := sorted(code for code, _ in self._stuck - known):
            log.error("tables_stuck", tables=new[:MOST_NAMED], count=len(new))
        for live in late:
            self._wake(live)
