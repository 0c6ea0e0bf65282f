"""The samples in deploy/ work unchanged in the real programs, except for names, ports and certificates."""

import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest

from app import ROOT
from app.cli.soak.ports import free_port
from scripts.machine import SYSTEM_PATH
from tests.support.command import housewarming
from tests.support.network.tls import Certificate, self_signed
from tests.support.server import serving

pytestmark = pytest.mark.proxies

DEPLOY = ROOT / "deploy"
HOST = "games.example.org"


def program(name: str) -> str:
    found = shutil.which(name, path=SYSTEM_PATH)
    if found is None:
        pytest.fail(f"no {name} on this machine: `make test` installs it or says what is missing")
    return found


def uncommented(sample: str) -> str:
    """The sample with the alternative from its comment in place of the default."""
    second = sample.partition("# Beside other things")[2]
    way = second.partition("#\n")[2]
    return re.sub(r"^# ?", "", way, flags=re.MULTILINE)


@contextmanager
def running(command: list[str], port: int, log: Path) -> Iterator[None]:
    """Run a program; enter once it listens."""
    with log.open("wb") as told, subprocess.Popen(command, stdout=told, stderr=told) as process:
        try:
            while process.poll() is None:
                try:
                    socket.create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                except OSError:
                    continue
            assert process.poll() is None, log.read_text()
            yield
        finally:
            process.terminate()
            process.wait(timeout=60)


# --- Caddy --------------------------------------------------------------------------------------------------


def caddy(sample: str, folder: Path, certificate: Certificate, port: int, upstream: int) -> list[str]:
    """The command for the sample on these ports, with our own certificate instead of a fetched one."""
    told = sample.replace("127.0.0.1:8080", f"127.0.0.1:{upstream}")
    site = f"https://127.0.0.1:{port} {{\n\ttls {certificate.certificate} {certificate.key}"
    told, sites = re.subn(r"^(games\.)?example\.org \{", site, told, flags=re.MULTILINE)
    assert sites == 1
    file = folder / "Caddyfile"
    file.write_text(
        f"{{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system {folder}\n}}\n{told}"
    )
    return [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(file)]


@pytest.mark.parametrize("file", sorted(DEPLOY.glob("*Caddyfile")), ids=lambda file: str(file.name))
def test_a_caddyfile_is_valid(tmp_path: Path, file: Path) -> None:
    command = [program("caddy"), "validate", "--adapter", "caddyfile", "--config", str(file)]
    variables = {"HOME": str(tmp_path), "SITE": HOST}
    ended = subprocess.run(command, capture_output=True, encoding="utf-8", env=variables)

    assert ended.returncode == 0, ended.stderr
    formatted = subprocess.run([program("caddy"), "fmt", str(file)], capture_output=True)
    assert formatted.stdout.decode() == file.read_text()


def test_the_proxy_alternates_servers_and_skips_one_that_is_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The servers share nothing, so that the answer shows which one gave it."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    monkeypatch.setenv("SITE", url)
    monkeypatch.setenv("HOME", str(tmp_path))
    local = ("--host", "127.0.0.1")
    with serving(tmp_path / "one", *local) as one, serving(tmp_path / "two", *local) as two:
        upstreams = " ".join(urlsplit(server.url).netloc for server in (one, two))
        sample = (DEPLOY / "several.Caddyfile").read_text()
        file = tmp_path / "Caddyfile"
        file.write_text("{\n\tadmin off\n}\n" + sample.replace("one:8080 two:8080", upstreams))
        command = [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(file)]
        with running(command, port, tmp_path / "log"):
            made = httpx2.post(
                f"{one.url}/api/tables", json={"game": "dream_home", "name": "Ada"}, timeout=30
            )
            table = f"{url}/api/tables/{made.json()['code']}"
            by_turns = {httpx2.get(table, timeout=30).status_code for _ in range(8)}
            two.process.kill()
            two.process.wait(timeout=60)
            without = {httpx2.get(table, timeout=30).status_code for _ in range(8)}

    assert by_turns == {200, 404}
    assert without == {200}


# --- nginx --------------------------------------------------------------------------------------------------


def nginx(sample: str, folder: Path, certificate: Certificate, port: int, upstream: int) -> list[str]:
    told = sample.replace("127.0.0.1:8080", f"127.0.0.1:{upstream}")
    told = told.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl").replace(
        "    listen [::]:443 ssl;\n", ""
    )
    told = told.replace(f"/etc/letsencrypt/live/{HOST}", str(certificate.key.parent))
    file = folder / "nginx.conf"
    paths = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi"))
    paths += "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in ("uwsgi", "scgi"))
    file.write_text(
        f"daemon off; pid {folder}/pid; error_log stderr;\nevents {{}}\n"
        f"http {{ access_log off;\n{paths}{told}\n}}\n"
    )
    return [program("nginx"), "-e", "stderr", "-p", str(folder), "-c", str(file)]


# --- both ---------------------------------------------------------------------------------------------------


# Headers that a guest can forge, and that a good proxy doesn't pass on.
MADE_UP = {"X-Forwarded-For": "198.51.100.9", "X-Forwarded-Proto": "http", "X-Forwarded-Host": "evil.example"}


def neighbour(certificate: Certificate) -> httpx2.HTTPTransport:
    """A client from another address than the proxy's."""
    return httpx2.HTTPTransport(verify=certificate.client(), local_address="127.0.0.2")


SAMPLES = {"Caddyfile": caddy, "nginx.conf": nginx}


def below(name: str, sample: str) -> str:
    """The sample changed as its comment says, for a path prefix on a shared host."""
    if name == "Caddyfile":
        return uncommented(sample)
    changed = sample.replace("location / {", "location /games/ {")
    return changed.replace("location = /metrics {", "location = /games/metrics {")


@pytest.mark.parametrize("path", ["", "/games"])
@pytest.mark.parametrize("name", SAMPLES)
def test_a_server_behind_the_sample_passes_the_doctors_checks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, path: str
) -> None:
    certificate = self_signed(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate.certificate))  # so that the doctor trusts it
    monkeypatch.setenv("HOME", str(tmp_path))
    port = free_port()
    url = f"https://127.0.0.1:{port}{path}"
    settings: dict[str, Any] = {"HOUSEWARMING_BASE_URL": url, "HOUSEWARMING_METRICS": "true"}
    data = tmp_path / "data"
    with ExitStack() as open_programs:
        server = open_programs.enter_context(serving(data, "--host", "127.0.0.1", **settings))
        upstream = int(server.url.rpartition(":")[2])
        sample = (DEPLOY / name).read_text()
        command = SAMPLES[name](
            below(name, sample) if path else sample, tmp_path, certificate, port, upstream
        )
        open_programs.enter_context(running(command, port, tmp_path / "log"))
        ended = housewarming("doctor", HOUSEWARMING_DATA=str(data), HOUSEWARMING_HOST="127.0.0.1", **settings)
        with httpx2.Client(transport=neighbour(certificate), timeout=30) as guest:
            front = guest.get(f"{url}/", headers=MADE_UP)
            seen = guest.get(f"{url}/seen", headers=MADE_UP).json()
            measured = guest.get(f"{url}/metrics").status_code
        inside = httpx2.get(f"{server.url}/metrics", timeout=30).status_code

    assert ended.status == 0, ended.said + (tmp_path / "log").read_text()
    assert "ok     sockets for everybody: they work" in ended.said
    assert "ok     proxy: the server sees 127.0.0.1" in ended.said
    assert front.status_code == 200
    assert f"{path}/static/app.css" in front.text
    assert seen == {
        "address": "127.0.0.2",
        "scheme": "https",
        "host": f"127.0.0.1:{port}",
        "forwarded": "believed",
    }
    assert (measured, inside) == (404, 200)


# --- systemd ------------------------------------------------------------------------------------------------


def test_the_unit_is_valid(tmp_path: Path) -> None:
    """Checked with a program in the place where the unit expects one."""
    unit = tmp_path / "housewarming.service"
    unit.write_text(
        (DEPLOY / unit.name).read_text().replace("/opt/housewarming/.venv/bin/housewarming", "/bin/true")
    )
    ended = subprocess.run(
        [program("systemd-analyze"), "verify", "--man=no", str(unit)], capture_output=True, encoding="utf-8"
    )

    assert (ended.returncode, ended.stderr) == (0, "")


def test_the_unit_is_locked_down() -> None:
    ended = subprocess.run(
        [
            *(program("systemd-analyze"), "security", "--offline=yes", "--no-pager", "--threshold=20"),
            str(DEPLOY / "housewarming.service"),
        ],
        capture_output=True,
        encoding="utf-8",
    )

    assert ended.returncode == 0, ended.stdout


def test_systemd_never_stops_restarting_the_server() -> None:
    """By default it gives up after five starts within ten seconds."""
    unit = (DEPLOY / "housewarming.service").read_text()
    wait = re.search(r"^RestartSec=(\d+)$", unit, re.MULTILINE)

    assert wait
    assert 4 * int(wait[1]) > 10
    assert "StartLimit" not in unit


# --- files beside the unit ----------------------------------------------------------------------------------


def test_the_settings_file_of_the_service_is_valid() -> None:
    sample = (DEPLOY / "housewarming.env").read_text()
    variables: dict[str, Any] = dict(re.findall(r"^(\w+)=(.*)$", sample, re.MULTILINE))
    ended = housewarming("config", **variables)

    assert ended.status == 0, ended.complained
    assert ended.said.count("from the environment") == len(variables) == 3
    unit = (DEPLOY / "housewarming.service").read_text()
    assert f"StateDirectory={Path(variables['HOUSEWARMING_DATA']).name}\n" in unit
    assert "EnvironmentFile=/etc/housewarming.env\n" in unit


def run_by_the_command(tmp_path: Path, settings: Path, *words: str) -> str:
    """What the command runs; its `runuser` is a stub that prints its environment and arguments."""
    said = tmp_path / "runuser"
    said.write_text('#!/bin/sh\nenv | grep ^HOUSEWARMING_\necho "$*"\n')
    said.chmod(0o755)
    script = tmp_path / "housewarming"
    script.write_text((DEPLOY / script.name).read_text().replace("/etc/housewarming.env", str(settings)))
    ended = subprocess.run(
        ["/bin/sh", str(script), *words],
        env={"PATH": f"{tmp_path}:/bin:/usr/bin"},
        capture_output=True,
        encoding="utf-8",
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout


def test_the_services_command_runs_with_its_settings_and_as_its_user(tmp_path: Path) -> None:
    said = run_by_the_command(tmp_path, DEPLOY / "housewarming.env", "export", "sunny-sofa-42", "a file")

    program_of_unit = re.search(
        r"^ExecStart=(\S+) serve$", (DEPLOY / "housewarming.service").read_text(), re.M
    )
    assert program_of_unit
    *variables, asked = said.splitlines()
    assert "HOUSEWARMING_DATA=/var/lib/housewarming" in variables
    assert asked == f"-u housewarming -- {program_of_unit[1]} export sunny-sofa-42 a file"


def test_the_command_reads_the_settings_as_systemd_does(tmp_path: Path) -> None:
    settings = tmp_path / "housewarming.env"
    as_they_stand = [
        "HOUSEWARMING_TRUSTED_PROXIES=127.0.0.1, ::1",
        "HOUSEWARMING_DATABASE_URL=postgresql://ada:g$HOME`id`@db/games?sslmode=require&options=-cwork_mem=9MB",
    ]
    settings.write_text(
        "\n".join(
            [
                "# HOUSEWARMING_PORT=1",
                "",
                "; not this either",
                *as_they_stand,
                'HOUSEWARMING_HOST="127.0.0.1"',
                "HOUSEWARMING_LOG_LEVEL='info'",
            ]
        )
    )
    *variables, _ = run_by_the_command(tmp_path, settings, "config").splitlines()

    in_quotes = ["HOUSEWARMING_HOST=127.0.0.1", "HOUSEWARMING_LOG_LEVEL=info"]
    assert sorted(variables) == sorted([*as_they_stand, *in_quotes])


def test_the_settings_file_is_readable_by_the_admin_only() -> None:
    """It may hold passwords."""
    told = (ROOT / "docs" / "operating.md").read_text()
    assert re.findall(r"install -m (\d+) deploy/housewarming\.env", told) == ["600"]


def test_every_sample_has_an_install_path() -> None:
    told = "".join(file.read_text() for file in (ROOT / "docs" / "operating.md", *ROOT.glob("*.yml")))

    assert [file.name for file in sorted(DEPLOY.iterdir()) if f"deploy/{file.name}" not in told] == []
