"""The game log that players see: the most recent moves, leaving out any that were undone."""

from typing import Any, NamedTuple

from app.engine import record, wire
from app.engine.core import UNDO, Event, Game, Seat, is_endless
from app.engine.take_back import TAKE_BACK
from app.live.live_table import LiveTable
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
    final: bool  # can't be undone


class Story:
    """The latest entries of a table's log except undone ones, updated as the game goes on."""

    def __init__(self, version: int = 0) -> None:
        self.version = version
        self.steps: list[Step] = []
        self.undone: Seat | None = None  # who has just undone a move

    @property
    def events(self) -> list[Event]:
        return [event for step in self.steps for event in step.events]

    async def read_on(self, live: LiveTable) -> None:
        if not self.version:
            begun = await _begun(live)
            if not self.version:  # otherwise a concurrent call was faster
                self.version, self.steps, self.undone = begun.version, begun.steps, begun.undone
        await self._read(live)

    async def _read(self, live: LiveTable) -> None:
        while self.version < live.version:
            for entry in await live.store.entries(live.id, self.version, _READ_AT_ONCE):
                if entry.version == self.version + 1:  # otherwise a concurrent call has already added it
                    self._add(live.game, entry)

    def _add(self, game: Game[Any], entry: Entry) -> None:
        self.version = entry.version
        move = tuple(wire.parse(entry.move)) if entry.move is not None else None
        if move == TAKE_BACK and self.steps:
            self.steps.pop()  # the end of the turn being taken back
        if move in (UNDO, TAKE_BACK):
            while self.steps and self.steps[-1].seat == entry.seat and not self.steps[-1].final:
                self.steps.pop()
        self.undone = entry.seat if move == UNDO else None
        if move == UNDO:
            return
        events = record.frozen(wire.parse(entry.events))
        if move and not events and is_endless(game, move):
            return
        state = wire.loads(game.state_type, entry.state)
        self.steps.append(Step(entry.version, entry.seat, events, _is_final(game, state, entry.seat)))
        if len(told := [number for number, step in enumerate(self.steps) if step.events]) > _KEPT_TOLD:
            del self.steps[: told[-_KEPT_TOLD]]


async def _begun(live: LiveTable) -> Story:
    """The story so far. It goes back far enough for a full log, however much was undone or isn't told."""
    last = _KEPT_TOLD
    while True:
        story = Story(await live.store.before_told(live.id, last))
        is_whole = not story.version
        await story._read(live)
        if is_whole or len(story.events) >= LOG_LINES or last >= _MOST_TOLD:
            return story
        last *= 10


def _is_final(game: Game[Any], state: Any, seat: Seat | None) -> bool:
    """Whether what a seat's move has told stays told. In a shared turn, undo takes back only what isn't told
    yet."""
    return seat is None or seat in game.shared_turn(state) or game.rewind(state, seat, state.turns) is None
