"""`housewarming backup` and `housewarming restore`: copies made while the server runs, and what they
replace."""

import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random

import httpx2
import pytest

from app.storage import database
from app.storage.migrate import FOLDER, migrate
from tests.support.api import Guest, play_out, started
from tests.support.command import Ended, housewarming
from tests.support.server import Server, refused, serving

OLDEST = Path(__file__).parent / "databases" / "0001.sql"
FILE = "housewarming.db"


Visit = Callable[[Server], httpx2.Client]


@pytest.fixture
def visit() -> Iterator[Visit]:
    """An API client of any server."""
    with ExitStack() as left:
        yield lambda server: left.enter_context(httpx2.Client(base_url=server.url, timeout=60))


def at(web: httpx2.Client, guests: list[Guest]) -> list[Guest]:
    """The same guests at another server."""
    return [Guest(web, guest.code, guest.key) for guest in guests]


def move(guests: list[Guest]) -> int:
    """Make the first move on offer; return its version."""
    seat = guests[0].look()["waiting"][0]
    table = guests[seat].look()
    answer = guests[seat].ask(
        "POST", "/moves", turn=table["turn"], move=table["moves"][0], id=f"at {table['version']}"
    )
    assert answer.status_code == 200
    return int(answer.json()["version"])


def scratched(file: Path) -> None:
    """Overwrite some pages in the middle, as a dying disk might."""
    content = bytearray(file.read_bytes())
    assert len(content) > 5 * 4096
    content[2 * 4096 : 5 * 4096] = b"\xa5" * (3 * 4096)
    file.write_bytes(content)


def contents(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.is_file()}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with an empty database."""
    folder = tmp_path / "data"
    folder.mkdir()
    migrate(database.parse(f"sqlite:///{folder}/{FILE}"))
    return folder


# -- the copy ------------------------------------------------------------------------------------------------


def test_a_backup_of_a_running_server_is_the_database_at_that_moment(tmp_path: Path, visit: Visit) -> None:
    copy = tmp_path / "friday.db"
    with serving(tmp_path / "data") as server:
        guests = started(visit(server), "Bruno")
        then = move(guests)

        ended = housewarming("backup", str(copy), "--data", str(tmp_path / "data"))

        assert ended == Ended(0, f"{copy}\n", "")
        assert move(guests) == then + 1, "the game goes on"

    (tmp_path / "elsewhere").mkdir()
    shutil.copy(copy, tmp_path / "elsewhere" / FILE)
    with serving(tmp_path / "elsewhere") as other:
        there = at(visit(other), guests)
        assert there[0].look()["version"] == then
        play_out(there, Random(1), begun=then - 1)


def test_backups_without_a_name_go_into_the_data_folder(data: Path) -> None:
    ended = housewarming("backup", HOUSEWARMING_DATA=str(data))

    [copy] = (data / "backups").iterdir()
    assert ended == Ended(0, f"{copy}\n", "")
    assert copy.stat().st_mode & 0o777 == 0o600
    assert (data / "backups").stat().st_mode & 0o777 == 0o700


def test_a_backup_is_one_file_readable_on_a_write_protected_disk(data: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    housewarming("backup", str(copy), HOUSEWARMING_DATA=str(data))

    with closing(sqlite3.connect(f"{copy.as_uri()}?mode=ro&immutable=1", uri=True)) as reader:
        assert reader.execute("SELECT version_num FROM alembic_version").fetchone()
        assert reader.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_nothing_is_overwritten_without_being_asked_to(data: Path, tmp_path: Path) -> None:
    diary = tmp_path / "diary"
    diary.write_text("Dear diary")

    ended = housewarming("backup", str(diary), HOUSEWARMING_DATA=str(data))

    sentence = f"housewarming: {diary} already exists; use --force to overwrite it\n"
    assert ended == Ended(2, "", sentence)
    assert diary.read_text() == "Dear diary"
    assert housewarming("backup", str(diary), "--force", HOUSEWARMING_DATA=str(data)).status == 0
    assert diary.read_bytes().startswith(b"SQLite format 3\0")


def test_the_database_cannot_be_backed_up_onto_itself(data: Path) -> None:
    before = contents(data)

    ended = housewarming("backup", str(data / FILE), "--force", HOUSEWARMING_DATA=str(data))

    assert ended == Ended(1, "", f"housewarming: {data / FILE} is the database itself\n")
    assert contents(data) == before


def test_a_damaged_database_gives_no_backup_that_looks_sound(data: Path, tmp_path: Path) -> None:
    scratched(data / FILE)

    ended = housewarming("backup", str(tmp_path / "copy.db"), HOUSEWARMING_DATA=str(data))

    assert (ended.status, ended.said) == (1, "")
    assert ended.complained.startswith(f"housewarming: {data / FILE} is damaged: ")
    assert [each.name for each in tmp_path.iterdir()] == ["data"]


@pytest.mark.parametrize(
    ("target", "reason"),
    [("missing/copy.db", "No such file or directory"), ("file/copy.db", "Not a directory")],
)
def test_a_target_that_cannot_be_written_is_named(
    data: Path, tmp_path: Path, target: str, reason: str
) -> None:
    (tmp_path / "file").touch()
    ended = housewarming("backup", str(tmp_path / target), HOUSEWARMING_DATA=str(data))

    words = f"housewarming: can't copy {data / FILE} to {tmp_path / target}: {reason}\n"
    assert ended == Ended(1, "", words)


TOO_LONG = "x" * 300  # looking it up fails, as it does in another user's folder


@pytest.mark.parametrize(
    "words",
    [
        ["backup", TOO_LONG],
        ["restore", TOO_LONG],
        ["import", TOO_LONG],
        ["backup", "--data", TOO_LONG],
        ["verify", "--data", TOO_LONG],
    ],
    ids=lambda words: " ".join(words).replace(TOO_LONG, "…"),
)
def test_a_file_that_cannot_be_looked_up_is_named(data: Path, words: list[str]) -> None:
    ended = housewarming(*words, HOUSEWARMING_DATA=str(data))

    assert ended.status in (1, 2)
    assert re.fullmatch(rf"housewarming: .*{TOO_LONG}.*File name too long\n", ended.complained)


def test_the_command_says_when_it_cannot_make_a_backup_folder(data: Path) -> None:
    (data / "backups").touch()
    ended = housewarming("backup", HOUSEWARMING_DATA=str(data))

    assert ended == Ended(1, "", f"housewarming: can't use {data / 'backups'}: File exists\n")


def test_where_there_is_no_database_none_is_created(tmp_path: Path) -> None:
    ended = housewarming("backup", HOUSEWARMING_DATA=str(tmp_path))

    assert ended == Ended(2, "", f"housewarming: there is no database {tmp_path / FILE} yet\n")
    assert not (tmp_path / FILE).exists()


@pytest.mark.parametrize(
    ("words", "program"),
    [
        (["backup"], "pg_dump --format=custom --file=FILE 'postgresql://ada:***@db.example.org/games'"),
        (
            ["restore", "FILE"],
            "pg_restore --clean --if-exists --dbname='postgresql://ada:***@db.example.org/games' FILE",
        ),
    ],
)
def test_for_postgres_its_own_tool_is_named(words: list[str], program: str) -> None:
    ended = housewarming(*words, HOUSEWARMING_DATABASE_URL="postgresql://ada:secret@db.example.org/games")

    said = f"housewarming: the tables are in Postgres, so use its own program: {program}\n"
    assert ended == Ended(2, "", said)


# -- restoring -----------------------------------------------------------------------------------------------


def test_a_restored_backup_is_played_on_and_the_replaced_file_is_kept(tmp_path: Path, visit: Visit) -> None:
    data, copy = tmp_path / "data", tmp_path / "friday.db"
    with serving(data) as server:
        guests = started(visit(server), "Bruno")
        then = move(guests)
        housewarming("backup", str(copy), HOUSEWARMING_DATA=str(data))
        later = move(guests)
        server.process.kill()  # leaves SQLite's extra files beside the database
        server.process.wait()
    wal = (data / f"{FILE}-wal").read_bytes()
    assert wal

    ended = housewarming("restore", str(copy), HOUSEWARMING_DATA=str(data))

    assert (ended.status, ended.complained) == (0, "")
    [replaced] = data.glob("housewarming-replaced-*.db")
    assert ended.said == f"The old database is now {replaced}.\nRestored {data / FILE} from {copy}.\n"
    assert replaced.with_name(f"{replaced.name}-wal").read_bytes() == wal
    with serving(data) as server:
        assert at(visit(server), guests)[0].look()["version"] == then
        assert move(at(visit(server), guests)) == then + 1

    assert housewarming("restore", str(replaced), HOUSEWARMING_DATA=str(data)).status == 0
    with serving(data) as server:
        assert at(visit(server), guests)[0].look()["version"] == later


def test_nothing_is_restored_under_a_running_server(server: Server, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    housewarming("backup", str(copy), HOUSEWARMING_DATA=str(tmp_path / "data"))

    ended = housewarming("restore", str(copy), HOUSEWARMING_DATA=str(tmp_path / "data"))

    assert (ended.status, ended.said) == (3, "")
    assert ended.complained.endswith(f": it listens on {server.url}; stop it first\n")
    assert httpx2.get(f"{server.url}/healthz", timeout=30).status_code == 200


def test_an_old_backup_is_upgraded_at_the_next_start(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "old.db"
    with closing(sqlite3.connect(copy)) as old:
        old.executescript(OLDEST.read_text())

    assert housewarming("restore", str(copy), HOUSEWARMING_DATA=str(data)).status == 0

    since_1970 = "99999"
    with (
        serving(data, HOUSEWARMING_KEEP_LOBBIES_DAYS=since_1970),
        closing(sqlite3.connect(data / FILE)) as reader,
    ):
        first = reader.execute("SELECT code, said FROM room WHERE id <= 2 ORDER BY id")
        assert first.fetchall() == [("ADA", 0), ("CELINA", 0)]


def no_database(file: Path) -> None:
    file.write_bytes(b"Dear diary, " * 500)


def of_somebody_else(file: Path) -> None:
    with closing(sqlite3.connect(file)) as guests:
        guests.execute("CREATE TABLE guest(name)")


def of_a_newer_housewarming(file: Path) -> None:
    migrate(database.parse(f"sqlite:///{file}"))
    with closing(sqlite3.connect(file)) as newer:
        newer.execute("UPDATE alembic_version SET version_num='9999'")
        newer.commit()


def damaged(file: Path) -> None:
    migrate(database.parse(f"sqlite:///{file}"))
    scratched(file)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (no_database, "can't be restored: file is not a database"),
        (of_somebody_else, "can't be restored: it isn't a Housewarming database"),
        (of_a_newer_housewarming, "can't be restored: the database was made by a newer Housewarming"),
        (damaged, "can't be restored: "),
        (lambda file: None, "there is no file "),
    ],
)
def test_an_unsound_backup_replaces_nothing(data: Path, tmp_path: Path, make: object, words: str) -> None:
    assert callable(make)
    copy = tmp_path / "copy.db"
    make(copy)
    before = contents(data)

    ended = housewarming("restore", str(copy), HOUSEWARMING_DATA=str(data))

    assert ended.status in (1, 2)
    assert words in ended.complained
    assert str(copy) in ended.complained
    assert len(ended.complained.splitlines()) == 1
    assert {**before, "server.lock": b""} == contents(data)


# -- starting on a damaged file ------------------------------------------------------------------------------


def test_a_server_does_not_write_to_a_damaged_file(data: Path) -> None:
    scratched(data / FILE)
    before = contents(data)

    status, words = refused("--port", "0", HOUSEWARMING_DATA=str(data))

    assert status == 2
    assert words.startswith(
        f"housewarming: HOUSEWARMING_DATA: can't use the database sqlite:///{data / FILE}: "
    )
    assert words.endswith("; it was left untouched; restore a backup with `housewarming restore FILE`\n")
    assert {**before, "server.lock": b""} == contents(data)


def test_a_truncated_file_counts_as_damaged(data: Path) -> None:
    file = data / FILE
    file.write_bytes(file.read_bytes()[: 7 * 4096])

    status, words = refused("--port", "0", HOUSEWARMING_DATA=str(data))

    assert (status, "restore FILE" in words) == (2, True)


def test_the_schemas_are_numbered() -> None:
    """The names of automatic backups rely on it, to tell them from those made by command."""
    assert all(path.name[:4].isdecimal() for path in (FOLDER / "versions").glob("*.py"))
