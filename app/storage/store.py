"""The store: the only way to read and write rooms, their logs, keys and chat in the database.

A few threads read, and one writes (see group_commit.py). Texts that callers pass in, such as a room's table
text, are stored unchanged.
"""

import asyncio
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, Self

from sqlalchemy import (
    URL,
    BigInteger,
    ColumnElement,
    FromClause,
    Integer,
    Row,
    Select,
    and_,
    bindparam,
    cast,
    column,
    func,
    not_,
    or_,
    select,
    text,
    true,
)
from sqlalchemy import table as sql_table
from sqlalchemy.exc import DBAPIError

from app.engine.core import Seat
from app.storage import database, writes
from app.storage.group_commit import MOST_WAITING, Announce, Writer
from app.storage.schema import Ban, Entry, KeyRow, RoomRow, Say, ban, entry, key, room, say
from app.storage.writes import Appended, NewEntry, NewKey, NoSuchRoom, TableText

READERS = 4
KEYS = select(key, room.c.code).join_from(key, room)
# Built once, because every move looks up its player's keys.
KEYS_BY_HASH = KEYS.where(key.c.hash.in_(bindparam("hashes", expanding=True)))


def _played_out(rooms: FromClause) -> ColumnElement[bool]:
    """Whether the game is over: it has begun, and nobody has anything left to do."""
    return and_(rooms.c.version > 0, rooms.c.waiting == ())


class Wanted(NamedTuple):
    """Which rooms an admin asks for."""

    statuses: tuple[str, ...] = ()  # none: all
    is_over: bool | None = None  # whether the game has been played to its end; None: either
    letters: str = ""  # a part of the code, without hyphens


ALL = Wanted()


def _chosen(wanted: Wanted) -> Iterator[ColumnElement[bool]]:
    if wanted.statuses:
        yield room.c.status.in_(wanted.statuses)
    if wanted.is_over is not None:
        yield _played_out(room) if wanted.is_over else not_(_played_out(room))
    if wanted.letters:
        yield func.replace(room.c.code, "-", "").contains(wanted.letters, autoescape=True)


class Position(NamedTuple):
    """A room's current position: the length of its log, and how often its table and chat have changed."""

    version: int
    revision: int
    said: int

    @property
    def of_game(self) -> tuple[int, int]:
        """The position without the chat."""
        return self.version, self.revision


class Logged(NamedTuple):
    """The size of a room's log in bytes, and the time of its last entry."""

    size: int
    at: float


class Store:
    """The store can be used from any event loop until it is closed. By the time a write returns, it is
    on disk."""

    def __init__(
        self,
        url: URL,
        clock: Callable[[], float] = time.time,
        most_waiting: int = MOST_WAITING,
        announce: Announce | None = None,
    ) -> None:
        self._clock = clock
        self.is_shared = database.is_postgres(url)  # possibly with other servers
        self._reading = database.reading(url)
        self._writing = database.writing(url)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._writer = Writer(self._writing, most_waiting, announce)
        self._closed = False
        self.reads_waiting = 0  # running or queued

    @property
    def writes_waiting(self) -> int:
        return self._writer.waiting

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Finish all pending reads and writes, and disconnect."""
        self._closed = True
        await asyncio.to_thread(self._finish)

    def _finish(self) -> None:
        self._writer.close()
        self._readers.shutdown()
        self._writing.dispose()
        self._reading.dispose()

    # --- rooms -------------------------------------------------------------------------------------------

    async def create(
        self, code: str, game: str, rules: int, table: TableText, add_keys: Sequence[NewKey] = ()
    ) -> RoomRow:
        """Create a room; raises CodeTaken."""
        return await self._writer.write(writes.Create(code, game, rules, table, add_keys, self._clock()))

    async def take_in(
        self,
        code: str,
        game: str,
        rules: int,
        table: TableText,
        log: Sequence[tuple[NewEntry, float]],
        waiting: tuple[Seat, ...],
        add_keys: Sequence[NewKey],
    ) -> RoomRow:
        """Import a room from elsewhere, with its log and the time of each entry; raises CodeTaken."""
        opened = writes.Create(code, game, rules, table, add_keys, self._clock())
        return await self._writer.write(writes.TakeIn(opened, log, waiting))

    async def find(self, code: str) -> RoomRow | None:
        rows = await self._read(select(room).where(room.c.code == code))
        return RoomRow._make(rows[0]) if rows else None

    async def rooms(self, room_ids: Sequence[int]) -> list[RoomRow]:
        """Those of these rooms that exist."""
        return [RoomRow._make(row) for row in await self._read(select(room).where(room.c.id.in_(room_ids)))]

    async def of_evening(self, code: str, limit: int) -> list[RoomRow]:
        """The first rooms of this evening, in the order in which they were opened."""
        there = select(room).where(room.c.evening == code, room.c.evening != "").order_by(room.c.id)
        return [RoomRow._make(row) for row in await self._read(there.limit(limit))]

    async def waited_for(self) -> list[str]:
        """The codes of the rooms with a game in progress."""
        rows = await self._read(select(room.c.code).where(room.c.waiting != ()))
        return [row.code for row in rows]

    async def newest_listed(self, statuses: Sequence[str], among: int, limit: int) -> list[str]:
        """The codes of the newest listed rooms that have one of these statuses and whose game isn't over.
        Considers only the `among` newest listed rooms."""
        columns = room.c.id, room.c.code, room.c.status, room.c.version, room.c.waiting
        latest = select(*columns).where(room.c.listed).order_by(room.c.id.desc()).limit(among).subquery()
        wanted = select(latest.c.code).where(latest.c.status.in_(statuses), not_(_played_out(latest)))
        rows = await self._read(wanted.order_by(latest.c.id.desc()).limit(limit))
        return [row.code for row in rows]

    async def load(self, room_id: int) -> tuple[RoomRow, Entry | None]:
        """The room and the last entry of its log, from the same snapshot."""
        last = and_(entry.c.room == room.c.id, entry.c.version == room.c.version)
        rows = await self._read(
            select(room, entry).join_from(room, entry, last, isouter=True).where(room.c.id == room_id)
        )
        if not rows:
            raise NoSuchRoom(room_id)
        width = len(room.c)
        found, latest = rows[0][:width], rows[0][width:]
        return RoomRow._make(found), Entry._make(latest) if latest[0] is not None else None

    async def save_table(
        self,
        room_id: int,
        revision: int,
        table: TableText,
        add_keys: Sequence[NewKey] = (),
        drop_keys: Sequence[tuple[str, Seat | None]] = (),
    ) -> bool:
        """If the room is still at this revision, save its table text, drop keys, then add keys. Returns
        whether it did."""
        return await self._writer.write(
            writes.SaveTable(room_id, revision, table, drop_keys, add_keys, self._clock())
        )

    async def changed(self, known: Mapping[int, Position]) -> dict[int, Position]:
        """The rooms that have changed since these positions, with their new positions."""
        here = select(room.c.id, room.c.version, room.c.revision, room.c.said)
        rows = await self._read(here.where(room.c.id.in_(known)))
        found = {row[0]: Position._make(row[1:]) for row in rows}
        return {id: at for id, at in found.items() if known[id] != at}

    async def finished(self, before: float, statuses: Sequence[str]) -> list[int]:
        """The rooms untouched since `before` that have one of these statuses or whose game is over."""
        over = or_(_played_out(room), room.c.status.in_(statuses))
        rows = await self._read(select(room.c.id).where(room.c.touched < before, over).order_by(room.c.id))
        return [row.id for row in rows]

    async def lobbies(self, before: float) -> list[int]:
        """The rooms untouched since `before` whose game never began."""
        idle = select(room.c.id).where(room.c.touched < before, room.c.version == 0)
        return [row.id for row in await self._read(idle.order_by(room.c.id))]

    async def forget(self, room_ids: Sequence[int], before: float) -> int:
        """Delete the given rooms, except any touched since `before`; returns how many it deleted."""
        return await self._writer.write(writes.Forget(room_ids, before))

    # --- the log -----------------------------------------------------------------------------------------

    async def begin(
        self, room_id: int, revision: int, table: TableText, opening: NewEntry, waiting: tuple[Seat, ...]
    ) -> bool:
        """Start the game, with its opening as version 1, if the room is at this revision and has no log.
        Returns whether it did."""
        return await self._writer.write(
            writes.Begin(room_id, revision, table, opening, waiting, self._clock())
        )

    async def append(
        self, room_id: int, version: int, entries: Sequence[NewEntry], waiting: tuple[Seat, ...]
    ) -> Appended:
        """Append all entries if the room is at this version, else none. `waiting` are the seats that must act
        next."""
        return await self._writer.write(writes.Append(room_id, version, entries, waiting, self._clock()))

    async def entry(self, room_id: int, version: int) -> Entry | None:
        rows = await self._read(select(entry).where(entry.c.room == room_id, entry.c.version == version))
        return Entry._make(rows[0]) if rows else None

    async def entries(self, room_id: int, after: int = 0, limit: int = 100) -> list[Entry]:
        """The entries that follow version `after`, in order."""
        following = select(entry).where(entry.c.room == room_id, entry.c.version > after)
        rows = await self._read(following.order_by(entry.c.version).limit(limit))
        return [Entry._make(row) for row in rows]

    async def before_told(self, room_id: int, last: int) -> int:
        """The version before the last so many entries that have events; 0 if there aren't more."""
        there = select(entry.c.version).where(entry.c.room == room_id, entry.c.events != "[]")
        rows = await self._read(there.order_by(entry.c.version.desc()).offset(last).limit(1))
        return int(rows[0].version) if rows else 0

    async def answered(self, room_id: int, seat: Seat, move_id: str) -> Entry | None:
        """The entry of this seat's move with this id, if it is stored."""
        rows = await self._read(writes.answered(room_id, seat, move_id))
        return Entry._make(rows[0]) if rows else None

    # --- keys --------------------------------------------------------------------------------------------

    async def find_keys(self, digests: Collection[str]) -> dict[str, KeyRow]:
        """The keys with these hashes, by hash."""
        rows = await self._read(KEYS_BY_HASH, {"hashes": [*digests]}) if digests else ()
        return {row.hash: KeyRow._make(row) for row in rows}

    async def keys_of(self, room_id: int, grant: str, seat: Seat | None) -> list[KeyRow]:
        """All keys of a room with exactly this grant and seat."""
        here = KEYS.where(key.c.room == room_id, key.c.grant == grant)
        rows = await self._read(here.where(key.c.seat.is_not_distinct_from(seat)))
        return [KeyRow._make(row) for row in rows]

    async def keys_in(self, room_id: int) -> list[KeyRow]:
        """All keys of a room."""
        rows = await self._read(KEYS.where(key.c.room == room_id))
        return [KeyRow._make(row) for row in rows]

    async def add_keys(self, room_id: int, keys: Sequence[NewKey]) -> None:
        await self._writer.write(writes.AddKeys(room_id, keys, self._clock()))

    async def drop_keys(self, room_id: int, grant: str, seat: Seat | None) -> int:
        """Delete the keys with this grant and seat; returns how many it deleted."""
        return await self._writer.write(writes.DropKeys(room_id, grant, seat))

    # --- chat --------------------------------------------------------------------------------------------

    async def add_say(self, room_id: int, place: str, seat: Seat | None, name: str, text: str) -> Say:
        return await self._writer.write(writes.AddSay(room_id, place, seat, name, text, self._clock()))

    async def says(self, room_id: int, place: str, last: int = 50) -> list[Say]:
        """The last lines of this chat, oldest first, including deleted ones."""
        there = select(say).where(say.c.room == room_id, say.c.place == place)
        rows = await self._read(there.order_by(say.c.id.desc()).limit(last))
        return [Say._make(row) for row in reversed(rows)]

    async def rename_says(self, room_id: int, place: str, seat: Seat, name: str) -> None:
        """Show another name with everything that this seat has said in this chat."""
        await self._writer.write(writes.RenameSays(room_id, place, seat, name))

    async def delete_say(self, room_id: int, say_id: int) -> bool:
        """Mark a chat line as deleted; returns whether it is in this room."""
        return await self._writer.write(writes.DeleteSay(room_id, say_id))

    # --- administration ----------------------------------------------------------------------------------

    async def rooms_made(self) -> int:
        """The number of rooms."""
        (row,) = await self._read(select(func.count()).select_from(room))
        return int(row[0])

    async def counts(self, asked: Sequence[Wanted]) -> list[int]:
        """How many rooms each of these asks for, from one look at all of them."""
        columns: list[ColumnElement[Any]] = [
            func.count().filter(and_(true(), *_chosen(wanted))) for wanted in asked
        ]
        query: Select[Any] = select().add_columns(*columns).select_from(room)
        (row,) = await self._read(query)
        return list(row)

    async def latest(self, offset: int, limit: int, wanted: Wanted = ALL) -> list[RoomRow]:
        """One page of all rooms, the most recently active first."""
        newest = select(room).where(*_chosen(wanted)).order_by(room.c.touched.desc(), room.c.id)
        return [RoomRow._make(row) for row in await self._read(newest.offset(offset).limit(limit))]

    async def logged(self, room_ids: Sequence[int]) -> dict[int, Logged]:
        """For each of these rooms, the size of its log and the time of its last entry."""
        length = func.octet_length if self.is_shared else func.length
        size = length(entry.c.state) + length(entry.c.events) + func.coalesce(length(entry.c.move), 0)
        sums = select(entry.c.room, cast(func.sum(size), BigInteger), func.max(entry.c.at))
        rows = await self._read(sums.where(entry.c.room.in_(room_ids)).group_by(entry.c.room))
        return {row[0]: Logged._make(row[1:]) for row in rows}

    async def size(self) -> int:
        """The size of the whole database in bytes."""
        if self.is_shared:
            asked = select(func.pg_database_size(func.current_database()))
        else:
            pages = text("pragma_page_count(), pragma_page_size()")
            asked = select(column("page_count", Integer) * column("page_size", Integer)).select_from(pages)
        (row,) = await self._read(asked)
        return int(row[0])

    async def bans(self, now: float) -> list[Ban]:
        """The bans that are still in force, in the order in which they end."""
        rows = await self._read(select(ban).where(ban.c.until > now).order_by(ban.c.until, ban.c.address))
        return [Ban._make(row) for row in rows]

    async def ban(self, address: str, until: float) -> None:
        await self._writer.write(writes.AddBan(address, until, self._clock()))

    async def lift_ban(self, address: str) -> None:
        await self._writer.write(writes.LiftBan(address))

    # --- reading -----------------------------------------------------------------------------------------

    async def schema(self) -> str:
        """The schema revision that the last migration stored."""
        rows = await self._read(select(column("version_num")).select_from(sql_table("alembic_version")))
        return str(rows[0][0]) if rows else ""

    async def _read(self, query: Select[Any], values: Mapping[str, Any] | None = None) -> Sequence[Row[Any]]:
        """Run a query. It has to be a single statement, because two would see different snapshots."""
        if self._closed:
            raise database.StoreUnavailable("the store is closed")
        fetching = asyncio.get_running_loop().run_in_executor(self._readers, self._fetch, query, values)
        self.reads_waiting += 1
        try:
            async with asyncio.timeout(database.ANSWER_SECONDS):
                return await fetching
        except TimeoutError:
            raise database.no_answer() from None
        finally:
            self.reads_waiting -= 1

    def _fetch(self, query: Select[Any], values: Mapping[str, Any] | None) -> Sequence[Row[Any]]:
        try:
            with self._reading.connect() as conn:
                return conn.execute(query, values).all()
        except DBAPIError as error:
            if database.is_outage(error):
                raise database.StoreUnavailable.because(error) from error
            raise
