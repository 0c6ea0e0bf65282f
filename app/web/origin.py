"""Checks whether a request comes from one of our own pages, to prevent CSRF."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers


def same_origin(headers: Headers, scheme: str, host: str, own: Sequence[str] = ()) -> bool:
    """Whether a request that changes something, or opens a socket, comes from a page of this origin.

    `own` lists other URLs of this site, needed behind a proxy that changes the host.

    The `Origin` header decides. If it is missing, `Sec-Fetch-Site` decides, although browsers leave it out on
    plain HTTP. A request with neither header doesn't come from a browser. It may pass if it has no cookie,
    because then nobody can have been tricked into sending it.
    """
    if "origin" in headers:
        return headers["origin"].lower() in (_origin(scheme, host), *map(_origin_of, own))
    if "sec-fetch-site" in headers:
        return headers["sec-fetch-site"] in ("same-origin", "none")
    return "cookie" not in headers


def _origin_of(url: str) -> str:
    parts = urlsplit(url)
    return _origin(parts.scheme, parts.netloc)


def _origin(scheme: str, host: str) -> str:
    """The origin as browsers write it. A WebSocket has its page's origin, and default ports are left out."""
    scheme = {"ws": "http", "wss": "https"}.get(scheme, scheme)
    return f"{scheme}://{host.lower().removesuffix(':443' if scheme == 'https' else ':80')}"
