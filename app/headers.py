"""Around every answer: the headers that bind the browser, and a bound on what a request may bring."""

import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app import metrics, site

MOST_BYTES = 64 * 1024  # no move, name or line of chat comes near
# Tables are for whoever has their link: no search is to lead to one, even where somebody published its link.
UNLISTED = ("/r/", "/tv", "/join", "/api/", "/admin")
# What a policy may name: no IPv6 address and no underscore, which browsers would complain about.
_HOST = re.compile(r"[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*(:[0-9]+)?")
# What a page is made of obeys that page's policies and reads none of its own.
_PARTS = ("text/css", "text/javascript", "image/png", "video/mp4")
_DRAWING = "image/svg+xml"  # it may also be opened by itself, and then would be a page


class SafetyHeaders:
    """Goes around the whole application, so that its errors are bound too. Sockets pass untouched."""

    def __init__(self, app: ASGIApp, *, hsts: bool = False) -> None:
        self.app = app
        self.hsts = hsts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host, is_unlisted = headers.get("host", ""), site.inner(scope["path"]).startswith(UNLISTED)

        async def send_bound(message: Message) -> None:
            if message["type"] == "http.response.start":
                message.setdefault("headers", [])
                answer = MutableHeaders(scope=message)
                kind = answer.get("content-type", "").partition(";")[0]
                for name, value in binding_headers(scope["scheme"], host, self.hsts, kind).items():
                    answer.setdefault(name, value)  # a page with something to hide may say less
                if is_unlisted:
                    answer["X-Robots-Tag"] = "noindex, nofollow"
            await send(message)

        await self.app(scope, receive, send_bound)


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
            await self._refusal(site.inner(scope["path"]))(scope, receive, send)
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


def binding_headers(scheme: str, host: str, hsts: bool, kind: str = "text/html") -> dict[str, str]:
    """What an answer of this kind says; what is for https alone browsers would complain about elsewhere."""
    binding = {"X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin"}
    if scheme == "https" and hsts:
        binding["Strict-Transport-Security"] = "max-age=31536000"
    if kind == _DRAWING:
        binding["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"
    elif kind not in _PARTS:
        binding |= {
            "Content-Security-Policy": _content_security_policy(host),
            # Not no-referrer: it would turn the Origin of our own forms into null.
            "Referrer-Policy": "same-origin",
            "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        }
        if scheme == "https":
            binding["Cross-Origin-Opener-Policy"] = "same-origin"
    return binding


def _content_security_policy(host: str) -> str:
    # For Safari before 15.4 'self' is no socket's origin.
    sockets = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            f"connect-src 'self'{sockets}",
            "font-src 'self'",
            "media-src 'self'",
            "manifest-src 'self'",
            "worker-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        )
    )
