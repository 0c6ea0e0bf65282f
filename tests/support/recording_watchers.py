"""Spectators who record all they are sent about a table, to compare it with the database."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from app.engine import registry, wire
from app.engine.core import Seat
from app.storage.store import Store

View = dict[str, Any]


class Told(NamedTuple):
    """A view of the table at a version, as sent to this client."""

    version: int
    view: View


def contradictions(told: Sequence[Told], stored: Mapping[int, View]) -> list[str]:
    """Views sent that contradict the database: their version isn't stored, or is stored with another view."""
    newest = max(stored)
    found = [f"{each.version} was told of, and {newest} is stored" for each in told if each.version > newest]
    return found + [
        f"{each.version} looked otherwise"
        for each in told
        if each.version <= newest and each.view != stored[each.version]
    ]


class Watcher:
    """A client on a table's `/live`, as a spectator or with a seat's key, on any server that runs."""

    def __init__(self, code: str, seat: Seat | None = None, key: str = "") -> None:
        self.code, self.seat = code, seat
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}
        self.told: list[Told] = []

    async def watch(self, url: str) -> None:
        """Receive until the server ends."""
        live = f"{url.replace('http', 'ws', 1)}/api/tables/{self.code}/live"
        with suppress(OSError, WebSocketException):
            async with connect(live, additional_headers=self._headers, open_timeout=30) as socket:
                async for said in socket:
                    self._hear(json.loads(said))

    def _hear(self, said: dict[str, Any]) -> None:
        if said["view"] is not None:
            said["view"].pop("seed", None)  # revealed only when the game is over
            self.told.append(Told(said["version"], said["view"]))

    async def contradictions(self, store: Store) -> list[str]:
        room = await store.find(self.code)
        assert room
        game = registry.game(room.game)
        stored: dict[int, View] = {}
        while page := await store.entries(room.id, after=len(stored)):
            for entry in page:
                state = wire.loads(game.state_type, entry.state)
                stored[entry.version] = json.loads(json.dumps(game.describe(state, self.seat)))
            await asyncio.sleep(0)
        return contradictions(self.told, stored)
