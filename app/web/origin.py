"""Whether a request comes from one of our own pages."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers


def same_origin(headers: Headers, scheme: str, host: str, own: Sequence[str] = ()) -> bool:
    """Whether a request that changes something, or opens a socket, comes from a page of this very origin,
    or of one that leads here (`own`), as behind a proxy that changes the host.

    `Origin` decides. Without it `Sec-Fetch-Site` does, which browsers leave out on plain HTTP. Without either
    it is no browser's request; it may pass if it has no cookie, as nobody can be tricked into sending it.
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
    """As browsers write it: a socket's origin is its page's, and a scheme's own port is left out."""
    scheme = {"ws": "http", "wss": "https"}.get(scheme, scheme)
    return f"{scheme}://{host.lower().removesuffix(':443' if scheme == 'https' else ':80')}"
