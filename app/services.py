"""What a running server works with, made once at its start and closed at its end."""

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from app.auth import Secret
from app.bus import LocalBus, PostgresBus
from app.house_bots import HouseBots
from app.limits import Limits
from app.rooms import Rooms
from app.settings import Settings
from app.store import Store


@dataclass(frozen=True, slots=True)
class Services:
    settings: Settings
    store: Store
    rooms: Rooms
    bots: HouseBots
    limits: Limits
    secret: Secret
    bus: LocalBus | PostgresBus

    def base_url(self, request: HTTPConnection) -> str:
        """How the asker reaches this server."""
        return self.settings.base_url or f"{request.url.scheme}://{request.url.netloc}"

    async def resume(self) -> None:
        """After a start: news is heard, and the bots that are waited for play on."""
        self.bus.start()
        for code in await self.store.waited_for():
            if room := await self.rooms.get(code):
                self.bots.watch(room)

    async def close(self) -> None:
        await self.bus.stop()
        await self.bots.stop()
        await self.store.close()
