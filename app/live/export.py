"""Exports games as records to keep, replay and check elsewhere, and moves tables between servers."""

from collections.abc import AsyncIterator, Sequence
from random import SystemRandom
from typing import Any, NamedTuple

from app.engine import move_text, record, wire
from app.engine.core import Event, Illegal
from app.engine.record import Record, Step
from app.live.key_ring import grant
from app.live.live_table import LiveTable, stored
from app.storage.schema import Entry
from app.storage.store import Store
from app.storage.writes import CodeTaken, NewEntry
from app.table import codes, seating
from app.table.export_file import Parcel
from app.table.keys import new_key
from app.table.seating import HUMAN, Place
from app.table.visitor import HOST, SEAT

_READ_AT_ONCE = 200


async def record_of(live: LiveTable) -> Record:
    """Return the record of a finished game, including the seed of its shuffle, which is secret until then."""
    if not live.is_finished:
        raise Illegal("not_over")
    return as_record(live, [entry async for entry in log_of(live)])


def as_record(live: LiveTable, log: Sequence[Entry]) -> Record:
    """Return the record of the game so far, including everything still hidden."""
    if live.table.branch:
        raise Illegal("branched")  # it doesn't begin with a deal
    shuffle = seating.shuffle_of(live.table)
    opening, *steps = log
    return Record(
        live.game.id,
        live.rules,
        len(live.table.places),
        dict(live.table.options),
        shuffle,
        events_of(opening),
        tuple(map(_step, steps)),
        live.table.practice,
    )


def _step(entry: Entry) -> Step:
    if entry.seat is None or entry.turn is None or entry.move is None:
        raise ValueError(f"entry {entry.version} of room {entry.room} is no step")  # only the opening isn't
    return Step(entry.seat, entry.turn, move_text.read_move(wire.parse(entry.move)), events_of(entry))


def events_of(entry: Entry) -> tuple[Event, ...]:
    """The events of a log entry."""
    events: tuple[Event, ...] = record.frozen(wire.parse(entry.events))
    return events


async def log_of(live: LiveTable) -> AsyncIterator[Entry]:
    """Yield the log's entries, up to the version in memory."""
    after = 0
    while after < live.version:
        for entry in await live.store.entries(live.id, after, _READ_AT_ONCE):
            if entry.version <= live.version:
                yield entry
            after = entry.version


# -- moving a table to another server ------------------------------------------------------------------------


class Opener(NamedTuple):
    """Make a new key, either to this place's seat or for hosting."""

    place: Place | None
    key: str


async def pack(live: LiveTable) -> Parcel:
    """Pack the table as it is now, including its game so far."""
    if live.state is None:
        raise Illegal("not_started")
    log = [entry async for entry in log_of(live)]
    return Parcel(live.code, as_record(live, log), live.table, tuple(round(each.at * 1000) for each in log))


async def unpack(store: Store, parcel: Parcel) -> tuple[str, list[Opener]]:
    """Store a packed table and its game. Return its keys and its code; the code is a new one if the old one
    is taken."""
    people = [place for place in parcel.table.places if place.kind == HUMAN and not place.open]
    openers = [Opener(place, new_key()) for place in (None, *people)]
    keys = [grant(key, SEAT, place.id) if place else grant(key, HOST) for place, key in openers]
    made = [*record.replay(parcel.record)]
    log = tuple(map(_entry, (None, *parcel.record.steps), made, parcel.moments))
    code = codes.plain(parcel.code)
    while True:
        code = code or codes.new_code(SystemRandom())
        try:
            await store.take_in(
                code,
                parcel.record.game,
                parcel.record.rules,
                stored(parcel.table),
                log,
                made[-1][0].waiting,
                keys,
            )
        except CodeTaken:
            code = None
        else:
            return code, openers


def _entry(step: Step | None, made: tuple[Any, tuple[Event, ...]], moment: int) -> tuple[NewEntry, float]:
    state, events = made
    seat, turn, move = (step.seat, step.turn, wire.dumps(step.move)) if step else (None, None, None)
    return NewEntry(seat, turn, None, move, wire.dumps(events), wire.dumps(state)), moment / 1000
