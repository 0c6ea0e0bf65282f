"""The game log that players see: the most recent moves, leaving out any that were undone."""

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from app.engine import record, take_back, wire
from app.engine.core import UNDO, Event, Game, Seat, is_endless
from app.engine.take_back import TAKE_BACK
from app.live.live_table import LiveTable, Newest
from app.storage.schema import Entry

LOG_LINES = 30
_KEPT_TOLD = 2 * LOG_LINES  # more than can be undone at once
_MOST_TOLD = 100 * _KEPT_TOLD  # to look through for events that weren't undone
_READ_AT_ONCE = 100


class Step(NamedTuple):
    """A log entry that hasn't been undone."""

    version: int
    seat: Seat | None
    events: tuple[Event, ...]
    since: int  # the version of the first step that an undo takes back with this one; 0: it can't be undone
    at: float  # when it was stored


class Story:
    """The latest entries of a table's log except undone ones, updated as the game goes on."""

    keeps: int | None = _KEPT_TOLD  # entries that have events; None for all of them

    def __init__(self, version: int = 0) -> None:
        self.version = version
        self.steps: list[Step] = []
        self.undone: Seat | None = None  # who has just undone a move
        self._is_cut = version > 0  # whether there were steps before these
        self._origin: Any = None  # the state that undo would go back to, apart from its turn numbers

    @property
    def events(self) -> list[Event]:
        return [event for step in self.steps for event in step.events]

    async def read_on(self, live: LiveTable) -> None:
        if not self.version:
            begun = await _begun(live)
            if not self.version:  # otherwise a concurrent call was faster
                self.version, self.steps, self.undone = begun.version, begun.steps, begun.undone
                self.keeps, self._is_cut, self._origin = begun.keeps, begun._is_cut, begun._origin
        await self._read(live)

    async def _read(self, live: LiveTable) -> None:
        while self.version < live.version:
            if live.newest and live.newest.version == self.version + 1:
                self.add(live.game, live.newest)
                return
            for entry in await live.store.entries(live.id, self.version, _READ_AT_ONCE):
                if entry.version == self.version + 1:  # otherwise a concurrent call has already added it
                    self.add(live.game, _newest(live.game, entry))

    def add(self, game: Game[Any], entry: Newest) -> None:
        self.version = entry.version
        move = tuple(wire.parse(entry.move)) if entry.move is not None else None
        if goal := take_back.version_of(move):
            self._go_back(goal)
            if self._is_cut and len(self.events) < LOG_LINES:
                self._begin_anew()
                return
        if move == TAKE_BACK and self.steps:
            self._drop_last()  # the end of the turn being taken back
        if move in (UNDO, TAKE_BACK):
            self._undo(entry.seat)
        self.undone = entry.seat if move == UNDO else None
        before, self._origin = self._origin, _origin(game, entry.state, entry.seat)
        if move == UNDO:
            return
        events = record.frozen(wire.parse(entry.events))
        if move and not events and is_endless(game, move):
            return
        since = 0 if self._origin is None else entry.version
        if since and self._origin == before and self._can_be_undone_by(entry.seat):
            since = self.steps[-1].since
        self.steps.append(Step(entry.version, entry.seat, events, since, entry.at))
        if self.keeps is not None:
            told = [number for number, step in enumerate(self.steps) if step.events]
            if len(told) > self.keeps:
                del self.steps[: told[-self.keeps]]
                self._is_cut = True

    def _go_back(self, version: int) -> None:
        """Drop all that a practice went back over, no matter who did it."""
        while self.steps and self.steps[-1].version > version:
            self._drop_last()

    def _begin_anew(self) -> None:
        """Read the whole log again and keep it, because too little is left."""
        self.version, self.steps, self.keeps = 0, [], None
        self._origin, self._is_cut = None, False

    def _can_be_undone_by(self, seat: Seat | None) -> bool:
        return bool(self.steps) and self.steps[-1].seat == seat and self.steps[-1].since > 0

    def _undo(self, seat: Seat | None) -> None:
        since = self.steps[-1].since if self._can_be_undone_by(seat) else 0
        while since and self.steps and self.steps[-1].since == since:
            self._drop_last()

    def _drop_last(self) -> None:
        self.steps.pop()


class WholeStory(Story):
    """All entries of a table's log; undone ones are kept apart."""

    keeps = None

    def __init__(self) -> None:
        super().__init__()
        self.dropped: list[Step] = []

    def _drop_last(self) -> None:
        self.dropped.append(self.steps.pop())

    async def read_on(self, live: LiveTable) -> None:
        await self._read(live)


def turns(
    told: Iterable[tuple[str, Event]], of_a_turn: Collection[str] = ()
) -> tuple[tuple[tuple[str, Event], ...], ...]:
    """The events, each with its mark, in groups: one for all that a seat did in a turn, one for any other."""
    groups: list[list[tuple[str, Event]]] = []
    before: object = None
    for mark, event in told:
        whose = event[1] if event[0] in of_a_turn else None
        if whose is not None and whose == before:
            groups[-1].append((mark, event))
        else:
            groups.append([(mark, event)])
        before = whose
    return tuple(map(tuple, groups))


def _newest(game: Game[Any], entry: Entry) -> Newest:
    state = wire.loads(game.state_type, entry.state)
    return Newest(entry.version, entry.seat, entry.move, entry.events, state, entry.at)


async def _begun(live: LiveTable) -> Story:
    """The story so far. It goes back far enough for a full log, however much was undone or isn't told."""
    last = _KEPT_TOLD
    while True:
        story = Story(await live.store.before_told(live.id, last))
        await story._read(live)
        if not story._is_cut or len(story.events) >= LOG_LINES or last >= _MOST_TOLD:
            return story
        last *= 10


def _origin(game: Game[Any], state: Any, seat: Seat | None) -> Any:
    """The state that this seat's undo would go back to, apart from its turn numbers, or None if what it has
    told stays told. In a shared turn, undo takes back only what isn't told yet."""
    return None if seat is None or seat in game.shared_turn(state) else game.rewind(state, seat, ())
