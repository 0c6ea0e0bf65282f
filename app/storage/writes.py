"""Every kind of write to the database, each as a class."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from app.engine.core import Seat
from app.storage.prepared import Ready
from app.storage.schema import Entry, RoomRow, Say, ban, entry, key, room, say
from app.storage.write import NEWS, Write

CHANNEL = "housewarming"  # the NOTIFY channel; its payload is "room:version:revision:said"


class CodeTaken(Exception):
    """Another room has this code."""


class KeyTaken(Exception):
    """This key already exists."""


class NoSuchRoom(Exception):
    """There is no room with this id."""


class NewEntry(NamedTuple):
    """A log entry to store; `move`, `events` and `state` are wire text. Openings have no seat and no move."""

    seat: Seat | None
    turn: int | None
    move_id: str | None
    move: str | None
    events: str
    state: str


class TableText(NamedTuple):
    """A table as text, together with the columns that queries use; they are always stored together."""

    table_text: str
    status: str
    listed: bool
    evening: str = ""  # the code of the evening that the table belongs to


class NewKey(NamedTuple):
    """The hash of a new key, and what the key grants."""

    hash: str
    grant: str
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Stored:
    """The entries are stored, and the room is now at this version."""

    version: int


@dataclass(frozen=True, slots=True)
class Conflict:
    """Nothing was stored, because another write came first and the room is now at a different version."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """Nothing was stored, because this seat has already made a move with this id, and this is its entry."""

    entry: Entry


Appended = Stored | Conflict | Repeated


@dataclass(frozen=True, slots=True)
class Create(Write[RoomRow]):
    """Create an empty room."""

    code: str
    game: str
    rules: int
    table: TableText
    keys: Sequence[NewKey]
    at: float
    room: None = None

    def run(self, conn: Connection) -> RoomRow:
        made = insert(room).values(
            code=self.code,
            game=self.game,
            rules=self.rules,
            version=0,
            revision=0,
            **self.table._asdict(),
            waiting=(),
            created=self.at,
            touched=self.at,
        )
        try:
            row = RoomRow._make(conn.execute(made.returning(*room.c)).one())
        except IntegrityError:
            raise CodeTaken(self.code) from None
        _add_keys(conn, row.id, self.keys, self.at)
        return row


@dataclass(frozen=True, slots=True)
class TakeIn(Write[RoomRow]):
    """Import a room from elsewhere, with the whole log of its game and the time of each entry."""

    opened: Create
    log: Sequence[tuple[NewEntry, float]]
    waiting: tuple[Seat, ...]
    room: None = None

    def run(self, conn: Connection) -> RoomRow:
        empty = self.opened.run(conn)
        rows = [Entry(empty.id, version, *new, at) for version, (new, at) in enumerate(self.log, 1)]
        ADD_ENTRIES.run(conn, rows)
        filled = update(room).where(room.c.id == empty.id).values(version=len(rows), waiting=self.waiting)
        return RoomRow._make(conn.execute(filled.returning(*room.c)).one())


@dataclass(frozen=True, slots=True)
class Append(Write[Appended]):
    """Append entries to the log of a room at `version`; afterwards the seats in `waiting` must act."""

    room: int
    version: int
    entries: Sequence[NewEntry]
    waiting: tuple[Seat, ...]
    at: float

    @property
    def stored(self) -> Stored:
        return Stored(self.version + len(self.entries))

    def run(self, conn: Connection) -> Appended:
        for new in self.entries:
            earlier = answered(self.room, new.seat, new.move_id)
            if new.move_id is not None and (found := conn.execute(earlier).one_or_none()):
                return Repeated(Entry._make(found))
        return self.stored if _append(conn, [self]) else Conflict()

    @classmethod
    def run_all(cls, conn: Connection, writes: Sequence["Append"]) -> Sequence[Appended]:
        if not _append(conn, writes):
            raise SomeConflict
        return [write.stored for write in writes]


class SomeConflict(Exception):
    """At least one of several appends conflicts, but we don't know which."""


@dataclass(frozen=True, slots=True)
class SaveTable(Write[bool]):
    """Save a new table text for a room at `revision`, and drop and add keys in the same write."""

    room: int
    revision: int
    table: TableText
    drop_keys: Sequence[tuple[str, Seat | None]]
    add_keys: Sequence[NewKey]
    at: float

    def run(self, conn: Connection) -> bool:
        changed = (
            update(room)
            .where(room.c.id == self.room, room.c.revision == self.revision)
            .values(**self.table._asdict(), revision=self.revision + 1, touched=self.at)
        )
        if not conn.execute(changed).rowcount:
            return False
        for grant, seat in self.drop_keys:
            _drop_keys(conn, self.room, grant, seat)
        _add_keys(conn, self.room, self.add_keys, self.at)
        _announce(conn, [self.room])
        return True


@dataclass(frozen=True, slots=True)
class Begin(Write[bool]):
    """Start the game of a room that is at `revision` and has no log yet, and save its table text."""

    room: int
    revision: int
    table: TableText
    opening: NewEntry
    waiting: tuple[Seat, ...]
    at: float

    def run(self, conn: Connection) -> bool:
        begun = (
            update(room)
            .where(room.c.id == self.room, room.c.revision == self.revision, room.c.version == 0)
            .values(
                **self.table._asdict(),
                revision=self.revision + 1,
                version=1,
                waiting=self.waiting,
                touched=self.at,
            )
        )
        if not conn.execute(begun).rowcount:
            return False
        ADD_ENTRIES.run(conn, [Entry(self.room, 1, *self.opening, self.at)])
        _announce(conn, [self.room])
        return True


@dataclass(frozen=True, slots=True)
class Forget(Write[int]):
    """Delete the given rooms with all their rows, except any touched since `before`. The outcome is the
    number of rooms deleted. If two servers do this at the same time, they skip each other's rooms."""

    rooms: Sequence[int]
    before: float
    room: None = None

    def run(self, conn: Connection) -> int:
        old = select(room.c.id).where(room.c.id.in_(self.rooms), room.c.touched < self.before)
        ids = [*conn.scalars(old.order_by(room.c.id).with_for_update(skip_locked=True))]
        if ids:
            conn.execute(delete(room).where(room.c.id.in_(ids)))
        return len(ids)


@dataclass(frozen=True, slots=True)
class AddKeys(Write[None]):
    room: int
    keys: Sequence[NewKey]
    at: float

    def run(self, conn: Connection) -> None:
        try:
            _add_keys(conn, self.room, self.keys, self.at)
        except IntegrityError:
            raise KeyTaken from None


@dataclass(frozen=True, slots=True)
class DropKeys(Write[int]):
    """Delete a room's keys with this grant and seat; the outcome is the number deleted."""

    room: int
    grant: str
    seat: Seat | None

    def run(self, conn: Connection) -> int:
        return _drop_keys(conn, self.room, self.grant, self.seat)


@dataclass(frozen=True, slots=True)
class AddSay(Write[Say]):
    room: int
    place: str
    seat: Seat | None
    name: str
    text: str
    at: float

    def run(self, conn: Connection) -> Say:
        said = insert(say).values(
            room=self.room,
            place=self.place,
            seat=self.seat,
            name=self.name,
            text=self.text,
            at=self.at,
            deleted=False,
        )
        try:
            line = Say._make(conn.execute(said.returning(*say.c)).one())
        except IntegrityError:
            raise NoSuchRoom(self.room) from None
        _chatted(conn, self.room)
        return line


@dataclass(frozen=True, slots=True)
class DeleteSay(Write[bool]):
    """Mark a chat line as deleted; the outcome is whether it is in this room."""

    room: int
    id: int

    def run(self, conn: Connection) -> bool:
        of_room = say.c.id == self.id, say.c.room == self.room
        if not conn.execute(update(say).where(*of_room).values(deleted=True)).rowcount:
            return False
        _chatted(conn, self.room)
        return True


@dataclass(frozen=True, slots=True)
class RenameSays(Write[None]):
    room: int
    place: str
    seat: Seat
    name: str

    def run(self, conn: Connection) -> None:
        theirs = say.c.room == self.room, say.c.place == self.place, say.c.seat == self.seat
        if conn.execute(update(say).where(*theirs).values(name=self.name)).rowcount:
            _chatted(conn, self.room)


@dataclass(frozen=True, slots=True)
class AddBan(Write[None]):
    """Ban an address, replacing any earlier ban of it, and delete expired bans."""

    address: str
    until: float
    at: float
    room: None = None

    def run(self, conn: Connection) -> None:
        conn.execute(delete(ban).where(or_(ban.c.address == self.address, ban.c.until <= self.at)))
        conn.execute(insert(ban).values(address=self.address, until=self.until))


@dataclass(frozen=True, slots=True)
class LiftBan(Write[None]):
    address: str
    room: None = None

    def run(self, conn: Connection) -> None:
        conn.execute(delete(ban).where(ban.c.address == self.address))


def answered(room_id: int, seat: Seat | None, move_id: str | None) -> Select[Any]:
    """The query for the entry of this seat's move with this id."""
    return select(entry).where(entry.c.room == room_id, entry.c.seat == seat, entry.c.move_id == move_id)


MOVE_ON = Ready(
    update(room)
    .where(room.c.id == bindparam("of_room"), room.c.version == bindparam("was"))
    .values(version=bindparam("now"), waiting=bindparam("asked"), touched=bindparam("at")),
    ("now", "asked", "at", "of_room", "was"),
)
ADD_ENTRIES = Ready(insert(entry), Entry._fields)


def _append(conn: Connection, appends: Sequence[Append]) -> bool:
    """Append to several rooms. Returns False on any conflict; callers must then roll back."""
    moved = [
        (append.version + len(append.entries), append.waiting, append.at, append.room, append.version)
        for append in appends
    ]
    if MOVE_ON.run(conn, moved) < len(appends):
        return False
    rows = [
        Entry(append.room, version, *new, append.at)
        for append in appends
        for version, new in enumerate(append.entries, append.version + 1)
    ]
    ADD_ENTRIES.run(conn, rows)
    _announce(conn, {append.room for append in appends})
    return True


def _add_keys(conn: Connection, room_id: int, keys: Iterable[NewKey], at: float) -> None:
    rows = [{**new._asdict(), "room": room_id, "made": at} for new in keys]
    if rows:
        conn.execute(insert(key), rows)


def _drop_keys(conn: Connection, room_id: int, grant: str, seat: Seat | None) -> int:
    of_seat = key.c.seat.is_not_distinct_from(seat)
    return conn.execute(delete(key).where(key.c.room == room_id, key.c.grant == grant, of_seat)).rowcount


def _chatted(conn: Connection, room_id: int) -> None:
    conn.execute(update(room).where(room.c.id == room_id).values(said=room.c.said + 1))
    _announce(conn, [room_id])


_NOW = func.concat_ws(":", room.c.id, room.c.version, room.c.revision, room.c.said)
_OF_ROOMS = room.c.id.in_(bindparam("rooms", expanding=True))
SAY_NOW = select(_NOW).where(_OF_ROOMS)
NOTIFY = select(func.pg_notify(CHANNEL, _NOW)).where(_OF_ROOMS)


def _announce(conn: Connection, rooms: Iterable[int]) -> None:
    """Have the other servers notified after the commit, by Postgres or by the writer's `announce`. With
    SQLite, there are no other servers."""
    if conn.dialect.name != "postgresql":
        return
    named = {"rooms": [*rooms]}
    if NEWS in conn.info:
        conn.info[NEWS] += conn.scalars(SAY_NOW, named)
    else:
        conn.execute(NOTIFY, named)
