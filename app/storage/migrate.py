"""Migrates a database to the schema in schema.py when a server starts.

Alembic is imported only to migrate: it takes 12 MB, and nearly always the database is up to date.
"""

import re
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import structlog
from sqlalchemy import URL, Connection, column, event, func, inspect, select
from sqlalchemy import table as sql_table
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

from app import BESIDE
from app.storage import backup, database

FOLDER = BESIDE / "migrations"
REVISION = "alembic_version"  # the table where Alembic keeps a database's revision
LOCK = 0x686F6D65  # an arbitrary number for our Postgres advisory lock
MOST_COPIES = 3  # how many pre-migration copies to keep

log = structlog.get_logger()


class NewerDatabase(database.WrongDatabase):
    """The database's schema is newer than this version of Housewarming."""


class Damaged(Exception):
    """A SQLite file failed its integrity check."""


def migrate(url: URL, folder: Path = FOLDER, clock: Callable[[], float] = time.time) -> None:
    """Apply all missing migrations, or none if one fails. A SQLite file that isn't empty is copied first.

    A database that is up to date or can't be migrated is left untouched. If several servers start at once,
    one of them migrates the database while the others wait.
    """
    _look_for_emptied(url)
    try:
        if _found_revision(url, folder) != newest(folder):
            _upgrade(url, folder, clock)
    except (DBAPIError, Damaged) as error:
        raise _unusable(url, error) from error
    except backup.BackupFailed as failed:
        raise database.WrongDatabase(
            f"nothing was changed, because there is no backup to fall back on: {failed}"
        ) from None


def _look_for_emptied(url: URL) -> None:
    """Refuse a 0-byte file that has backups, because it must have lost its data. A missing file just means
    that this is the first start."""
    file = Path(str(url.database))
    if database.is_postgres(url) or not file.is_file() or file.stat().st_size:
        return
    copies = [*file.parent.glob(f"{file.stem}-*{file.suffix}"), *file.parent.glob(f"backups/*{file.suffix}")]
    if copies:
        newest = max(copies, key=lambda copy: copy.stat().st_mtime)
        raise database.WrongDatabase(
            f"the database {file} is empty, 0 bytes, though there are copies of one",
            f"`housewarming restore {newest}` puts the newest in its place; to begin anew, delete the file",
        )
    log.warning("database_was_empty", file=str(file))


def check_backup(file: Path, folder: Path = FOLDER) -> None:
    """Raise WrongDatabase unless this is an undamaged database from this or an older version."""
    try:
        found = _found_revision(URL.create("sqlite", database=str(file)), folder)
    except NewerDatabase as newer:
        raise database.WrongDatabase(f"{file} can't be restored: {newer.said}") from None
    except (DBAPIError, Damaged) as error:
        raise database.WrongDatabase(f"{file} can't be restored: {database.reason(error)}") from error
    if found is None:
        raise database.WrongDatabase(f"{file} can't be restored: it isn't a Housewarming database")


def check_current(url: URL, folder: Path = FOLDER) -> None:
    """Raise WrongDatabase unless the database has the newest schema."""
    if found(url, folder) != newest(folder):
        shown = database.shown(url)
        raise database.WrongDatabase(
            f"the database {shown} is out of date: start the server once to update it"
        )


def found(url: URL, folder: Path = FOLDER) -> str | None:
    """The schema revision of a database; None if it is empty."""
    try:
        return _found_revision(url, folder)
    except (DBAPIError, Damaged) as error:
        raise _unusable(url, error) from error


def newest(folder: Path = FOLDER) -> str:
    """The newest schema revision."""
    return revisions(folder)[-1]


def revisions(folder: Path = FOLDER) -> list[str]:
    """All schema revisions, oldest first. Each migration's file is named after the revision it leads to."""
    return sorted(file.name.partition("_")[0] for file in (folder / "versions").glob("*.py"))


def _found_revision(url: URL, folder: Path) -> str | None:
    """Check a database for damage and return its schema revision, without changing anything."""
    with database.looking(url).connect() as conn:
        found = _revision(conn, folder)
        if not database.is_postgres(url):
            said = str(conn.exec_driver_sql("PRAGMA quick_check(1)").scalar_one())
            if said != "ok":  # writing to it would make the damage worse
                raise Damaged(" ".join(said.split()))
        return found


def _unusable(url: URL, error: DBAPIError | Damaged) -> database.WrongDatabase:
    shown = database.shown(url)
    said = f"can't use the database {shown}: {database.reason(error)}"
    if database.is_postgres(url) and isinstance(error, OperationalError):
        return database.Unreachable(said)
    if isinstance(error, Damaged) or database.is_damage(error):
        advice = "it was left untouched; restore a backup with `housewarming restore FILE`"
        return database.WrongDatabase(said, advice)
    return database.WrongDatabase(said)


def _upgrade(url: URL, folder: Path, clock: Callable[[], float]) -> None:
    from alembic import command
    from alembic.config import Config

    engine = database.writing(url)
    if not database.is_postgres(url):
        event.listen(engine, "connect", _ignore_foreign_keys)
    try:
        with engine.begin() as conn:
            if database.is_postgres(url):
                conn.exec_driver_sql("SET LOCAL lock_timeout = 0")  # another server's migration may take long
                conn.execute(select(func.pg_advisory_xact_lock(LOCK)))
            found = _revision(conn, folder)  # check again, because another server may just have migrated it
            if found == newest(folder):
                return
            if inspect(conn).get_table_names():
                if database.is_postgres(url):
                    log.warning("database_changed_without_copy", was=found, now=newest(folder))
                else:
                    _back_up(Path(str(url.database)), found, clock())
            config = Config(attributes={"connection": conn})
            config.set_main_option("script_location", str(folder).replace("%", "%%"))
            command.upgrade(config, "head")
    finally:
        engine.dispose()


def _ignore_foreign_keys(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
    # To change a SQLite table, we copy and drop it. The drop would cascade and delete other tables' rows.
    connection.execute("PRAGMA foreign_keys=OFF")


def _back_up(file: Path, revision: str | None, now: float) -> None:
    """Copy the file within its folder, adding revision and time to its name; keep only the newest copies."""
    name, kind = file.stem, file.suffix
    backup.copy(file, file.with_name(f"{name}-{revision or 'unversioned'}-{backup.stamp(now)}{kind}"))
    ours = re.compile(rf"{re.escape(name)}-(?:\d{{4}}|unversioned)-(\d{{8}}T\d{{6}}Z){re.escape(kind)}")
    copies = sorted(
        (found[1], each) for each in file.parent.iterdir() if (found := ours.fullmatch(each.name))
    )
    for _, old in copies[:-MOST_COPIES]:
        old.unlink()


def _revision(conn: Connection, folder: Path) -> str | None:
    if not inspect(conn).has_table(REVISION):
        return None
    found: str | None = conn.scalar(select(column("version_num")).select_from(sql_table(REVISION)))
    if found is not None and found not in revisions(folder):
        raise NewerDatabase(
            f"the database was made by a newer Housewarming (its schema is {found!r})",
            "run that version, or restore an older backup with `housewarming restore FILE`",
        )
    return found
