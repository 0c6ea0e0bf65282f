"""Temporary bans of addresses. They are stored in the database, so all servers that share it enforce
them."""

import asyncio
import time
from collections.abc import Callable

import structlog

from app.engine.core import Illegal
from app.net.addresses import household, is_address, is_loopback
from app.net.close_codes import SHUT
from app.net.open_sockets import OpenSockets
from app.storage.database import StoreUnavailable
from app.storage.schema import Ban
from app.storage.store import Store

LOOK_SECONDS = 2.0  # how often to check for bans made on other servers

log = structlog.get_logger()


class Bans:
    def __init__(
        self, store: Store, open_sockets: OpenSockets, clock: Callable[[], float] = time.time
    ) -> None:
        self._store = store
        self._open_sockets = open_sockets
        self._clock = clock
        self._until: dict[str, float] = {}
        self._keeping_up: asyncio.Task[None] | None = None

    def until(self, address: str) -> float | None:
        """When the address's ban ends; None if it isn't banned."""
        ends = self._until.get(address)
        return ends if ends is not None and self._clock() < ends else None

    async def all(self) -> list[Ban]:
        """Return the bans in force, in the order in which they end."""
        return await self._store.bans(self._clock())

    async def ban(self, typed: str, seconds: float, asker: str) -> None:
        """Ban an address, and disconnect everyone who is using it."""
        host = typed.strip()
        address = household(host)
        if not is_address(host):
            raise Illegal("no_address")
        if is_loopback(host) or is_loopback(address) or address == asker:
            raise Illegal("own_address")
        await self._store.ban(address, self._clock() + seconds)
        await self.refresh()

    async def lift(self, address: str) -> None:
        await self._store.lift_ban(address)
        await self.refresh()

    async def refresh(self) -> None:
        self._until = {ban.address: ban.until for ban in await self.all()}
        for address in self._until:
            self._open_sockets.close(address, SHUT)

    # -- bans from other servers -----------------------------------------------------------------------------

    async def start(self) -> None:
        await self.refresh()
        if self._store.is_shared:
            self._keeping_up = asyncio.create_task(self._keep_up())

    async def stop(self) -> None:
        if self._keeping_up:
            self._keeping_up.cancel()
            await asyncio.wait([self._keeping_up])

    async def _keep_up(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.refresh()
            except StoreUnavailable as trouble:
                log.warning("bans_not_loaded", trouble=type(trouble).__name__)
