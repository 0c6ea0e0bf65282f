"""Reads the raw rows of tables for inspection while people play, each table from a single snapshot."""

import sqlite3
from typing import NamedTuple

from sqlalchemy import URL, Connection, Engine, LargeBinary, Text, create_engine, event, select, type_coerce
from sqlalchemy.pool import ConnectionPoolEntry

from app.engine.core import Seat
from app.storage import database
from app.storage.schema import entry, room

# Columns are read as raw values, because damaged ones can't be decoded.
TABLE = select(
    room.c.id,
    room.c.code,
    room.c.game,
    room.c.rules,
    room.c.version,
    room.c.table_text,
    type_coerce(room.c.waiting, Text),
    room.c.status,
    room.c.listed,
    room.c.evening,
)
STEP = select(
    entry.c.version,
    entry.c.seat,
    entry.c.turn,
    entry.c.move,
    entry.c.events,
    type_coerce(entry.c.state, LargeBinary),
)


class StoredTable(NamedTuple):
    """The raw row of a table, not decoded yet."""

    id: int
    code: str
    game: str
    rules: int
    version: int
    table_text: str
    waiting: str
    status: str
    listed: bool
    evening: str


class StoredStep(NamedTuple):
    """The raw row of a log entry. The opening is version 1 and has no seat and no move."""

    version: int
    seat: Seat | None
    turn: int | None
    move: str | None
    events: str
    state: bytes


class Inspection:
    """Read-only access to a database."""

    def __init__(self, url: URL) -> None:
        self._engine = _only_reading(url)

    def codes(self) -> list[str]:
        """The codes of all tables, oldest first."""
        with self._engine.begin() as conn:
            return [*conn.scalars(select(room.c.code).order_by(room.c.id))]

    def table(self, code: str) -> tuple[StoredTable, list[StoredStep]] | None:
        """A table and its log, from the same snapshot; None if no table has this code."""
        with self._engine.begin() as conn:
            found = conn.execute(TABLE.where(room.c.code == code)).one_or_none()
            if found is None:
                return None
            stored = StoredTable._make(found)
            log = conn.execute(STEP.where(entry.c.room == stored.id).order_by(entry.c.version))
            return stored, [StoredStep._make(row) for row in log]

    def close(self) -> None:
        self._engine.dispose()


def _only_reading(url: URL) -> Engine:
    """A read-only engine whose transactions each see one snapshot."""
    if database.is_postgres(url):
        return database.writing(url).execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
    engine = create_engine(url, connect_args={"isolation_level": None}, hide_parameters=True)
    event.listen(engine, "connect", _write_nothing)
    event.listen(engine, "begin", _begin)
    return engine


def _write_nothing(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
    connection.execute("PRAGMA query_only=ON")


def _begin(connection: Connection) -> None:
    # The driver doesn't begin a transaction by itself, and each statement would see a new snapshot.
    connection.exec_driver_sql("BEGIN")
