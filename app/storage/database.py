"""The database: a SQLite file in the data folder, or Postgres by its URL.

Two engines, because one thread writes and several read. On SQLite the driver's own transactions are off
(with them concurrent updates got lost): what writes says BEGIN IMMEDIATE, what reads is one statement.
"""

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import URL as URL  # so that others need not know the library
from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from app.storage.prepared import straight

FILE = "housewarming.db"
PATIENCE = "5"  # seconds to wait for SQLite's write lock, or for Postgres to take a connection
ANSWER_SECONDS = 8.0  # then whoever asked the database for something is told that it is away
# What hangs must end, lest it stand in the way of everybody: a wait for the lock of another server, the
# transaction of one that has vanished, a connection into a network that swallows everything.
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
    """The server can't start on this database; the message is for its operator, and holds no password."""

    def __init__(self, said: str, advice: str = "") -> None:
        super().__init__(f"{said}; {advice}" if advice else said)
        self.said, self.advice = said, advice


class Unreachable(WrongDatabase):
    """Nobody answers there: not yet, perhaps."""


class StoreUnavailable(Exception):
    """The database did not answer, or too many wait for it already. What was asked for may be tried again.

    A write is almost surely not done; only where the database was lost during the commit itself nobody knows.
    """

    @classmethod
    def because(cls, error: Exception) -> "StoreUnavailable":
        unavailable = (DiskFull if _is_out_of_room(error) else cls)(reason(error))
        unavailable.__cause__ = error
        return unavailable


class DiskFull(StoreUnavailable):
    """The database has no room for more. Nothing is stored; it may be tried again once there is room."""


def no_answer() -> StoreUnavailable:
    return StoreUnavailable(f"the database has not answered for {ANSWER_SECONDS:.0f} seconds")


def is_outage(error: Exception) -> bool:
    """Whether it is the database that failed, and not the statement or its values."""
    own = (DataError, IntegrityError, ProgrammingError)
    return isinstance(error, DBAPIError) and not isinstance(error, own)


def is_damage(error: DBAPIError) -> bool:
    """Whether a SQLite file is no sound database, or none at all."""
    return _code(error).startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT"))


def _is_out_of_room(error: Exception) -> bool:
    """Whether the disk took nothing more: it is full, a quota is used up, or files may not get so long."""
    full = ("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE", "53100")
    return isinstance(error, DBAPIError) and _code(error).startswith(full)


def _code(error: DBAPIError) -> str:
    """What the driver calls it: a name of SQLite's, or five letters and digits of Postgres."""
    return str(getattr(error.orig, "sqlite_errorname", None) or getattr(error.orig, "sqlstate", None) or "")


def reason(error: Exception) -> str:
    """What the driver says, in one line and without the statement and its values."""
    said = str(error.orig if isinstance(error, DBAPIError) else error)
    return said.partition("\n")[0] or type(error).__name__


def address(database_url: str | None, folder: Path) -> URL:
    """Where the games are kept: in this database or, without one, in the data folder."""
    if database_url:
        return parse(database_url)
    return URL.create("sqlite", database=str(folder / FILE))


def parse(url: str) -> URL:
    """The URL in its one form; hosting companies hand Postgres out under three names."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):  # what it says of a port may hold the password
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
    """A Postgres's address as libpq reads it, with psycopg and pg_dump: a plus in it is no space to them."""
    plain = url.set(drivername="postgresql").render_as_string(hide_password)
    address, mark, query = plain.partition("?")
    return address + mark + query.replace("+", "%20")


def shown(url: URL) -> str:
    """An address for people to read: without its password, wherever that stands."""
    return url.difference_update_query(["password"]).render_as_string(hide_password=True)


def writing(url: URL) -> Engine:
    """An engine whose every transaction may write."""
    if is_postgres(url):
        return _postgres(url)
    engine = _sqlite(url)
    event.listen(engine, "begin", _begin_immediate)
    return engine


def reading(url: URL) -> Engine:
    """An engine for single statements, each of which sees what is committed at its moment."""
    return _postgres(url, isolation_level="AUTOCOMMIT") if is_postgres(url) else _sqlite(url)


def looking(url: URL) -> Engine:
    """An engine that keeps nothing and sets nothing: our pragmas would change a file that isn't ours."""
    return create_engine(patient(url) if is_postgres(url) else url, poolclass=NullPool)


def is_postgres(url: URL) -> bool:
    return url.get_backend_name() == "postgresql"


def _postgres(url: URL, **options: Any) -> Engine:
    limits = f"{LIMITS} {url.query.get('options', '')}".strip()  # what an operator wants comes last, and wins
    url = patient(url).update_query_dict({"options": limits})
    return create_engine(url, pool_pre_ping=True, hide_parameters=True, **options)


def patient(url: URL) -> URL:
    """The URL of a Postgres for which nobody waits for ever."""
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
    # A transaction that reads first and then writes may find that it read too early, and fail.
    straight(connection, "BEGIN IMMEDIATE")
