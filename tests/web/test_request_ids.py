"""The log: a line for each event worth knowing, as a code with its request id, and no secret."""

import ast
import json
import os
import pty
import re
import socket
import sqlite3
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from app import ROOT
from tests.support.guests import Guest, started
from tests.support.server import COMMAND, Server, environment, serving

PAGE = {"Accept": "text/html", "Accept-Language": "it"}
Line = dict[str, Any]


def lines(written: str) -> list[Line]:
    return [json.loads(line) for line in written.splitlines()]


def spoil(data: Path) -> None:
    """Make every table in the database readable but meaningless, to cause an unexpected error."""
    option, secret = "$[3][0][0]", "$[5]"
    with sqlite3.connect(data / "housewarming.db") as conn:
        conn.execute(
            "UPDATE room SET table_text = json_set(table_text, ?, 'none', ?, 'no hex')", (option, secret)
        )
    conn.close()


def opened_by_program(server: Server) -> str:
    made = httpx2.post(f"{server.url}/api/tables", json={"game": "dream_home", "name": "Ada"}, timeout=30)
    return str(made.json()["code"])


# --- what an operator reads ---------------------------------------------------------------------------------


def test_nothing_is_logged_when_all_goes_well(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with serving(tmp_path) as server:
        httpx2.get(server.url, timeout=30)
        server.end()

    assert capfd.readouterr().err == ""


def test_with_the_setting_every_request_gets_a_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with serving(tmp_path, HOUSEWARMING_LOG_LEVEL="info") as server:
        answer = httpx2.get(f"{server.url}/rules/dream_home", timeout=30)
        httpx2.get(f"{server.url}/nowhere/at/all", timeout=30)
        server.end()
    found, missed = [line for line in lines(capfd.readouterr().err) if line["event"] == "request"]

    assert found.pop("seconds") < 20
    assert found.pop("timestamp").endswith("Z")
    assert found == {
        "event": "request",
        "level": "info",
        "method": "GET",
        "route": "/rules/{game}",
        "status": 200,
        "request": answer.headers["x-request-id"],
    }
    assert (missed["route"], missed["status"]) == (None, 404)


def test_moves_and_sockets_get_their_line_too_with_the_pattern_of_the_path(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with serving(tmp_path, HOUSEWARMING_LOG_LEVEL="info") as server:
        code = opened_by_program(server)
        httpx2.post(f"{server.url}/r/{code}/move", headers={"Origin": server.url}, timeout=30)
        for path in (f"r/{code}/socket", f"api/tables/{code}/live"):
            with connect(f"{server.url.replace('http', 'ws')}/{path}", origin=Origin(server.url)) as socket:
                socket.recv(timeout=30)
        server.end()
    told = [line for line in lines(capfd.readouterr().err) if line["event"] == "request"]

    assert {(line["method"], line["route"]) for line in told} == {
        ("POST", "/api/tables"),
        ("POST", "/r/{code}/move"),
        ("SOCKET", "/r/{code}/socket"),
        ("SOCKET", "/api/tables/{code}/live"),
    }


def test_an_unexpected_error_is_logged_once_with_the_id_that_its_page_shows(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with serving(tmp_path) as server:
        code = opened_by_program(server)
        spoil(tmp_path)
        page = httpx2.get(f"{server.url}/r/{code}", headers=PAGE, timeout=30)
        program = httpx2.get(f"{server.url}/api/tables/{code}", timeout=30)
        server.end()
    told = lines(capfd.readouterr().err)

    assert (page.status_code, program.status_code) == (500, 500)
    assert [(line["event"], line["level"]) for line in told] == [("unhandled_error", "error")] * 2
    assert [line["request"] for line in told] == [
        page.headers["x-request-id"],
        program.headers["x-request-id"],
    ]
    assert '<html lang="it">' in page.text
    assert told[0]["request"] in page.text
    assert told[1]["request"] in program.json()["error"]["message"]
    assert told[0]["route"] == "/r/{code}"
    assert told[0]["exception"].startswith("Traceback")


def test_on_a_terminal_a_line_is_text(tmp_path: Path) -> None:
    terminal, inside = pty.openpty()
    with (
        os.fdopen(terminal, "rb", buffering=0) as screen,
        subprocess.Popen(
            [COMMAND, "serve", "--data", str(tmp_path), "--port", "0"],
            env=environment(HOUSEWARMING_TRUSTED_PROXIES="192.0.2.1", PYTHONUNBUFFERED="1"),
            stdout=subprocess.PIPE,
            stderr=inside,
            encoding="utf-8",
        ) as process,
    ):
        os.close(inside)
        assert process.stdout
        address = next(line for line in process.stdout if "On this machine" in line).split()[-1]
        httpx2.get(f"{address}/healthz", headers={"X-Forwarded-For": "203.0.113.7"}, timeout=30)
        text = screen.read(4096).decode()
        process.kill()

    assert "proxy_not_trusted" in text
    assert not text.startswith("{")


def test_an_untrusted_proxy_is_named_once(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with serving(tmp_path, HOUSEWARMING_TRUSTED_PROXIES="192.0.2.1") as server:
        for _ in range(3):
            httpx2.get(f"{server.url}/healthz", headers={"X-Forwarded-For": "203.0.113.7"}, timeout=30)
        server.end()
    (line,) = lines(capfd.readouterr().err)

    assert (line["event"], line["level"], line["address"]) == ("proxy_not_trusted", "warning", "127.0.0.1")


def test_libraries_log_the_same_way(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with serving(tmp_path, HOUSEWARMING_LOG_LEVEL="debug") as server:
        server.end()
    told = lines(capfd.readouterr().err)

    assert {"uvicorn.error"} <= {line.get("logger") for line in told}
    assert all({"event", "level", "timestamp"} <= line.keys() for line in told)


def read_all(connection: socket.socket) -> bytes:
    said = b""
    with suppress(ConnectionResetError):
        while part := connection.recv(4096):
            said += part
    return said


def test_a_client_cut_off_by_the_shutdown_is_told_so_without_an_error(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with serving(tmp_path) as server:
        address = urlsplit(server.url)
        with (
            socket.create_connection((address.hostname or "", address.port or 0), timeout=10) as asking,
            ThreadPoolExecutor() as reading,
        ):
            asking.sendall(b"POST /tables HTTP/1.1\r\nHost: table\r\nContent-Length: 100\r\n\r\nhalf a")
            answer = reading.submit(read_all, asking)  # a late reader finds the connection reset
            httpx2.get(f"{server.url}/healthz", timeout=30)  # so that the other request has arrived too
            server.end()
            said = answer.result().decode()
    told = [line for line in lines(capfd.readouterr().err) if "logger" not in line]

    assert said.startswith("HTTP/1.1 503 ")
    assert '"ending"' in said
    assert "\r\nretry-after: " in said.lower()
    assert [(line["event"], line["level"]) for line in told] == [("request_cancelled", "warning")]
    assert told[0]["request"] in said


def test_every_log_event_of_ours_is_a_code() -> None:
    """And its facts are named, so that events can be counted, and read in any language."""
    codes = []
    for path in sorted((ROOT / "app").rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func).startswith("log."):
                (code,) = call.args
                assert isinstance(code, ast.Constant), ast.unparse(call)
                codes.append(str(code.value))

    assert {"unhandled_error", "request", "bus_interrupted"} <= {*codes}
    assert [code for code in codes if not re.fullmatch(r"[a-z]+(_[a-z]+)*", code)] == []


# --- request ids --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", ["7f3a9c0e-1b2d-4c5e-8f90-123456789abc", "a.b_c-d3"])
def test_a_request_id_from_a_proxy_is_kept(server: Server, given: str) -> None:
    answer = httpx2.get(f"{server.url}/healthz", headers={"X-Request-ID": given}, timeout=30)

    assert answer.headers["x-request-id"] == given


@pytest.mark.parametrize(
    "given", ["", "short", "x" * 65, "two words here", '{"event":"broken"}', "na\u00efve-id-1"]
)
def test_an_invalid_request_id_is_not_repeated(server: Server, given: str) -> None:
    answer = httpx2.get(f"{server.url}/healthz", headers=[(b"X-Request-ID", given.encode())], timeout=30)

    assert re.fullmatch(r"[0-9a-f]{16}", answer.headers["x-request-id"])


def test_a_strangers_request_id_is_ignored(tmp_path: Path) -> None:
    with serving(tmp_path, HOUSEWARMING_TRUSTED_PROXIES="192.0.2.1") as server:
        given = {"X-Request-ID": "7f3a9c0e-1b2d-4c5e"}
        assert (
            httpx2.get(f"{server.url}/healthz", headers=given, timeout=30).headers["x-request-id"]
            != given["X-Request-ID"]
        )


def test_every_request_has_an_id_of_its_own(server: Server) -> None:
    ids = {httpx2.get(f"{server.url}/healthz", timeout=30).headers["x-request-id"] for _ in range(5)}

    assert len(ids) == 5


# --- secrets ------------------------------------------------------------------------------------------------


def browser(server: Server, **more: str) -> Guest:
    return Guest(
        base_url=server.url, timeout=20, headers={"Accept": "text/html", "Origin": server.url, **more}
    )


def cookies(*guests: Guest) -> set[str]:
    return {str(cookie.value) for guest in guests for cookie in guest.cookies.jar}


def keys(*guests: Guest) -> set[str]:
    """All that their browsers' cookies hold, whole and in parts."""
    return {part for value in cookies(*guests) for part in (value, *value.split(".")) if len(part) > 12}


def test_no_key_of_any_kind_is_logged_in_a_whole_game(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """At debug level, with errors of all kinds: wrong keys, wrong codes, moves against the rules."""
    chance = Random(5)
    token = "a-token-for-the-scraper"  # noqa: S105  a test token
    with serving(
        tmp_path,
        HOUSEWARMING_LOG_LEVEL="debug",
        HOUSEWARMING_BOT_PAUSE="0",
        HOUSEWARMING_METRICS="true",
        HOUSEWARMING_METRICS_TOKEN=token,
    ) as server:
        ada, bruno, tv, phone, eve = (browser(server) for _ in range(5))
        lobby = started(ada, (bruno, "Bruno"))
        code = lobby.removeprefix("/r/")
        # keys in links: for another device, for hosting, and one that no longer works
        links = set(re.findall(rf"{lobby}/key/[A-Za-z0-9_-]+", ada.get(f"{lobby}/devices").text))
        assert len(links) == 2
        for link in (*links, f"{lobby}/key/{'wrong-key' * 3}"):
            phone.get(link)
            phone.post(link)
        # a TV, a spectator who was admitted, a metrics scraper
        shown = re.search(r'data-code="([A-Z-]+)"', tv.get("/tv").text)
        assert shown
        ada.get("/tv/pair", params={"code": shown[1]})
        assert ada.post("/tv/pair", data={"code": shown[1], "table": code}).status_code == 303
        tv.get("/tv")
        held = keys(ada, bruno, tv, phone)
        for key in sorted(held):
            for headers in ({"Authorization": f"Bearer {key}"}, {"Cookie": f"housewarming-{code}={key}"}):
                eve.get(f"/api/tables/{code}", headers=headers)
        eve.get("/metrics", headers={"Authorization": f"Bearer {token}"})
        eve.get("/metrics", headers={"Authorization": "Bearer a-token-that-is-wrong"})
        # the admin, and somebody who tries to log in as one
        admin = server.banner.partition("Its token")[2].split()[0]
        for word in (admin, "no-token-of-mine"):
            eve.post("/admin/in", data={"token": word})
        eve.get("/admin")
        # the game, with a refused move now and then
        seats = {seat: key for key in held if (seat := seat_of(eve, code, key)) is not None}
        while waiting := (look := eve.get(f"/api/tables/{code}").json())["waiting"]:
            bearer = {"Authorization": f"Bearer {seats[waiting[0]]}"}
            mine = eve.get(f"/api/tables/{code}", headers=bearer).json()
            move = chance.choice([each for each in mine["moves"] if each != ["undo"]])
            said = {"turn": mine["turn"], "move": move, "id": f"at {look['version']}"}
            if look["version"] % 10 == 0:
                eve.post(f"/api/tables/{code}/moves", headers=bearer, json={**said, "move": ["fly"]})
                ada.get(lobby)
                tv.get(f"{lobby}/tv")
            assert eve.post(f"/api/tables/{code}/moves", headers=bearer, json=said).is_success
        other = opened_by_program(server)
        spoil(tmp_path)
        assert ada.get(f"/r/{other}").status_code == 500
        ada.get("/r/no-table-11")
        server.end()
        eves = keys(eve)
        for guest in (ada, bruno, tv, phone, eve):
            guest.close()
    written = capfd.readouterr().err
    secret = (tmp_path / "secret").read_bytes()

    assert len(held) >= 8, "seats, hosting, names, a TV"
    assert len(admin) > 12
    assert eves, "who came in as the admin"
    assert {line["event"] for line in lines(written)} >= {"request", "unhandled_error"}
    assert "/r/{code}/key/{key}" in written
    others = {token, secret.hex(), shown[1], "wrong-key" * 3, admin, "no-token-of-mine"} | eves
    told = [key for key in held | others if key in written]
    assert told == []


def seat_of(guest: Guest, code: str, key: str) -> int | None:
    answer = guest.get(f"/api/tables/{code}", headers={"Authorization": f"Bearer {key}"})
    seat: int | None = answer.json().get("seat") if answer.is_success else None
    return seat
