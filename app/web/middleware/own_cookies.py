"""Lets only our own cookies through: of what other sites on this host have set nothing is even read."""

from starlette.types import ASGIApp, Receive, Scope, Send

OWN = b"housewarming-"
MOST = 500  # two for each table of 90 days, and some more
LONGEST = 4096  # bytes, as in browsers


class OwnCookies:
    """Goes around the application, whose reader of cookies takes seconds over one long enough in quotes."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            scope["headers"] = [
                (name, own(value) if name == b"cookie" else value) for name, value in scope["headers"]
            ]
        await self.app(scope, receive, send)


def own(header: bytes) -> bytes:
    """The header with our cookies alone. None of them needs quotes."""
    kept = [each.strip() for each in header.split(b";") if each.strip().startswith(OWN)]
    return b"; ".join(each for each in kept[:MOST] if len(each) <= LONGEST and b'"' not in each)
