"""The files that pages ask for: style sheets, pictures, scripts.

A page asks for a file by a link that changes with its content; so a browser may keep it for ever, and has the
new one as soon as there is one. What is text travels compressed: a picture then has an eighth of its size.
"""

from functools import cache
from hashlib import sha256
from urllib.parse import parse_qs

from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from app import site
from app.settings import ROOT

FOLDER = ROOT / "static"
_TEXT = (".css", ".js", ".svg")  # sounds are not: they are asked for in parts
_FOR_EVER = "public, max-age=31536000, immutable"


@cache
def asset(path: str) -> str:
    """The link to a file of the static folder, with the mark of its content."""
    return f"{site.root}/static/{path}?v={sha256((FOLDER / path).read_bytes()).hexdigest()[:10]}"


def has_asset(path: str) -> bool:
    """Whether there is such a file: not every game brings a script of its own."""
    return (FOLDER / path).is_file()


class Assets(StaticFiles):
    def __init__(self) -> None:
        super().__init__(directory=FOLDER)
        self._compressed = GZipMiddleware(super().__call__)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = self._compressed if scope["path"].endswith(_TEXT) else super().__call__
        await answer(scope, receive, send)

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        marked = "v" in parse_qs(scope["query_string"].decode("latin-1"))
        response.headers["Cache-Control"] = _FOR_EVER if marked else "no-cache"
        return response
