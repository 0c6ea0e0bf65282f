"""Adds the headers to every answer that tell the browser what it may do with it."""

import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.pages import base_path

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
        host, is_unlisted = headers.get("host", ""), base_path.inner(scope["path"]).startswith(UNLISTED)

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
