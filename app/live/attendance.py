"""Tracks who comes to a table, who leaves and how long they stay away, as its sockets and pages report."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from app.live.live_table import LiveTable
from app.live.presence import HOSTING, WATCHING, Marks, Presence, Who, of_place
from app.storage.schema import KeyRow
from app.table.seating import HUMAN, Place, Table, host_place
from app.table.visitor import SEAT, Visitor, may_host

_A_MOMENT = 0.1  # makes the timer fire just after the change, not just before


def persons(live: LiveTable, who: Visitor) -> list[Who]:
    """Return everyone that a visitor counts as. That is their seats or a spectator, who may have a name, and
    also the host if they host. A TV counts as nobody."""
    if who.on_tv:
        return []
    seats = [of_place(id) for id in who.own(live.table)] or [WATCHING]
    if not who.places and who.spectator is not None:
        seats.append(of_place(who.spectator))
    return [*seats, HOSTING] if who.hosts else seats


def of_program(live: LiveTable, key: KeyRow | None) -> list[Who]:
    """Return everyone that a program counts as: its key's player or a spectator, and the host if it hosts, or
    plays for the host: then the host's own key may lie idle."""
    seat = key.seat if key and key.grant == SEAT else None
    persons = [WATCHING if seat is None else of_place(seat)]
    hosts = key and may_host(live.table, key.grant, key.seat)
    return [*persons, HOSTING] if hosts or seat == host_place(live.table) else persons


@contextmanager
def attending(live: LiveTable, whos: Sequence[Who]) -> Iterator[None]:
    """Count these people as present while the context is open, and for a grace period afterwards."""
    live.presence.arrive(whos)
    _tell(live)
    try:
        yield
    finally:
        live.presence.leave(whos)
        _tell(live)


def glimpsed(live: LiveTable, whos: Sequence[Who]) -> None:
    """Note a request for a page. From pages without JavaScript, we get no other sign of life."""
    _noted(live, live.presence.glimpse, whos)


def called(live: LiveTable, whos: Sequence[Who]) -> None:
    """Note a program's request. Many open no socket, and have nothing to ask until it's their turn again."""
    _noted(live, live.presence.call, whos)


def _noted(live: LiveTable, note: Callable[[list[Who]], None], whos: Sequence[Who]) -> None:
    before = presence_marks(live)
    note([each for each in whos if each != WATCHING])
    if presence_marks(live) != before:
        _tell(live)


def _tell(live: LiveTable) -> None:
    """Notify the table now, and again when the next person has been away for too long."""
    live.tell()
    if live.absence_alarm:
        live.absence_alarm.cancel()
        live.absence_alarm = None
    wait = live.presence.next_change()
    if wait is not None:
        loop = asyncio.get_running_loop()
        live.absence_alarm = loop.call_later(wait + _A_MOMENT, _tell, live)


def presence_marks(live: LiveTable) -> Marks:
    """What people can see of who is here: changes only when that does."""
    ids = [each.id for each in live.table.places] + [each.id for each in live.table.spectators]
    return live.presence.marks(map(of_place, ids))


def askable(table: Table, presence: Presence) -> list[Place]:
    """Return the seats that spectators may ask for, because the player is away or a bot is playing for
    them; none in a practice."""
    if table.practice:
        return []
    people = [place for place in table.places if place.kind == HUMAN]
    return [place for place in people if place.level or not presence.is_here(of_place(place.id))]
