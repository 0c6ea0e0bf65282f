"""Serves the static folder: compressed, and cached for ever if the URL contains a hash of the content."""

from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from app.pages.assets import FOLDER, Text, text, texts

_FOR_EVER = "public, max-age=31536000, immutable"


class Assets(StaticFiles):
    def __init__(self) -> None:
        super().__init__(directory=FOLDER)

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path in texts() and scope["method"] in ("GET", "HEAD"):
            response = _answer(text(path), scope)
        else:
            response = await super().get_response(path, scope)
        marked = "v" in parse_qs(scope["query_string"].decode("latin-1"))
        response.headers["Cache-Control"] = _FOR_EVER if marked else "no-cache"
        return response


def _answer(text: Text, scope: Scope) -> Response:
    vary = {"Vary": "Accept-Encoding"}
    if "gzip" not in Headers(scope=scope).get("accept-encoding", ""):
        return Response(text.plain, headers=vary, media_type=text.kind)
    return Response(text.packed, headers=vary | {"Content-Encoding": "gzip"}, media_type=text.kind)
