"""The web application."""

from fastapi import FastAPI

from app import __version__
from app.routes import front, health


def create_app() -> FastAPI:
    # The interactive API pages load their script from elsewhere; a game night may have no internet.
    app = FastAPI(title="Housewarming", version=__version__, docs_url=None, redoc_url=None, openapi_url=None)
    for part in (front, health):
        app.include_router(part.router)
    return app
