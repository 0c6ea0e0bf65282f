"""Fixtures that many tests share: a server, the guests with their browsers, a Postgres."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from app.cli.soak.broker import Broker, running_broker
from app.cli.soak.ports import free_port
from app.cli.soak.postgres import running_cluster
from tests.support.flaky_network import Proxy
from tests.support.guests import Arrive, Guest
from tests.support.in_process_server import Home, at_home
from tests.support.server import Server, empty_database, serving, two_houses

pytest_plugins = ["tests.support.databases"]
TWO_SERVERS = bool(os.environ.get("TWO_SERVERS"))

# The same examples in every run, with no deadline on a busy machine.
settings.register_profile(
    "here", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("here")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With `TWO_SERVERS` set, run only the tests that use the shared `house` fixture below."""
    if TWO_SERVERS:
        met = [item for item in items if isinstance(item, pytest.Function) and _meets_the_house(item)]
        config.hook.pytest_deselected(items=[item for item in items if item not in met])
        items[:] = met


def _meets_the_house(test: pytest.Function) -> bool:
    of_its_own = hasattr(test.module, "house")
    return "house" in test.fixturenames and not of_its_own and not test.get_closest_marker("one_server")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server for this test alone, with an empty data folder."""
    with serving(tmp_path / "data") as started:
        yield started


@pytest.fixture
def port() -> int:
    """A port on which a server can be restarted."""
    return free_port()


@pytest.fixture(scope="module")
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that many tests share; with `TWO_SERVERS`, two servers on one Postgres that take turns."""
    folder = tmp_path_factory.mktemp("house")
    if not TWO_SERVERS:
        with serving(folder / "data", HOUSEWARMING_BOT_PAUSE="0") as started:
            yield started
        return
    database = empty_database(request.getfixturevalue("postgres"))
    with two_houses(folder, database) as servers, Proxy(*(each.url for each in servers)).running() as proxy:
        yield Server(servers[0].process, f"On this machine  {proxy.url}")


@pytest.fixture
def arrive(house: Server) -> Iterator[Arrive]:
    """Make a guest with a separate browser."""
    browsers: list[Guest] = []

    def browser(language: str = "en") -> Guest:
        headers = {"Accept": "text/html", "Origin": house.url, "Accept-Language": language}
        browsers.append(Guest(base_url=house.url, timeout=60, headers=headers))
        return browsers[-1]

    yield browser
    for each in browsers:
        each.close()


@pytest.fixture
def ada(arrive: Arrive) -> Guest:
    return arrive()


@pytest.fixture
def bruno(arrive: Arrive) -> Guest:
    return arrive("it")


@pytest.fixture
def celina(arrive: Arrive) -> Guest:
    return arrive("pl")


@pytest.fixture
def eve(arrive: Arrive) -> Guest:
    """She only watches."""
    return arrive()


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with at_home(tmp_path) as started:
        yield started


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of an empty Postgres server that lasts for the whole run. Tests using it need its marker
    too."""
    with running_cluster() as cluster:
        yield cluster.url


@pytest.fixture(scope="session")
def broker() -> Iterator[Broker]:
    """A broker that lasts for the whole run. Tests using it need its marker too, and must leave it
    running."""
    with running_broker() as started:
        yield started
