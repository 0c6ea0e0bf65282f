"""The game log that players see: the most recent moves, leaving out any that were undone."""

from typing import Any, NamedTuple

from app.engine import record, wire
from app.engine.core import UNDO, Event, Game, Seat
from app.engine.take_back import TAKE_BACK
from app.live.live_table import LiveTable
from app.storage.schema import Entry

LOG_LINES = 30
_KEPT_STEPS = 2 * LOG_LINES  # more than can be undone at once
_READ_AT_ONCE = 100


class Step(NamedTuple):
    """A log entry that hasn't been undone."""

    version: int
    seat: Seat | None
    events: tuple[Event, ...]
    final: bool  # can't be undone


class Story:
    """The latest entries of a table's log except undone ones, updated as the game goes on."""

    def __init__(self, live: LiveTable) -> None:
        self.version = max(0, live.version - _KEPT_STEPS)
        self.steps: list[Step] = []
        self.undone: Seat | None = None  # who has just undone a move

    async def read_on(self, live: LiveTable) -> None:
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
        state = wire.loads(game.state_type, entry.state)
        final = entry.seat is None or game.rewind(state, entry.seat, state.turns) is None
        self.steps.append(Step(entry.version, entry.seat, record.frozen(wire.parse(entry.events)), final))
        del self.steps[:-_KEPT_STEPS]
