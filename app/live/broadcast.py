"""Groups sockets that show the same content into audiences, so that one task draws each update for all of
them.

An audience lasts until the table's revision changes. Only such a change can affect what a browser may see, so
every visitor is looked up again before the next update.
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterator
from contextlib import contextmanager
from time import perf_counter

import structlog

from app import metrics
from app.live.live_table import LiveTable, Slot
from app.net.websocket_connection import Listener, Message
from app.storage.database import StoreUnavailable

log = structlog.get_logger()


class Audience:
    def __init__(
        self,
        live: LiveTable,
        key: Hashable,
        marks: Callable[[], object],
        draw: Callable[[], Awaitable[Message]],
        pause: float,
    ) -> None:
        self.lines: set[Listener] = set()
        self._room, self._key = live, key
        self._marks, self._draw, self._pause = marks, draw, pause
        self._newest: Message | None = None
        self._version = live.version  # the last version that was pushed
        self._telling = asyncio.create_task(self._tell(live.revision))
        self._telling.add_done_callback(self._ended)

    def join(self, line: Listener) -> None:
        self.lines.add(line)
        if self._newest:
            line.push(self._newest.whole)

    def leave(self, line: Listener) -> None:
        self.lines.discard(line)
        if not self.lines:
            self._telling.cancel()
            here = _audiences.of(self._room)
            if here.get(self._key) is self:
                del here[self._key]

    @property
    def is_over(self) -> bool:
        return self._telling.done()

    async def _tell(self, revision: int) -> None:
        """Draw and push every change.

        If the table changes several times while one update is being drawn, only the newest state is pushed.
        """
        live, shown = self._room, object()
        while live.revision == revision:
            news, marks = live.news, self._marks()
            if marks != shown:
                shown = marks
                self._push(await self._draw(), revision)
                if self._pause:
                    await asyncio.sleep(self._pause * len(self.lines))
            await live.news_since(news)

    def _push(self, message: Message, revision: int) -> None:
        if self._room.revision != revision or (self._newest and self._newest.text == message.text):
            return
        self._newest = message
        for line in self.lines:
            line.push(message)
        if self._version != self._room.version:
            self._version = self._room.version
            if self._room.arrived is not None:
                metrics.TOLD.observe(perf_counter() - self._room.arrived)

    def _ended(self, telling: asyncio.Task[None]) -> None:
        if not telling.cancelled() and (trouble := telling.exception()):
            is_overload = isinstance(trouble, StoreUnavailable)  # expected, so a traceback wouldn't help
            log.error("broadcast_failed", table=self._room.code, exc_info=None if is_overload else trouble)
            for line in self.lines:
                line.hang_up()


_audiences: Slot[dict[Hashable, Audience]] = Slot(lambda live: {})


def gathered(
    live: LiveTable,
    who: Hashable,
    marks: Callable[[], object],
    draw: Callable[[], Awaitable[Message]],
    pause: float = 0,
) -> Audience:
    """Return the table's audience for sockets that show the same content; `who` distinguishes its audiences.

    Nothing is redrawn while the marks stay the same. The pause is in seconds per listener, so a larger crowd
    gets updates that aren't urgent less often.
    """
    here = _audiences.of(live)
    key = (who, live.revision)
    found = here.get(key)
    if found is None or found.is_over:
        found = here[key] = Audience(live, key, marks, draw, pause)
    return found


@contextmanager
def among(line: Listener, *audiences: Audience) -> Iterator[None]:
    """Send a listener these audiences' newest updates, and all later ones while the context is open."""
    for audience in audiences:
        audience.join(line)
    try:
        yield
    finally:
        for audience in audiences:
            audience.leave(line)
