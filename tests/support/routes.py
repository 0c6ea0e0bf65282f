"""The application's routes."""

from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import NamedTuple

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from starlette.routing import Mount, WebSocketRoute

from app.main import application
from app.settings import Settings
from app.table.keys import Secret

SOCKET = "WS"


class Route(NamedTuple):
    method: str
    path: str

    def at(self, **parts: str) -> str:
        usual = {"code": "", "key": "x" * 24, "game": "dream_home"}
        return self.path.format_map(defaultdict(lambda: "1", usual | parts))


@cache
def every_route() -> tuple[Route, ...]:
    """Every route with each of its methods, and every socket; but not the files that everybody may load."""
    app = application(Settings(data=Path("nowhere")), Secret(b"x" * 32))
    assert isinstance(app, FastAPI)
    found = []
    for route in iter_route_contexts(app.routes):
        each = route.original_route
        if isinstance(each, Mount):
            assert route.path == "/static"
            continue
        methods = {SOCKET} if isinstance(each, WebSocketRoute) else {*(route.methods or ())}
        found += [Route(method, str(route.path)) for method in sorted(methods - {"HEAD"})]
    return tuple(found)


def routes(method: str) -> list[Route]:
    """The routes for this HTTP method."""
    found = [route for route in every_route() if route.method == method]
    assert found
    return found
