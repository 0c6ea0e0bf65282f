"""The database schema: its tables, and their rows as NamedTuples."""

import zlib
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    Boolean,
    Column,
    Dialect,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)
from sqlalchemy.types import TypeDecorator

from app.engine import wire
from app.engine.core import Seat


class RoomRow(NamedTuple):
    """A table where people meet to play.

    `version` is the length of the log. `revision` counts the changes to `table_text`, which holds the seats,
    options and so on. The storage never parses that text, so queries use the `status`, `listed` and
    `evening` columns. `said` counts the changes to the chat. `waiting` lists the seats that must act.
    """

    id: int
    code: str
    game: str
    rules: int
    version: int
    revision: int
    table_text: str
    waiting: tuple[Seat, ...]
    created: float
    touched: float
    said: int
    status: str
    listed: bool
    evening: str


class Entry(NamedTuple):
    """A log entry: a move and its results. The opening is version 1 and has no seat and no move."""

    room: int
    version: int
    seat: Seat | None
    turn: int | None
    move_id: str | None
    move: str | None
    events: str
    state: str
    at: float


class KeyRow(NamedTuple):
    """The hash of a key, what that key grants, and in which room. The key itself is never stored."""

    hash: str
    room: int
    grant: str
    seat: Seat | None
    made: float
    code: str


class Say(NamedTuple):
    """A chat line; `place` says whether it is in the players' or the spectators' chat."""

    id: int
    room: int
    place: str
    seat: Seat | None
    name: str
    text: str
    at: float
    deleted: bool


class Ban(NamedTuple):
    """An address that is banned until this time."""

    address: str
    until: float


class Compressed(TypeDecorator[str]):
    """Text compressed at zlib's fastest level, because every move waits for it. Slower levels saved only
    another 5 %."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> bytes | None:
        return None if value is None else zlib.compress(value.encode(), zlib.Z_BEST_SPEED)

    def process_result_value(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else zlib.decompress(value).decode()


@cache  # few different values occur
def _seats_text(seats: tuple[Seat, ...]) -> str:
    return wire.dumps(seats)


class Seats(TypeDecorator[tuple[Seat, ...]]):
    """Seats, stored as a JSON list."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: tuple[Seat, ...] | None, dialect: Dialect) -> str | None:
        return None if value is None else _seats_text(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> tuple[Seat, ...] | None:
        return None if value is None else wire.loads(tuple[Seat, ...], value)


metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

NAME = String(64)  # indexed text needs a maximum length


def _of_room() -> ForeignKey:
    return ForeignKey("room.id", ondelete="CASCADE")


# Each table's columns are in the same order as the fields of its NamedTuple.
room = Table(
    "room",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("code", NAME, nullable=False, unique=True),
    Column("game", NAME, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("table_text", Text, nullable=False),
    Column("waiting", Seats, nullable=False),
    Column("created", Double, nullable=False),
    Column("touched", Double, nullable=False),
    Column("said", Integer, nullable=False, server_default="0"),
    Column("status", NAME, nullable=False, server_default=""),
    Column("listed", Boolean, nullable=False, server_default=false()),
    Column("evening", NAME, nullable=False, server_default=""),
    Index(None, "listed", "id"),
    Index(None, "evening", "id"),
    sqlite_autoincrement=True,  # never reuse an id, because other processes refer to rooms by id
)

entry = Table(
    "entry",
    metadata,
    Column("room", Integer, _of_room(), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("seat", Integer),
    Column("turn", Integer),
    Column("move_id", NAME),
    Column("move", Text),
    Column("events", Text, nullable=False),
    Column("state", Compressed, nullable=False),
    Column("at", Double, nullable=False),
    UniqueConstraint("room", "seat", "move_id"),
)

key = Table(
    "key",
    metadata,
    Column("hash", NAME, primary_key=True),
    Column("room", Integer, _of_room(), nullable=False, index=True),
    Column("grant", NAME, nullable=False),
    Column("seat", Integer),
    Column("made", Double, nullable=False),
)

say = Table(
    "say",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("room", Integer, _of_room(), nullable=False),
    Column("place", NAME, nullable=False),
    Column("seat", Integer),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("deleted", Boolean, nullable=False),
    Index(None, "room", "place", "id"),
)

ban = Table(
    "ban",
    metadata,
    Column("address", NAME, primary_key=True),
    Column("until", Double, nullable=False),
)
