"""Databases for the tests of the store: each a SQLite file, and once more a Postgres database."""

from collections.abc import AsyncIterator, Callable
from itertools import count
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import URL

from app import db
from app.migrate import migrate
from app.store import Store

numbers = count(1)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> URL:
    """A database that isn't there yet."""
    return db.parse(f"sqlite:///{tmp_path}/housewarming.db")


@pytest.fixture
def postgres_url(postgres: str) -> URL:
    """An empty database of this test's own, for as long as its server lives."""
    return made_on(postgres, "template0")


@pytest.fixture(scope="session")
def postgres_template(postgres: str) -> URL:
    """A database with all tables, to copy."""
    url = made_on(postgres, "template0")
    migrate(url)
    return url


def made_on(server: str, template: str | None) -> URL:
    url = db.parse(server)
    name = f"test_{next(numbers)}"
    with psycopg.connect(url.set(drivername="postgresql").render_as_string(), autocommit=True) as conn:
        conn.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())
    return url.set(database=name)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def empty_url(request: pytest.FixtureRequest) -> URL:
    url: URL = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest) -> URL:
    """A database with all tables."""
    if request.param == "postgres":
        template: URL = request.getfixturevalue("postgres_template")
        return made_on(request.getfixturevalue("postgres"), template.database)
    sqlite: URL = request.getfixturevalue("sqlite_url")
    migrate(sqlite)
    return sqlite


@pytest.fixture
def clock() -> Callable[[], float]:
    """It goes on by a second whenever somebody looks."""
    return map(float, count(1_700_000_001)).__next__


@pytest.fixture
async def store(url: URL, clock: Callable[[], float]) -> AsyncIterator[Store]:
    async with Store(url, clock) as opened:
        yield opened


@pytest.fixture
async def other_store(url: URL, store: Store) -> AsyncIterator[Store]:
    """Of a second server, on the same database."""
    async with Store(url) as opened:
        yield opened
