"""Two servers on one Postgres: what happens at one shows at the other, and no move is lost between them.

This holds with Postgres' own notices, with a broker, and with both clients at one server.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx2
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from app.web.cookies import keys_cookie
from tests.support.server import Server, empty_database, serving, two_houses

pytestmark = [pytest.mark.postgres, pytest.mark.anyio]


@pytest.fixture(
    scope="module", params=["alone", "postgres", pytest.param("broker", marks=pytest.mark.broker)]
)
def servers(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, Server]]:
    folder = tmp_path_factory.mktemp("servers")
    if request.param == "alone":
        with serving(folder / "data", HOUSEWARMING_BOT_PAUSE="0") as server:
            yield server, server
        return
    broker = request.getfixturevalue("broker").url if request.param == "broker" else ""
    database = empty_database(request.getfixturevalue("postgres"))
    with two_houses(folder, database, bus=broker) as both:
        yield both


class Desk:
    """A client of one server's API."""

    def __init__(self, server: Server) -> None:
        self.url = server.url.rstrip("/")
        self.web = httpx2.Client(base_url=self.url, timeout=60)

    def ask(self, method: str, path: str, key: str = "", **body: Any) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        answer = self.web.request(method, f"/api/tables{path}", headers=headers, json=body or None)
        assert answer.is_success, answer.text
        return dict(answer.json())

    def watch(self, code: str) -> Any:
        return connect(f"{self.url.replace('http', 'ws', 1)}/api/tables/{code}/live")


@pytest.fixture
async def desks(servers: tuple[Server, Server]) -> AsyncIterator[list[Desk]]:
    desks = [Desk(server) for server in servers]
    yield desks
    for desk in desks:
        desk.web.close()


def a_game(here: Desk, there: Desk) -> tuple[str, list[str]]:
    """A table opened at one server, joined at the other, and started; return its code and the seats' keys."""
    made = here.ask("POST", "", game="dream_home", name="Ada", options={"first_player": 0})
    code = str(made["code"])
    bruno = there.ask("POST", f"/{code}/seats", name="Bruno")
    keys = [str(made["seat_key"]), str(bruno["seat_key"])]
    for desk, key in zip((here, there), keys, strict=True):
        desk.ask("POST", f"/{code}/ready", key)
    here.ask("POST", f"/{code}/start", str(made["host_key"]))
    return code, keys


async def seen(live: ClientConnection, version: int) -> dict[str, Any]:
    """Receive until the table is at this version; return it."""
    while True:
        table = json.loads(await asyncio.wait_for(live.recv(), 20))
        if table["version"] >= version:
            return dict(table)


def step(desk: Desk, code: str, key: str) -> int:
    """Make the first move on offer; return the version."""
    table = desk.ask("GET", f"/{code}", key)
    made = desk.ask(
        "POST", f"/{code}/moves", key, turn=table["turn"], move=table["moves"][0], id=f"at {table['version']}"
    )
    return int(made["version"])


async def test_each_server_shows_the_others_moves(desks: list[Desk]) -> None:
    code, keys = a_game(*desks)
    async with desks[0].watch(code) as here, desks[1].watch(code) as there:
        for number in range(12):
            table = desks[number % 2].ask("GET", f"/{code}")
            seat = table["waiting"][0]
            version = step(desks[number % 2], code, keys[seat])
            boards = [await seen(here, version), await seen(there, version)]
            assert boards[0] == boards[1]


async def test_a_change_at_one_is_known_at_the_other_at_once(desks: list[Desk]) -> None:
    """Behind a load balancer, the browser's next request goes to the other server."""
    for _ in range(5):
        code, keys = a_game(*desks)
        for number in range(10):
            here, there = desks[number % 2], desks[1 - number % 2]
            seat = here.ask("GET", f"/{code}")["waiting"][0]
            version = step(here, code, keys[seat])
            assert there.ask("GET", f"/{code}")["version"] == version


async def test_two_concurrent_writers_lose_nothing(desks: list[Desk]) -> None:
    """Both servers send each move; under one id it counts once, and both get the same answer."""
    code, keys = a_game(*desks)
    for _ in range(20):
        table = desks[0].ask("GET", f"/{code}")
        seat = table["waiting"][0]
        mine = desks[0].ask("GET", f"/{code}", keys[seat])
        body = {"turn": mine["turn"], "move": mine["moves"][0], "id": f"raced {mine['version']}"}
        answers = await asyncio.gather(
            *(asyncio.to_thread(desk.ask, "POST", f"/{code}/moves", keys[seat], **body) for desk in desks)
        )
        assert answers == [{"version": mine["version"] + 1}] * 2
    log = desks[1].ask("GET", f"/{code}/log")["log"]
    assert [entry["version"] for entry in log] == list(range(1, 22))


async def test_a_spectator_at_one_is_counted_at_the_other(desks: list[Desk]) -> None:
    code, _ = a_game(*desks)
    here, there = desks
    page = connect(
        f"{there.url.replace('http', 'ws', 1)}/r/{code}/socket?locale=en", origin=Origin(there.url)
    )
    async with page as told:
        async with here.watch(code), here.watch(code):
            await until(told, "3 spectators")
        await until(told, "1 spectator")


async def test_chat_written_at_one_is_read_at_the_other(desks: list[Desk]) -> None:
    code, keys = a_game(*desks)
    here, there = desks
    page = connect(
        f"{there.url.replace('http', 'ws', 1)}/r/{code}/socket?locale=en", origin=Origin(there.url)
    )
    async with page as told:
        await until(told, "No messages yet.")
        of_ada = {"Cookie": f"{keys_cookie(code)}={keys[0]}", "Origin": here.url}
        for line in ("good luck", "and have fun"):
            answer = here.web.post(f"/r/{code}/chat", data={"text": line}, headers=of_ada)
            assert answer.status_code == 303
            await until(told, line)


async def test_a_reaction_at_one_shows_at_the_other_and_disappears(desks: list[Desk]) -> None:
    code, keys = a_game(*desks)
    here, there = desks
    page = connect(
        f"{there.url.replace('http', 'ws', 1)}/r/{code}/socket?locale=en", origin=Origin(there.url)
    )
    async with page as told:
        of_ada = {"Cookie": f"{keys_cookie(code)}={keys[0]}", "Origin": here.url}
        answer = here.web.post(f"/r/{code}/chat/react", data={"symbol": "star"}, headers=of_ada)
        assert answer.status_code == 303
        shown = await until(told, "well done")
        assert "<bdi>Ada</bdi>" in shown
        while "well done" in shown:
            shown = await until(told, "#reactions")


async def until(told: ClientConnection, words: str) -> str:
    """Receive until a message for the page has these words; return it."""
    async with asyncio.timeout(20):
        while words not in (heard := str(await told.recv())):
            pass
    return heard
