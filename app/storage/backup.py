"""Copies of a SQLite database: made while it is in use, looked through before they count, and put back."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import chain, count
from pathlib import Path

BESIDE = ("-wal", "-shm")  # what SQLite keeps beside a file that is in use, or was when its server was killed


class BackupFailed(Exception):
    """There is no copy, or it is not put back; the message is for the operator."""


def stamp(now: float) -> str:
    """The moment, as it stands in the names of copies."""
    return time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(now))


def copy(source: Path, target: Path) -> None:
    """The database as it is at this moment: whole, sound and on the disk, or not there at all.

    Whoever plays meanwhile notices nothing. The copy is one file, for its owner's eyes.
    """
    if target.exists() and target.samefile(source):
        raise BackupFailed(f"{target} is the database itself")
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(0o600)
        with opened(source) as original, closing(sqlite3.connect(part)) as duplicate:
            original.backup(duplicate)
            duplicate.execute("PRAGMA journal_mode=DELETE")  # nothing beside it, wherever it is read
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
    """The backup takes the place of a database that nobody uses. What was there before stays beside it, to
    the byte: gives its new name."""
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
    for beside in (*BESIDE, ""):  # the file last: no other may be read with what lies beside this one
        lying = database.with_name(database.name + beside)
        if lying.exists():
            lying.rename(replaced.with_name(replaced.name + beside))
    return replaced


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    """A database that is there already."""
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True)) as connection:
        yield connection


def damage_in(connection: sqlite3.Connection) -> str:
    """What is wrong with the pages of a database, in one line; "" if nothing is."""
    try:
        said = str(connection.execute("PRAGMA integrity_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if said == "ok" else " ".join(said.split())


def settle(folder: Path) -> None:
    """What was renamed in the folder stays so when the power goes."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _reason(error: sqlite3.Error | OSError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
