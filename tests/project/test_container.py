"""The image and the compose file name only what exists, pin versions, and grant no more than is needed.

Docker may be missing here, so the image's content is put together by hand and run.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import yaml

from app import ROOT, __version__
from app.settings import PREFIX, Settings
from app.web.admin import session
from scripts import environment as setup
from tests.support.server import COMMAND, Server, environment, serving

DOCKERFILE = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
CADDYFILE = (ROOT / "deploy" / "several.Caddyfile").read_text()
PINNED = re.compile(r"(\w+/)?\w+:\d+\.\d+(\.\d+)?(-[a-z]+)*")

each_service = pytest.mark.parametrize("name", SERVICES)


def said(word: str) -> list[str]:
    """The arguments of each such instruction in the Dockerfile."""
    return [line.partition(" ")[2].strip() for line in DOCKERFILE.splitlines() if line.startswith(f"{word} ")]


def is_ours(service: dict[str, Any]) -> bool:
    return "build" in service


def meant(text: str, **given: str) -> str:
    """The text with each variable replaced by the given value or its default."""
    return re.sub(r"\$\{(\w+):-(.*?)\}", lambda found: given.get(found[1], found[2]), text)


# --- the image ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with exactly the files that are copied into the image."""
    tree = tmp_path_factory.mktemp("image")
    for line in said("COPY"):
        *sources, target = line.split()
        for source in sources:
            found = ROOT / source
            if found.is_dir():
                shutil.copytree(found, tree / target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                (tree / target).mkdir(parents=True, exist_ok=True)
                shutil.copy(found, tree / target)
    return tree


@pytest.fixture(scope="module")
def server(image: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("volume") / "data", tree=image) as up:
        yield up


@pytest.mark.parametrize("page", ["/", "/rules", "/gallery/dream_home", "/api/docs", "/static/htmx.min.js"])
def test_the_image_holds_all_that_the_server_needs(server: Server, image: Path, page: str) -> None:
    path = page if page != "/static/htmx.min.js" else some_file(image)
    assert httpx2.get(server.url + path, follow_redirects=True, timeout=30).status_code == 200


def some_file(image: Path) -> str:
    return "/" + str(next(image.glob("static/*.css")).relative_to(image))


def test_commands_are_on_the_path() -> None:
    """`docker compose exec` and the service that makes the secret call them by name."""
    path = re.search(r' PATH="([^:]+):\$PATH"', f" {said('ENV')[0]}")
    assert path
    assert path[1] == f"{said('WORKDIR')[0]}/{Path(yaml.safe_load(said('ENTRYPOINT')[0])[0]).parent}"


def test_what_is_copied_is_not_ignored_and_everything_else_is() -> None:
    let_through = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line[0] == "!"}
    assert let_through == {source for line in said("COPY") for source in line.split()[:-1]}


def test_packages_are_installed_from_the_lock() -> None:
    program = shlex.split(said("RUN")[0])[2]
    names = re.fullmatch(r"from scripts\.environment import (\w+), (\w+); \2\(\1\)", program)
    assert names
    assert getattr(setup, names[1]) == setup.RUN_LOCK
    assert getattr(setup, names[2]) is setup.ensure
    assert said("ENTRYPOINT") == ['[".venv/bin/housewarming"]']  # created by ensure()
    assert said("CMD") == ['["serve"]']


def test_it_listens_and_stores_where_the_settings_say() -> None:
    assert said("EXPOSE") == [str(Settings.model_fields["port"].default)]
    assert "HOUSEWARMING_DATA=/data" in said("ENV")
    assert said("VOLUME") == ["/data"]


def test_the_health_check_asks_where_the_server_answers(server: Server) -> None:
    command: list[str] = yaml.safe_load(said("HEALTHCHECK")[0].partition("CMD ")[2])
    assert command[:2] == [".venv/bin/python", "-c"]

    def asked(url: str) -> int:
        program = command[2].replace("http://127.0.0.1:8080/", url)
        return subprocess.run([sys.executable, "-c", program], stderr=subprocess.DEVNULL).returncode

    assert asked(server.url.rstrip("/") + "/") == 0
    assert asked("http://127.0.0.1:9/") == 1


def test_every_base_image_is_pinned() -> None:
    assert all(PINNED.fullmatch(base) for base in said("FROM"))
    assert SERVICES["house"]["image"] == f"housewarming:{__version__}"


# --- the services ------------------------------------------------------------------------------------------


@each_service
def test_a_service_is_pinned_and_confined(name: str) -> None:
    service = SERVICES[name]
    assert PINNED.fullmatch(service["image"])
    user = said("USER")[0] if is_ours(service) else service["user"]
    assert user.partition(":")[0] not in ("", "0", "root")
    assert service["read_only"] is True
    assert "/tmp" in service["tmpfs"]  # noqa: S108  the container's
    assert service["cap_drop"] == ["ALL"]
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "door" else [])
    assert service["security_opt"] == ["no-new-privileges:true"]


@each_service
def test_everything_that_a_service_names_exists(name: str) -> None:
    service = SERVICES[name]
    for volume in service.get("volumes", []):
        source = volume.split(":")[0]
        assert (ROOT / source).is_file() if source.startswith(".") else source in COMPOSE["volumes"]
    assert set(service.get("networks", [])) <= set(COMPOSE["networks"])
    for other in service.get("depends_on", {}):
        assert set(SERVICES[other].get("profiles", [])) <= set(service.get("profiles", []))
    if "build" in service:
        assert (ROOT / service["build"] / "Dockerfile").is_file()


def test_everything_waiting_for_health_waits_for_a_service_with_a_health_check() -> None:
    for service in SERVICES.values():
        for other, how in service.get("depends_on", {}).items():
            if how["condition"] == "service_healthy":
                assert is_ours(SERVICES[other]) or "healthcheck" in SERVICES[other]


def test_a_server_gets_the_time_it_needs_to_shut_down() -> None:
    for name in ("house", "one", "two"):
        assert int(SERVICES[name]["stop_grace_period"].rstrip("s")) > 5


@pytest.mark.parametrize("broker", ["", "redis://broker:6379/0"])
def test_every_setting_exists_and_is_valid(broker: str) -> None:
    for service in filter(is_ours, SERVICES.values()):
        given = {
            name.removeprefix(PREFIX).lower(): meant(value, HOUSEWARMING_BUS_URL=broker) or None
            for name, value in service.get("environment", {}).items()
            if name.startswith(PREFIX)
        }
        assert set(given) <= set(Settings.model_fields)
        Settings.model_validate({name: value for name, value in given.items() if value is not None})


@pytest.mark.parametrize("name", ["house", "one", "two"])
def test_every_setting_is_fixed_or_can_be_set_from_outside(name: str) -> None:
    """The first three settings are fixed in the image."""
    told = SERVICES[name]["environment"]
    others = {f"{PREFIX}{field.upper()}": field for field in [*Settings.model_fields][3:]}
    wanted = {variable for variable in others if told.get(variable) == f"${{{variable}:-}}"}
    settled = (
        {"DATABASE_URL", "BUS_URL"} if name == "house" else {"DATABASE_URL", "BASE_URL", "TRUSTED_PROXIES"}
    )

    assert others.keys() - wanted == {f"{PREFIX}{field}" for field in settled}


def test_addresses_between_services_are_right() -> None:
    settings = SERVICES["one"]["environment"]
    assert "@postgres:5432/" in settings["HOUSEWARMING_DATABASE_URL"]
    port = said("EXPOSE")[0]
    upstreams = re.search(r"reverse_proxy (.+) \{", CADDYFILE)
    assert upstreams
    assert upstreams[1].split() == [f"one:{port}", f"two:{port}"]
    assert SERVICES["house"]["ports"] == [f"{port}:{port}"]
    assert "{$SITE}" in CADDYFILE
    assert "SITE" in SERVICES["door"]["environment"]


def test_the_proxys_health_check_asks_where_the_server_answers(server: Server) -> None:
    asked = re.search(r"health_uri (\S+)", CADDYFILE)
    assert asked
    assert httpx2.get(server.url.rstrip("/") + asked[1], timeout=30).status_code == 200


def test_the_secret_and_the_admin_token_are_created_once_and_shared_by_all(tmp_path: Path) -> None:
    entrypoint, command = SERVICES["secret"]["entrypoint"], SERVICES["secret"]["command"]
    path = f"{Path(COMMAND).parent}:{os.environ['PATH']}"
    made, said = [], ""
    for _ in range(2):
        ended = subprocess.run(
            [*entrypoint, *command],
            cwd=tmp_path,
            check=True,
            capture_output=True,
            encoding="utf-8",
            env=environment(PATH=path),
        )
        said += ended.stdout
        made += [
            ((tmp_path / name / "secret").read_bytes(), (tmp_path / name / "admin").read_bytes())
            for name in ("one", "two")
        ]
    assert len(made[0][0]) == 32
    assert len(set(made)) == 1
    [token] = said.splitlines()
    for name in ("one", "two"):
        assert session.opens(token, tmp_path / name)
        for file in ("secret", "admin"):
            assert (tmp_path / name / file).stat().st_mode & 0o777 == 0o600
    folders = {SERVICES[name]["environment"]["HOUSEWARMING_DATA"] for name in ("one", "two")}
    assert folders == {"/data/one", "/data/two"}
