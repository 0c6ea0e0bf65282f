"""Nothing sent to a client gives away a card before it is dealt, or a drafted roof after its round."""

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest
from websockets.asyncio.client import ClientConnection, connect

from app.engine import dream_home
from app.engine.dream_home.cards import room_names
from app.engine.dream_home.state import State
from tests.support.replayed import Heard, named_roofs, replayed
from tests.support.server import serving

pytestmark = pytest.mark.anyio


def early_cards(heard: list[Heard], states: dict[int, State]) -> list[str]:
    """Room cards named before they were dealt; each card has a unique name."""
    return [
        f"{name} at version {each.version}"
        for each in heard
        for name in room_names(states[each.version].deck.rooms)
        if f'"{name}"' in each.text
    ]


class Listener:
    """A client of one table's API that keeps every answer."""

    def __init__(self, web: httpx2.AsyncClient, code: str) -> None:
        self.web, self.path = web, f"/api/tables/{code}"
        self.heard: list[tuple[int, str]] = []

    async def ask(self, method: str, what: str = "", key: str = "", **body: Any) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        answer = await self.web.request(method, self.path + what, headers=headers, json=body or None)
        assert answer.is_success, answer.text
        told: dict[str, Any] = answer.json()
        if "version" in told:
            self.heard.append((told["version"], answer.text))
        return told

    async def listen(self, live: ClientConnection) -> None:
        async for text in live:
            self.heard.append((json.loads(text)["version"], str(text)))


async def test_clients_get_no_secret_in_a_whole_game(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        async with httpx2.AsyncClient(base_url=server.url, timeout=60) as web:
            made = (await web.post("/api/tables", json={"game": "dream_home", "name": "Ada"})).json()
            table = Listener(web, made["code"])
            keys = [made["seat_key"], (await table.ask("POST", "/seats", name="Bruno"))["seat_key"]]
            for key in keys:
                await table.ask("POST", "/ready", key)
            table.heard.clear()
            await table.ask("POST", "/start", made["host_key"])
            url = f"{server.url.replace('http', 'ws', 1).rstrip('/')}{table.path}/live"
            seat_only = {"Authorization": f"Bearer {keys[1]}"}
            async with connect(url) as eve, connect(url, additional_headers=seat_only) as bruno:
                listening = [asyncio.create_task(table.listen(live)) for live in (eve, bruno)]
                await play_to_the_end(table, keys)
                for task in listening:
                    task.cancel()
            log = (await table.ask("GET", "/log"))["log"]
            over = await table.ask("GET")
    states = replayed(log, over)
    heard = [Heard(*each) for each in table.heard]
    assert len(heard) > 400
    assert early_cards(heard, states) == []
    assert named_roofs(heard, states) == []


async def play_to_the_end(table: Listener, keys: list[str]) -> None:
    chance = Random(3)
    while waiting := (await table.ask("GET"))["waiting"]:
        mine = await table.ask("GET", "", keys[waiting[0]])
        move = chance.choice([each for each in mine["moves"] if each != ["undo"]])
        body = {"turn": mine["turn"], "move": move, "id": f"at {mine['version']}"}
        await table.ask("POST", "/moves", keys[waiting[0]], **body)
        await table.ask("GET", "/log")


def test_the_scan_finds_planted_secrets() -> None:
    state = dream_home.new(2, {"first_player": 0}, 1)
    name = room_names(state.deck.rooms)[30]
    assert early_cards([Heard(1, f'{{"view":["{name}"]}}')], {1: state}) == [f"{name} at version 1"]
    assert early_cards([Heard(1, json.dumps(dream_home.describe(state, None)))], {1: state}) == []
    pile = [Heard(1, '{"view":{"roofs":[["red",null],[]]}}')]
    later = state._replace(round=3)
    assert named_roofs(pile, {1: later}) == ["pile of 0 at version 1"]
    take = ["take", 0, 2, 1, "kitchen/1", "red"]
    assert named_roofs([Heard(1, json.dumps({"log": [{"events": [take]}]}))], {1: later})
    take[-1] = "roof"
    assert named_roofs([Heard(1, json.dumps({"log": [{"events": [take]}]}))], {1: later}) == []
