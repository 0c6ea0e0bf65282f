"""The application's routes."""

from pathlib import Path
from typing import NamedTuple

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts

from app.main import application
from app.settings import Settings
from app.table.keys import Secret


class Route(NamedTuple):
    method: str
    path: str

    def at(self, **parts: str) -> str:
        return self.path.format_map({"code": "", "key": "x" * 24, "game": "dream_home", "place": "1"} | parts)


def routes(method: str) -> list[Route]:
    """The routes for this HTTP method."""
    app = application(Settings(data=Path("nowhere")), Secret(b"x" * 32))
    assert isinstance(app, FastAPI)
    found = [
        Route(method, str(route.path))
        for route in iter_route_contexts(app.routes)
        if method in (route.methods or ())
    ]
    assert len(found) > 10
    return found
