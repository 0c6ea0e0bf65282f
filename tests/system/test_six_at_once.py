"""Six players draw at once, at two servers on one Postgres that are killed: nobody's click makes another's
outdated, and every acknowledged move is stored once."""

import asyncio
import json
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from app import ROOT
from tests.support.drawing_table import GAME, NAMES
from tests.support.server import Server, a_house, empty_database

pytestmark = [pytest.mark.postgres, pytest.mark.anyio]
SEATS, ROUNDS, KILLED_AFTER = 6, 3, (20, 40)  # moves
CUT_OFF = (httpx2.TransportError, OSError)
Move = list[str | int]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the server in which programs can play the game even where it has no page yet."""
    copy = tmp_path / "tree"
    for folder in ("app", "static", "migrations", "docs"):
        shutil.copytree(ROOT / folder, copy / folder)  # with its bytecode, so that it starts fast
    shutil.copy(ROOT / "alembic.ini", copy)
    (copy / "app" / "templates" / GAME / "board.html").touch()
    return copy


class Houses:
    """Two servers, each of which can be killed and replaced."""

    def __init__(self, folder: Path, database: str, tree: Path) -> None:
        self.folder, self.database, self.tree = folder, database, tree
        self.urls = ["", ""]
        self._up: list[tuple[Server, AsyncExitStack]] = []

    async def start(self, number: int) -> None:
        stack = AsyncExitStack()
        house = a_house(self.folder, f"house{number}", self.database, tree=self.tree)
        server = await asyncio.to_thread(stack.enter_context, house)
        self.urls[number] = server.url
        self._up[number : number + 1] = [(server, stack)]

    async def replace(self, number: int) -> None:
        self._up[number][0].process.kill()
        await self._up[number][1].aclose()
        await self.start(number)

    async def close(self) -> None:
        for _, stack in self._up:
            await stack.aclose()


@pytest.fixture
async def houses(postgres: str, tmp_path: Path, tree: Path) -> AsyncIterator[Houses]:
    both = Houses(tmp_path, empty_database(postgres), tree)
    for number in range(2):
        await both.start(number)
    yield both
    await both.close()


class Player:
    """A program that plays a seat, now at one server, now at the other."""

    def __init__(self, houses: Houses, web: httpx2.AsyncClient, seat: int, code: str, key: str) -> None:
        self.houses, self.web, self.seat, self.code = houses, web, seat, code
        self.headers = {"Authorization": f"Bearer {key}"}
        self.turn, self.sent, self.acknowledged, self.heard = 0, 0, list[tuple[int, Move]](), 0

    async def ask(self, method: str, what: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Ask either server until one answers."""
        while True:
            self.sent += 1
            url = f"{self.houses.urls[(self.seat + self.sent) % 2]}/api/tables/{self.code}{what}"
            try:
                answer = await self.web.request(method, url, headers=self.headers, json=body)
            except CUT_OFF:
                await asyncio.sleep(0.01)
                continue
            if answer.status_code == 503:
                continue
            assert answer.is_success, (self.seat, body, answer.text)
            return dict(answer.json())

    async def look(self) -> dict[str, Any]:
        table = await self.ask("GET", "")
        self.turn = table["turn"] or 0
        return table

    async def make(self, move: Move) -> None:
        """Make a move without a look at what the others did in the meantime."""
        await self.ask("POST", "/moves", {"turn": self.turn, "move": move, "id": f"{self.turn}"})
        self.acknowledged.append((self.turn, move))
        self.turn += 1

    async def draw_and_erase(self, may_be_done: bool) -> None:
        table = await self.look()
        drawn: Move = next(move for move in table["moves"] if move[0] == "draw")
        for _ in range(ROUNDS):
            await self.make(drawn)
            if may_be_done:
                await self.make(["confirm"])
                await self.make(["withdraw"])
            await self.make(["erase", drawn[3]])

    async def listen(self) -> None:
        """Receive the table at a socket; it never goes back and never shows another's pencil."""
        while True:
            self.sent += 1
            url = self.houses.urls[(self.seat + self.sent) % 2].rstrip("/").replace("http", "ws", 1)
            with suppress(ConnectionClosed, InvalidHandshake, OSError):
                async with connect(
                    f"{url}/api/tables/{self.code}/live", additional_headers=self.headers
                ) as line:
                    newest = 0
                    async for text in line:
                        table = json.loads(text)
                        assert table["version"] >= newest
                        newest, self.heard = table["version"], self.heard + 1
                        hidden = [
                            seat for seat, pencil in enumerate(table["view"]["pencils"]) if pencil is None
                        ]
                        assert hidden == [seat for seat in range(SEATS) if seat != self.seat]
            await asyncio.sleep(0.01)


async def seated(houses: Houses, web: httpx2.AsyncClient) -> list[Player]:
    """Six players at a table where a card has been turned up."""
    url = f"{houses.urls[0]}/api/tables"
    options = {"first_player": 0, "scenario": "1"}
    made = (await web.post(url, json={"game": GAME, "name": "Ada", "options": options})).json()
    keys = [made["seat_key"]]
    for name in NAMES:
        keys.append((await web.post(f"{url}/{made['code']}/seats", json={"name": name})).json()["seat_key"])
    players = [Player(houses, web, seat, made["code"], key) for seat, key in enumerate(keys)]
    for player in players:
        await player.ask("POST", "/ready")
    await web.post(f"{url}/{made['code']}/start", headers={"Authorization": f"Bearer {made['host_key']}"})
    while (table := await players[0].look())["waiting"] == [0]:
        await players[0].make([move for move in table["moves"] if move != ["undo"]][-1])
    return players


async def test_six_draw_at_once_at_two_servers_that_are_killed(houses: Houses) -> None:
    async with httpx2.AsyncClient(timeout=60) as web:
        players = await seated(houses, web)
        listening = [asyncio.create_task(player.listen()) for player in players]
        drawing = [
            asyncio.create_task(player.draw_and_erase(may_be_done=player.seat > 0)) for player in players
        ]
        for number, after in enumerate(KILLED_AFTER):
            while sum(len(player.acknowledged) for player in players) < after:
                await asyncio.wait(drawing, timeout=0.01)
            await houses.replace(number)
        await asyncio.gather(*drawing)
        for task in listening:
            assert not task.done() or task.result()
            task.cancel()
        assert all(player.heard > 1 for player in players)
        for player in players:
            await player.make(["confirm"])
        log = (await players[0].ask("GET", "/log"))["log"]
        assert [entry["version"] for entry in log] == list(range(1, len(log) + 1))
        for player in players:
            stored = [(entry["turn"], entry["move"]) for entry in log if entry["seat"] == player.seat]
            assert stored == player.acknowledged
