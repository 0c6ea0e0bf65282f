"""Groups sockets that show the same content into audiences, so that each update is drawn once for all of
them.

An audience lasts until the table's revision changes. Only such a change can affect what a browser may see, so
every visitor is looked up again before the next update. A browser that moves on to another audience is only
told what is new to it.
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
        region: str,
    ) -> None:
        self.lines: set[Listener] = set()
        self.pause, self.region = pause, region
        self._room, self._key, self._revision = live, key, live.revision
        self._marks, self._draw = marks, draw
        self._shown: object = object()  # the marks of what was drawn last
        self._newest: Message | None = None
        self._told: dict[Listener, Message] = {}  # by earlier audiences, as long as we have told nothing
        self._changes: dict[Message, Message | None] = {}  # to the newest from what earlier audiences told
        self._version = live.version  # the last version that was pushed
        self._drawing: asyncio.Task[None] | None = None
        self.is_over = False  # because drawing failed
        self.look()

    def join(self, line: Listener, told: Message | None) -> None:
        """Tell the listener what is new; they were told this by an earlier audience."""
        self.lines.add(line)
        if self._newest:
            self._tell(line, self._newest, told)
        elif told:
            self._told[line] = told

    def leave(self, line: Listener) -> Message | None:
        """Return what the listener has been told."""
        self.lines.discard(line)
        told = self._told.pop(line, None)
        if not self.lines:
            if self._drawing:
                self._drawing.cancel()
            _tellers.of(self._room).dismiss(self._key, self)
        return self._newest or told

    def look(self) -> None:
        """Begin to draw if anything has changed for this audience, unless it is being drawn already."""
        if self._drawing is None and self._may_draw() and self._has_changed():
            self._drawing = asyncio.create_task(self._show())

    def _may_draw(self) -> bool:
        return not self.is_over and self._room.revision == self._revision

    def _has_changed(self) -> bool:
        try:
            return self._marks() != self._shown
        except Exception:
            return True  # drawing fails as well, and says why

    async def _show(self) -> None:
        """Draw and push every change.

        If the table changes several times while one update is being drawn, only the newest state is pushed.
        """
        try:
            while self._may_draw() and (marks := self._marks()) != self._shown:
                self._shown = marks
                self._push(await self._draw())
                if self.pause:
                    await asyncio.sleep(self.pause * len(self.lines))
        except Exception as trouble:
            self._fail(trouble)
        finally:
            self._drawing = None

    def _push(self, message: Message) -> None:
        if not self._may_draw():
            return
        before, self._newest = self._newest, message
        self._changes.clear()
        if before is None:
            for line in self.lines:
                self._tell(line, message, self._told.pop(line, None))
        elif change := message.since(before):
            for line in self.lines:
                line.push(change)
        if self._version != self._room.version:
            self._version = self._room.version
            if self._room.arrived is not None:
                metrics.TOLD.observe(perf_counter() - self._room.arrived)

    def _tell(self, line: Listener, message: Message, told: Message | None) -> None:
        """Tell one listener, who was told something else than the others."""
        if told and told not in self._changes:
            self._changes[told] = message.since(told)
        if change := self._changes[told] if told else message:
            line.push(change)

    def _fail(self, trouble: Exception) -> None:
        self.is_over = True
        is_overload = isinstance(trouble, StoreUnavailable)  # expected, so a traceback wouldn't help
        log.error("broadcast_failed", table=self._room.code, exc_info=None if is_overload else trouble)
        for line in self.lines:
            line.hang_up()


class Teller:
    """Has all audiences of a table look at it whenever there is news."""

    def __init__(self, live: LiveTable) -> None:
        self.audiences: dict[Hashable, Audience] = {}
        self._room = live
        self._telling: asyncio.Task[None] | None = None

    def welcome(self, key: Hashable, audience: Audience) -> None:
        self.audiences[key] = audience
        if self._telling is None:
            self._telling = asyncio.create_task(self._tell())

    def dismiss(self, key: Hashable, audience: Audience) -> None:
        if self.audiences.get(key) is audience:
            del self.audiences[key]
        if not self.audiences and self._telling:
            self._telling.cancel()
            self._telling = None

    async def _tell(self) -> None:
        while True:
            news = self._room.news
            for audience in sorted(self.audiences.values(), key=lambda each: each.pause):  # urgent ones first
                audience.look()
            await self._room.news_since(news)


_tellers: Slot[Teller] = Slot(Teller)


def gathered(
    live: LiveTable,
    who: Hashable,
    marks: Callable[[], object],
    draw: Callable[[], Awaitable[Message]],
    pause: float = 0,
    region: str = "table",
) -> Audience:
    """Return the table's audience for sockets that show the same content; `who` distinguishes its audiences.

    Nothing is redrawn while the marks stay the same. The pause is in seconds per listener, so a larger crowd
    gets updates that aren't urgent less often.
    """
    teller, key = _tellers.of(live), (who, live.revision)
    found = teller.audiences.get(key)
    if found is None or found.is_over:
        found = Audience(live, key, marks, draw, pause, region)
        teller.welcome(key, found)
    return found


@contextmanager
def among(line: Listener, *audiences: Audience, told: dict[str, Message] | None = None) -> Iterator[None]:
    """Send a listener these audiences' newest updates, and all later ones while the context is open. What
    they have been told, by region, is kept in `told`, for their next audiences."""
    known = {} if told is None else told
    for audience in audiences:
        audience.join(line, known.get(audience.region))
    try:
        yield
    finally:
        known.clear()
        for audience in audiences:
            if last := audience.leave(line):
                known[audience.region] = last
