"""Backups made while people play: each holds every table as it was at one moment, nothing half, and is played
on to the end elsewhere."""

import asyncio
import subprocess
from pathlib import Path
from random import Random
from typing import NamedTuple

import httpx2
import pytest

from app.cli.soak.players import Table, opened
from app.cli.soak.programs import find_postgres
from app.storage import database
from app.storage.raw_rows import Inspection, StoredStep
from tests.support.command import housewarming
from tests.support.server import empty_database, serving

pytestmark = pytest.mark.anyio
FILE = "housewarming.db"
TABLES, BACKUPS = 3, 3
MOST_ROUNDS = 40  # during a backup, two to a move: no game may end before the last backup


class Backup(NamedTuple):
    """A copy, and the moves that had been acknowledged before it began and after it was done, by table."""

    file: Path
    before: tuple[int, ...]
    after: tuple[int, ...]


class Sqlite:
    """Tables in a data folder, backed up and restored by our own commands."""

    def __init__(self, folder: Path) -> None:
        self.data, self.elsewhere = folder / "data", folder / "elsewhere"
        self.url, self.url_elsewhere = (f"sqlite:///{data}/{FILE}" for data in (self.data, self.elsewhere))

    def back_up(self, file: Path) -> None:
        assert housewarming("backup", str(file), "--data", str(self.data)).status == 0

    def restore(self, file: Path) -> None:
        ended = housewarming("restore", str(file), "--data", str(self.elsewhere))
        assert (ended.status, ended.complained) == (0, "")


class Postgres(Sqlite):
    """Tables in Postgres, backed up and restored by the programs that our commands name."""

    def __init__(self, folder: Path, server: str) -> None:
        super().__init__(folder)
        self.url, self.url_elsewhere = empty_database(server), empty_database(server)

    def back_up(self, file: Path) -> None:
        _run("pg_dump", "--format=custom", f"--file={file}", self.url)

    def restore(self, file: Path) -> None:
        _run("pg_restore", "--clean", "--if-exists", f"--dbname={self.url_elsewhere}", str(file))


def _run(program: str, *words: str) -> None:
    programs = find_postgres()
    assert programs
    subprocess.run([programs / program, *words], check=True)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Sqlite:
    if request.param == "sqlite":
        return Sqlite(tmp_path)
    return Postgres(tmp_path, request.getfixturevalue("postgres"))


async def test_a_backup_made_during_play_is_every_table_at_one_moment(place: Sqlite, tmp_path: Path) -> None:
    with serving(place.data, HOUSEWARMING_DATABASE_URL=place.url) as server:
        async with httpx2.AsyncClient(base_url=server.url, timeout=60) as web:
            tables = [await opened(web, Random(number)) for number in range(TABLES)]
            backups = [
                await made(place, tmp_path / f"{number}.backup", tables, web) for number in range(BACKUPS)
            ]
    assert all(backup.before != backup.after for backup in backups), "they moved meanwhile"
    originals = stored(place.url, tables)

    for backup in backups:
        place.restore(backup.file)
        verified = housewarming("verify", HOUSEWARMING_DATABASE_URL=place.url_elsewhere)
        assert verified.status == 0, verified
        restored = stored(place.url_elsewhere, tables)
        for now, then, before, after in zip(originals, restored, backup.before, backup.after, strict=True):
            assert then.table_text == now.table_text
            assert then.log == now.log[: len(then.log)]
            assert before <= len(then.log) <= after + 1, "at most one move was not yet acknowledged"
    with serving(place.elsewhere, HOUSEWARMING_DATABASE_URL=place.url_elsewhere) as server:
        async with httpx2.AsyncClient(base_url=server.url, timeout=60) as web:
            for table in tables:
                await play_on(web, table)


async def made(place: Sqlite, file: Path, tables: list[Table], web: httpx2.AsyncClient) -> Backup:
    """Back up while everybody moves."""
    for _ in range(8):
        await asyncio.gather(*(table.step(web) for table in tables))
    before = acknowledged(tables)
    backing_up, rounds = asyncio.create_task(asyncio.to_thread(place.back_up, file)), 0
    while rounds < 2 or (rounds < MOST_ROUNDS and not backing_up.done()):
        rounds += 1
        await asyncio.gather(*(table.step(web) for table in tables))
    await backing_up
    return Backup(file, before, acknowledged(tables))


class Stored(NamedTuple):
    table_text: str
    log: list[StoredStep]


def stored(url: str, tables: list[Table]) -> list[Stored]:
    """The tables as a database holds them, secrets included."""
    inspection = Inspection(database.parse(url))
    try:
        found = [inspection.table(table.code) for table in tables]
        return [Stored(each[0].table_text, list(each[1])) for each in found if each]
    finally:
        inspection.close()


def acknowledged(tables: list[Table]) -> tuple[int, ...]:
    """The version of the last move that each table's players know is stored; 1 for the deal."""
    return tuple(max((each.version for each in table.acknowledged), default=1) for table in tables)


async def play_on(web: httpx2.AsyncClient, table: Table) -> None:
    """The keys open their seats there too, and the game goes on to its end."""
    again = Table(table.code, table.keys, Random(9))
    await again.play(web)
    assert await again.faults(web) == []
    over = (await web.get(f"/api/tables/{table.code}")).json()
    assert over["status"] == "finished"
    assert again.acknowledged[-1].version == over["version"]
