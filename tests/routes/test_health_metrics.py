"""/metrics: counters and timings, for those who may read them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.sync.client import connect

from tests.support.server import Server, refused, serving

TOKEN = "a-token-for-the-scraper"  # noqa: S105  a test token


@pytest.fixture
def counting(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path, HOUSEWARMING_METRICS="true", HOUSEWARMING_BOT_PAUSE="0") as server:
        yield server


def measured(server: Server) -> dict[str, float]:
    """Every sample, by its name with its labels."""
    answer = httpx2.get(f"{server.url}/metrics", timeout=30)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    lines = [line for line in answer.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def ask(server: Server, method: str, path: str, key: str = "", **body: Any) -> httpx2.Response:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    return httpx2.request(
        method, f"{server.url}/api/tables{path}", headers=headers, json=body or None, timeout=30
    )


def a_game(server: Server) -> tuple[str, list[str]]:
    """A running game for two: its code and the keys of its seats."""
    made = ask(server, "POST", "", game="dream_home", name="Ada").json()
    code = made["code"]
    keys = [made["seat_key"], ask(server, "POST", f"/{code}/seats", name="Bruno").json()["seat_key"]]
    for key in keys:
        ask(server, "POST", f"/{code}/ready", key)
    assert ask(server, "POST", f"/{code}/start", made["host_key"]).is_success
    return code, keys


def move(server: Server, code: str, keys: list[str], tag: str | None = None) -> int:
    """Make the next move, or one that doesn't exist; return the status."""
    seat = ask(server, "GET", f"/{code}").json()["waiting"][0]
    mine = ask(server, "GET", f"/{code}", keys[seat]).json()
    said = {"turn": mine["turn"], "move": [tag] if tag else mine["moves"][0], "id": f"{mine['version']}{tag}"}
    return ask(server, "POST", f"/{code}/moves", keys[seat], **said).status_code


def test_a_game_is_counted_and_timed(counting: Server) -> None:
    code, keys = a_game(counting)
    with connect(f"ws{counting.url.removeprefix('http')}/api/tables/{code}/live") as socket:
        socket.recv()
        for _ in range(3):
            assert move(counting, code, keys) == 200
            socket.recv()
        assert move(counting, code, keys, "fly") == 422
        found = measured(counting)

    assert found['housewarming_moves_total{game="dream_home"}'] == 3
    assert found["housewarming_move_durable_seconds_count"] == 3
    assert 0 < found["housewarming_move_durable_seconds_sum"] < 30
    assert found["housewarming_move_told_seconds_count"] == 3
    assert found["housewarming_move_told_seconds_sum"] > found["housewarming_move_durable_seconds_sum"]
    assert found["housewarming_commit_writes_count"] >= 8, (
        "a table, a seat, two who are ready, the start, three steps"
    )
    assert found["housewarming_sockets"] == 1
    assert found["housewarming_rooms"] == 1
    assert found['housewarming_database_waiting{what="reads"}'] == 0
    assert found['housewarming_database_waiting{what="writes"}'] == 0
    assert found['housewarming_refusals_total{code="unknown_move"}'] == 1
    assert found["housewarming_process_resident_memory_bytes"] > 10e6


def test_every_refusal_is_counted_whichever_way_it_is_answered(counting: Server) -> None:
    page = {"Accept": "text/html", "Origin": counting.url}
    httpx2.get(f"{counting.url}/r/none", headers=page, timeout=30)
    httpx2.post(f"{counting.url}/tables", headers=page, data={"game": "dream_home", "name": ""}, timeout=30)
    httpx2.post(f"{counting.url}/tables", headers=page, content=b"x" * 70_000, timeout=30)
    found = measured(counting)

    counted = {
        code: number
        for name, number in found.items()
        for code in re.findall(r'^housewarming_refusals_total\{code="(\w+)"\}', name)
    }
    assert counted == {"unknown_table": 1, "name_empty": 1, "too_large": 1}


# --- who may read it ----------------------------------------------------------------------------------------


def status(server: Server, **headers: str) -> int:
    return httpx2.get(f"{server.url}/metrics", headers=headers, timeout=30).status_code


def test_without_the_setting_there_are_no_metrics(server: Server) -> None:
    assert status(server) == 404
    assert "metrics" not in httpx2.get(f"{server.url}/api/openapi.json", timeout=30).text


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "203.0.113.7"},
        {"X-Forwarded-For": "127.0.0.1"},
        {"X-Forwarded-Proto": "https"},
        {"Host": "games.example.org"},
    ],
)
def test_there_are_no_metrics_through_a_proxy(counting: Server, headers: dict[str, str]) -> None:
    assert status(counting) == 200
    assert status(counting, **headers) == 404


def test_there_are_no_metrics_for_other_addresses(tmp_path: Path) -> None:
    from app.net.addresses import lan_hosts

    with serving(tmp_path, HOUSEWARMING_METRICS="true") as server:
        port = server.url.rpartition(":")[2]
        found = [httpx2.get(f"http://{host}:{port}/metrics", timeout=30).status_code for host in lan_hosts()]

    assert {*found} <= {404}


def test_with_the_token_metrics_are_available_from_anywhere(tmp_path: Path) -> None:
    with serving(tmp_path, HOUSEWARMING_METRICS="true", HOUSEWARMING_METRICS_TOKEN=TOKEN) as server:
        assert status(server, Authorization=f"Bearer {TOKEN}") == 200
        assert status(server, Authorization=f"Bearer {TOKEN}", **{"X-Forwarded-For": "203.0.113.7"}) == 200
        for wrong in ("", "Bearer", f"Bearer {TOKEN}x", f"Basic {TOKEN}"):
            assert status(server, Authorization=wrong) == 404


def test_a_guessable_token_is_refused_and_not_repeated(tmp_path: Path) -> None:
    ended, words = refused("--data", str(tmp_path), HOUSEWARMING_METRICS_TOKEN="short-one")  # noqa: S106

    assert ended == 2
    assert words == "housewarming: HOUSEWARMING_METRICS_TOKEN: use at least 16 characters\n"
