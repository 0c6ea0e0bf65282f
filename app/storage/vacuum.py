"""Reclaims the space of deleted rows. SQLite returns it to the disk, Postgres reuses it for new rows."""

import sqlite3
from pathlib import Path

from sqlalchemy import URL

from app.storage import backup
from app.storage.database import reading
from app.storage.schema import metadata


def sqlite(database: Path) -> tuple[int, int]:
    """Vacuum a file that nobody else has open; returns its sizes before and after."""
    before = database.stat().st_size
    try:
        with backup.opened(database) as connection:
            connection.execute("VACUUM")
    except sqlite3.Error as error:
        raise backup.BackupFailed(f"can't make {database} smaller: {error}") from None
    return before, database.stat().st_size


def postgres(url: URL) -> None:
    """Vacuum all tables, which is safe while people play."""
    engine = reading(url)
    quote = engine.dialect.identifier_preparer.quote
    try:
        with engine.connect() as conn:
            for table in metadata.tables:
                conn.exec_driver_sql(f"VACUUM (ANALYZE) {quote(table)}")
    finally:
        engine.dispose()
