"""Several servers on one database tell each other who is at their tables, and who was nudged.

Nothing of it is stored, and a notice that is lost is said again a little later.
"""

import asyncio
import secrets
import time
from collections.abc import Iterator
from typing import NamedTuple
from weakref import WeakKeyDictionary

import structlog
from sqlalchemy import URL

from app import wire
from app.rooms import Room, Rooms

CHANNEL = "housewarming_presence"
LOOK_SECONDS = 1.0
AGAIN_SECONDS = 15.0

log = structlog.get_logger()
Pages = tuple[tuple[str, int], ...]
Nudges = tuple[tuple[str, int, int], ...]


class Notice(NamedTuple):
    server: str
    room: int
    pages: Pages  # who has how many open there
    nudges: Nudges  # who was nudged, at which decision, how often


class RollCall:
    """What this server tells of its rooms, and hears of the others'."""

    def __init__(self, url: URL, rooms: Rooms) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._rooms = rooms
        self._server = secrets.token_hex(4)
        self._said: WeakKeyDictionary[Room, tuple[tuple[Pages, Nudges], float]] = WeakKeyDictionary()
        self._seen: WeakKeyDictionary[Room, object] = WeakKeyDictionary()

    async def run(self) -> None:
        import psycopg  # only who plays on Postgres has it

        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._address, autocommit=True) as conn:
                    while True:
                        for notice in self._news():
                            await conn.execute("SELECT pg_notify(%s, %s)", (CHANNEL, notice))
                        self._notice_silence()
                        await asyncio.sleep(LOOK_SECONDS)
            except psycopg.OperationalError as trouble:
                log.warning("rollcall_interrupted", trouble=type(trouble).__name__)
            await asyncio.sleep(LOOK_SECONDS)

    def _news(self) -> Iterator[str]:
        """What has changed here, and now and then what has not."""
        for room in self._rooms.here():
            now, says = time.monotonic(), (room.presence.here, room.presence.nudges)
            said, at = self._said.get(room, (((), ()), now))
            if says != said or (says[0] and now - at > AGAIN_SECONDS):
                self._said[room] = says, now
                yield wire.dumps(Notice(self._server, room.id, *says))

    def _notice_silence(self) -> None:
        """Where a server says nothing any more, those who were there are away after a while."""
        for room in self._rooms.here():
            marks = room.presence.marks
            if self._seen.get(room) != marks:
                self._seen[room] = marks
                room.tell()

    def heard(self, payload: str) -> None:
        """Another server says who is at a table; if the table is one of ours too, we know."""
        notice = wire.loads(Notice, payload)
        room = self._rooms.known(notice.room)
        if notice.server == self._server or room is None:
            return
        room.presence.told(notice.server, dict(notice.pages))
        for nudge in notice.nudges:
            room.presence.told_of_nudge(*nudge)
        room.tell()
