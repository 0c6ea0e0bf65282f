"""The wheel, installed where nothing else is, serves a whole game night.

Nothing is downloaded: the build back-end is one of the development packages, and the empty environment gets
copies of the locked packages that are installed here, without those of the extras. pip then has no index to
look at, so it refuses the wheel if anything that it requires is missing.
"""

import hashlib
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from random import Random
from shutil import copy2

import httpx2
import pytest

from app import ROOT, __version__
from scripts.environment import RUN_LOCK
from tests.support.api import play_out, started
from tests.support.server import Server, once_up

EXTRAS = {"psycopg", "psycopg-binary", "redis"}
LOCKED = re.compile(r"^([a-z0-9-]+)==", re.MULTILINE)


def plain(home: Path, **variables: str) -> dict[str, str]:
    """The environment of somebody whose home this is, without any setting, or anything that points to us."""
    ours = ("HOUSEWARMING_", "PIP_", "PYTHON", "XDG_", "VIRTUAL_ENV", "COVERAGE")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**kept, "HOME": str(home), "PIP_CONFIG_FILE": os.devnull, "PIP_NO_INDEX": "1", **variables}


def built(source: Path, target: Path) -> Path:
    """Build the sdist and the wheel, with the back-end that is installed here, and return their folder."""
    command = [sys.executable, "-P", "-m", "hatchling", "build", "--directory", str(target)]
    subprocess.run(command, cwd=source, env=plain(target), check=True, capture_output=True)
    return target


def the_wheel(folder: Path) -> Path:
    [wheel] = folder.glob("*.whl")
    return wheel


def packages(environment: Path) -> Path:
    [folder] = environment.glob("lib/python*/site-packages")
    return folder


def give_the_locked_packages(environment: Path) -> None:
    """Copy what `pip install -r requirements.lock` has installed here, file by file as its records say."""
    for name in set(LOCKED.findall((ROOT / RUN_LOCK).read_text())) - EXTRAS:
        try:
            files = distribution(name).files or ()
        except PackageNotFoundError:
            continue  # only for other Pythons or systems
        for file in files:
            if ".." not in file.parts:  # a command in bin
                target = packages(environment) / file
                target.parent.mkdir(parents=True, exist_ok=True)
                copy2(str(file.locate()), target)


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(ROOT, tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def installed(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel and what it requires, and nothing else, not even pip."""
    environment = tmp_path_factory.mktemp("elsewhere") / "env"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    give_the_locked_packages(environment)
    before = {path.name for path in packages(environment).iterdir()}
    pip = [sys.executable, "-m", "pip", "--python", str(environment / "bin" / "python"), "install"]
    done = subprocess.run(
        [*pip, str(the_wheel(dist))], env=plain(environment), capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    added = {path.name for path in packages(environment).iterdir()} - before
    assert added == {"app", f"housewarming-{__version__}.dist-info"}
    return environment


def ran(installed: Path, home: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [installed / "bin" / "housewarming", *words],
        cwd=home,
        env=plain(home, **variables),
        capture_output=True,
        encoding="utf-8",
    )


@contextmanager
def serving(installed: Path, home: Path) -> Iterator[Server]:
    """The command alone, started in somebody's home. Only the address and the port are kept from others."""
    apart = {"HOUSEWARMING_HOST": "127.0.0.1", "HOUSEWARMING_PORT": "0"}
    with (
        subprocess.Popen(
            [installed / "bin" / "housewarming"],
            cwd=home,
            env=plain(home, **apart),
            stdout=subprocess.PIPE,
            encoding="utf-8",
        ) as process,
        once_up(process, patience=120) as server,
    ):
        yield server


def test_an_installed_server_serves_its_pages_and_a_whole_game(installed: Path, tmp_path: Path) -> None:
    with serving(installed, tmp_path) as server, httpx2.Client(base_url=server.url, timeout=60) as web:
        front = web.get("/", headers={"Accept": "text/html", "Accept-Language": "it"})
        assert 'lang="it"' in front.text
        served = re.findall(r'(?:href|src)="(/static/[^"]+)"', front.text)
        assert served
        for page in (*served, "/rules", "/gallery/home_staging", "/api/docs", "/api/openapi.json"):
            assert web.get(page, follow_redirects=True).status_code == 200, page

        guests = started(web, "Bruno")
        assert play_out(guests, Random(4)) > 20
        table = guests[0].look()
        assert table["status"] == "finished"

        folder = tmp_path / ".local" / "share" / "housewarming"
        assert f"The data folder is {folder}." in server.banner
        assert (folder / "housewarming.db").exists()
        address = {"HOUSEWARMING_PORT": server.url.rpartition(":")[2], "HOUSEWARMING_HOST": "127.0.0.1"}
        checked = ran(installed, tmp_path, "doctor", **address)
        assert checked.returncode == 0, checked.stdout + checked.stderr
        assert server.url in checked.stdout
        verified = ran(installed, tmp_path, "verify")
        assert verified.returncode == 0, verified.stdout + verified.stderr
        exported = ran(installed, tmp_path, "export", guests[0].code, "game.json")
        assert exported.returncode == 0, exported.stderr
        replay = ran(installed, tmp_path, "replay", "game.json")
        assert replay.returncode == 0, replay.stderr
        assert "<html" in replay.stdout
        server.end()
    assert [path.name for path in tmp_path.iterdir() if path.suffix != ".json"] == [".local"]


def test_python_m_app_runs_the_installed_package(installed: Path, tmp_path: Path) -> None:
    run = "import runpy; runpy.run_module('app', run_name='__main__')"
    said = python(installed, tmp_path, run, "--version")

    assert (said.returncode, said.stdout) == (0, f"{__version__}\n"), said.stderr


# --- the data folder ---------------------------------------------------------------------------------------


def chosen(installed: Path, home: Path, *words: str, **variables: str) -> str:
    """The data folder that the installed command would use."""
    listed = ran(installed, home, "config", *words, **variables)
    found = re.search(r"^HOUSEWARMING_DATA +(.+?)  ", listed.stdout, re.MULTILINE)
    assert found, listed.stderr
    return found[1]


def test_the_data_is_where_the_system_keeps_it_unless_told_otherwise(installed: Path, tmp_path: Path) -> None:
    usual = str(tmp_path / ".local" / "share" / "housewarming")

    assert chosen(installed, tmp_path) == usual
    assert chosen(installed, tmp_path, XDG_DATA_HOME="/mnt/kept") == "/mnt/kept/housewarming"
    assert chosen(installed, tmp_path, XDG_DATA_HOME="not/absolute") == usual
    assert chosen(installed, tmp_path, HOUSEWARMING_DATA="/mnt/games") == "/mnt/games"
    assert chosen(installed, tmp_path, "--data", "games", HOUSEWARMING_DATA="/mnt/games") == "games"


def test_on_a_mac_it_is_among_the_applications_files(installed: Path, tmp_path: Path) -> None:
    pretend = "from app.storage.data_folder import sys, usual; sys.platform = 'darwin'; print(usual())"
    said = python(installed, tmp_path, pretend)

    assert said.stdout == f"{tmp_path}/Library/Application Support/housewarming\n", said.stderr


def test_a_user_without_a_home_is_told_what_to_set(installed: Path, tmp_path: Path) -> None:
    pretend = "import os; del os.environ['HOME']; os.getuid = lambda: 2**31 - 7"
    said = python(installed, tmp_path, f"{pretend}; from app.cli.main import main; main()", "config")

    assert said.returncode == 2
    assert "housewarming: HOUSEWARMING_DATA: this user has no home folder" in said.stderr
    assert len(said.stderr.splitlines()) == 1


def python(installed: Path, home: Path, program: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [installed / "bin" / "python", "-P", "-c", program, *words],
        cwd=home,
        env=plain(home),
        capture_output=True,
        encoding="utf-8",
    )


# --- what is in it -----------------------------------------------------------------------------------------


def contents(wheel: Path) -> dict[str, str]:
    with zipfile.ZipFile(wheel) as files:
        return {name: hashlib.sha256(files.read(name)).hexdigest() for name in files.namelist()}


def test_the_sdist_builds_the_same_wheel(dist: Path, tmp_path: Path) -> None:
    [sdist] = dist.glob("*.tar.gz")
    with tarfile.open(sdist) as files:
        files.extractall(tmp_path, filter="data")
    again = built(tmp_path / sdist.name.removesuffix(".tar.gz"), tmp_path / "again")

    assert contents(the_wheel(again)) == contents(the_wheel(dist))


def test_the_wheel_holds_no_tests_no_scripts_and_nothing_compiled(dist: Path) -> None:
    names = contents(the_wheel(dist))

    assert {name.split("/")[0] for name in names} == {"app", f"housewarming-{__version__}.dist-info"}
    assert [name for name in names if name.endswith(".pyc") or "/tests/" in name or "/scripts/" in name] == []
    assert f"housewarming-{__version__}.dist-info/licenses/LICENSE" in names


def test_the_back_end_is_the_one_that_is_locked() -> None:
    [back_end] = re.findall(r'^requires = \["(.+)"\]$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)

    assert re.search(rf"^{re.escape(back_end)} ", (ROOT / "requirements-dev.lock").read_text(), re.MULTILINE)
