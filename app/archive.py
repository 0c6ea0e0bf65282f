"""A finished game as a record, to be kept, replayed and checked elsewhere."""

from collections.abc import AsyncIterator

from app import record, seating, wire
from app.engine.core import Illegal
from app.models import Entry
from app.record import Record, Step
from app.rooms import Room

_READ_AT_ONCE = 200


async def record_of(room: Room) -> Record:
    """All of a game and what its shuffle was made of, which nobody may know before it is over."""
    if room.state is None or room.state.waiting:
        raise Illegal("not_over")
    shuffle = seating.shuffle_of(room.table)
    opening, *steps = [entry async for entry in _log(room)]
    return Record(
        room.game.id,
        room.rules,
        len(room.table.places),
        dict(room.table.options),
        shuffle,
        record.frozen(wire.parse(opening.events)),
        tuple(map(_step, steps)),
    )


def _step(entry: Entry) -> Step:
    if entry.seat is None or entry.turn is None or entry.move is None:
        raise ValueError(f"entry {entry.version} of room {entry.room} is no step")  # only the opening may be
    events = record.frozen(wire.parse(entry.events))
    return Step(entry.seat, entry.turn, wire.read_move(wire.parse(entry.move)), events)


async def _log(room: Room) -> AsyncIterator[Entry]:
    after = 0
    while after < room.version:
        for entry in await room.store.entries(room.id, after, _READ_AT_ONCE):
            yield entry
            after = entry.version
