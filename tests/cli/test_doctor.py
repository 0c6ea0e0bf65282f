"""`housewarming doctor`: what it finds, what it advises, and its exit status."""

import os
import socket
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest

from app.net.addresses import lan_hosts
from app.storage.database import parse
from app.storage.migrate import migrate
from tests.support.command import Ended, housewarming
from tests.support.flaky_network import Proxy
from tests.support.network.half_record import half_a_record
from tests.support.network.ports import nobody
from tests.support.network.tls import self_signed
from tests.support.server import empty_database, serving

GUEST = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "http"}


def examined(data: Path, **variables: Any) -> Ended:
    ended = housewarming("doctor", HOUSEWARMING_DATA=str(data), **variables)
    assert ended.complained == ""
    return ended


def told(ended: Ended, about: str) -> str:
    """The finding about one thing, with the advice."""
    lines = ended.said.splitlines()
    at = next(number for number, line in enumerate(lines) if line[7:].startswith(f"{about}: "))
    advice = lines[at + 1] if at + 1 < len(lines) and lines[at + 1].startswith("       ") else ""
    return f"{lines[at]}\n{advice}"


def wrong(ended: Ended) -> list[str]:
    return [line[7:].partition(":")[0] for line in ended.said.splitlines() if line.startswith("wrong")]


# --- without a server ---------------------------------------------------------------------------------------


def test_before_the_first_start_all_is_well(tmp_path: Path) -> None:
    data = tmp_path / "data"
    ended = examined(data, HOUSEWARMING_PORT="0")

    assert (ended.status, wrong(ended)) == (0, [])
    assert "will be created at the first start" in told(ended, "database")
    assert "MiB free" in told(ended, "data folder")
    assert "it isn't running" in told(ended, "server")
    assert "UTC" in told(ended, "clock")
    assert lan_hosts()[0] in told(ended, "network")
    assert not data.exists(), "it changes nothing"


def test_the_data_folder_can_be_given(tmp_path: Path) -> None:
    ended = housewarming("doctor", "--data", str(tmp_path), HOUSEWARMING_PORT="0")

    assert f"{tmp_path} is writable" in told(ended, "data folder")


def test_a_port_that_is_taken_is_reported(tmp_path: Path) -> None:
    with socket.create_server(("", 0)) as neighbour:
        port = neighbour.getsockname()[1]
        ended = examined(tmp_path, HOUSEWARMING_PORT=str(port))

    assert (ended.status, wrong(ended)) == (1, ["port"])
    assert f"another program listens on {port}" in told(ended, "port")
    assert "HOUSEWARMING_PORT" in told(ended, "port")


def test_a_folder_that_is_not_writable_is_reported() -> None:
    ended = examined(Path("/proc/housewarming"), HOUSEWARMING_PORT="0")

    assert (ended.status, wrong(ended)) == (1, ["data folder"])
    assert "HOUSEWARMING_DATA" in told(ended, "data folder")


def test_a_folder_that_cannot_be_looked_up_is_reported() -> None:
    ended = examined(Path("x" * 300) / "data", HOUSEWARMING_PORT="0")

    assert (ended.status, wrong(ended)) == (1, ["data folder", "database"])
    assert "File name too long" in told(ended, "database")


def no_database(file: Path) -> None:
    file.write_text("dear diary, " * 100)


def of_a_newer_housewarming(file: Path) -> None:
    migrate(parse(f"sqlite:///{file}"))
    with closing(sqlite3.connect(file)) as newer:
        newer.execute("UPDATE alembic_version SET version_num='9999'")
        newer.commit()


@pytest.mark.parametrize(
    ("make", "advice"),
    [
        (no_database, "It was left untouched; restore a backup with `housewarming restore FILE`."),
        (of_a_newer_housewarming, "Run that version, or restore an older backup with "),
        (Path.mkdir, "Make the user that runs the server the owner of the file and its folder."),
    ],
)
def test_an_unusable_file_is_reported(tmp_path: Path, make: Callable[[Path], None], advice: str) -> None:
    make(tmp_path / "housewarming.db")
    ended = examined(tmp_path, HOUSEWARMING_PORT="0")

    assert (ended.status, wrong(ended)) == (1, ["database"])
    assert advice in told(ended, "database")
    assert "HOUSEWARMING_DATABASE_URL" not in ended.said


@pytest.mark.postgres
def test_a_backup_is_advised_before_a_postgres_is_upgraded(postgres: str, tmp_path: Path) -> None:
    database = empty_database(postgres)
    migrate(parse(database))
    with psycopg.connect(database) as conn:
        conn.execute("UPDATE alembic_version SET version_num='0001'")
    ended = examined(tmp_path, HOUSEWARMING_PORT="0", HOUSEWARMING_DATABASE_URL=database)

    assert (ended.status, wrong(ended)) == (0, [])
    assert "run pg_dump first" in told(ended, "database")


@pytest.mark.parametrize("url", ["postgresql://ada:geheim@{}/games", "postgresql://{}/games?password=geheim"])
def test_a_database_that_does_not_answer_is_reported_without_its_password(tmp_path: Path, url: str) -> None:
    with nobody() as port:
        database = url.format(f"127.0.0.1:{port}")
        ended = examined(tmp_path, HOUSEWARMING_PORT="0", HOUSEWARMING_DATABASE_URL=database)

    assert (ended.status, wrong(ended)) == (1, ["database"])
    assert "geheim" not in ended.said


def test_a_database_that_accepts_connections_and_stays_silent_times_out(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        database = f"postgresql://127.0.0.1:{mute.getsockname()[1]}/games"
        ended = examined(tmp_path, HOUSEWARMING_PORT="0", HOUSEWARMING_DATABASE_URL=database)

    assert (ended.status, wrong(ended)) == (1, ["database"])


def test_a_clock_that_was_set_back_is_reported(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.end()
    with sqlite3.connect(tmp_path / "housewarming.db") as conn:
        tomorrow = time.time() + 24 * 60 * 60
        conn.execute(
            "INSERT INTO room "
            "(code, game, rules, version, revision, table_text, waiting, created, touched, said) "
            "VALUES ('sunny-sofa-42', 'dream_home', 1, 0, 0, '[]', '', ?, ?, 0)",
            [tomorrow, tomorrow],
        )
    conn.close()
    ended = examined(tmp_path, HOUSEWARMING_PORT="0")

    assert (ended.status, wrong(ended)) == (1, ["clock"])
    assert "time service" in told(ended, "clock")


def test_an_older_database_is_upgraded_at_the_next_start(tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / "housewarming.db").close()
    ended = examined(tmp_path, HOUSEWARMING_PORT="0")

    assert (ended.status, wrong(ended)) == (0, [])
    assert "the next start updates it" in told(ended, "database")
    assert "rehearse" not in told(ended, "database"), "nothing is stored there yet"


def test_a_rehearsal_is_suggested_before_games_meet_another_version(tmp_path: Path) -> None:
    """Another schema, or games in progress whose rules this version has changed."""
    file = tmp_path / "housewarming.db"
    migrate(parse(f"sqlite:///{file}"))
    with closing(sqlite3.connect(file)) as games:
        games.execute("UPDATE alembic_version SET version_num = '0004'")
        games.commit()
    ended = examined(tmp_path, HOUSEWARMING_PORT="0")
    assert (ended.status, wrong(ended)) == (0, [])
    assert "the next start updates it; first, `housewarming rehearse`" in told(ended, "database")

    with closing(sqlite3.connect(file)) as games:
        games.execute("UPDATE alembic_version SET version_num = '0005'")
        games.commit()
        assert "rehearse" not in examined(tmp_path, HOUSEWARMING_PORT="0").said
        for number, waiting in enumerate(("[0]", "[1,0]", "[]")):
            games.execute(
                "INSERT INTO room"
                " (code, game, rules, version, revision, table_text, waiting, created, touched, status)"
                " VALUES (?, 'dream_home', 0, 1, 1, '', ?, 1, 1, 'playing')",
                (f"table-{number}", waiting),
            )
        games.commit()
    ended = examined(tmp_path, HOUSEWARMING_PORT="0")
    assert (ended.status, wrong(ended)) == (0, [])
    said = "games in progress by other rules than this version's: 2; `housewarming rehearse` tells"
    assert said in told(ended, "rules")


# --- with a server running ----------------------------------------------------------------------------------


def test_a_running_server_is_tried_at_all_its_addresses(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ended = examined(tmp_path)

    assert (ended.status, wrong(ended)) == (0, [])
    assert f"listens on {server.url}" in told(ended, "server")
    assert "is up to date" in told(ended, "database")
    for whose in ("this machine", "the house"):
        assert "answers" in told(ended, f"address for {whose}")
        assert "they work" in told(ended, f"sockets for {whose}")


def test_a_server_for_this_machine_only_is_not_tried_elsewhere(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "127.0.0.1"):
        ended = examined(tmp_path)

    assert (ended.status, wrong(ended)) == (0, [])
    assert "answers" in told(ended, "address for this machine")
    assert "address for the house" not in ended.said


def test_a_server_on_a_database_of_another_version_is_not_ready(tmp_path: Path) -> None:
    with serving(tmp_path):
        with sqlite3.connect(tmp_path / "housewarming.db") as conn:
            conn.execute("DELETE FROM alembic_version")
        conn.close()
        ended = examined(tmp_path)

    assert ended.status == 1
    assert "is not ready: database_other" in told(ended, "address for this machine")
    assert "Restart the server" in told(ended, "database")


def test_a_working_proxy_is_fine(tmp_path: Path) -> None:
    with Proxy(tells=GUEST).running() as proxy, serving(tmp_path, HOUSEWARMING_BASE_URL=proxy.url) as server:
        proxy.only(server.url)
        ended = examined(tmp_path, HOUSEWARMING_BASE_URL=proxy.url)

    assert (ended.status, wrong(ended)) == (0, [])
    assert "they work" in told(ended, "sockets for everybody")
    assert "the server sees 203.0.113.7" in told(ended, "proxy")


def test_a_proxy_without_websockets_is_reported(tmp_path: Path) -> None:
    with (
        Proxy(tells=GUEST, sockets=False).running() as proxy,
        serving(tmp_path, HOUSEWARMING_BASE_URL=proxy.url) as server,
    ):
        proxy.only(server.url)
        ended = examined(tmp_path, HOUSEWARMING_BASE_URL=proxy.url)

    assert (ended.status, wrong(ended)) == (1, ["sockets for everybody"])
    assert "deploy/" in told(ended, "sockets for everybody")


@pytest.mark.proxies
def test_a_proxy_that_hangs_in_the_middle_of_a_message_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = self_signed(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate.certificate))
    data = tmp_path / "data"
    with half_a_record(certificate.server()) as url, serving(data, HOUSEWARMING_BASE_URL=url):
        ended = examined(data, HOUSEWARMING_BASE_URL=url)

    assert ended.status == 1
    assert "none can be opened: no answer" in told(ended, "sockets for everybody")
    assert "is answered by another program" in told(ended, "proxy")


def test_an_untrusted_proxy_is_reported(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"HOUSEWARMING_TRUSTED_PROXIES": "192.0.2.1"}
    with Proxy(tells=GUEST).running() as proxy:
        settings["HOUSEWARMING_BASE_URL"] = proxy.url
        with serving(tmp_path, **settings) as server:
            proxy.only(server.url)
            ended = examined(tmp_path, **settings)

    assert (ended.status, wrong(ended)) == (1, ["proxy"])
    assert "HOUSEWARMING_TRUSTED_PROXIES" in told(ended, "proxy")


def test_a_proxy_that_sends_the_wrong_scheme_is_reported(tmp_path: Path) -> None:
    tells = GUEST | {"X-Forwarded-Proto": "https"}
    with Proxy(tells=tells).running() as proxy, serving(tmp_path, HOUSEWARMING_BASE_URL=proxy.url) as server:
        proxy.only(server.url)
        ended = examined(tmp_path, HOUSEWARMING_BASE_URL=proxy.url)

    assert (ended.status, wrong(ended)) == (1, ["proxy"])
    assert f"asked for https://{urlsplit(proxy.url).netloc}" in told(ended, "proxy")


@pytest.mark.parametrize("url", ["http://127.0.0.1:{port}", "http://nowhere.invalid"])
def test_a_base_url_that_leads_nowhere_is_reported(tmp_path: Path, url: str) -> None:
    with nobody() as port:
        base = url.format(port=port)
        with serving(tmp_path, HOUSEWARMING_BASE_URL=base):
            ended = examined(tmp_path, HOUSEWARMING_BASE_URL=base)

    assert (ended.status, wrong(ended)) == (1, ["address for everybody"])
    assert "can't be reached" in told(ended, "address for everybody")


def test_a_base_url_where_something_else_answers_is_reported(tmp_path: Path) -> None:
    with serving(tmp_path / "ours", HOUSEWARMING_BASE_URL="http://127.0.0.1:9/") as server:
        base = f"{server.url}/static"
        ended = examined(tmp_path / "ours", HOUSEWARMING_BASE_URL=base)

    assert ended.status == 1
    assert "address for everybody" in wrong(ended)


def test_it_checks_the_machine_by_its_settings_or_names_the_wrong_one() -> None:
    ended = housewarming("doctor", HOUSEWARMING_PORT="eighty")

    assert ended.status == 2
    assert ended.complained.startswith("housewarming: HOUSEWARMING_PORT: ")
    assert os.linesep not in ended.complained.strip()
