"""Databases for the store's tests: each test runs on SQLite and again on Postgres."""

import shutil
from collections.abc import AsyncIterator, Callable
from itertools import count
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import URL

from app.storage import database
from app.storage.migrate import migrate
from app.storage.store import Store
from tests.support.steps import plain

numbers = count(1)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> URL:
    """A database that doesn't exist yet."""
    return database.parse(f"sqlite:///{tmp_path}/housewarming.db")


@pytest.fixture
def postgres_url(postgres: str) -> URL:
    """An empty database for this test alone, on the Postgres server that all share."""
    return made_on(postgres)


def made_on(server: str) -> URL:
    url = database.parse(server)
    name = f"test_{next(numbers)}"
    with psycopg.connect(plain(url), autocommit=True) as conn:
        conn.execute(f"CREATE DATABASE {name} TEMPLATE template0".encode())
    return url.set(database=name)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def empty_url(request: pytest.FixtureRequest) -> URL:
    url: URL = request.getfixturevalue(f"{request.param}_url")
    return url


# Creating and migrating a database for each test would take longer than the tests themselves.


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("template") / "housewarming.db"
    migrate(database.parse(f"sqlite:///{file}"))
    return file


@pytest.fixture
def sqlite_games(sqlite_template: Path, sqlite_url: URL) -> URL:
    shutil.copy(sqlite_template, str(sqlite_url.database))
    return sqlite_url


@pytest.fixture(scope="session")
def postgres_tables(postgres: str) -> URL:
    url = made_on(postgres)
    migrate(url)
    return url


@pytest.fixture
def postgres_games(postgres_tables: URL) -> URL:
    with psycopg.connect(plain(postgres_tables)) as conn:
        conn.execute("TRUNCATE room RESTART IDENTITY CASCADE")
    return postgres_tables


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest) -> URL:
    """A database with all tables, all empty. Tests leave its schema alone."""
    url: URL = request.getfixturevalue(f"{request.param}_games")
    return url


@pytest.fixture
def clock() -> Callable[[], float]:
    """A clock that moves on by one second each time it is read."""
    return map(float, count(1_700_000_001)).__next__


@pytest.fixture
async def store(url: URL, clock: Callable[[], float]) -> AsyncIterator[Store]:
    async with Store(url, clock) as opened:
        yield opened


@pytest.fixture
async def other_store(url: URL, store: Store) -> AsyncIterator[Store]:
    """The store of a second server on the same database."""
    async with Store(url) as opened:
        yield opened
