"""The web application: its parts put together, and what it answers when something goes wrong."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from app import __version__, apidocs, i18n, pages, proxies, site
from app.assets import Assets
from app.auth import Secret
from app.bans import Bans
from app.bus import bus
from app.db import StoreUnavailable
from app.doorkeeper import Doorkeeper
from app.engine.core import Illegal
from app.headers import BodyLimit, SafetyHeaders
from app.heads import Heads
from app.house_bots import HouseBots
from app.limits import Limits
from app.migrate import newest
from app.open_pages import OpenPages
from app.problems import Problem, outage, problem
from app.proxies import TrustedProxies
from app.requests import Requests, request_id
from app.retention import Retention
from app.rooms import Rooms, TooBusy
from app.routes import (
    admin,
    api,
    chat,
    devices,
    docs,
    evening,
    gallery,
    health,
    home,
    hosting,
    install,
    latecomers,
    live,
    lobby,
    rules,
    seats,
    share,
    socket,
    table,
    tv,
    watching,
)
from app.services import Services
from app.settings import Settings
from app.store import Store
from app.writes import NoSuchRoom

STARTED = 1.0  # seconds, after which it is time for what the first page would else wait for


def create_app(settings: Settings, secret: Secret, is_ending: Callable[[], bool] = lambda: False) -> ASGIApp:
    """All that a server runs."""
    return around(application(settings, secret, is_ending), settings)


def around(app: ASGIApp, settings: Settings) -> ASGIApp:
    """What every request passes on its way to the application, and its answer on the way back."""
    return TrustedProxies(
        Requests(site.Below(SafetyHeaders(BodyLimit(Heads(app)), hsts=settings.hsts))),
        proxies.networks(settings.trusted_proxies),
    )


def application(settings: Settings, secret: Secret, is_ending: Callable[[], bool] = lambda: False) -> FastAPI:
    """The application on a migrated database."""
    site.settle(settings.base_url)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        connected = bus(settings.database, settings.bus_url)
        store = Store(settings.database, announce=connected.announce)
        pause = settings.bot_pause
        bots = HouseBots(lambda: random.uniform(0.6, 1.4) * pause)
        rooms = Rooms(store, bots.notice)
        open_pages = OpenPages(settings.most_sockets)
        services = Services(
            settings,
            store,
            rooms,
            bots,
            Limits(most_new_tables=settings.most_new_tables),
            secret,
            connected,
            open_pages,
            Bans(store, open_pages),
            Retention(store, settings.keep_finished_days),
            newest(),
            is_ending,
        )
        app.state.services = services
        try:
            await services.resume()
            loop = asyncio.get_running_loop()
            preparing = loop.call_later(STARTED, loop.run_in_executor, None, i18n.prepare)
            yield
            preparing.cancel()
        finally:
            await services.close()

    # The interactive API pages load their script from elsewhere; a game night may have no internet.
    app = FastAPI(
        title="Housewarming",
        version=__version__,
        summary=apidocs.SUMMARY,
        description=apidocs.introduction(),
        license_info={"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    parts = (
        home,
        install,
        gallery,
        rules,
        lobby,
        seats,
        devices,
        hosting,
        latecomers,
        table,
        chat,
        tv,
        watching,
        evening,
        share,
        socket,
        docs,
        api,
        live,
        admin,
        health,
    )
    for part in parts:
        app.include_router(part.router)
    app.mount("/static", Assets(), "static")
    app.add_middleware(Doorkeeper)
    _answer_trouble(app)
    return app


def _answer_trouble(app: FastAPI) -> None:
    """Every error has a code and a sentence."""

    def answer(request: Request, trouble: Problem) -> Response:
        if pages.wants_page(request):
            return pages.problem_page(request, trouble)
        return JSONResponse(trouble.body, trouble.status, trouble.headers)

    @app.exception_handler(Problem)
    async def wrong(request: Request, error: Problem) -> Response:
        return answer(request, error)

    @app.exception_handler(Illegal)
    async def refused(request: Request, error: Illegal) -> Response:
        return answer(request, problem(error))

    @app.exception_handler(RequestValidationError)
    async def misshapen(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        if first["type"] == "json_invalid":
            return answer(request, Problem(422, Illegal("bad_json")))
        where = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
        return answer(request, Problem(422, Illegal("bad_request", field=where[:80])))

    @app.exception_handler(NoSuchRoom)
    async def removed(request: Request, error: NoSuchRoom) -> Response:
        return answer(request, Problem(404, Illegal("unknown_table")))  # while a page of it was still open

    @app.exception_handler(TooBusy)
    @app.exception_handler(StoreUnavailable)
    async def unavailable(request: Request, error: Exception) -> Response:
        return answer(request, outage(error))

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        return answer(request, Problem(500, Illegal("broken", id=request_id())))  # raised on, and then logged

    @app.exception_handler(HTTPException)
    async def elsewhere(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404:
            return answer(request, Problem(404, Illegal("not_found")))
        if error.status_code == 405:
            return answer(request, Problem(405, Illegal("not_this_way"), dict(error.headers or {})))
        return answer(request, Problem(422, Illegal("bad_json")))  # a body that is no text
