"""`housewarming rehearse`: how stored games would fare with this version, tried before it runs for real.

A SQLite database is copied, as for a backup, and only the copy is updated. Postgres is only read.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from sqlalchemy import URL

from app.cli import verify
from app.engine import wire
from app.storage import backup, database, migrate
from app.storage.raw_rows import Inspection, StoredTable
from app.table.seating import FINISHED


class Updated(NamedTuple):
    """A database with the schema of this version, and the schema it had."""

    url: URL
    was: str


class Played(NamedTuple):
    """A stored table, and the first thing that would differ if this version played its game again."""

    table: StoredTable
    difference: verify.Fault | None

    def __str__(self) -> str:
        is_over = self.table.version > 0 and self.table.waiting == wire.dumps(())
        phase = FINISHED if is_over else self.table.status
        return f"{self.table.code} ({self.table.game}, {phase}): {self.difference}"


@contextmanager
def copied(file: Path) -> Iterator[Updated]:
    """A copy of a SQLite database, updated; it is gone afterwards."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        backup.copy(file, copy)
        url = URL.create("sqlite", database=str(copy))
        was = migrate.found(url)
        if was is None:
            raise database.WrongDatabase(f"{file}: it isn't a Housewarming database")
        migrate.migrate(url)
        yield Updated(url, was)


def on_postgres(url: URL) -> Updated:
    """The database itself, if this version wouldn't update it: then there's no need for a copy."""
    was = migrate.found(url)
    if was != migrate.newest():
        raise database.WrongDatabase(
            "a rehearsal doesn't update the schema of a Postgres that is in use: restore a pg_dump to a "
            "database of its own, start this version there once, and run `housewarming verify` on it"
        )
    return Updated(url, was)


def played(url: URL) -> Iterator[Played]:
    """Play every stored game again."""
    with closing(Inspection(url)) as inspection:
        for code in inspection.codes():
            if found := inspection.table(code):  # it may have been deleted a moment ago
                yield Played(found[0], next(verify.faults(*found), None))
