"""A server in the test's own process, with a clock that the test controls."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from fastapi import FastAPI
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from app.live.live_table import LiveTable
from app.live.presence import Presence
from app.main import application, around
from app.settings import Settings
from app.storage.data_folder import secret_in
from app.storage.migrate import migrate
from app.table.keys import Secret
from app.web.admin import session
from app.web.services import Services
from tests.support.guests import opened, place, press

T = TypeVar("T")


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


class Home:
    """The server's services, and browsers for its guests."""

    def __init__(self, app: FastAPI, client: TestClient) -> None:
        self._app, self._client, self.clock = app, client, Clock()

    @property
    def services(self) -> Services:
        services: Services = self._app.state.services
        return services

    def guest(self, language: str = "en", address: str = "testclient") -> TestClient:
        """A guest with a separate browser."""
        browser = TestClient(self._client.app, follow_redirects=False, client=(address, 50_000))
        browser.portal = self._client.portal  # all on one event loop
        browser.headers.update(
            {"Accept": "text/html", "Origin": "http://testserver", "Accept-Language": language}
        )
        return browser

    def call(self, function: Callable[..., Awaitable[T]], *given: Any) -> T:
        """Await this on the server's event loop and return its result."""
        assert self._client.portal
        return self._client.portal.call(function, *given)

    def room(self, lobby: str) -> LiveTable:
        room = self.call(self.services.live_tables.get, lobby.removeprefix("/r/"))
        assert room
        return room

    def presence(self, lobby: str) -> Presence:
        """Make a table's presence follow the test's clock, with nobody seen yet."""
        room = self.room(lobby)
        room.presence = Presence(self.clock)
        return room.presence


def closing(socket: WebSocketTestSession) -> int:
    """The code that a socket closes with, after any messages."""
    while True:
        try:
            socket.receive_text()
        except WebSocketDisconnect as closed:
            return closed.code


@contextmanager
def at_home(data: Path, **settings_given: Any) -> Iterator[Home]:
    settings = Settings(data=data, bot_pause=0, **settings_given)
    migrate(settings.database)
    app = application(settings, Secret(secret_in(data)))
    with TestClient(around(app, settings)) as client:
        yield Home(app, client)


# -- the admin -----------------------------------------------------------------------------------------------


def come_in(home: Home, language: str = "en", address: str = "testclient") -> TestClient:
    """The server's admin, logged in."""
    host = home.guest(language, address)
    answer = host.post("/admin/in", data={"token": session.new_token(home.services.settings.data)})
    assert (answer.status_code, answer.headers["location"]) == (303, "/admin")
    return host


def close(host: TestClient, table: str) -> None:
    answer = host.post(f"/admin/tables/{table.removeprefix('/r/')}/close")
    assert answer.status_code == 303


def played_out(home: Home, ada: TestClient) -> str:
    """A table whose game bots have played to its end."""
    lobby = opened(ada)
    for _ in range(3):
        press(ada, f"{lobby}/bots", level="random")
    press(ada, f"{lobby}/ready", place=place(ada, lobby), ready="yes")
    press(ada, f"{lobby}/start")
    press(ada, f"{lobby}/stand-in", place=str(home.room(lobby).table.places[0].id))

    async def finished() -> None:
        room = await home.services.live_tables.get(lobby.removeprefix("/r/"))
        assert room
        while not room.is_finished:
            await room.news_since(room.news)

    home.call(finished)
    return lobby
