"""Where the site lies on its host: at the top or, where a proxy shares the host among several, below a path.

One process serves one site. So the path is settled once, at the start, and then stands in every link, in the
path of every cookie and in what caches remember of a page.
"""

from urllib.parse import urlsplit

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

root = ""  # or such as "/games"


def settle(base_url: str | None) -> None:
    """Before any page is drawn: the site lies where the address that others use leads to."""
    global root
    root = urlsplit(base_url or "").path


def inner(path: str) -> str:
    """The part of a path that is the site's own."""
    return path.removeprefix(root)


class Below:
    """Goes around the application, which knows its own paths only.

    Proxies hand on the whole path, or without what the site lies below; either will do. It also lets those
    in who don't come through the proxy, such as whoever asks this machine whether the server is up.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not root or scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
        elif scope["path"] == root and scope["type"] == "http":
            await RedirectResponse(f"{root}/", 308)(scope, receive, send)
        else:
            path = scope["path"]
            whole = path if path.startswith(f"{root}/") else f"{root}{path}"
            await self.app({**scope, "path": whole, "root_path": root}, receive, send)
