"""Somebody at a table: what their keys open, their name and their language."""

from typing import NamedTuple

from app.engine.core import Seat
from app.table.seating import PlaceId, Table


class Me(NamedTuple):
    """How somebody wants to be called, and in which language spoken to. It grants nothing."""

    name: str
    colour: str
    locale: str


class DeviceHolder(NamedTuple):
    """Who has the device, as they said when the log was so long."""

    place: PlaceId
    version: int


SEAT, HOST, WATCH, TV = "seat", "host", "watch", "tv"


class Visitor(NamedTuple):
    """One browser at one table. It may hold several seats, when it is handed round.

    Places are known by their ids: the number of a seat changes while a lobby is set up, so it is looked up in
    the very table that is drawn or changed, and never kept.
    """

    me: Me | None
    locale: str
    places: tuple[PlaceId, ...] = ()  # whose keys it holds
    hosts: bool = False
    watches: bool = False  # and doesn't want to be asked whether they play
    reads_watchers: bool = False  # what watchers write, although they sit here
    spectator: PlaceId | None = None  # as whom they watch, if they have said so
    device_holder: DeviceHolder | None = None  # who of several at this device has it now
    has_tv: bool = False  # a key for a screen of this table
    on_tv: bool = False  # nobody in person: a screen on the wall

    def own(self, table: Table) -> set[PlaceId]:
        """Those of its places that are at this table still."""
        return {place.id for place in table.places if place.id in self.places}

    def seats(self, table: Table) -> tuple[Seat, ...]:
        """Where those sit at this table."""
        return tuple(seat for seat, place in enumerate(table.places) if place.id in self.places)


def may_host(table: Table, grant: str, place: PlaceId | None) -> bool:
    """Whether a key for this opens what hosts do: the host's own, or that of the seat which hosts."""
    return grant == HOST or (grant == SEAT and place == table.host)
