"""Middleware that serves the site under a base path, for proxies that serve several sites on one host."""

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from app.pages import base_path


class BelowBasePath:
    """Wraps the application, which doesn't know about the base path.

    It works whether a proxy passes on the whole path or strips the base path. Requests that don't come
    through the proxy, such as health checks on this machine, work too.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        root = base_path.root
        if not root or scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
        elif scope["path"] == root and scope["type"] == "http":
            await RedirectResponse(f"{root}/", 308)(scope, receive, send)
        else:
            path = scope["path"]
            whole = path if path.startswith(f"{root}/") else f"{root}{path}"
            await self.app({**scope, "path": whole, "root_path": root}, receive, send)
