"""`housewarming rehearse`: what a new version would make of the stored games, without changing anything."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import psycopg
import pytest
from sqlalchemy import URL

from app.storage import backup, database
from app.storage.migrate import migrate
from app.storage.store import Store
from tests.support.command import Ended, housewarming
from tests.support.stored_games import begun, play, played

pytestmark = pytest.mark.anyio

NOTHING_CHANGED = "Nothing was changed."
TO_THE_SCHEMA_BEFORE = (
    "DROP INDEX ix_room_evening_id",
    "ALTER TABLE room DROP COLUMN evening",
    "UPDATE alembic_version SET version_num = '0004'",
)


async def rehearsed(file: Path) -> Ended:
    return await asyncio.to_thread(housewarming, "rehearse", str(file))


async def of(url: URL) -> Ended:
    address = url.render_as_string(hide_password=False)
    return await asyncio.to_thread(housewarming, "rehearse", HOUSEWARMING_DATABASE_URL=address)


@pytest.fixture
async def games(sqlite_games: URL, tmp_path: Path) -> Path:
    """A backup with a finished game, one in progress, and a lobby's table that has just been dealt."""
    async with Store(sqlite_games) as store:
        await played(store, 3)
        await play(await begun(store, "my_shelfie"), Random(2), steps=9)
        await begun(store, "home_staging")
    copy = tmp_path / "copies" / "monday.db"
    copy.parent.mkdir()
    await asyncio.to_thread(backup.copy, Path(str(sqlite_games.database)), copy)
    return copy


def rewritten(file: Path, *statements: str) -> Path:
    with closing(sqlite3.connect(file)) as games:
        for statement in statements:
            games.execute(statement)
        games.commit()
    return file


def code_of(file: Path, game: str) -> str:
    with closing(sqlite3.connect(file)) as games:
        [(code,)] = games.execute("SELECT code FROM room WHERE game = ?", (game,)).fetchall()
        return str(code)


async def test_games_that_stay_the_same_are_counted(games: Path) -> None:
    before = games.read_bytes()

    ended = await rehearsed(games)

    assert ended == Ended(0, f"Tables: 3. Whose games would differ: 0.\n{NOTHING_CHANGED}\n", "")
    assert games.read_bytes() == before
    assert [file.name for file in games.parent.iterdir()] == ["monday.db"], "nothing is left beside it"


async def test_a_backup_of_an_older_schema_is_updated_on_a_copy_only(games: Path) -> None:
    before = rewritten(games, *TO_THE_SCHEMA_BEFORE).read_bytes()

    ended = await rehearsed(games)

    updated = "Updating the database works: schema 0004 becomes 0005."
    assert ended.said.splitlines() == [
        updated,
        "Tables: 3. Whose games would differ: 0.",
        NOTHING_CHANGED,
    ]
    assert (ended.status, games.read_bytes()) == (0, before)


async def test_each_game_that_would_differ_is_listed_with_its_first_difference(games: Path) -> None:
    rewritten(
        games,
        "UPDATE entry SET state = (SELECT state FROM entry AS third WHERE room = entry.room AND version = 3)"
        " WHERE room = (SELECT id FROM room WHERE game = 'my_shelfie') AND version IN (5, 7)",
        "UPDATE entry SET move = '[\"take\",77]'"
        " WHERE room = (SELECT id FROM room WHERE game = 'dream_home') AND version = 4",
    )

    ended = await rehearsed(games)

    assert (ended.status, ended.complained) == (1, "")
    assert ended.said.splitlines() == [
        f"{code_of(games, 'dream_home')} (dream_home, finished): step 3: it isn't legal there (unknown_move)",
        f"{code_of(games, 'my_shelfie')} (my_shelfie, playing): "
        "step 4: its state is not what the move leads to",
        "Tables: 3. Whose games would differ: 2.",
        NOTHING_CHANGED,
    ]


async def test_games_by_rules_that_are_gone_are_told_apart(games: Path) -> None:
    rewritten(games, "UPDATE room SET rules = 0 WHERE game = 'my_shelfie'")

    ended = await rehearsed(games)

    assert ended.status == 0
    assert ended.said.splitlines()[1] == "Read but not replayed, because they follow older rules: 1."


def no_database(file: Path) -> None:
    file.write_bytes(b"Dear diary, " * 500)


def empty(file: Path) -> None:
    file.touch()


def of_somebody_else(file: Path) -> None:
    with closing(sqlite3.connect(file)) as guests:
        guests.execute("CREATE TABLE guest(name)")


def of_a_newer_housewarming(file: Path) -> None:
    migrate(database.parse(f"sqlite:///{file}"))
    rewritten(file, "UPDATE alembic_version SET version_num='9999'")


@pytest.mark.parametrize(
    ("make", "status", "words"),
    [
        (no_database, 1, "file is not a database"),
        (empty, 1, "it isn't a Housewarming database"),
        (of_somebody_else, 1, "it isn't a Housewarming database"),
        (of_a_newer_housewarming, 1, "the database was made by a newer Housewarming"),
        (lambda file: None, 2, "there is no file "),
    ],
)
async def test_a_file_that_cannot_be_rehearsed_is_named(
    tmp_path: Path, make: Callable[[Path], None], status: int, words: str
) -> None:
    file = tmp_path / "copy.db"
    make(file)
    before = file.read_bytes() if file.exists() else None

    ended = await rehearsed(file)

    assert (ended.status, ended.said) == (status, "")
    assert ended.complained.startswith("housewarming: ")
    assert words in ended.complained
    assert len(ended.complained.splitlines()) == 1
    assert (file.read_bytes() if file.exists() else None) == before


# --- without a file: the database of the settings -----------------------------------------------------------


async def test_the_live_database_is_rehearsed_while_people_play(store: Store, url: URL) -> None:
    await played(store, 5)
    table = await begun(store)
    playing = asyncio.create_task(play(table, Random(1)))
    while not playing.done():
        ended = await of(url)
        assert (ended.status, ended.complained) == (0, "")
        assert ended.said.startswith("Tables: 2. Whose games would differ: 0.\n")
    await playing


async def test_where_there_is_no_database_none_is_created(sqlite_url: URL) -> None:
    ended = await of(sqlite_url)

    assert (ended.status, Path(str(sqlite_url.database)).exists()) == (2, False)
    assert "there is no database " in ended.complained


@pytest.mark.postgres
async def test_a_postgres_of_an_older_schema_is_not_touched(postgres_url: URL) -> None:
    await asyncio.to_thread(migrate, postgres_url)
    plain = postgres_url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain) as conn:
        conn.execute("UPDATE alembic_version SET version_num = '0004'")

    ended = await of(postgres_url)

    assert (ended.status, ended.said) == (1, "")
    assert "restore a pg_dump" in ended.complained
    with psycopg.connect(plain) as conn:
        assert conn.execute("SELECT version_num FROM alembic_version").fetchone() == ("0004",)
