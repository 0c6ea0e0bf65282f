"""The interface for carrying notices from server to server, and the queue of notices still to be sent."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from typing import NamedTuple, Protocol

from app.storage.writes import CHANNEL

ROOMS = CHANNEL  # "room:version:revision:said"
PRESENCE = "housewarming_presence"
CHANNELS = (ROOMS, PRESENCE)


class Away(Exception):
    """The other side can't be reached right now; the caller retries."""


class Notice(NamedTuple):
    channel: str
    text: str


Send = Callable[[Sequence[Notice]], Awaitable[None]]


class Courier(Protocol):
    """Carries notices to all servers, including the sender's own.

    Notices may get lost, so a server compares its tables with the database after reconnecting. Every method
    may raise Away.
    """

    address: str  # for the log, without a password
    knows_commits: bool  # whether each commit sends a notice of its change automatically

    def hearing(self) -> AbstractAsyncContextManager[AsyncIterator[Notice]]:
        """Receive every notice that is sent while the context is open."""

    def sending(self) -> AbstractAsyncContextManager[Send]:
        """Provide a function that sends notices while the context is open."""


class Outbox:
    """The notices still to be sent. Only the newest for each table is kept, which limits their number."""

    def __init__(self) -> None:
        self._notices: dict[tuple[str, str], Notice] = {}
        self._some = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def open(self) -> None:
        """Start accepting notices from other threads, on this event loop."""
        self._loop = asyncio.get_running_loop()

    def announce(self, texts: Sequence[str]) -> None:
        """Queue these notices of changed tables. May be called from any thread."""
        notices = {(ROOMS, text.partition(":")[0]): Notice(ROOMS, text) for text in texts}
        if self._loop:
            with suppress(RuntimeError):  # the loop is closed; the other servers will compare
                self._loop.call_soon_threadsafe(self._put, notices)

    def put(self, channel: str, room_id: int, text: str) -> None:
        self._put({(channel, str(room_id)): Notice(channel, text)})

    def _put(self, notices: dict[tuple[str, str], Notice]) -> None:
        self._notices |= notices
        self._some.set()

    async def send(self, send: Send) -> None:
        """Wait until there is something to send, then send it all. If a notice doesn't get through, it stays
        queued."""
        await self._some.wait()
        self._some.clear()
        notices, self._notices = self._notices, {}
        try:
            await send([*notices.values()])
        except BaseException:
            self._put({**notices, **self._notices})
            raise
