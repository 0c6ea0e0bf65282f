"""Those who see the same are told together: what has changed is drawn once for all of them, by one task.

An audience lasts as long as nobody comes to the table or goes: whatever a browser may see can change only
then, so everybody is looked at anew before more is told.
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterator
from contextlib import contextmanager
from weakref import WeakKeyDictionary

import structlog

from app.rooms import Room
from app.sockets import Line, Message

log = structlog.get_logger()


class Audience:
    def __init__(
        self, room: Room, marks: Callable[[], object], draw: Callable[[], Awaitable[Message]]
    ) -> None:
        self.lines: set[Line] = set()
        self._room, self._marks, self._draw = room, marks, draw
        self._newest: Message | None = None
        self._telling = asyncio.create_task(self._tell(room.revision))
        self._telling.add_done_callback(self._ended)

    def join(self, line: Line) -> None:
        self.lines.add(line)
        if self._newest:
            line.push(self._newest)

    def leave(self, line: Line) -> None:
        self.lines.discard(line)
        if not self.lines:
            self._telling.cancel()

    @property
    def is_over(self) -> bool:
        return self._telling.done()

    async def _tell(self, revision: int) -> None:
        """While it is drawn the room may move on several times: of those only the newest is told."""
        room, shown = self._room, object()
        while room.revision == revision:
            news, marks = room.news, self._marks()
            if marks != shown:
                shown = marks
                self._push(await self._draw(), revision)
            await room.news_since(news)

    def _push(self, message: Message, revision: int) -> None:
        if self._room.revision != revision or (self._newest and self._newest.text == message.text):
            return
        self._newest = message
        for line in self.lines:
            line.push(message)

    def _ended(self, telling: asyncio.Task[None]) -> None:
        if not telling.cancelled() and (trouble := telling.exception()):
            log.error("audience_lost", room=self._room.code, exc_info=trouble)
            for line in self.lines:
                line.hang_up()


_audiences: WeakKeyDictionary[Room, dict[Hashable, Audience]] = WeakKeyDictionary()


@contextmanager
def joined(
    line: Line,
    room: Room,
    who: Hashable,
    marks: Callable[[], object],
    draw: Callable[[], Awaitable[Message]],
) -> Iterator[None]:
    """Among those of this room who see the same: told the newest now, and whatever comes meanwhile.

    `who` tells the audiences of a room apart. While the marks stay the same there is nothing to draw anew.
    """
    here = _audiences.setdefault(room, {})
    key = (who, room.revision)
    audience = here.get(key)
    if audience is None or audience.is_over:
        audience = here[key] = Audience(room, marks, draw)
    audience.join(line)
    try:
        yield
    finally:
        audience.leave(line)
        if not audience.lines and here.get(key) is audience:
            del here[key]
