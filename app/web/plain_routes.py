"""Routes without FastAPI's machinery, for moves and sockets.

FastAPI asks all its routers in turn whether a path is theirs, and prepares what these routes don't use. For
a move that takes longer than the rules do, and a socket would keep it in memory for as long as it is open.
"""

from collections.abc import Awaitable, Callable

from starlette.routing import Match, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket


class PlainRoute(Route):
    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        match, found = super().matches(scope)
        return match, {**found, "route": self}  # for the log


class SocketRoute(WebSocketRoute):
    def __init__(self, path: str, serve: Callable[[WebSocket], Awaitable[None]]) -> None:
        super().__init__(path, _Served(serve))

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        match, found = super().matches(scope)
        return match, {**found, "route": self}


class _Served:
    """An endpoint that Starlette calls as it is, because it isn't a function."""

    def __init__(self, serve: Callable[[WebSocket], Awaitable[None]]) -> None:
        self._serve = serve

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._serve(WebSocket(scope, receive, send))
