"""Bots play on their own, and carry on after the server is killed."""

from pathlib import Path
from typing import Any

import httpx2

from tests.support.server import serving


def bots_alone(web: httpx2.Client) -> str:
    """A running game with only bots left; return its code."""
    made = web.post("/api/tables", json={"game": "dream_home", "name": "Ada"}).json()
    path = f"/api/tables/{made['code']}"
    host, ada = ({"Authorization": f"Bearer {made[key]}"} for key in ("host_key", "seat_key"))
    web.post(f"{path}/bots", json={"level": "greedy"}, headers=host)
    web.post(f"{path}/ready", headers=ada)
    assert web.post(f"{path}/start", headers=host).json()["status"] == "playing"
    web.post(f"{path}/leave", headers=ada)
    return path


def test_bots_go_on_after_a_kill(tmp_path: Path) -> None:
    with serving(tmp_path / "data", HOUSEWARMING_BOT_PAUSE="10") as first:
        with httpx2.Client(base_url=first.url, timeout=60) as web:
            path = bots_alone(web)
            before = web.get(path).json()
        first.process.kill()
        first.process.wait(timeout=60)
    assert (before["status"], before["version"]) == ("playing", 1)
    data = tmp_path / "data"
    with (
        serving(data, HOUSEWARMING_BOT_PAUSE="0") as second,
        httpx2.Client(base_url=second.url, timeout=60) as web,
    ):
        table: dict[str, Any] = before
        while table["status"] != "finished":
            table = web.get(path).json()
        assert table["view"]["scores"]
        assert [seat["kind"] for seat in table["seats"]] == ["human", "bot"]
