"""A table in memory: a cached copy of what the database holds, and everyone waiting for news of it.

The database is the source of truth. Writers in this process take turns holding the table's lock. The store
detects writes by other processes; the table is then reloaded, and the change is checked and tried again.
"""

import asyncio
import time
from collections.abc import Callable, Container, Sequence
from functools import partial
from time import perf_counter
from typing import Any, Generic, NamedTuple, TypeVar

import structlog

from app import metrics
from app.engine import registry, wire
from app.engine.core import UNDO, Event, Game, Illegal, Move, Seat, is_finished, play
from app.engine.move_text import move_of
from app.live import earlier_turns
from app.live.clocks import Clocks
from app.live.presence import Presence
from app.live.reactions import SHOWN_SECONDS, Reactions
from app.storage.schema import Entry, RoomRow
from app.storage.store import Position, Store
from app.storage.writes import Conflict, NewEntry, NewKey, Repeated, Stored, TableText
from app.table import seating
from app.table.seating import ABANDONED, CLOSED, PLAYING, PlaceId, Step, Table

T = TypeVar("T")
log = structlog.get_logger()

TRIES = 8
GRACE_SECONDS = 20.0  # the minimum time everybody gets after a server has loaded their table
_UNDO = wire.dumps(UNDO)


class TooBusy(Exception):
    """Other writers kept getting in first; the caller may retry."""


class Changed(Exception):
    """The table has changed since the caller saw it; the caller may reload it and retry."""


class Unreadable(Illegal):
    """The stored table is damaged, or its game no longer exists."""

    def __init__(self) -> None:
        super().__init__("table_unreadable")


def stored(table: Table) -> TableText:
    """Return a table in the form the database stores, with the columns used to search for it."""
    return TableText(wire.dumps(table), table.status, seating.agreed(table, "listed"), table.evening_code)


class Newest(NamedTuple):
    """The newest entry of a table's log, with the state it led to. `move` and `events` are wire text."""

    version: int
    seat: Seat | None
    move: str | None
    events: str
    state: Any
    at: float  # when it was stored


class LiveTable:
    """A table and its log, as far as this process has read them."""

    def __init__(
        self,
        store: Store,
        row: RoomRow,
        last: Entry | None,
        notice: Callable[["LiveTable"], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store = store
        self._notice = notice
        self._clock, self._met = clock, clock()
        self.id, self.code, self.rules = row.id, row.code, row.rules
        self.game: Game[Any] = registry.game(row.game)
        self.lock = asyncio.Lock()
        self.presence = Presence()
        self.reactions = Reactions()
        self._clocks = Clocks()
        self.absence_alarm: asyncio.TimerHandle | None = None  # fires when the next person counts as away
        self.slots: dict[Slot[Any], Any] = {}
        self.news = 0  # goes up with every change that anybody might want to see
        self._told, self._revised = asyncio.Event(), asyncio.Event()
        self._read(row, last, self._before_we_met)
        self._told_revision = self.revision

    def _before_we_met(self, at: float) -> float:
        """Convert a stored time of day to this process's clock, but never to a time in the future."""
        return self._met - max(0.0, time.time() - at)

    def _read(self, row: RoomRow, last: Entry | None, moment: Callable[[float], float]) -> None:
        """Take over the stored table; `moment` converts a time of day to this process's clock."""
        self.version, self.revision, self.said = row.version, row.revision, row.said
        self.arrived: float | None = None  # when the newest move arrived, if this process received it
        self.table = wire.loads(Table, row.table_text)
        self._clocks.run_from(self.table.clock_from, moment(self.table.clock_from))
        self.state: Any = wire.loads(self.game.state_type, last.state) if last else None
        self.newest = last and Newest(last.version, last.seat, last.move, last.events, self.state, last.at)
        if last:
            self._clocks.note(
                self.game, self.state, moment(last.at), last.seat if last.move == _UNDO else None
            )

    @property
    def last_mover(self) -> Seat | None:
        return self.newest.seat if self.newest else None

    @property
    def is_finished(self) -> bool:
        """Whether the game was played to the end. If so, nothing is secret any more."""
        return self.state is not None and is_finished(self.state)

    @property
    def has_ended(self) -> bool:
        """Whether there will be no more moves: the game is finished or abandoned, or the table is closed."""
        return self.state is not None and not self.waited_for

    @property
    def phase(self) -> str:
        """The table's phase: its status, or FINISHED if its game was played to the end."""
        return seating.phase(self.table, self.state.waiting if self.state else ())

    @property
    def is_closed(self) -> bool:
        """Whether the operator has closed the table."""
        return self.table.status == CLOSED

    @property
    def waited_for(self) -> tuple[Seat, ...]:
        """The seats that must act now."""
        return self.state.waiting if self.state and self.table.status == PLAYING else ()

    def deadline(self, seat: Seat) -> float | None:
        """When time runs out for the seat's open decision, on the `time.monotonic()` clock; None if never.

        Nobody's time runs out right after a restart, because players need time to come back and the clock may
        be wrong.
        """
        seconds = seating.agreed(self.table, "seconds")
        if not seconds or self.table.paused or seat not in self.waited_for:
            return None
        return max(self._clocks.since(seat) + float(seconds), self._met + GRACE_SECONDS)

    # -- news ------------------------------------------------------------------------------------------------

    @property
    def at(self) -> Position:
        """The table's current position: the versions of its game, of its people and settings, and of its
        chat."""
        return Position(self.version, self.revision, self.said)

    async def changed_since(self, at: Position) -> None:
        """Wait until the game or the table has moved on from this position."""
        while self.at.of_game == at.of_game:
            await self._told.wait()

    async def news_since(self, news: int) -> None:
        """Wait until there is anything new."""
        while self.news == news:
            await self._told.wait()

    async def revised_since(self, revision: int) -> None:
        """Wait until somebody joins or leaves the table, or a setting changes."""
        while self.revision == revision:
            await self._revised.wait()

    def tell(self) -> None:
        """Wake up everybody waiting for news; they check for themselves what has changed."""
        self.news += 1
        told, self._told = self._told, asyncio.Event()
        told.set()
        if self.revision != self._told_revision:
            self._told_revision = self.revision
            revised, self._revised = self._revised, asyncio.Event()
            revised.set()
        self._notice(self)

    def tell_of_reaction(self) -> None:
        """Notify now, and again when the reaction disappears."""
        self.tell()
        asyncio.get_running_loop().call_later(SHOWN_SECONDS + 0.1, self.tell)

    async def refresh(self) -> None:
        """Reload the table after somebody else has changed it."""
        async with self.lock:
            await self._refresh()

    async def _refresh(self) -> None:
        before = self.at
        self._read(*await self.store.load(self.id), lambda at: self._clock())  # dated when we learn of it
        if self.at != before:
            self.tell()

    # -- changing the table ----------------------------------------------------------------------------------

    async def change(
        self,
        step: Step,
        add_keys: Callable[[Table], Sequence[NewKey]] = lambda table: (),
        drop_keys: Sequence[tuple[str, PlaceId | None]] = (),
        seen: int | None = None,
    ) -> Table:
        """Change who sits here or how the table is set up, and store the keys that go with the change.

        Raises Changed if the table is no longer at the revision the caller saw.
        """
        async with self.lock:
            for _ in range(TRIES):
                self._must_be_open()
                if seen not in (None, self.revision):
                    raise Changed
                table = step(self.table)
                text = stored(table)
                if await self.store.save_table(self.id, self.revision, text, add_keys(table), drop_keys):
                    self.table, self.revision = table, self.revision + 1
                    self._clocks.run_from(table.clock_from, self._clock())
                    self.tell()
                    return table
                await self._refresh()
        raise TooBusy

    def _must_be_open(self) -> None:
        if self.is_closed:
            raise Illegal("table_closed")

    async def start(self, by: Container[PlaceId] = (), anyway: bool = False) -> None:
        """Start the game: deal, and log the opening."""
        async with self.lock:
            for _ in range(TRIES):
                self._must_be_open()
                table = seating.started(self.table, by, anyway)
                seed = seating.shuffle_of(table).seed
                state = self.game.new(len(table.places), dict(table.options), seed, self.rules)
                opening = NewEntry(
                    None, None, None, None, wire.dumps(self.game.opening(state)), wire.dumps(state)
                )
                text = stored(table)
                if await self.store.begin(self.id, self.revision, text, opening, state.waiting):
                    self.table, self.revision = table, self.revision + 1
                    self._move_on(1, opening, state)
                    return
                await self._refresh()
        raise TooBusy

    # -- chat ------------------------------------------------------------------------------------------------

    async def say(self, where: str, seat: int | None, name: str, text: str) -> None:
        """Add a chat line."""
        await self.store.add_say(self.id, where, seat, name, text)
        await self.refresh()  # people may be chatting on other servers, so only the database knows the count

    async def rename_says(self, where: str, seat: int, name: str) -> None:
        """Show another name with everything that somebody has said."""
        await self.store.rename_says(self.id, where, seat, name)
        await self.refresh()

    async def unsay(self, line: int) -> bool:
        """Delete a chat line; return whether it existed."""
        found = await self.store.delete_say(self.id, line)
        if found:
            await self.refresh()
        return found

    # -- playing ---------------------------------------------------------------------------------------------

    async def submit(
        self,
        place: PlaceId,
        turn: int,
        move: Move,
        move_id: str | None = None,
        played_by: str | None = None,
    ) -> int:
        """Make a move and return the version it led to. Repeating an id returns the same answer.

        Only players' moves have ids. The server's own moves have none, so nobody can block one by using its
        id first. Even without ids, they can't be made twice, because each answers one particular turn. They
        are `played_by` a bot, or by nobody (""), and don't count once somebody else plays the seat.
        """
        arrived = perf_counter()
        async with self.lock:
            for _ in range(TRIES):
                if self.state is None:
                    raise Illegal("not_started")
                self._must_be_open()
                if self.table.status == ABANDONED:
                    raise Illegal("given_up")
                seat = seating.seat_of(self.table, place)  # under the lock: seats may change
                if played_by not in (None, self.table.places[seat].level):
                    raise Illegal("seat_is_played")
                try:
                    state, events = play(self.game, self.state, seat, turn, move)
                except Illegal:
                    answered = await self._answered(seat, turn, move, move_id)
                    if answered is not None:
                        return answered
                    raise
                new = _entry(seat, turn, move, move_id, events, state)
                outcome = await self.store.append(self.id, self.version, [new], state.waiting)
                match outcome:
                    case Stored(version):
                        self.arrived = arrived
                        metrics.MOVES.labels(self.game.id).inc()
                        metrics.DURABLE.observe(perf_counter() - arrived)
                        self._move_on(version, new, state)
                        return version
                    case Repeated(entry):
                        return await self._as_before(entry, turn, move)
                    case Conflict():
                        await self._refresh()
        raise TooBusy

    async def take_back(self, place: PlaceId, version: int | None = None) -> None:
        """Take back the place's last turn if it revealed nothing and nobody has moved since this version; in
        a practice, whatever has happened since, unless that was to take back a turn (TakenBackSince)."""
        async with self.lock:
            for _ in range(TRIES):
                if self.version != version and not self.table.practice:
                    raise Illegal("nothing_asked")
                at, new, state = await self._taken_back(place, version)
                outcome = await self.store.append(self.id, at, [new], state.waiting)
                if isinstance(outcome, Stored):
                    self._move_on(outcome.version, new, state)
                    return
                await self._refresh()
        raise TooBusy

    async def with_turn_to_take_back(self, place: PlaceId) -> int:
        """Return the version at which the place's last turn can be taken back; raise Illegal if it can't."""
        at, _, _ = await self._taken_back(place)
        return at

    async def _taken_back(self, place: PlaceId, seen: int | None = None) -> tuple[int, NewEntry, Any]:
        """Return the version to build on, the entry to write, and the state it leads to."""
        self._must_be_open()
        if not self.waited_for:
            raise Illegal("nothing_to_take_back")
        seat, log = (
            seating.seat_of(self.table, place),
            (partial(self.store.entries, self.id), self.game, self.version),
        )
        if self.table.practice:
            answered = [*map(move_of, self.table.places[seat].auto_answers)]
            back = await earlier_turns.any_turn(*log, self.state, seat, answered, seen)
        else:
            back = await earlier_turns.last_turn(*log, seat)
        return back.after, _entry(seat, back.turn, back.move, None, back.events, back.state), back.state

    def _move_on(self, version: int, entry: NewEntry, state: Any) -> None:
        self.state, self.version = state, version
        self.newest = Newest(version, entry.seat, entry.move, entry.events, state, time.time())
        self._clocks.note(self.game, state, self._clock(), entry.seat if entry.move == _UNDO else None)
        self.tell()

    async def _answered(self, seat: Seat, turn: int, move: Move, move_id: str | None) -> int | None:
        """If a refused move had in fact already been made, perhaps by another process, return the earlier
        answer."""
        if move_id is None:
            return None
        entry = await self.store.answered(self.id, seat, move_id)
        return await self._as_before(entry, turn, move) if entry else None

    async def _as_before(self, entry: Entry, turn: int, move: Move) -> int:
        """Repeat the answer to an earlier move, and reload the table if it doesn't include that move yet."""
        if (entry.turn, entry.move) != (turn, wire.dumps(move)):
            raise Illegal("id_reused")
        if entry.version > self.version:
            await self._refresh()
        return entry.version


class Slot(Generic[T]):
    """Something that another module attaches to each live table while the table is in memory."""

    def __init__(self, make: Callable[[LiveTable], T]) -> None:
        self._make = make

    def of(self, live: LiveTable) -> T:
        """Return this table's value, which is created on first use."""
        if self not in live.slots:
            live.slots[self] = self._make(live)
        kept: T = live.slots[self]
        return kept


def _entry(
    seat: Seat, turn: int, move: Move, move_id: str | None, events: tuple[Event, ...], state: Any
) -> NewEntry:
    return NewEntry(seat, turn, move_id, wire.dumps(move), wire.dumps(events), wire.dumps(state))
