"""/readyz: whether a server can do its work, and if not, what is missing."""

import signal
import socket
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import psycopg
import pytest

from tests.support.server import Server, empty_database, serving


def asked(server: Server) -> tuple[int, str]:
    """The status, and the code of what is missing."""
    answer = httpx2.get(f"{server.url}/readyz", timeout=10)
    said = answer.json()
    assert ("Retry-After" in answer.headers) == (answer.status_code == 503)
    return answer.status_code, said.get("status") or said["error"]["code"]


def until(wanted: tuple[int, str], ask: Callable[[], tuple[int, str]], seconds: float = 20) -> None:
    """Ask until this is the answer."""
    ends = time.monotonic() + seconds
    while (found := ask()) != wanted:
        assert time.monotonic() < ends, f"{found}, and not {wanted}"


def test_a_server_that_is_up_is_ready(server: Server) -> None:
    assert asked(server) == (200, "ready")


def test_a_server_is_not_ready_on_a_database_of_another_version(server: Server, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "data" / "housewarming.db") as conn:
        conn.execute("UPDATE alembic_version SET version_num = '9999'")
    conn.close()

    assert asked(server) == (503, "database_other")


def test_a_server_told_to_stop_is_no_longer_ready(server: Server) -> None:
    """A request that comes during the shutdown learns so: here one begun just before it."""
    address = urlsplit(server.url)
    with socket.create_connection((address.hostname or "", address.port or 0), timeout=10) as asking:
        asking.sendall(b"GET /readyz HTTP/1.1\r\nHost: table\r\nContent-Length: 2\r\n\r\n.")
        httpx2.get(f"{server.url}/healthz", timeout=30)  # so that the other connection has been accepted too
        server.process.send_signal(signal.SIGTERM)
        until((0, "closed"), lambda: door(server))
        asking.sendall(b".")
        said = asking.makefile("rb").read().decode()

    assert said.startswith("HTTP/1.1 503 ")
    assert '"ending"' in said
    assert "\r\nretry-after: " in said.lower()


def door(server: Server) -> tuple[int, str]:
    try:
        return httpx2.get(f"{server.url}/healthz", timeout=30).status_code, "open"
    except httpx2.HTTPError:
        return 0, "closed"


@pytest.mark.postgres
def test_without_its_database_it_is_not_ready_until_it_is_back(tmp_path: Path, postgres: str) -> None:
    database = empty_database(postgres)
    name = database.rpartition("/")[2]
    with (
        psycopg.connect(postgres.replace("+psycopg", ""), autocommit=True) as conn,
        serving(tmp_path, HOUSEWARMING_DATABASE_URL=database) as server,
    ):

        def cut(connections: str) -> None:
            conn.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS {connections}".encode())
            ends = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
            conn.execute(ends, [name])

        until((200, "ready"), lambda: asked(server))
        cut("false")
        until((503, "database_away"), lambda: asked(server))
        cut("true")
        until((200, "ready"), lambda: asked(server))


@pytest.mark.postgres
def test_a_server_cut_off_from_the_others_is_not_ready_until_reconnected(
    tmp_path: Path, postgres: str
) -> None:
    database = empty_database(postgres)
    with (
        psycopg.connect(postgres.replace("+psycopg", ""), autocommit=True) as conn,
        serving(tmp_path, HOUSEWARMING_DATABASE_URL=database) as server,
    ):
        until((200, "ready"), lambda: asked(server))
        listening = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
        conn.execute(f"{listening} AND query LIKE 'LISTEN%%'", [database.rpartition("/")[2]])
        until((503, "bus_silent"), lambda: asked(server))
        until((200, "ready"), lambda: asked(server))
