"""The rooms that this process knows: what the database says of each, kept warm, and who waits for news of it.

The database is the truth. A room's lock lets its own writers in one after the other; writers of other
processes are noticed by the store's guard, and then the room is read again and the step judged anew.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

import structlog

from app import metrics
from app.engine import registry, wire
from app.engine.core import UNDO, Event, Game, Illegal, Move, Seat, play
from app.engine.take_back import TAKE_BACK, Made, taken_back
from app.live.clocks import Clocks
from app.live.presence import Presence
from app.live.reactions import SHOWN_SECONDS, Reactions
from app.storage.schema import Entry, RoomRow
from app.storage.store import Position, Store
from app.storage.writes import Conflict, NewEntry, NewKey, Repeated, Stored
from app.table import seating
from app.table.seating import ABANDONED, CLOSED, PLAYING, PlaceId, Step, Table

log = structlog.get_logger()

TRIES = 8
GRACE_SECONDS = 20.0  # that everybody has at least, once a server has just met their table
_UNDO = wire.dumps(UNDO)
LONGEST_TURN = 100  # steps, those undone included; a longer one can't be taken back


class TooBusy(Exception):
    """Others were faster again and again; the step may be tried once more."""


class Changed(Exception):
    """The table is not any more as it was seen; it may be looked at once more."""


class Unreadable(Illegal):
    """What is stored of a table is damaged, or of a game that there is no more."""

    def __init__(self) -> None:
        super().__init__("table_unreadable")


class LiveTable:
    """A table with its log, as far as this process has read it."""

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
        self.news = 0  # rises with everything that anybody may want to see
        self._told, self._revised = asyncio.Event(), asyncio.Event()
        self._read(row, last, self._before_we_met)
        self._told_revision = self.revision

    def _before_we_met(self, at: float) -> float:
        """The moment of what was stored at this time of day: none to come, whatever the clock was set to."""
        return self._met - max(0.0, time.time() - at)

    def _read(self, row: RoomRow, last: Entry | None, moment: Callable[[float], float]) -> None:
        """What is stored; `moment` tells of a time of day when that was for this process."""
        self.version, self.revision, self.said = row.version, row.revision, row.said
        self.arrived: float | None = None  # when the newest step came, if it came to this process
        self.table = wire.loads(Table, row.table_text)
        self._clocks.run_from(self.table.clock_from, moment(self.table.clock_from))
        self.state: Any = wire.loads(self.game.state_type, last.state) if last else None
        self.last_mover = last.seat if last else None
        if last:
            self._clocks.note(
                self.game, self.state, moment(last.at), last.seat if last.move == _UNDO else None
            )

    @property
    def is_over(self) -> bool:
        """Whether nobody will move any more."""
        return self.state is not None and not self.waited_for

    @property
    def is_finished(self) -> bool:
        """Whether the game was played to its end, and nothing of it is secret any more."""
        return self.state is not None and not self.state.waiting

    @property
    def is_closed(self) -> bool:
        """Whether whoever runs the server has closed the table."""
        return self.table.status == CLOSED

    @property
    def waited_for(self) -> tuple[Seat, ...]:
        """The seats that must act now."""
        return self.state.waiting if self.state and self.table.status == PLAYING else ()

    def deadline(self, seat: Seat) -> float | None:
        """When the time for the seat's open decision is over, as `time.monotonic()` counts; None: never.

        After a start it is over for nobody at once: they come back first, and the clock may have been set.
        """
        seconds = seating.agreed(self.table, "seconds")
        if not seconds or self.table.paused or seat not in self.waited_for:
            return None
        return max(self._clocks.since(seat) + float(seconds), self._met + GRACE_SECONDS)

    # -- news ------------------------------------------------------------------------------------------------

    @property
    def at(self) -> Position:
        """How far the room has come."""
        return Position(self.version, self.revision, self.said)

    async def changed_since(self, at: Position) -> None:
        """Returns when the game or the table has moved on from there."""
        while self.at.of_game == at.of_game:
            await self._told.wait()

    async def news_since(self, news: int) -> None:
        """Returns when there is anything new."""
        while self.news == news:
            await self._told.wait()

    async def revised_since(self, revision: int) -> None:
        """Returns when somebody has come to the table or gone, or something else was agreed on."""
        while self.revision == revision:
            await self._revised.wait()

    def tell(self) -> None:
        """There is something new: whoever waits looks for themselves what it is."""
        self.news += 1
        told, self._told = self._told, asyncio.Event()
        told.set()
        if self.revision != self._told_revision:
            self._told_revision = self.revision
            revised, self._revised = self._revised, asyncio.Event()
            revised.set()
        self._notice(self)

    def tell_of_reaction(self) -> None:
        """Now, and when it is shown no more."""
        self.tell()
        asyncio.get_running_loop().call_later(SHOWN_SECONDS + 0.1, self.tell)

    async def refresh(self) -> None:
        """Read the room again: somebody else has changed it."""
        async with self.lock:
            await self._refresh()

    async def _refresh(self) -> None:
        before = self.at
        self._read(*await self.store.load(self.id), lambda at: self._clock())  # as we hear of it
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
        """Change who sits here or what is agreed on, with the keys that go with it; Changed, if somebody has
        done so since the revision that was seen."""
        async with self.lock:
            for _ in range(TRIES):
                self._must_be_open()
                if seen not in (None, self.revision):
                    raise Changed
                table = step(self.table)
                text = wire.dumps(table)
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

    async def start(self) -> None:
        """Deal: from now on the log says what happens."""
        async with self.lock:
            for _ in range(TRIES):
                self._must_be_open()
                table = seating.started(self.table)
                state = self.game.new(len(table.places), dict(table.options), seating.shuffle_of(table).seed)
                opening = NewEntry(
                    None, None, None, None, wire.dumps(self.game.opening(state)), wire.dumps(state)
                )
                text = wire.dumps(table)
                if await self.store.begin(self.id, self.revision, text, opening, state.waiting):
                    self.table, self.revision = table, self.revision + 1
                    self._move_on(1, state, None)
                    return
                await self._refresh()
        raise TooBusy

    # -- talking ---------------------------------------------------------------------------------------------

    async def say(self, where: str, seat: int | None, name: str, text: str) -> None:
        """A line of chat."""
        await self.store.add_say(self.id, where, seat, name, text)
        await self.refresh()  # how many lines there are the database knows: others speak at other servers

    async def unsay(self, line: int) -> bool:
        """Delete a line; whether there was one."""
        found = await self.store.delete_say(self.id, line)
        if found:
            await self.refresh()
        return found

    # -- playing ---------------------------------------------------------------------------------------------

    async def submit(self, place: PlaceId, turn: int, move: Move, move_id: str | None = None) -> int:
        """Make one step; gives the version at which it stands. The same id again gives the same answer.

        Ids are those of players. What the server plays itself has none, so nobody can use one up before it;
        it is never made twice either, since it answers one turn.
        """
        arrived = perf_counter()
        async with self.lock:
            for _ in range(TRIES):
                if self.state is None:
                    raise Illegal("not_started")
                self._must_be_open()
                if self.table.status == ABANDONED:
                    raise Illegal("given_up")
                seat = seating.seat_of(self.table, place)  # under the lock: it is this table that is changed
                try:
                    state, events = play(self.game, self.state, seat, turn, move)
                except Illegal:
                    answered = await self._answered(seat, turn, move, move_id)
                    if answered is not None:
                        return answered
                    raise
                outcome = await self.store.append(
                    self.id, self.version, [_entry(seat, turn, move, move_id, events, state)], state.waiting
                )
                match outcome:
                    case Stored(version):
                        self.arrived = arrived
                        metrics.MOVES.labels(self.game.id).inc()
                        metrics.DURABLE.observe(perf_counter() - arrived)
                        self._move_on(version, state, seat, move)
                        return version
                    case Repeated(entry):
                        return await self._as_before(entry, turn, move)
                    case Conflict():
                        await self._refresh()
        raise TooBusy

    async def take_back(self, place: PlaceId, version: int) -> None:
        """Back to where the place's last turn began, if nobody has moved since this version and nothing was
        shown since then."""
        async with self.lock:
            for _ in range(TRIES):
                if self.version != version:
                    raise Illegal("nothing_asked")
                at, new, state = await self._taken_back(place)
                outcome = await self.store.append(self.id, at, [new], state.waiting)
                if isinstance(outcome, Stored):
                    self._move_on(outcome.version, state, new.seat)
                    return
                await self._refresh()
        raise TooBusy

    async def with_turn_to_take_back(self, place: PlaceId) -> int:
        """The version at which the place's last turn could be taken back, if it can."""
        at, _, _ = await self._taken_back(place)
        return at

    async def _taken_back(self, place: PlaceId) -> tuple[int, NewEntry, Any]:
        """What would be written, after which version, and the state to which that leads."""
        self._must_be_open()
        entries = await self.store.entries(self.id, max(0, self.version - LONGEST_TURN), LONGEST_TURN)
        made = [Made(each.seat, wire.loads(self.game.state_type, each.state)) for each in entries]
        if not made or not self.waited_for:
            raise Illegal("nothing_to_take_back")
        at, now, seat = entries[-1].version, made[-1].state, seating.seat_of(self.table, place)
        state, events = taken_back(self.game, made, seat)
        return at, _entry(seat, now.turns[seat], TAKE_BACK, None, events, state), state

    def _move_on(self, version: int, state: Any, mover: Seat | None, move: Move | None = None) -> None:
        self.state, self.version, self.last_mover = state, version, mover
        self._clocks.note(self.game, state, self._clock(), mover if move == UNDO else None)
        self.tell()

    async def _answered(self, seat: Seat, turn: int, move: Move, move_id: str | None) -> int | None:
        """What a refused step was answered when it was made before, by another process perhaps."""
        if move_id is None:
            return None
        entry = await self.store.answered(self.id, seat, move_id)
        return await self._as_before(entry, turn, move) if entry else None

    async def _as_before(self, entry: Entry, turn: int, move: Move) -> int:
        """The answer to a step that was made before; whoever hears it may look at once, and finds it made."""
        if (entry.turn, entry.move) != (turn, wire.dumps(move)):
            raise Illegal("id_reused")
        if entry.version > self.version:
            await self._refresh()
        return entry.version


def _entry(
    seat: Seat, turn: int, move: Move, move_id: str | None, events: tuple[Event, ...], state: Any
) -> NewEntry:
    return NewEntry(seat, turn, move_id, wire.dumps(move), wire.dumps(events), wire.dumps(state))
