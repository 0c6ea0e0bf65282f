"""Middleware that adds the security headers to every response."""

import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.pages import base_path

# Only people who have a table's link should find it, so search engines mustn't list even published links.
UNLISTED = ("/r/", "/tv", "/join", "/api/", "/admin")
# The hosts that the CSP may name; browsers complain about IPv6 addresses and underscores.
_HOST = re.compile(r"[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*(:[0-9]+)?")
# Subresources follow their page's policies; browsers ignore any policies sent with the subresource itself.
_PARTS = ("text/css", "text/javascript", "image/png", "video/mp4")
_DRAWING = "image/svg+xml"  # may be opened on its own, as a page


class SafetyHeaders:
    """Wraps the whole application, so that error pages get the headers too. WebSockets pass through."""

    def __init__(self, app: ASGIApp, *, hsts: bool = False) -> None:
        self.app = app
        self.hsts = hsts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host, is_unlisted = headers.get("host", ""), base_path.inner(scope["path"]).startswith(UNLISTED)

        async def send_bound(message: Message) -> None:
            if message["type"] == "http.response.start":
                message.setdefault("headers", [])
                answer = MutableHeaders(scope=message)
                kind = answer.get("content-type", "").partition(";")[0]
                for name, value in binding_headers(scope["scheme"], host, self.hsts, kind).items():
                    answer.setdefault(name, value)  # unless the page has already set it
                if is_unlisted:
                    answer["X-Robots-Tag"] = "noindex, nofollow"
            await send(message)

        await self.app(scope, receive, send_bound)


def binding_headers(scheme: str, host: str, hsts: bool, kind: str = "text/html") -> dict[str, str]:
    """Return the headers for this kind of response; on HTTP, leave out those that browsers complain about."""
    binding = {"X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin"}
    if scheme == "https" and hsts:
        binding["Strict-Transport-Security"] = "max-age=31536000"
    if kind == _DRAWING:
        binding["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"
    elif kind not in _PARTS:
        binding |= {
            "Content-Security-Policy": _content_security_policy(host),
            # Not no-referrer, which would turn the Origin of our own forms into null.
            "Referrer-Policy": "same-origin",
            "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        }
        if scheme == "https":
            binding["Cross-Origin-Opener-Policy"] = "same-origin"
    return binding


def _content_security_policy(host: str) -> str:
    # In Safari before 15.4, 'self' doesn't include WebSockets.
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
