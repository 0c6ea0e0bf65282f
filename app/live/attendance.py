"""Who comes to a table and goes, as its sockets and pages tell, and when that changes by itself."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from app.live.live_table import LiveTable
from app.live.presence import HOSTING, WATCHING, Presence, Who, of_place
from app.storage.schema import KeyRow
from app.table.seating import HUMAN, Place, Table
from app.table.visitor import SEAT, Visitor, may_host

_A_MOMENT = 0.1  # past the change


def persons(live: LiveTable, who: Visitor) -> list[Who]:
    """What somebody counts as: their seats, hosting, or watching, perhaps under a name. A TV is nobody."""
    if who.on_tv:
        return []
    seats = [of_place(id) for id in who.own(live.table)] or [WATCHING]
    if not who.places and who.spectator is not None:
        seats.append(of_place(who.spectator))
    return [*seats, HOSTING] if who.hosts else seats


def of_program(live: LiveTable, key: KeyRow | None) -> list[Who]:
    """What a program counts as by its key: the seat that it opens, or watching; and hosting, if it hosts."""
    seat = key.seat if key and key.grant == SEAT else None
    persons = [WATCHING if seat is None else of_place(seat)]
    return [*persons, HOSTING] if key and may_host(live.table, key.grant, key.seat) else persons


@contextmanager
def attending(live: LiveTable, whos: Sequence[Who]) -> Iterator[None]:
    """They are at the table meanwhile, and for a while afterwards they count as if they were."""
    live.presence.arrive(whos)
    _tell(live)
    try:
        yield
    finally:
        live.presence.leave(whos)
        _tell(live)


def glimpsed(live: LiveTable, whos: Sequence[Who]) -> None:
    """They asked for something. Where no script runs, and of some programs, that is all that is ever seen."""
    before = live.presence.marks
    live.presence.glimpse(each for each in whos if each != WATCHING)
    if live.presence.marks != before:
        _tell(live)


def _tell(live: LiveTable) -> None:
    """Now, and when the next one will have been away for too long."""
    live.tell()
    if live.absence_alarm:
        live.absence_alarm.cancel()
        live.absence_alarm = None
    wait = live.presence.next_change()
    if wait is not None:
        loop = asyncio.get_running_loop()
        live.absence_alarm = loop.call_later(wait + _A_MOMENT, _tell, live)


def askable(table: Table, presence: Presence) -> list[Place]:
    """The seats that somebody may ask for: nobody is there just now."""
    people = [place for place in table.places if place.kind == HUMAN]
    return [place for place in people if place.level or not presence.is_here(of_place(place.id))]
