"""Who carries notices from server to server, and what waits to be carried."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from typing import NamedTuple, Protocol

from app.storage.writes import CHANNEL

ROOMS = CHANNEL  # "room:version:revision:said"
PRESENCE = "housewarming_presence"
CHANNELS = (ROOMS, PRESENCE)


class Away(Exception):
    """Nothing can be carried just now; it is tried again."""


class Notice(NamedTuple):
    channel: str
    text: str


Send = Callable[[Sequence[Notice]], Awaitable[None]]


class Courier(Protocol):
    """Carries notices to all servers, the sender's own included. Some may get lost: whoever hears again looks
    for what was missed. All that it does may raise Away."""

    address: str  # for the operator: without a password
    knows_commits: bool  # whether it tells of every change of a room by itself, once that is committed

    def hearing(self) -> AbstractAsyncContextManager[AsyncIterator[Notice]]:
        """Inside, every notice is heard from the beginning on."""

    def sending(self) -> AbstractAsyncContextManager[Send]:
        """Inside, notices can be sent."""


class Outbox:
    """What is still to be told: of each room the newest, so it never grows beyond the rooms there are."""

    def __init__(self) -> None:
        self._notices: dict[tuple[str, str], Notice] = {}
        self._some = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def open(self) -> None:
        """From now on it is emptied, by this loop."""
        self._loop = asyncio.get_running_loop()

    def announce(self, texts: Sequence[str]) -> None:
        """These rooms have moved on. May be called by any thread."""
        notices = {(ROOMS, text.partition(":")[0]): Notice(ROOMS, text) for text in texts}
        if self._loop:
            with suppress(RuntimeError):  # it is closed, and others will look for themselves
                self._loop.call_soon_threadsafe(self._put, notices)

    def put(self, channel: str, room_id: int, text: str) -> None:
        self._put({(channel, str(room_id)): Notice(channel, text)})

    def _put(self, notices: dict[tuple[str, str], Notice]) -> None:
        self._notices |= notices
        self._some.set()

    async def send(self, send: Send) -> None:
        """All that there is, as soon as there is something. What does not get through stays."""
        await self._some.wait()
        self._some.clear()
        notices, self._notices = self._notices, {}
        try:
            await send([*notices.values()])
        except BaseException:
            self._put({**notices, **self._notices})
            raise
