"""A visitor to a table: what their keys grant, their name and their language."""

from typing import NamedTuple

from app.engine.core import Seat
from app.table.seating import PlaceId, Table


class Me(NamedTuple):
    """Somebody's name, colour and language. It grants nothing."""

    name: str
    colour: str
    locale: str


class DeviceHolder(NamedTuple):
    """The place whose player has the shared device, as that player confirmed at this log version."""

    place: PlaceId
    version: int


SEAT, HOST, WATCH, TV = "seat", "host", "watch", "tv"
REMOVED = "removed"  # opens nothing: it says whose seat this was before the host removed them


class Visitor(NamedTuple):
    """One browser at one table. A device that is passed around may hold several seats.

    It stores place ids, never seats, because seats change while people gather in the lobby. Always look seats
    up in the same table value that you draw or change.
    """

    me: Me | None
    locale: str
    places: tuple[PlaceId, ...] = ()  # the places whose keys this browser holds
    hosts: bool = False
    watches: bool = False  # prefers watching and doesn't want to be offered a seat
    reads_watchers: bool = False  # a player who reads the spectators' chat
    spectator: PlaceId | None = None  # their id as a spectator, if they gave a name
    device_holder: DeviceHolder | None = None  # which of several people sharing this device has it now
    has_tv: bool = False  # has a key for showing this table on a TV
    on_tv: bool = False  # not a person but the TV itself
    removed_from: PlaceId = 0  # the place that the host removed them from, if they have no other

    def own(self, table: Table) -> set[PlaceId]:
        """The visitor's places that still exist at this table."""
        return {place.id for place in table.places if place.id in self.places}

    def seats(self, table: Table) -> tuple[Seat, ...]:
        """The seats of the visitor's places at this table."""
        return tuple(seat for seat, place in enumerate(table.places) if place.id in self.places)


def may_host(table: Table, grant: str, place: PlaceId | None) -> bool:
    """Whether a key allows hosting: it is the host key, or the key to the host's seat."""
    return grant == HOST or (grant == SEAT and place == table.host)
