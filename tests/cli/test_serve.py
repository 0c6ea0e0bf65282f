"""`housewarming serve`, as its user sees it."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import httpx2
import pytest
import segno

from app import ROOT, __version__
from app.net.addresses import by_likelihood, lan_hosts, routed_host
from app.settings import Settings, WrongSetting, load
from tests.support.command import housewarming
from tests.support.server import COMMAND, LAST_LINE_BEFORE_QR, Server, environment, refused, serving

# --- where it listens --------------------------------------------------------------------------------------


def test_it_answers_where_it_says_it_does(server: Server) -> None:
    health = httpx2.get(f"{server.url}/healthz", timeout=30)
    front = httpx2.get(server.url, timeout=30)

    assert (health.status_code, health.json()) == (200, {"status": "ok"})
    assert (front.status_code, front.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert "Start a game" in front.text


def test_it_names_every_local_network_address_of_this_machine(server: Server) -> None:
    port = server.url.rpartition(":")[2]

    assert server.url == f"http://127.0.0.1:{port}"
    assert re.findall(r"In the house +(\S+)", server.banner) == [
        f"http://{host}:{port}" for host in lan_hosts()
    ]


def test_the_address_used_for_outgoing_connections_is_among_them() -> None:
    assert {routed_host()} - {None} <= set(lan_hosts())


def test_the_likeliest_address_is_the_real_network_that_leads_outside() -> None:
    adapters = {
        "127.0.0.1": "lo",
        "169.254.7.7": "eth1",
        "172.17.0.1": "docker0",
        "10.8.0.2": "wg0",
        "192.168.1.23": "wlan0",
        "192.168.1.5": "eth0",
    }
    assert by_likelihood(adapters, routed="192.168.1.23") == [
        "192.168.1.23",
        "192.168.1.5",
        "10.8.0.2",
        "172.17.0.1",
    ]
    through_the_tunnel = by_likelihood(adapters, routed="10.8.0.2")
    assert through_the_tunnel[0] == "192.168.1.23", "no phone in the house is in the tunnel"


def test_the_qr_code_holds_the_address_to_share(tmp_path: Path) -> None:
    invitation = "https://games.example.org"
    with serving(tmp_path, HOUSEWARMING_BASE_URL=f"{invitation}/") as server:
        server.end()
        assert server.process.stdout
        title, _, code = server.process.stdout.read().strip("\n").partition("\n\n")

    assert f"For everybody    {invitation}\n" in server.banner
    assert title.strip() == f"Scan to open {invitation}:"
    assert modules_drawn(code) == [
        [bool(dark) for dark in row] for row in segno.make(invitation, micro=False).matrix_iter(border=2)
    ]


def modules_drawn(code: str) -> list[list[bool]]:
    """Dark modules of a code drawn in half blocks: a terminal's text colour is the light one."""
    upper, lower = " ▄", " ▀"
    rows = [[cell in half for cell in line] for line in code.split("\n") for half in (upper, lower)]
    size = len(rows[0])
    assert len(rows) in (size, size + 1)  # two modules per line: an odd size leaves half a line empty
    return rows[:size]


def test_a_server_for_this_machine_only_shares_no_address(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "127.0.0.1") as server:
        server.end()
        assert server.process.stdout
        rest = server.process.stdout.read()

    assert "In the house" not in server.banner
    assert "Scan" not in rest


def test_a_busy_port_is_replaced_by_the_next_free_one(tmp_path: Path) -> None:
    with socket.create_server(("", 0)) as neighbour:
        taken = neighbour.getsockname()[1]
        with serving(tmp_path, "--port", str(taken)) as server:
            port = int(server.url.rpartition(":")[2])
            assert taken < port < taken + 50
            assert f"Port {taken} was busy, so this server uses port {port}." in server.banner
            assert httpx2.get(f"{server.url}/healthz", timeout=30).status_code == 200


def test_it_opens_the_browser_of_this_machine_when_asked(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    os.mkfifo(opened)
    program = tmp_path / "browser"
    program.write_text(f'#!/bin/sh\nprintf %s "$1" > {opened}\n')
    program.chmod(0o755)

    with serving(tmp_path / "data", "--open", BROWSER=f"{program} %s") as server:
        assert opened.read_text() == server.url


# --- its data folder ---------------------------------------------------------------------------------------


def test_the_data_folder_is_created_for_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "not" / "yet"
    with serving(folder) as server:
        assert str(folder) in server.banner
        assert folder.stat().st_mode & 0o777 == 0o700


def test_a_second_start_on_the_same_data_names_the_first_servers_address(tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        status, words = refused("--data", str(tmp_path), "--port", "0")

        assert status == 3
        assert f"it listens on {first.url}" in words
        assert len(words.splitlines()) == 1


def test_the_data_folder_is_free_again_however_its_server_ended(tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        first.process.kill()
        first.process.wait()
    with serving(tmp_path) as second:
        assert httpx2.get(f"{second.url}/healthz", timeout=30).status_code == 200
        assert refused("--data", str(tmp_path))[1].endswith(f": it listens on {second.url}\n")


def processor_seconds(*command: str, until: str) -> float:
    """The processor time of a program that is told to end once it prints this line."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8", env=environment()) as program:
        assert program.stdout
        assert any(until in line for line in program.stdout)
        program.terminate()
        _, status, used = os.wait4(program.pid, 0)
        program.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime


def test_it_starts_in_less_than_three_times_what_its_imports_take(tmp_path: Path) -> None:
    """The imports take about a third of the two seconds allowed for a start. Processor time is measured,
    because it stays the same on a busy machine; it includes the shutdown."""
    libraries = (
        "import alembic.command, fastapi, jinja2, pydantic_settings, sqlalchemy, uvicorn; print('all')"
    )
    starts, imports = [], []
    for name in (
        "first",
        "second",
        "third",
    ):  # by turns: what others do with the processor's memory slows both
        data = str(tmp_path / name)
        serve = (COMMAND, "serve", "--data", data, "--port", "0")
        starts.append(processor_seconds(*serve, until=LAST_LINE_BEFORE_QR))
        imports.append(processor_seconds(sys.executable, "-c", libraries, until="all"))
    assert min(starts) < 3 * min(imports)


def test_a_server_loads_nothing_that_it_rarely_needs() -> None:
    """They take up 15 MB, which a small machine has other uses for."""
    rarely = {"alembic", "mako", "psycopg", "pygments", "redis", "resvg_py", "rich"}
    loaded = subprocess.check_output(
        [sys.executable, "-c", "import sys, app.cli.main, app.settings, app.cli.serve; print(*sys.modules)"],
        cwd=ROOT,
        encoding="utf-8",
    ).split()
    assert "app.main" in loaded
    assert not rarely & {*loaded}


# --- its shutdown ------------------------------------------------------------------------------------------


def kept_waiting(*processes: int) -> float:
    """The seconds for which these processes were runnable but waited for a processor."""
    return sum(int(Path(f"/proc/{each}/schedstat").read_text().split()[1]) for each in processes) / 1e9


def test_sigterm_ends_it_within_five_seconds_even_with_requests_in_progress(
    server: Server,
) -> None:
    host, port = server.url.removeprefix("http://").split(":")
    with (
        httpx2.Client(timeout=60) as browser,
        socket.create_connection((host, int(port))) as slow_guest,
    ):
        browser.get(f"{server.url}/healthz")  # and keeps its connection open
        slow_guest.sendall(b"POST /healthz HTTP/1.1\r\nHost: table\r\nContent-Length: 100\r\n\r\nhalf a")

        both = server.process.pid, os.getpid()
        begin, before = time.monotonic(), kept_waiting(*both)
        server.process.terminate()
        os.waitid(os.P_PID, server.process.pid, os.WEXITED | os.WNOWAIT)
        assert time.monotonic() - begin - (kept_waiting(*both) - before) < 5
        assert server.process.wait() == -signal.SIGTERM


def test_ctrl_c_ends_it_quietly(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(timeout=60) == 0


# --- its settings ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("HOUSEWARMING_PORT", "eighty", "valid integer"),
        ("HOUSEWARMING_PORT", "65536", "less than or equal to 65535"),
        ("HOUSEWARMING_HOST", "203.0.113.1", "can't listen on '203.0.113.1'"),
        ("HOUSEWARMING_DATA", "/dev/null/data", "can't use the folder /dev/null/data"),
        (
            "HOUSEWARMING_BASE_URL",
            "games.example.org",
            "use an address like https://games.example.org or https://example.org/games",
        ),
        ("HOUSEWARMING_BASE_URL", "http://games.lan:99999", "its port must be a number"),
        ("HOUSEWARMING_BASE_URL", "http://games.lan:abc", "its port must be a number"),
        ("HOUSEWARMING_BASE_URL", "http://games.lan:0", "its port must be a number"),
        ("HOUSEWARMING_BASE_URL", "https://games example.org", "an address like "),
        ("HOUSEWARMING_BASE_URL", "https://games;example.org", "an address like "),
        ("HOUSEWARMING_BASE_URL", "https://[games", "Invalid IPv6"),
        ("HOUSEWARMING_DATABASE_URL", "mysql://ada:secret@db/games", "sqlite:///… or postgresql://…"),
        ("HOUSEWARMING_DATABASE_URL", "sqlite://db/games", "sqlite:///… or postgresql://…"),
        ("HOUSEWARMING_DATABASE_URL", "postgresql://ada:pw@db:secret/games", "isn't a database address"),
        ("HOUSEWARMING_DATABASE_URL", "postgresql://ada:secret@db:99999/games", "there is no port 99999"),
        ("HOUSEWARMING_PROT", "8080", "there is no such setting; did you mean HOUSEWARMING_PORT?"),
    ],
)
def test_a_wrong_setting_is_named_with_the_reason(tmp_path: Path, name: str, value: str, reason: str) -> None:
    status, words = refused(**{"HOUSEWARMING_DATA": str(tmp_path), name: value})

    assert status == 2
    assert words.startswith(f"housewarming: {name}: ")
    assert reason in words
    assert len(words.splitlines()) == 1
    assert "secret" not in words


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("redis://127.0.0.1:99999/0", "its port must be a number"),
        ("redis://127.0.0.1:secret/0", "its port must be a number"),
        ("redis://:half-a/secret@127.0.0.1:6379/0", "its port must be a number"),
        ("redis://", "use redis://host:6379/0 or rediss://…"),
    ],
)
def test_a_wrong_broker_is_named_with_the_reason(tmp_path: Path, url: str, reason: str) -> None:
    status, words = refused(
        HOUSEWARMING_DATA=str(tmp_path),
        HOUSEWARMING_DATABASE_URL="postgresql://127.0.0.1:1/games",
        HOUSEWARMING_BUS_URL=url,
    )

    assert (status, words.count("\n")) == (2, 1)
    assert words.startswith("housewarming: HOUSEWARMING_BUS_URL: ")
    assert reason in words
    assert "secret" not in words
    assert "half" not in words


@pytest.mark.parametrize(
    "url", ["http://games_of.lan:8080", "http://[fd00::1]:8080/games", "https://spieleabend-münchen.de"]
)
def test_a_valid_base_url_is_accepted(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("HOUSEWARMING_BASE_URL", url)

    assert load().base_url == url


@pytest.mark.parametrize(
    "words",
    [
        ["admin-token"],
        ["backup"],
        ["bench", "bus"],
        ["bench", "store"],
        ["config"],
        ["doctor"],
        ["verify"],
    ],
    ids=" ".join,
)
def test_a_wrong_setting_is_named_by_every_command_that_reads_it(words: list[str]) -> None:
    wrong_port = housewarming(*words, HOUSEWARMING_PORT="abc")
    wrong_database = housewarming(*words, HOUSEWARMING_DATABASE_URL="postgresql://ada:pw@db:abc/games")

    assert (wrong_port.status, wrong_database.status) == (2, 2)
    assert wrong_port.complained.startswith("housewarming: HOUSEWARMING_PORT: ")
    assert wrong_database.complained.startswith("housewarming: HOUSEWARMING_DATABASE_URL: ")


def test_an_option_wins_over_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWARMING_PORT", "9000")

    assert load().port == 9000
    assert load(port=9001, host=None).port == 9001


def test_a_variable_set_to_nothing_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWARMING_BASE_URL", "")

    assert load().base_url is None


def test_settings_do_not_change_after_the_start() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Settings().port = 1


def test_a_wrong_setting_raises_its_own_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWARMING_PORT", "-1")

    with pytest.raises(WrongSetting, match=r"^HOUSEWARMING_PORT: "):
        load()


# --- the command -------------------------------------------------------------------------------------------


def test_without_a_command_it_serves(tmp_path: Path) -> None:
    ended = subprocess.run(
        [COMMAND, "--data", "/dev/null/data"], cwd=tmp_path, capture_output=True, encoding="utf-8"
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "HOUSEWARMING_DATA" in ended.stderr


def test_it_prints_its_version() -> None:
    said = subprocess.run([COMMAND, "--version"], capture_output=True, encoding="utf-8", check=True)

    assert said.stdout == f"{__version__}\n"


def test_other_commands_do_not_import_the_web_libraries() -> None:
    heavy = "{'fastapi', 'uvicorn', 'pydantic', 'sqlalchemy'}"
    asked = f"import sys, app.cli.main; print(*{heavy} & sys.modules.keys())"
    said = subprocess.run([sys.executable, "-c", asked], capture_output=True, encoding="utf-8", check=True)

    assert said.stdout.strip() == ""


def test_an_unreadable_secret_gives_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "secret").mkdir()
    status, words = refused("--data", str(tmp_path), "--port", "0")
    assert status == 2
    assert words == f"housewarming: HOUSEWARMING_DATA: can't use {tmp_path / 'secret'}: Is a directory\n"


def test_a_start_that_failed_is_retried_by_the_service_manager(
    tmp_path: Path,
) -> None:
    """Its status differs from that of a second server on one folder, after which systemd doesn't retry."""
    with serving(tmp_path) as server:
        server.end()
    with sqlite3.connect(tmp_path / "housewarming.db") as conn:
        conn.execute("DROP TABLE ban")
    conn.close()

    status, words = refused("--data", str(tmp_path), "--port", "0")
    assert status == os.EX_TEMPFAIL
    assert "no such table: ban" in words


def test_a_damaged_secret_gives_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"short")
    status, words = refused("--data", str(tmp_path))
    assert status == 2
    assert words.startswith("housewarming: HOUSEWARMING_DATA: ")
    assert "holds 5 bytes instead of 32" in words
