"""A table's two chats: one for the players, one for the spectators.

Spectators read both. Players read the spectators' chat only if they choose to.
"""

from typing import NamedTuple

from app.engine.core import Illegal
from app.table import names
from app.table.seating import PlaceId, Table, seat_of
from app.table.visitor import Visitor

AT_TABLE, AMONG_WATCHERS = "table", "watchers"
LINES = 50


# -- saying something ----------------------------------------------------------------------------------------


class Speaker(NamedTuple):
    """The author of a chat line, and which of the two chats it goes to."""

    where: str
    id: PlaceId | None
    name: str


def speaker(
    table: Table, who: Visitor, place: PlaceId | None, name: str = "", nameless: bool = False
) -> Speaker:
    """Return a chat line's author. A player writes as one of their places, a spectator under a name that no
    seat has."""
    if seats := who.seats(table):
        sitter = table.places[seats[0] if place is None else seat_of(table, place)]
        if sitter.muted:
            raise Illegal("muted")
        return Speaker(AT_TABLE, sitter.id, sitter.name)
    if table.watchers_muted and not who.hosts:
        raise Illegal("watchers_muted")
    wanted = name or (who.me.name if who.me else "")
    if nameless and not wanted:
        return Speaker(AMONG_WATCHERS, None, "")
    wanted = names.clean_name(wanted)
    return Speaker(AMONG_WATCHERS, None, names.marked(wanted, [place.name for place in table.places]))


# -- moderating ----------------------------------------------------------------------------------------------


def muted(table: Table, id: PlaceId, on: bool) -> Table:
    """Mute a seat's player, who can then only read the chat, or unmute them."""
    place = table.places[seat_of(table, id)]
    changed = place._replace(muted=on)
    return table._replace(places=tuple(changed if each is place else each for each in table.places))


def watchers_muted(table: Table, on: bool) -> Table:
    return table._replace(watchers_muted=on)


# -- reading -------------------------------------------------------------------------------------------------


def hears_watchers(who: Visitor) -> bool:
    return who.reads_watchers or not who.places
