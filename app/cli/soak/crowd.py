"""Players at many tables of all games, who turn to any server that runs, and remember what they were told."""

import asyncio
import time
from collections.abc import Mapping
from itertools import cycle
from random import Random
from typing import Any, NamedTuple

import httpx2

from app.cli.soak.players import Made, Table
from app.table import playable_games

NAMES = ("Ada", "Bruno", "Celina")
PAUSE = 0.02  # seconds before a player tries again


class Claim(NamedTuple):
    """A seat that the server said is taken with this key."""

    code: str
    seat: int
    key: str


class NotNow(Exception):
    """The server asks to try again later."""


class Crowd:
    def __init__(self, addresses: Mapping[str, str], chance: Random) -> None:
        self._chance = chance
        self.web = {
            name: httpx2.AsyncClient(base_url=url, timeout=20, trust_env=False)
            for name, url in addresses.items()
        }
        self._games = cycle(playable_games.names())
        self.tables: list[Table] = []
        self.claims: list[Claim] = []
        self.acknowledged = 0
        self.in_flight = 0  # moves that were under way when a server was killed
        self.news = asyncio.Event()
        self.heard: list[tuple[str, float, float]] = []  # who acknowledged a move, asked when, answered when

    async def play(self) -> None:
        """Open a table and play to its end, then the next one, until cancelled."""
        while True:
            if (table := await self.open()) is None:
                await asyncio.sleep(PAUSE)
            while table and not table.over:
                await self.step(table)

    async def step(self, table: Table) -> None:
        """Ask any server for the next step at a table."""
        name = self._chance.choice([*self.web])
        before, begun = len(table.acknowledged), time.monotonic()
        was_sent = table.unanswered is not None
        try:
            await table.step(self.web[name])
        except httpx2.TransportError as error:
            self.in_flight += was_sent and not isinstance(error, httpx2.ConnectError)
            await asyncio.sleep(PAUSE)
            return
        if len(table.acknowledged) > before:
            self.acknowledged += 1
            self.heard.append((name, begun, time.monotonic()))
            self.news.set()

    async def until(self, acknowledged: int) -> None:
        """Wait until so many moves have been acknowledged in all."""
        while self.acknowledged < acknowledged:
            self.news.clear()
            await self.news.wait()

    async def open(self) -> Table | None:
        """Open a table and begin its game; None if a server was killed before everybody was seated."""
        game, names = next(self._games), NAMES[: self._chance.choice((2, 3))]
        try:
            made = await self._told("", {"game": game, "name": names[0]})
            code, keys = made["code"], [made["seat_key"]]
            self.claims.append(Claim(code, 0, keys[0]))
            for name in names[1:]:
                seat = await self._told(f"/{code}/seats", {"name": name})
                self.claims.append(Claim(code, seat["seat"], seat["seat_key"]))
                keys.append(seat["seat_key"])
            for key in keys:
                await self._told(f"/{code}/ready", None, key)
        except (httpx2.TransportError, NotNow):
            return None
        while not await self._begun(code, made["host_key"]):
            await asyncio.sleep(PAUSE)
        self.tables.append(Table(code, keys, self._chance))
        return self.tables[-1]

    async def _begun(self, code: str, key: str) -> bool:
        try:
            await self._told(f"/{code}/start", None, key)
        except (httpx2.TransportError, NotNow):
            return False
        return True

    async def _told(self, path: str, body: dict[str, Any] | None, key: str = "") -> dict[str, Any]:
        web = self.web[self._chance.choice([*self.web])]
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        answer = await web.post(f"/api/tables{path}", json=body, headers=headers)
        if answer.status_code in (429, 503):
            raise NotNow
        told = dict(answer.json())
        # the game began, and only the answer was lost
        assert answer.is_success or told["error"]["code"] == "already_started", answer.text
        return told

    # -- afterwards ------------------------------------------------------------------------------------------

    async def dead(self, seconds: float) -> list[str]:
        """The tables where no further move can be made."""
        found = await asyncio.gather(*(self._stuck(each, seconds) for each in self.tables))
        return [fault for each in found for fault in each]

    async def _stuck(self, table: Table, seconds: float) -> list[str]:
        before: list[Made] = [*table.acknowledged]
        try:
            async with asyncio.timeout(seconds):
                while not table.over and len(table.acknowledged) == len(before):
                    await self.step(table)
        except TimeoutError:
            return [f"{table.code}: dead"]
        return []

    async def seat_faults(self) -> list[str]:
        """Seats that aren't whose they were, or that two people were given."""
        web = next(iter(self.web.values()))
        found = []
        held: dict[tuple[str, int], str] = {}
        for claim in self.claims:
            headers = {"Authorization": f"Bearer {claim.key}"}
            answer = await web.get(f"/api/tables/{claim.code}", headers=headers)
            if answer.status_code != 200 or answer.json()["seat"] != claim.seat:
                found.append(f"{claim.code}: seat {claim.seat} is lost")
            if held.setdefault((claim.code, claim.seat), claim.key) != claim.key:
                found.append(f"{claim.code}: seat {claim.seat} is doubled")
        return found

    async def leave(self) -> None:
        for each in self.web.values():
            await each.aclose()
