"""Several servers on one database tell each other who is at their tables, who was nudged, and who
sent a reaction.

Nothing of it is stored, and a notice that is lost is said again a little later.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple
from weakref import WeakKeyDictionary

from app.engine import wire
from app.live.live_table import Room
from app.live.live_tables import Rooms
from app.live.reactions import Sent

LOOK_SECONDS = 1.0
AGAIN_SECONDS = 15.0

Pages = tuple[tuple[str, int], ...]
Nudges = tuple[tuple[str, int, int], ...]


class Says(NamedTuple):
    """What a server knows of one room by itself."""

    pages: Pages = ()  # who has how many open there
    nudges: Nudges = ()  # who was nudged, at which decision, how often
    reactions: tuple[Sent, ...] = ()


class Call(NamedTuple):
    """What a server says of one room."""

    server: str
    room: int
    says: Says


class RollCall:
    """What this server tells of its rooms, and hears of the others'."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._server = secrets.token_hex(4)
        self._said: WeakKeyDictionary[Room, tuple[Says, float]] = WeakKeyDictionary()
        self._seen: WeakKeyDictionary[Room, object] = WeakKeyDictionary()

    async def run(self, tell: Callable[[int, str], None]) -> None:
        """Tells of rooms, by their number, for as long as it is not stopped."""
        while True:
            for call in self._news():
                tell(call.room, wire.dumps(call))
            self._notice_silence()
            await asyncio.sleep(LOOK_SECONDS)

    def _news(self) -> Iterator[Call]:
        """What has changed here, and now and then what has not."""
        for room in self._rooms.here():
            says = Says(room.presence.here, room.presence.nudges, room.reactions.of_here)
            now = time.monotonic()
            said, at = self._said.get(room, (Says(), now))
            if says != said or (says.pages and now - at > AGAIN_SECONDS):
                self._said[room] = says, now
                yield Call(self._server, room.id, says)

    def _notice_silence(self) -> None:
        """Where a server says nothing any more, those who were there are away after a while."""
        for room in self._rooms.here():
            marks = room.presence.marks
            if self._seen.get(room) != marks:
                self._seen[room] = marks
                room.tell()

    def heard(self, text: str) -> None:
        """Another server says who is at a table; if the table is one of ours too, we know."""
        call = wire.loads(Call, text)
        room = self._rooms.known(call.room)
        if call.server == self._server or room is None:
            return
        room.presence.told(call.server, dict(call.says.pages))
        for nudge in call.says.nudges:
            room.presence.told_of_nudge(*nudge)
        if room.reactions.told(call.server, call.says.reactions):
            room.tell_of_reaction()
        else:
            room.tell()
