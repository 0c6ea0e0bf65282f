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
from app.web.services import Services

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
