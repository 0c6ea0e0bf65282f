"""Brings a database to the tables of models.py when a server starts."""

import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, create_engine, event, func, inspect, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from app import db
from app.settings import ROOT

FOLDER = ROOT / "migrations"
LOCK = 0x686F6D65  # any number, of all the advisory locks that Postgres has


class NewerDatabase(db.WrongDatabase):
    """Its schema is one that this Housewarming doesn't know."""


def migrate(url: URL, folder: Path = FOLDER, clock: Callable[[], float] = time.time) -> None:
    """Apply what is missing, all of it or nothing; a SQLite file that holds something is copied before.

    A database that is up to date, or that can't be brought there, is left untouched. Of several servers that
    start together one does the work, and the others wait for it.
    """
    history = ScriptDirectory(str(folder))
    try:
        if _is_behind(url, history):
            _upgrade(url, history, clock)
    except DBAPIError as error:
        shown = url.render_as_string(hide_password=True)
        raise db.WrongDatabase(f"can't use the database {shown}: {db.reason(error)}") from error


def _is_behind(url: URL, history: ScriptDirectory) -> bool:
    # With an engine that sets nothing: our pragmas would already change a file that isn't ours.
    with create_engine(url, poolclass=NullPool).connect() as conn:
        return _revision(conn, history) != history.get_current_head()


def _upgrade(url: URL, history: ScriptDirectory, clock: Callable[[], float]) -> None:
    engine = db.writing(url)
    if not db.is_postgres(url):
        event.listen(engine, "connect", _ignore_foreign_keys)
    try:
        with engine.begin() as conn:
            if db.is_postgres(url):
                conn.execute(select(func.pg_advisory_xact_lock(LOCK)))
            found = _revision(conn, history)  # once more: another server may just have been here
            if found == history.get_current_head():
                return
            if not db.is_postgres(url) and inspect(conn).get_table_names():
                _back_up(Path(str(url.database)), found, clock())
            config = Config(attributes={"connection": conn})
            config.set_main_option("script_location", history.dir.replace("%", "%%"))
            command.upgrade(config, "head")
    finally:
        engine.dispose()


def _ignore_foreign_keys(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
    # SQLite changes a table by copying and dropping it, and dropping it would delete whatever refers to it.
    connection.execute("PRAGMA foreign_keys=OFF")


def _back_up(file: Path, revision: str | None, now: float) -> None:
    """A copy beside the file, named for its revision and the time; whole or not there."""
    moment = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(now))
    copy = file.with_name(f"{file.stem}-{revision or 'unversioned'}-{moment}{file.suffix}")
    part = copy.with_name(f"{copy.name}.part")
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(part)) as target:
        source.backup(target)
    shutil.copymode(file, part)
    part.replace(copy)


def _revision(conn: Connection, history: ScriptDirectory) -> str | None:
    found = MigrationContext.configure(conn).get_current_revision()
    if found is not None and found not in {script.revision for script in history.walk_revisions()}:
        raise NewerDatabase(
            f"the database was made by a newer Housewarming (its schema is {found!r}): start that one, "
            "or restore a backup from before"
        )
    return found
