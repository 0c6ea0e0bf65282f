"""A running server's services, created once at startup and closed at shutdown."""

from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from app.live.autoplay import Autoplay
from app.live.live_tables import Bus, LiveTables
from app.live.retention import Retention
from app.live.watchdog import Watchdog
from app.net.addresses import is_loopback, is_own_host, lan_hosts
from app.net.open_sockets import OpenSockets
from app.settings import Settings
from app.storage.store import Store
from app.table.keys import Secret
from app.web import origin
from app.web.bans import Bans
from app.web.rate_limits import Limits

LONGEST_HOST = 253 + len(":65535")  # no host name can be longer


@dataclass(frozen=True, slots=True)
class Services:
    settings: Settings
    store: Store
    live_tables: LiveTables
    bots: Autoplay
    watchdog: Watchdog
    limits: Limits
    secret: Secret
    bus: Bus
    open_sockets: OpenSockets
    bans: Bans
    retention: Retention
    schema: str  # the database revision that this version needs
    is_ending: Callable[[], bool]  # whether the server is shutting down

    def base_url(self, request: HTTPConnection) -> str:
        """The URL at which this client reaches the server."""
        scheme = {"ws": "http", "wss": "https"}.get(request.url.scheme, request.url.scheme)
        return self.settings.base_url or f"{scheme}://{self._host(request)}"

    def _host(self, request: HTTPConnection) -> str:
        """The host name the client used; if it is too long or isn't listed, one of ours instead."""
        named, listed = request.url.netloc, self.settings.host_names
        if len(named) > LONGEST_HOST:
            return listed[0] if listed else f"127.0.0.1:{self.settings.port}"
        known = not listed or named in listed or is_own_host(request.url.hostname or "")
        return named if known else listed[0]

    def invitation(self, request: HTTPConnection) -> str:
        """The URL at which others reach the server. It isn't always the client's own, since `localhost`
        doesn't work on phones."""
        base = self.base_url(request)
        if self.settings.base_url is None and is_loopback(request.url.hostname or ""):
            host = next(iter(lan_hosts()), None) if self.settings.listens_on_lan else None
            return f"http://{host}:{request.url.port or 80}" if host else base
        return base

    def is_own_page(self, request: HTTPConnection) -> bool:
        """Whether a request comes from one of our own pages."""
        own = (self.settings.base_url,) if self.settings.base_url else ()
        url, host = request.url, request.headers.get("host", "")
        return origin.same_origin(request.headers, url.scheme, host, own)

    async def resume(self) -> None:
        """Start the background work, and let bots continue at tables that are waiting for them."""
        self.bus.start(self.live_tables)
        await self.bans.start()
        self.retention.start()
        self.watchdog.start()
        for code in await self.store.waited_for():
            await self.live_tables.readable(code)

    async def close(self) -> None:
        await self.retention.stop()
        await self.bans.stop()
        await self.bus.stop()
        await self.watchdog.stop()
        await self.bots.stop()
        await self.store.close()


def services_of(request: HTTPConnection) -> Services:
    services: Services = request.app.state.services
    return services
