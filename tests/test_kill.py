"""The server is killed again and again with moves in flight: what was acknowledged is there, once."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx2
import pytest

from tests.server import Server, serving

pytestmark = pytest.mark.anyio
KILLS, MOVES_BETWEEN, TABLES = 20, 55, 4


class Made(NamedTuple):
    """A move that the server said stands at this version."""

    version: int
    seat: int
    turn: int
    move: list[Any]


def faults(acknowledged: list[Made], log: list[dict[str, Any]]) -> list[str]:
    """What is lost or doubled in a log, if anything."""
    found = []
    entries = {entry["version"]: entry for entry in log}
    for made in acknowledged:
        entry = entries.get(made.version, {})
        if (entry.get("seat"), entry.get("turn"), entry.get("move")) != (made.seat, made.turn, made.move):
            found.append(f"lost: {made}")
    decisions = [(entry["seat"], entry["turn"]) for entry in log[1:]]
    found += [f"doubled: {each}" for each in {*decisions} if decisions.count(each) > 1]
    if sorted(entries) != list(range(1, len(log) + 1)):
        found.append("a gap")
    return found


class Table:
    """A table with two players who move as fast as they can."""

    def __init__(self, code: str, keys: list[str], chance: Random) -> None:
        self.code, self.keys, self.chance = code, keys, chance
        self.acknowledged: list[Made] = []
        self.unanswered: tuple[str, dict[str, Any], int] | None = None
        self.over = False
        self.sent_again = 0

    async def play(self, web: httpx2.AsyncClient) -> None:
        """Until the game or the server ends. A move without an answer is sent again as it was."""
        self.sent_again += self.unanswered is not None
        try:
            while not self.over:
                if self.unanswered is None:
                    await self._choose(web)
                else:
                    await self._send(web, *self.unanswered)
        except httpx2.TransportError:
            return

    async def _choose(self, web: httpx2.AsyncClient) -> None:
        waiting = (await web.get(f"/api/tables/{self.code}")).json()["waiting"]
        if not waiting:
            self.over = True
            return
        seat = waiting[0]
        table = (await web.get(f"/api/tables/{self.code}", headers=self._key(seat))).json()
        move = self.chance.choice([each for each in table["moves"] if each != ["undo"]])
        body = {"turn": table["turn"], "move": move, "id": f"{seat} {table['turn']}"}
        self.unanswered = (f"/api/tables/{self.code}/moves", body, seat)

    async def _send(self, web: httpx2.AsyncClient, path: str, body: dict[str, Any], seat: int) -> None:
        answer = await web.post(path, json=body, headers=self._key(seat))
        assert answer.status_code == 200, answer.text
        self.acknowledged.append(Made(answer.json()["version"], seat, body["turn"], body["move"]))
        self.unanswered = None

    def _key(self, seat: int) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.keys[seat]}"}

    async def log(self, web: httpx2.AsyncClient) -> list[dict[str, Any]]:
        log: list[dict[str, Any]] = []
        while page := (await web.get(f"/api/tables/{self.code}/log?after={len(log)}")).json()["log"]:
            log += page
        return log


async def opened(web: httpx2.AsyncClient, chance: Random) -> Table:
    made = (await web.post("/api/tables", json={"game": "dream_home", "name": "Ada"})).json()
    path = f"/api/tables/{made['code']}"
    bruno = (await web.post(f"{path}/seats", json={"name": "Bruno"})).json()
    keys = [made["seat_key"], bruno["seat_key"]]
    for key in keys:
        await web.post(f"{path}/ready", headers={"Authorization": f"Bearer {key}"})
    await web.post(f"{path}/start", headers={"Authorization": f"Bearer {made['host_key']}"})
    return Table(made["code"], keys, chance)


async def play_until_killed(
    server: Server, tables: list[Table], web: httpx2.AsyncClient, enough: int
) -> None:
    """All tables play; once so many moves are acknowledged the server is killed, whatever is in flight."""
    before = sum(len(table.acknowledged) for table in tables)
    playing = [asyncio.create_task(table.play(web)) for table in tables]
    while sum(len(table.acknowledged) for table in tables) < before + enough:
        await asyncio.wait(playing, timeout=0.01)
        for done in (task for task in playing if task.done()):
            done.result()
        if all(task.done() for task in playing):
            break
    server.process.kill()
    await asyncio.gather(*playing)
    server.process.wait(timeout=5)


async def test_every_acknowledged_move_is_there_once_after_twenty_kills(tmp_path: Path) -> None:
    chance = Random(1)
    tables: list[Table] = []
    for _ in range(KILLS):
        with serving(tmp_path / "data") as server:
            async with httpx2.AsyncClient(base_url=server.url, timeout=20) as web:
                while sum(not table.over for table in tables) < TABLES:
                    tables.append(await opened(web, chance))
                await play_until_killed(server, tables, web, MOVES_BETWEEN)
    with serving(tmp_path / "data") as server:
        async with httpx2.AsyncClient(base_url=server.url, timeout=20) as web:
            for table in tables:
                log = await table.log(web)
                assert faults(table.acknowledged, log) == []
    assert sum(len(table.acknowledged) for table in tables) >= 1000
    assert sum(table.sent_again for table in tables) > KILLS / 2  # the kills came with moves in flight


def test_the_checker_finds_a_loss_and_a_double() -> None:
    log: list[dict[str, Any]] = [{"version": 1, "seat": None, "turn": None, "move": None}]
    log += [{"version": v, "seat": v % 2, "turn": v, "move": ["take", v]} for v in range(2, 6)]
    acknowledged = [Made(v, v % 2, v, ["take", v]) for v in range(2, 6)]
    assert faults(acknowledged, log) == []
    assert faults(acknowledged, log[:-1]) == ["lost: Made(version=5, seat=1, turn=5, move=['take', 5])"]
    assert faults(acknowledged, [*log[:3], *log[4:]])[-1] == "a gap"
    doubled = [*log, {**log[-1], "version": 6}]
    assert faults(acknowledged, doubled) == ["doubled: (1, 5)"]
