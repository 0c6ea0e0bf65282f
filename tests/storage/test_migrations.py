"""Migrations from every former schema to today's; and databases that are left alone."""

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest
import structlog
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, inspect
from structlog.testing import capture_logs

from app import ROOT
from app.storage import database
from app.storage import migrate as migrations
from app.storage.database import WrongDatabase
from app.storage.migrate import FOLDER, NewerDatabase, migrate
from app.storage.schema import metadata
from app.storage.store import Store
from tests.support.server import refused, serving
from tests.support.steps import listening, playing

OLD_DATABASES = sorted((Path(__file__).parent / "databases").glob("*.sql"))
NOON = 1_700_049_600.0  # 2023-11-15, UTC


@pytest.fixture
def later(tmp_path: Path) -> Path:
    """Migrations of a future version: rooms get a colour, so their database table is rebuilt."""
    folder = tmp_path / "later"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "9999_colour.py").write_text(
        f"""
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = {newest(FOLDER)!r}


def upgrade() -> None:
    with op.batch_alter_table("room") as room:
        room.add_column(sa.Column("colour", sa.Text, nullable=False, server_default="red"))
        room.alter_column("rules", type_=sa.BigInteger)
"""
    )
    return folder


def newest(folder: Path) -> str:
    return str(ScriptDirectory(str(folder)).get_current_head())


def revision(url: URL) -> str | None:
    engine = database.reading(url)
    with engine.connect() as conn:
        found = MigrationContext.configure(conn).get_current_revision()
    engine.dispose()
    return found


def columns(url: URL, table: str) -> list[str]:
    engine = database.reading(url)
    try:
        return [column["name"] for column in inspect(engine).get_columns(table)]
    finally:
        engine.dispose()


def file(url: URL) -> Path:
    return Path(str(url.database))


def backups(url: URL) -> list[str]:
    """The database files beside this one."""
    return sorted(path.name for path in file(url).parent.glob("*.db*") if path != file(url))


def test_every_migration_file_is_named_after_its_revision_so_that_they_sort() -> None:
    history = ScriptDirectory(str(FOLDER))
    oldest_first = [script.revision for script in history.walk_revisions()][::-1]
    assert migrations.revisions() == oldest_first
    assert migrations.newest() == history.get_current_head()


# --- to today's schema -------------------------------------------------------------------------------------


def test_an_empty_database_gets_the_tables_of_the_models(empty_url: URL) -> None:
    migrate(empty_url)

    engine = database.writing(empty_url)
    with engine.begin() as conn:
        assert compare_metadata(MigrationContext.configure(conn), metadata) == []
        assert set(inspect(conn).get_table_names()) == {*metadata.tables, "alembic_version"}
    engine.dispose()


@pytest.mark.parametrize("copy", ["backups/20261101T000000Z.db", "house-0001-20261101T000000Z.db"])
def test_an_emptied_file_beside_backups_is_left_alone(tmp_path: Path, copy: str) -> None:
    emptied, kept = tmp_path / "house.db", tmp_path / copy
    emptied.touch()
    kept.parent.mkdir(exist_ok=True)
    kept.write_bytes(b"a copy")

    with pytest.raises(WrongDatabase, match=r"house\.db is empty, 0 bytes") as refused:
        migrate(database.parse(f"sqlite:///{emptied}"))

    assert f"housewarming restore {kept}" in str(refused.value)
    assert emptied.read_bytes() == b""


def test_an_empty_file_without_backups_gets_new_tables_and_a_log_line(tmp_path: Path) -> None:
    empty = tmp_path / "house.db"
    empty.touch()
    url = database.parse(f"sqlite:///{empty}")

    with capture_logs() as told:
        migrate(url)
        migrate(url)

    assert [line["event"] for line in told if line["log_level"] == "warning"] == ["database_was_empty"]
    assert revision(url) == newest(FOLDER)


@pytest.mark.anyio
@pytest.mark.parametrize("dump", OLD_DATABASES, ids=lambda path: path.stem)
async def test_the_games_of_an_old_database_go_on(sqlite_url: URL, dump: Path) -> None:
    with closing(sqlite3.connect(file(sqlite_url))) as old:
        old.executescript(dump.read_text())

    await asyncio.to_thread(migrate, sqlite_url)  # in a thread, as when a running server migrates

    assert revision(sqlite_url) == newest(FOLDER)
    async with Store(sqlite_url) as store:
        room = await store.find("ADA")
        assert room
        assert (room.game, room.version, room.waiting, room.created) == (
            "dream_home",
            3,
            (0,),
            1_700_000_001.0,
        )
        log = await store.entries(room.id)
        assert [(each.seat, each.move_id, each.state) for each in log] == [
            (None, None, '["state",0]'),
            (0, "m1", '["state","m1"]'),
            (1, "m1", '["state","m1"]'),
        ]
        [key] = (await store.find_keys(["hash of the host's key"])).values()
        assert (key.room, key.grant) == (room.id, "host")
        assert [said.text for said in await store.says(room.id, "table")] == ["buona fortuna"]


def test_there_is_an_old_database_for_every_schema() -> None:
    history = ScriptDirectory(str(FOLDER))
    revisions = sorted(script.revision for script in history.walk_revisions())

    assert [dump.stem for dump in OLD_DATABASES] == revisions


@pytest.mark.anyio
async def test_rooms_keep_what_belongs_to_them_while_their_table_is_rebuilt(
    empty_url: URL, later: Path
) -> None:
    migrate(empty_url)
    async with Store(empty_url) as store:
        room = await playing(store)
        await store.add_say(room.id, "table", 0, "Ada", "hello")

    await asyncio.to_thread(migrate, empty_url, later)

    assert "colour" in columns(empty_url, "room")
    async with Store(empty_url) as store:
        assert len(await store.entries(room.id)) == 1
        assert len(await store.says(room.id, "table")) == 1


def test_a_migration_that_fails_changes_nothing(empty_url: URL, later: Path) -> None:
    migrate(empty_url)
    script = later / "versions" / "9999_colour.py"
    script.write_text(f"{script.read_text()}    op.drop_table('no such table')\n")

    with pytest.raises(WrongDatabase, match="no such table"):
        migrate(empty_url, later)

    assert revision(empty_url) == newest(FOLDER)
    assert "colour" not in columns(empty_url, "room")


def test_servers_that_start_together_migrate_once(empty_url: URL) -> None:
    program = (
        "import sys; from app.storage import database, migrate; migrate.migrate(database.parse(sys.argv[1]))"
    )
    command = [sys.executable, "-c", program, empty_url.render_as_string(hide_password=False)]

    servers = [subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE) for _ in range(2)]

    assert [server.communicate(timeout=60)[1] for server in servers] == [b"", b""]
    assert [server.returncode for server in servers] == [0, 0]
    assert revision(empty_url) == newest(FOLDER)


def test_a_server_that_starts_second_finds_nothing_to_do(empty_url: URL) -> None:
    transactions = count(1)

    def overtake(_: Connection) -> None:
        if next(transactions) == 2:  # the first transaction only looked; this would be the upgrade
            migrate(empty_url)

    with listening("begin", overtake):
        migrate(empty_url)

    assert revision(empty_url) == newest(FOLDER)
    assert database.is_postgres(empty_url) or backups(empty_url) == []


# --- the backup made before --------------------------------------------------------------------------------


def test_a_file_is_backed_up_before_it_is_changed(sqlite_url: URL, later: Path) -> None:
    migrate(sqlite_url)
    file(sqlite_url).chmod(0o600)

    migrate(sqlite_url, later, clock=lambda: NOON)

    name = f"housewarming-{newest(FOLDER)}-20231115T120000Z.db"
    assert backups(sqlite_url) == [name]
    copy = sqlite_url.set(database=str(file(sqlite_url).with_name(name)))
    assert revision(copy) == newest(FOLDER)
    assert "colour" not in columns(copy, "room")
    assert file(copy).stat().st_mode & 0o777 == 0o600


@pytest.mark.postgres
def test_changing_a_postgres_without_a_backup_is_logged(postgres_url: URL, later: Path) -> None:
    with structlog.testing.capture_logs() as lines:
        migrate(postgres_url)
        assert lines == [], "there was nothing to copy"
        migrate(postgres_url, later)

    [line] = lines
    assert line == {
        "event": "database_changed_without_copy",
        "log_level": "warning",
        "was": newest(FOLDER),
        "now": "9999",
    }


def test_only_the_newest_backups_are_kept(sqlite_url: URL, later: Path) -> None:
    migrate(sqlite_url)
    folder = file(sqlite_url).parent
    asked_for = ["housewarming-20231101T120000Z.db", "housewarming-replaced-20231101T120000Z.db"]
    for name in (*asked_for, *(f"housewarming-000{n}-2023111{n}T120000Z.db" for n in range(1, 5))):
        (folder / name).touch()

    migrate(sqlite_url, later, clock=lambda: NOON)

    made = [f"housewarming-000{n}-2023111{n}T120000Z.db" for n in (3, 4)]
    assert backups(sqlite_url) == sorted(
        [*asked_for, *made, f"housewarming-{newest(FOLDER)}-20231115T120000Z.db"]
    )


def test_without_a_backup_to_fall_back_on_nothing_is_changed(sqlite_url: URL, later: Path) -> None:
    migrate(sqlite_url)
    in_the_way = file(sqlite_url).with_name(f"housewarming-{newest(FOLDER)}-20231115T120000Z.db.part")
    in_the_way.mkdir()

    with pytest.raises(
        WrongDatabase, match="nothing was changed, because there is no backup to fall back on"
    ):
        migrate(sqlite_url, later, clock=lambda: NOON)

    assert "colour" not in columns(sqlite_url, "room")


def test_tables_of_other_programs_in_the_file_are_backed_up_too(sqlite_url: URL) -> None:
    with closing(sqlite3.connect(file(sqlite_url))) as guests:
        guests.execute("CREATE TABLE guest(name)")

    migrate(sqlite_url, clock=lambda: NOON)

    assert backups(sqlite_url) == ["housewarming-unversioned-20231115T120000Z.db"]
    assert columns(sqlite_url, "guest") == ["name"]


def test_where_nothing_can_be_lost_nothing_is_backed_up(sqlite_url: URL) -> None:
    migrate(sqlite_url)
    migrate(sqlite_url)

    assert backups(sqlite_url) == []


# --- databases that are left alone -------------------------------------------------------------------------


def test_the_database_of_a_newer_server_is_left_alone(empty_url: URL, later: Path) -> None:
    migrate(empty_url, later)
    before = contents(empty_url)

    with pytest.raises(NewerDatabase, match=r"newer Housewarming .*'9999'"):
        migrate(empty_url)

    assert revision(empty_url) == "9999"
    assert contents(empty_url) == before


def contents(url: URL) -> dict[str, bytes]:
    """The content of each file in the folder of a SQLite database."""
    if database.is_postgres(url):
        return {}
    return {path.name: path.read_bytes() for path in file(url).parent.glob("*.db*")}


@pytest.mark.parametrize("garbage", [b"Dear diary, " * 500, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_file_that_is_no_database_is_left_alone(sqlite_url: URL, garbage: bytes) -> None:
    file(sqlite_url).write_bytes(garbage)

    with pytest.raises(WrongDatabase, match=r"can't use the database .*housewarming\.db: "):
        migrate(sqlite_url)

    assert contents(sqlite_url) == {"housewarming.db": garbage}


def test_a_postgres_that_does_not_answer_is_named_without_its_password() -> None:
    url = database.parse("postgres://ada:secret@127.0.0.1:1/games")

    with pytest.raises(WrongDatabase, match=r"ada:\*\*\*@127\.0\.0\.1:1/games: .*refused") as wrong:
        migrate(url)

    assert "secret" not in str(wrong.value)


# --- which database ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["postgres", "postgresql", "postgresql+psycopg"])
def test_postgres_urls_have_three_schemes(name: str) -> None:
    url = database.parse(f"{name}://ada:secret@db.example.org/games?sslmode=require")

    one_form = "postgresql+psycopg://ada:secret@db.example.org/games?sslmode=require"
    assert url.render_as_string(hide_password=False) == one_form


@pytest.mark.parametrize(
    "url",
    ["sqlite://", "sqlite:///:memory:", "sqlite:///file:games.db?uri=true", "mysql://ada@db/games", "games"],
)
def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(WrongDatabase):
        database.parse(url)


def test_a_server_creates_its_database_in_its_data_folder(tmp_path: Path) -> None:
    folder = tmp_path / "50% of ada's games?"
    with serving(folder):
        pass

    assert revision(URL.create("sqlite", database=str(folder / "housewarming.db"))) == newest(FOLDER)


@pytest.mark.parametrize("variable", ["HOUSEWARMING_DATA", "HOUSEWARMING_DATABASE_URL"])
def test_a_server_does_not_start_on_a_file_that_is_no_database(tmp_path: Path, variable: str) -> None:
    diary = tmp_path / "housewarming.db"
    diary.write_bytes(b"Dear diary, " * 500)
    where = {"HOUSEWARMING_DATA": str(tmp_path)}
    if variable == "HOUSEWARMING_DATABASE_URL":
        where = {"HOUSEWARMING_DATA": str(tmp_path / "data"), variable: f"sqlite:///{diary}"}

    status, words = refused("--port", "0", **where)

    assert status == 2
    assert words.startswith(f"housewarming: {variable}: can't use the database ")
    advice = "it was left untouched; restore a backup with `housewarming restore FILE`"
    assert words.endswith(f"file is not a database; {advice}\n")
    assert len(words.splitlines()) == 1
