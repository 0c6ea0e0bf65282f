"""Middleware that applies the X-Forwarded headers of trusted proxies and drops everyone else's.

Anyone can send X-Forwarded-For, -Proto and -Host, so we believe them only if the connection comes from a
trusted proxy. Otherwise they are dropped, along with X-Request-ID, before anything else reads them.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from functools import partial
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

import structlog
from starlette.types import ASGIApp, Receive, Scope, Send

Network = IPv4Network | IPv6Network
Pairs = list[tuple[bytes, bytes]]

log = structlog.get_logger()

_TOLD = (b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host")
_DROPPED = frozenset((*_TOLD, b"x-request-id"))
_HOST = re.compile(r"([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?")
_MOST_HOPS = 20
_MOST_NAMED = 10  # how many untrusted proxies to log, once each


class Forwarded(StrEnum):
    """What happened to a request's X-Forwarded headers."""

    ABSENT = "absent"
    BELIEVED = "believed"
    IGNORED = "ignored"


def networks(listed: str) -> tuple[Network, ...]:
    """Parse comma-separated addresses and networks. If an item is neither, the ValueError names it."""
    return tuple(_network(each.strip()) for each in listed.split(","))


def believed(listed: str) -> Callable[[str], bool]:
    """A function that checks whether an address belongs to a trusted proxy."""
    return partial(_is_among, networks(listed))


def _is_among(trusted: Sequence[Network], host: str) -> bool:
    try:
        return any(_address(host) in network for network in trusted)
    except ValueError:
        return False


def _network(written: str) -> Network:
    try:
        return ip_network(written)
    except ValueError:
        raise ValueError(f"{written!r} is neither an address nor a network such as 10.0.0.0/8") from None


class TrustedProxies:
    """ASGI middleware that replaces the proxy's address, scheme and host with the client's."""

    def __init__(self, app: ASGIApp, trusted: Sequence[Network]) -> None:
        self.app = app
        self._trusted = trusted
        self._named: set[str] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            scope["forwarded"] = self._look(scope)
        await self.app(scope, receive, send)

    def _look(self, scope: Scope) -> Forwarded:
        headers: Pairs = scope["headers"]
        if not any(name in _DROPPED for name, _ in headers):
            return Forwarded.ABSENT
        peer = scope["client"][0] if scope.get("client") else ""
        told = {name: _last(headers, name) for name in _TOLD if _last(headers, name)}
        if not self._trusts(peer):
            scope["headers"] = [pair for pair in headers if pair[0] not in _DROPPED]
            if told:
                self._name(peer)
            return Forwarded.IGNORED if told else Forwarded.ABSENT
        self._believe(scope, told, peer)
        scope["headers"] = [pair for pair in scope["headers"] if pair[0] not in _TOLD]
        return Forwarded.BELIEVED if told else Forwarded.ABSENT

    def _believe(self, scope: Scope, told: dict[bytes, str], peer: str) -> None:
        if b"x-forwarded-for" in told:
            scope["client"] = (self._guest(_all(scope["headers"], b"x-forwarded-for"), peer), 0)
        scheme = told.get(b"x-forwarded-proto", "").lower()
        if scheme in ("http", "https"):
            scope["scheme"] = scheme.replace("http", "ws") if scope["type"] == "websocket" else scheme
        host = told.get(b"x-forwarded-host", "")
        if _HOST.fullmatch(host):
            others = [pair for pair in scope["headers"] if pair[0] != b"host"]
            scope["headers"] = [(b"host", host.encode()), *others]

    def _guest(self, hops: Iterable[str], peer: str) -> str:
        """The last hop that isn't a trusted proxy. The client may have forged any hops before that one."""
        guest = peer
        for hop in [*hops][: -_MOST_HOPS - 1 : -1]:
            try:
                guest = str(_address(hop))
            except ValueError:
                break
            if not self._trusts(guest):
                break
        return guest

    def _trusts(self, host: str) -> bool:
        return _is_among(self._trusted, host)

    def _name(self, peer: str) -> None:
        if peer not in self._named and len(self._named) < _MOST_NAMED:
            self._named.add(peer)
            log.warning("proxy_not_trusted", address=peer)


def _address(host: str) -> IPv4Address | IPv6Address:
    """Parse an address; IPv4 clients of a dual-stack socket (IPv4-mapped IPv6) count as IPv4."""
    address = ip_address(host)
    return address.ipv4_mapped or address if isinstance(address, IPv6Address) else address


def _all(headers: Pairs, wanted: bytes) -> list[str]:
    """All values of a header in order, whether on one line or on several."""
    lines = [value.decode("latin-1") for name, value in headers if name == wanted]
    return [value.strip() for line in lines for value in line.split(",")]


def _last(headers: Pairs, wanted: bytes) -> str:
    """The last value of a header, which is the one that the nearest proxy set."""
    return next(reversed(_all(headers, wanted)), "")
