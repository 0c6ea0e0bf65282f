"""Real tables in a database of every former schema: they are upgraded, open, and are played on to the end."""

import shutil
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from sqlalchemy import URL, bindparam, insert, table
from sqlalchemy.sql import column

from app.cli import verify
from app.engine import registry, wire
from app.storage import database
from app.storage.migrate import FOLDER, migrate
from app.storage.raw_rows import Inspection
from app.table.keys import key_hash
from app.table.seating import Table
from app.table.visitor import HOST, SEAT
from scripts import keepsakes
from scripts.keepsakes import Keepsake
from tests.support.in_process_server import Home, at_home
from tests.support.stored_games import play

DUMPS = Path(__file__).parents[1] / "storage" / "databases"
SCHEMAS = sorted(dump.stem for dump in DUMPS.glob("*.sql"))
# Of the rooms in the dumps these are tables; the others hold texts that only the storage understands.
DEALT, ENDED = ("PLAYING", "LISTED-PLAYING"), ("ABANDONED", "CLOSED")
PARTS = (0.6, 1.0)  # how far a game got before the upgrade


class Kept(NamedTuple):
    """A game that an older version stored, as it was when its log had this length."""

    code: str
    keepsake: Keepsake
    length: int

    @property
    def waiting(self) -> tuple[int, ...]:
        state = wire.loads(
            registry.game(self.keepsake.game).state_type, self.keepsake.log[self.length - 1].state
        )
        return tuple(state.waiting)

    def key(self, who: object) -> str:
        return f"{self.code} {who}"


def kept() -> list[Kept]:
    found: list[Kept] = []
    for path in sorted(keepsakes.FOLDER.glob("*/*.jsonl.gz")):
        keepsake = keepsakes.read(path)
        for part in PARTS:
            length = max(1, round(part * len(keepsake.log)))
            found.append(Kept(f"sunny-sofa-{20 + len(found)}", keepsake, length))
    return found


# -- an old database -----------------------------------------------------------------------------------------


def of_schema(schema: str, url: URL, folder: Path) -> None:
    """Make a database with this schema: on SQLite the dump of one, on Postgres by the migrations up to it."""
    if not database.is_postgres(url):
        with closing(sqlite3.connect(str(url.database))) as old:
            old.executescript((DUMPS / f"{schema}.sql").read_text())
        return
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for version in (folder / "versions").glob("*.py"):
        if version.name[:4] > schema:
            version.unlink()
    migrate(url, folder)


def fill(url: URL, schema: str) -> None:
    """Store the games as the version with this schema did."""
    engine = database.writing(url)
    with engine.begin() as conn:
        for number, each in enumerate(kept(), 100):
            log = each.keepsake.log[: each.length]
            room = {
                "id": number,
                "code": each.code,
                "game": each.keepsake.game,
                "rules": each.keepsake.rules,
                "version": each.length,
                "revision": 7,
                "table_text": each.keepsake.table_text,
                "waiting": wire.dumps(each.waiting),
                "created": log[0].at,
                "touched": log[-1].at,
            }
            room |= {"said": 0} if schema >= "0002" else {}
            room |= {"status": "playing", "listed": False} if schema >= "0004" else {}
            conn.execute(_into("room", room))
            for entry in log:
                row = {**entry._asdict(), "room": number, "state": zlib.compress(entry.state.encode(), 1)}
                conn.execute(_into("entry", row))
            places = wire.loads(Table, each.keepsake.table_text).places
            for grant, place in ((HOST, None), *((SEAT, place.id) for place in places)):
                hashed = key_hash(each.key(place if grant == SEAT else HOST))
                row = {"hash": hashed, "room": number, "grant": grant, "seat": place, "made": log[0].at}
                conn.execute(_into("key", row))
    engine.dispose()


def _into(name: str, row: dict[str, Any]) -> Any:
    return insert(table(name, *(column(each) for each in row))).values(
        {each: bindparam(None, row[each]) for each in row}
    )


# -- upgraded ------------------------------------------------------------------------------------------------


@pytest.fixture(params=SCHEMAS)
def schema(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@contextmanager
def upgraded(schema: str, url: URL, folder: Path) -> Iterator[Home]:
    """A server that starts on a database with this schema."""
    of_schema(schema, url, folder / "migrations")
    fill(url, schema)
    shared = database.for_libpq(url) if database.is_postgres(url) else None
    with at_home(folder, database_url=shared, keep_finished_days=99_999, keep_lobbies_days=99_999) as home:
        yield home


def test_running_and_finished_tables_of_an_old_database_go_on(
    schema: str, empty_url: URL, tmp_path: Path
) -> None:
    with upgraded(schema, empty_url, tmp_path) as house:
        finished = [each for each in kept() if goes_on(house, each, empty_url)]
    assert 0 < len(finished) < len(kept())


def goes_on(house: Home, each: Kept, url: URL) -> bool:
    """Open an old table by its keys and pages, and play to the end; whether it had ended already."""
    program = house.guest(address=f"10.0.0.{each.code.rpartition('-')[2]}")  # only so many pictures each
    places = wire.loads(Table, each.keepsake.table_text).places
    for seat, place in enumerate(places):
        bearer = {"Authorization": f"Bearer {each.key(place.id)}"}
        told = program.get(f"/api/tables/{each.code}", headers=bearer).json()
        assert (told["seat"], told["version"]) == (seat, each.length)
        assert tuple(told["waiting"]) == each.waiting
        assert bool(told["moves"]) == (seat in each.waiting)
    assert f'data-version="{each.length}"' in program.get(f"/r/{each.code}").text
    log = program.get(f"/api/tables/{each.code}/log").json()["log"]
    told_before = [(entry.version, entry.seat, entry.move) for entry in each.keepsake.log[: each.length]]
    assert [(row["version"], row["seat"], _as_stored(row["move"])) for row in log] == told_before[:200]

    room = house.room(each.code)
    house.call(play, room, Random(each.length))
    assert room.is_finished
    assert program.get(f"/api/tables/{each.code}/record").status_code == 200
    assert program.get(f"/r/{each.code}/picture.png").status_code == 200
    assert faults(url, each.code) == []
    return not each.waiting


def _as_stored(move: list[Any] | None) -> str | None:
    return None if move is None else wire.dumps(move)


def test_tables_in_the_dumps_go_on(schema: str, sqlite_url: URL, tmp_path: Path) -> None:
    with upgraded(schema, sqlite_url, tmp_path) as house:
        for code in DEALT:
            room = house.room(code)
            house.call(play, room, Random(1))
            assert room.is_finished
            assert faults(sqlite_url, code) == []
        for code in ENDED:
            assert house.room(code).table.status == code.lower()
            assert house.room(code).waited_for == ()


def faults(url: URL, code: str) -> list[verify.Fault]:
    inspection = Inspection(url)
    try:
        found = inspection.table(code)
        assert found
        return [*verify.faults(*found)]
    finally:
        inspection.close()
