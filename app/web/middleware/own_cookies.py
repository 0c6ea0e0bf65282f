"""Middleware that drops cookies set by other sites on this host, before anything parses them."""

from starlette.types import ASGIApp, Receive, Scope, Send

OWN = b"housewarming-"
MOST = 500  # enough for two per table from the last 90 days, with some to spare
LONGEST = 4096  # bytes, the limit in browsers


class OwnCookies:
    """Filters the Cookie header, because the framework's parser can take seconds on a long quoted value."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            scope["headers"] = [
                (name, own(value) if name == b"cookie" else value) for name, value in scope["headers"]
            ]
        await self.app(scope, receive, send)


def own(header: bytes) -> bytes:
    """Return the header with only our own cookies, none of which needs quotes."""
    kept = [each.strip() for each in header.split(b";") if each.strip().startswith(OWN)]
    return b"; ".join(each for each in kept[:MOST] if len(each) <= LONGEST and b'"' not in each)
