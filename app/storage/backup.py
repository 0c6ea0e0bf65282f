"""Makes backups of a SQLite database while it is in use, checks them for damage, and restores them."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import chain, count
from pathlib import Path

BESIDE = ("-wal", "-shm")  # files that SQLite keeps next to a database in use, and that a crash leaves behind


class BackupFailed(Exception):
    """A backup couldn't be made or restored; the message is for the operator."""


def folder_in(data: Path) -> Path:
    """Where backups are kept unless the operator names another file."""
    return data / "backups"


def newest(data: Path) -> float | None:
    """When the newest backup in the data folder was made; None if there is none."""
    try:
        made = [file.stat().st_mtime for file in folder_in(data).iterdir() if file.suffix != ".part"]
    except OSError:
        return None
    return max(made, default=None)


def stamp(now: float) -> str:
    """The UTC time in the format used in the names of backups."""
    return time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(now))


def copy(source: Path, target: Path) -> None:
    """Copy the database in its current state. If anything fails, no incomplete or unchecked copy is left
    behind.

    Players don't notice the backup. The copy is a single file that only its owner can read.
    """
    if target.exists() and target.samefile(source):
        raise BackupFailed(f"{target} is the database itself")
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(0o600)
        with opened(source) as original, closing(sqlite3.connect(part)) as duplicate:
            original.backup(duplicate)
            duplicate.execute("PRAGMA journal_mode=DELETE")  # so that reading it creates no -wal or -shm file
            if damage := damage_in(duplicate):
                raise BackupFailed(f"{source} is damaged: {damage}")
        part.replace(target)
        settle(target.parent)
    except (sqlite3.Error, OSError) as error:
        raise BackupFailed(f"can't copy {source} to {target}: {_reason(error)}") from None
    finally:
        with suppress(OSError):
            part.unlink()


def put_back(file: Path, database: Path, now: float) -> Path | None:
    """Replace a database that nobody is using with a backup. The old database is kept unchanged next to it,
    under a new name. Returns the path of the old database, if there was one."""
    if database.exists() and database.samefile(file):
        raise BackupFailed(f"{file} is the database itself")
    fresh = database.with_name(f"{database.name}.fresh")
    copy(file, fresh)
    try:
        replaced = _set_aside(database, now)
        fresh.replace(database)
        settle(database.parent)
    except OSError as error:
        raise BackupFailed(f"can't replace {database} with {file}: {error.strerror}") from None
    return replaced


def _set_aside(database: Path, now: float) -> Path | None:
    if not database.exists():
        return None
    name = f"{database.stem}-replaced-{stamp(now)}"
    names = (f"{name}{number}{database.suffix}" for number in chain([""], (f"-{n}" for n in count(2))))
    replaced = next(each for each in map(database.with_name, names) if not each.exists())
    # The database comes last, because a new one must never lie next to a stale -wal.
    for beside in (*BESIDE, ""):
        lying = database.with_name(database.name + beside)
        if lying.exists():
            lying.rename(replaced.with_name(replaced.name + beside))
    return replaced


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    """Open an existing database."""
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True)) as connection:
        yield connection


def damage_in(connection: sqlite3.Connection) -> str:
    """Describe the damage to a database in one line; "" if there is none."""
    try:
        said = str(connection.execute("PRAGMA integrity_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if said == "ok" else " ".join(said.split())


def settle(folder: Path) -> None:
    """Flush a folder to disk, so that renames in it survive a power failure."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _reason(error: sqlite3.Error | OSError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
