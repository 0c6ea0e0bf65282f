"""Middleware that limits the size of request bodies."""

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app import metrics
from app.pages import base_path

MOST_BYTES = 64 * 1024  # no move, name or chat line comes close


class BodyLimit:
    """Reads the whole body before calling the application, and refuses it if it is too large.

    Bodies are small enough for memory, and this way it doesn't matter whether the request declared its
    length. WebSockets pass through.
    """

    def __init__(self, app: ASGIApp, most_bytes: int = MOST_BYTES) -> None:
        self.app = app
        self.most_bytes = most_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            body = await self._read(Headers(scope=scope), receive)
        except _TooLarge:
            metrics.REFUSALS.labels("too_large").inc()
            # The server reads and discards the rest, so that the client gets to see the response.
            await self._refusal(base_path.inner(scope["path"]))(scope, receive, send)
        except _Gone:
            return
        else:
            await self.app(scope, _replayed(body, receive), send)

    async def _read(self, headers: Headers, receive: Receive) -> bytes:
        declared = headers.get("content-length", "")
        if declared.isdecimal() and int(declared[:20]) > self.most_bytes:
            raise _TooLarge
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise _Gone
            body += message.get("body", b"")
            if len(body) > self.most_bytes:
                raise _TooLarge
            if not message.get("more_body", False):
                return bytes(body)

    def _refusal(self, path: str) -> Response:
        said = f"A request may bring {self.most_bytes // 1024} KiB at most."
        if path.startswith("/api/"):
            return JSONResponse({"error": {"code": "too_large", "message": said}}, 413)
        return PlainTextResponse(f"{said}\n", 413)


class _TooLarge(Exception):
    pass


class _Gone(Exception):
    """The client disconnected before it had sent the whole body."""


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Replay the whole body as one message, then pass on later messages, such as a disconnect."""
    unread: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return unread.pop() if unread else await receive()

    return replay
