"""Players who move as fast as they can and keep what was acknowledged, to compare it with the log."""

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import httpx2


class Made(NamedTuple):
    """A move that the server acknowledged at this version."""

    version: int
    seat: int
    turn: int
    move: list[Any]


def faults(acknowledged: list[Made], log: list[dict[str, Any]]) -> list[str]:
    """Moves that are lost or doubled in a log."""
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
    """A table whose players move in turn. A move without an answer is sent again unchanged."""

    def __init__(self, code: str, keys: Sequence[str], chance: Random) -> None:
        self.code, self.keys, self.chance = code, keys, chance
        self.acknowledged: list[Made] = []
        self.refusals: list[dict[str, Any]] = []  # the errors that said to try again
        self.unanswered: tuple[str, dict[str, Any], int] | None = None
        self.over = False
        self.sent_again = 0

    async def play(self, web: httpx2.AsyncClient) -> None:
        """Play until the game or the server ends."""
        self.sent_again += self.unanswered is not None
        try:
            while not self.over:
                await self.step(web)
        except httpx2.TransportError:
            return

    async def play_on(self, web: httpx2.AsyncClient) -> None:
        """Play until the game ends, even if servers go down."""
        while not self.over:
            await self.play(web)
            await asyncio.sleep(0.05)

    async def step(self, web: httpx2.AsyncClient) -> None:
        """Choose the next move, or resend the chosen one."""
        if self.unanswered is None:
            await self._choose(web)
        else:
            await self._send(web, *self.unanswered)

    async def _choose(self, web: httpx2.AsyncClient) -> None:
        public = await self._asked(await web.get(f"/api/tables/{self.code}"))
        if public is None:
            return
        if not public["waiting"]:
            self.over = True
            return
        seat = public["waiting"][0]
        table = await self._asked(await web.get(f"/api/tables/{self.code}", headers=self._key(seat)))
        if table is None or table["turn"] is None:
            return
        move = self.chance.choice([each for each in table["moves"] if each != ["undo"]] or table["moves"])
        body = {"turn": table["turn"], "move": move, "id": f"{seat} {table['turn']}"}
        self.unanswered = (f"/api/tables/{self.code}/moves", body, seat)

    async def _send(self, web: httpx2.AsyncClient, path: str, body: dict[str, Any], seat: int) -> None:
        made = await self._asked(await web.post(path, json=body, headers=self._key(seat)))
        if made is None:
            return
        self.acknowledged.append(Made(made["version"], seat, body["turn"], body["move"]))
        self.unanswered = None

    async def _asked(self, answer: httpx2.Response) -> dict[str, Any] | None:
        """The answer's body; None, after a pause, if the server said to try again."""
        if answer.status_code == 503:
            self.refusals.append(answer.json()["error"])
            assert answer.headers["Retry-After"] == "1"
            await asyncio.sleep(0.1)
            return None
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def _key(self, seat: int) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.keys[seat]}"}

    async def log(self, web: httpx2.AsyncClient) -> list[dict[str, Any]]:
        log: list[dict[str, Any]] = []
        while page := (await web.get(f"/api/tables/{self.code}/log?after={len(log)}")).json()["log"]:
            log += page
        return log

    async def faults(self, web: httpx2.AsyncClient) -> list[str]:
        return faults(self.acknowledged, await self.log(web))


async def opened(web: httpx2.AsyncClient, chance: Random) -> Table:
    """A table with Ada and Bruno seated and the game begun."""
    made = (await web.post("/api/tables", json={"game": "dream_home", "name": "Ada"})).json()
    path = f"/api/tables/{made['code']}"
    bruno = (await web.post(f"{path}/seats", json={"name": "Bruno"})).json()
    keys = [made["seat_key"], bruno["seat_key"]]
    for key in keys:
        await web.post(f"{path}/ready", headers={"Authorization": f"Bearer {key}"})
    await web.post(f"{path}/start", headers={"Authorization": f"Bearer {made['host_key']}"})
    return Table(made["code"], keys, chance)
