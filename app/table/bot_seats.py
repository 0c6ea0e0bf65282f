"""Bots' seats in a running game: anyone with the link can sit down in a bot's place. Pure functions.

At a table that is listed publicly, or where the host approves spectators, having the link invites nobody.
"""

from app.engine.core import Illegal
from app.table import names, seating, spectators
from app.table.seating import BOT, HUMAN, PLAYING, Place, PlaceId, Table, agreed


def free(table: Table) -> list[Place]:
    """The bots' seats that anyone with the link may take."""
    if table.status != PLAYING or table.practice or spectators.asks(table) or agreed(table, "listed"):
        return []
    return [place for place in table.places if place.kind == BOT]


def taken(table: Table, id: PlaceId, name: str, spectator: PlaceId | None = None) -> Table:
    """Seat a person in a bot's place, with its points, its colour and its part of the shuffle."""
    place = next((place for place in free(table) if place.id == id), None)
    if place is None:
        raise Illegal("seat_is_played")
    unlike = names.marked(names.clean_name(name), seating.people_named(table))
    person = place._replace(name=unlike, kind=HUMAN, level="")
    places = tuple(person if each is place else each for each in table.places)
    seated = seating.yielding(table._replace(places=places), person)
    return seated if spectator is None else spectators.without(seated, spectator)
