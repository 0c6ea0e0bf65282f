"""Connections to the database: a SQLite file in the data folder, or Postgres at a URL.

There are two engines, because one thread writes and several read. On SQLite, the driver's automatic
transactions are turned off, because they lost concurrent updates. Writes use BEGIN IMMEDIATE, and each read
is a single statement.
"""

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import URL as URL  # re-exported so that callers don't have to import SQLAlchemy
from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from app.storage.prepared import straight

FILE = "housewarming.db"
PATIENCE = "5"  # seconds to wait for SQLite's write lock, or for Postgres to accept a connection
ANSWER_SECONDS = 8.0  # the time-out of a read or write, which then raises StoreUnavailable
# Without time-outs, everyone could be blocked forever: by another server's lock, by an open transaction of a
# server that vanished, or by a network that drops every packet.
LIMITS = "-c lock_timeout=4s -c idle_in_transaction_session_timeout=8s"
POSTGRES = {
    "connect_timeout": PATIENCE,
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "8000",
}
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")


class WrongDatabase(Exception):
    """The server can't start with this database; the message is for the operator and contains no password."""

    def __init__(self, said: str, advice: str = "") -> None:
        super().__init__(f"{said}; {advice}" if advice else said)
        self.said, self.advice = said, advice


class Unreachable(WrongDatabase):
    """Postgres doesn't answer; it may still be starting."""


class StoreUnavailable(Exception):
    """The database didn't answer, or too many requests are already waiting for it. Callers may retry.

    A write was almost certainly not stored. If the connection broke during the commit, we can't be sure.
    """

    @classmethod
    def because(cls, error: Exception) -> "StoreUnavailable":
        unavailable = (DiskFull if _is_out_of_room(error) else cls)(reason(error))
        unavailable.__cause__ = error
        return unavailable


class DiskFull(StoreUnavailable):
    """The database's disk is full. Nothing was stored; callers may retry once there is space."""


def no_answer() -> StoreUnavailable:
    return StoreUnavailable(f"the database has not answered for {ANSWER_SECONDS:.0f} seconds")


def is_outage(error: Exception) -> bool:
    """Whether the database itself failed, rather than the statement or its values."""
    own = (DataError, IntegrityError, ProgrammingError)
    return isinstance(error, DBAPIError) and not isinstance(error, own)


def is_damage(error: DBAPIError) -> bool:
    """Whether a SQLite file is corrupt, or not a database at all."""
    return _code(error).startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT"))


def _is_out_of_room(error: Exception) -> bool:
    """Whether space ran out, because the disk is full or a quota or maximum file size was reached."""
    full = ("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE", "53100")
    return isinstance(error, DBAPIError) and _code(error).startswith(full)


def _code(error: DBAPIError) -> str:
    """The driver's error code: SQLite's name for it, or Postgres's five-character SQLSTATE."""
    return str(getattr(error.orig, "sqlite_errorname", None) or getattr(error.orig, "sqlstate", None) or "")


def reason(error: Exception) -> str:
    """The driver's message on one line, without the statement and its values."""
    said = str(error.orig if isinstance(error, DBAPIError) else error)
    return said.partition("\n")[0] or type(error).__name__


def address(database_url: str | None, folder: Path) -> URL:
    """The database to use: the configured one, or else a SQLite file in the data folder."""
    if database_url:
        return parse(database_url)
    return URL.create("sqlite", database=str(folder / FILE))


def parse(url: str) -> URL:
    """Validate and normalize a database URL; hosting companies use three different schemes for Postgres."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):  # the message about a bad port may contain the password
        raise WrongDatabase("this isn't a database address") from None
    if parsed.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        if parsed.port is not None and not 0 < parsed.port < 2**16:
            raise WrongDatabase(f"there is no port {parsed.port}")
        return parsed.set(drivername="postgresql+psycopg")
    file = parsed.database or ":memory:"
    if parsed.drivername == "sqlite" and not parsed.host and not file.startswith((":memory:", "file:")):
        return parsed
    raise WrongDatabase("use a SQLite file or Postgres: sqlite:///… or postgresql://…")


def for_libpq(url: URL, hide_password: bool = False) -> str:
    """The Postgres URL for libpq (psycopg, pg_dump), which doesn't decode a plus as a space."""
    plain = url.set(drivername="postgresql").render_as_string(hide_password)
    address, mark, query = plain.partition("?")
    return address + mark + query.replace("+", "%20")


def shown(url: URL) -> str:
    """The URL in a form that is safe to show. The password is removed, even from the query."""
    return url.difference_update_query(["password"]).render_as_string(hide_password=True)


def writing(url: URL) -> Engine:
    """An engine for transactions that write."""
    if is_postgres(url):
        return _postgres(url)
    engine = _sqlite(url)
    event.listen(engine, "begin", _begin_immediate)
    return engine


def reading(url: URL) -> Engine:
    """An engine for single statements, each of which sees everything committed by the time it runs."""
    return _postgres(url, isolation_level="AUTOCOMMIT") if is_postgres(url) else _sqlite(url)


def looking(url: URL) -> Engine:
    """An engine without a pool and without our pragmas, which would change a file that may not be ours."""
    return create_engine(patient(url) if is_postgres(url) else url, poolclass=NullPool)


def is_postgres(url: URL) -> bool:
    return url.get_backend_name() == "postgresql"


def _postgres(url: URL, **options: Any) -> Engine:
    # the operator's options come last, so they override ours
    limits = f"{LIMITS} {url.query.get('options', '')}".strip()
    url = patient(url).update_query_dict({"options": limits})
    return create_engine(url, pool_pre_ping=True, hide_parameters=True, **options)


def patient(url: URL) -> URL:
    """The Postgres URL with our time-outs added, unless it sets them itself."""
    return url.update_query_dict({name: each for name, each in POSTGRES.items() if name not in url.query})


def _sqlite(url: URL) -> Engine:
    if "timeout" not in url.query:
        url = url.update_query_dict({"timeout": PATIENCE})
    engine = create_engine(url, connect_args={"isolation_level": None}, hide_parameters=True)
    event.listen(engine, "connect", _set_pragmas)
    return engine


def _set_pragmas(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin_immediate(connection: Connection) -> None:
    # If a deferred transaction reads and another one then writes, the first one can't write any more.
    straight(connection, "BEGIN IMMEDIATE")
