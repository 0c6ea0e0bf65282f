"""Serves the site below a path, where a proxy shares the host among several."""

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from app.pages import base_path


class BelowBasePath:
    """Goes around the application, which knows its own paths only.

    Proxies pass on the whole path, or strip the base path; either works. Requests that don't come through
    the proxy work too, such as this machine asking whether the server is up.
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
