"""Assembles the web application."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.types import ASGIApp

from app import __version__
from app.live.autoplay import Autoplay
from app.live.bus import bus
from app.live.live_tables import LiveTables
from app.live.retention import Retention
from app.live.watchdog import Watchdog
from app.net import trusted_proxies
from app.net.open_sockets import OpenSockets
from app.net.trusted_proxies import TrustedProxies
from app.pages import i18n
from app.pages.api_reference import SUMMARY, introduction
from app.pages.base_path import settle
from app.routes import (
    admin,
    auto_answers,
    bot_seats,
    chat,
    clocks,
    count,
    devices,
    fair_shuffle,
    gallery,
    health,
    home,
    hosting,
    install,
    next_game,
    page_socket,
    preferences,
    rules,
    seat_requests,
    seats,
    share_picture,
    spectators,
    table,
    take_back,
    tv,
)
from app.routes.api import reference, reveal, socket, tables
from app.routes.evening import logs, opening
from app.routes.evening import page as evening
from app.routes.hints import asking as hints
from app.routes.my_games import forgetting, other_device
from app.routes.my_games import page as my_games
from app.routes.replay import page as replay
from app.routes.replay import showing
from app.settings import Settings
from app.storage.migrate import newest
from app.storage.store import Store
from app.table.keys import Secret
from app.web.bans import Bans
from app.web.error_pages import answer_trouble
from app.web.middleware.ban_gate import BanGate
from app.web.middleware.base_path import BelowBasePath
from app.web.middleware.body_limit import BodyLimit
from app.web.middleware.head_requests import HeadRequests
from app.web.middleware.own_cookies import OwnCookies
from app.web.middleware.request_ids import RequestIds
from app.web.middleware.safety_headers import SafetyHeaders
from app.web.rate_limits import Limits
from app.web.services import Services
from app.web.static_files import Assets

PLAIN = (table.MOVE, page_socket.SOCKET, socket.LIVE)
# The API reference lists them in this order.
ROUTERS = (
    home.router,
    preferences.router,
    my_games.router,
    other_device.router,
    forgetting.router,
    opening.router,
    evening.router,
    logs.router,
    install.router,
    gallery.router,
    rules.router,
    table.router,
    seats.router,
    devices.router,
    hosting.router,
    fair_shuffle.router,
    seat_requests.router,
    bot_seats.router,
    chat.router,
    tv.router,
    spectators.router,
    count.router,
    next_game.router,
    auto_answers.router,
    clocks.router,
    take_back.router,
    hints.router,
    share_picture.router,
    replay.router,
    showing.router,
    reference.router,
    tables.router,
    reveal.router,
    admin.router,
    health.router,
)
STARTED = 1.0  # seconds after starting, to prepare what would otherwise delay the first page


def create_app(settings: Settings, secret: Secret, is_ending: Callable[[], bool] = lambda: False) -> ASGIApp:
    """Create everything a server runs: the application, wrapped in its middleware."""
    return around(application(settings, secret, is_ending), settings)


def around(app: ASGIApp, settings: Settings) -> ASGIApp:
    """Wrap the application in its middleware."""
    return TrustedProxies(
        RequestIds(
            BelowBasePath(SafetyHeaders(BodyLimit(HeadRequests(OwnCookies(app))), hsts=settings.hsts))
        ),
        trusted_proxies.networks(settings.trusted_proxies),
    )


async def _prepare() -> None:
    await asyncio.sleep(STARTED)
    await i18n.prepare_elsewhere()


def application(settings: Settings, secret: Secret, is_ending: Callable[[], bool] = lambda: False) -> FastAPI:
    """Create the application on a migrated database."""
    settle(settings.base_url)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        connected = bus(settings.database, settings.bus_url)
        store = Store(settings.database, announce=connected.announce)
        pause = settings.bot_pause
        bots = Autoplay(lambda: random.uniform(0.6, 1.4) * pause)
        live_tables = LiveTables(store, bots.notice)
        open_sockets = OpenSockets(settings.most_sockets)
        services = Services(
            settings=settings,
            store=store,
            live_tables=live_tables,
            bots=bots,
            watchdog=Watchdog(live_tables.here, bots.is_late, bots.notice),
            limits=Limits(most_new_tables=settings.most_new_tables),
            secret=secret,
            bus=connected,
            open_sockets=open_sockets,
            bans=Bans(store, open_sockets),
            retention=Retention(store, settings.keep_finished_days, settings.keep_lobbies_days),
            schema=newest(),
            is_ending=is_ending,
        )
        app.state.services = services
        try:
            await services.resume()
            preparing = asyncio.create_task(_prepare())
            yield
            preparing.cancel()
            await asyncio.wait([preparing])
        finally:
            await services.close()

    # The interactive API pages load scripts from a CDN; a game night may have no internet.
    app = FastAPI(
        title="Housewarming",
        version=__version__,
        summary=SUMMARY,
        description=introduction(),
        license_info={"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        routes=[*PLAIN],
    )
    for router in ROUTERS:
        app.include_router(router)
    app.mount("/static", Assets(), "static")
    app.add_middleware(BanGate)
    answer_trouble(app)
    return app
