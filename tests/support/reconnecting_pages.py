"""Clients that show tables, and reconnect whenever their connections drop."""

import asyncio
import json
from types import TracebackType
from typing import Any

import httpx2
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from app.cli.soak.players import Table

PAUSE = 0.05  # seconds between two attempts to connect; none would slow down the start of the server


class Listener:
    """With a key, the client of a player; without one, of a spectator."""

    def __init__(self, url: str, code: str, key: str = "") -> None:
        self.url = f"{url.replace('http', 'ws', 1)}/api/tables/{code}/live"
        self.path = f"/api/tables/{code}"
        self.headers = {"Authorization": f"Bearer {key}"} if key else {}
        self.shown: dict[str, Any] = {"version": 0}
        self.came, self.went_back = 0, 0

    async def listen(self) -> None:
        while True:
            try:
                async with connect(
                    self.url,
                    additional_headers=self.headers,
                    open_timeout=5,
                    ping_interval=0.5,
                    ping_timeout=0.5,
                ) as live:
                    self.came += 1
                    async for text in live:
                        newest = json.loads(text)
                        self.went_back += newest["version"] < self.shown["version"]
                        self.shown = newest
            except (WebSocketException, OSError, EOFError):
                await asyncio.sleep(PAUSE)

    async def asked(self, web: httpx2.AsyncClient) -> dict[str, Any]:
        """The current board."""
        answer = await web.get(self.path, headers=self.headers)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def shows(self, board: dict[str, Any]) -> bool:
        return (self.shown["version"], self.shown.get("view")) == (board["version"], board["view"])


class Audience:
    """Clients at several tables: a player and a spectator at each."""

    def __init__(self) -> None:
        self.listeners: list[Listener] = []
        self._listening: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> "Audience":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for task in self._listening:
            task.cancel()
        await asyncio.gather(*self._listening, return_exceptions=True)

    def invite(self, url: str, table: Table) -> None:
        for key in (table.keys[0], ""):
            self.listeners.append(Listener(url, table.code, key))
            self._listening.append(asyncio.create_task(self.listeners[-1].listen()))

    async def agrees(self, web: httpx2.AsyncClient) -> None:
        """Wait until every client shows what a fresh request returns."""
        boards = [await listener.asked(web) for listener in self.listeners]
        async with asyncio.timeout(20):
            while not all(map(Listener.shows, self.listeners, boards)):
                for task in self._listening:
                    assert not task.done(), task.result()
                await asyncio.sleep(0.01)
