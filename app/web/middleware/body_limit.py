"""Bounds what a request may bring."""

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app import metrics
from app.pages import base_path

MOST_BYTES = 64 * 1024  # no move, name or line of chat comes near


class BodyLimit:
    """Reads a request's body before the application is called: it is small, and one that isn't is refused in
    one place, whether or not the request said how long it would be. Sockets pass untouched.
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
            # The server reads on and drops the rest, so that the client lives to see the answer.
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
    """The client went away before it had said everything."""


def _replayed(body: bytes, receive: Receive) -> Receive:
    """The whole body as one message; then whatever else comes, such as that the client has gone."""
    unread: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return unread.pop() if unread else await receive()

    return replay
