"""Lets servers on one database share who is at their tables, who was nudged or sent a reaction, and which
replay is being shown.

None of this is stored. A lost notice does no harm, because it is repeated a little later.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple
from weakref import WeakKeyDictionary

from app.engine import wire
from app.live.attendance import presence_marks
from app.live.live_table import LiveTable
from app.live.live_tables import LiveTables
from app.live.reactions import Sent
from app.live.replay.showing import Showing, screen

LOOK_SECONDS = 1.0
AGAIN_SECONDS = 15.0

Pages = tuple[tuple[str, int], ...]
Nudges = tuple[tuple[str, int, int], ...]


class Says(NamedTuple):
    """The facts about one table that a server knows first-hand."""

    pages: Pages = ()  # who has how many pages open
    nudges: Nudges = ()  # who was nudged for which decision, and how often
    reactions: tuple[Sent, ...] = ()
    showing: Showing = Showing()


class Call(NamedTuple):
    """A server's message about one table."""

    server: str
    table: int
    says: Says


class Exchange:
    """Sends what this server knows about its tables, and records what the others send."""

    def __init__(self, live_tables: LiveTables) -> None:
        self._rooms = live_tables
        self._server = secrets.token_hex(4)
        self._said: WeakKeyDictionary[LiveTable, tuple[Says, float]] = WeakKeyDictionary()
        self._seen: WeakKeyDictionary[LiveTable, object] = WeakKeyDictionary()

    async def run(self, tell: Callable[[int, str], None]) -> None:
        """Until cancelled, send messages about tables; `tell` gets each table's number and the message."""
        while True:
            for call in self._news():
                tell(call.table, wire.dumps(call))
            self._notice_silence()
            await asyncio.sleep(LOOK_SECONDS)

    def _news(self) -> Iterator[Call]:
        """Yield messages about tables that have changed here, and from time to time about those that
        haven't."""
        for live in self._rooms.here():
            says = Says(
                live.presence.here, live.presence.nudges, live.reactions.of_here, screen.of(live).said
            )
            now = time.monotonic()
            said, at = self._said.get(live, (Says(), now))
            is_known = says.pages or says.showing.step
            if says != said or (is_known and now - at > AGAIN_SECONDS):
                self._said[live] = says, now
                yield Call(self._server, live.id, says)

    def _notice_silence(self) -> None:
        """Notify tables whose presence has changed merely because time has passed, for example when a server
        falls silent."""
        for live in self._rooms.here():
            marks = presence_marks(live)
            if self._seen.get(live) != marks:
                self._seen[live] = marks
                live.tell()

    def heard(self, text: str) -> None:
        """Record another server's message about a table, if that table is in memory here too."""
        call = wire.loads(Call, text)
        live = self._rooms.known(call.table)
        if call.server == self._server or live is None:
            return
        live.presence.told(call.server, dict(call.says.pages))
        for nudge in call.says.nudges:
            live.presence.told_of_nudge(*nudge)
        screen.of(live).show(call.says.showing)
        if live.reactions.told(call.server, call.says.reactions):
            live.tell_of_reaction()
        else:
            live.tell()
