"""Seat requests from spectators, which the host decides. In a game, they ask for a seat whose player has left
or is away. Before it, those whom the host removed ask to come back. Pure functions."""

from collections.abc import Iterable

from app.engine.core import Illegal
from app.table import names, seating, spectators
from app.table.seating import DECLINED, LOBBY, Place, PlaceId, Spectator, Table, in_game, seat_of

MOST_ASKING = 12
MOST_ASKING_FROM_ONE = 6  # per address


def asking(
    table: Table, name: str, wants: PlaceId, asker: PlaceId | None = None, address_mark: str = ""
) -> tuple[Table, Spectator]:
    """A spectator, new or known, asks for this seat; before a game, for the one they were removed from."""
    if table.status == LOBBY:
        seating.in_lobby(table)
    else:
        seat_of(in_game(table), wants)
    others = [each.address_mark for each in table.spectators if each.wants > 0 and each.id != asker]
    if len(others) >= MOST_ASKING or (address_mark and others.count(address_mark) >= MOST_ASKING_FROM_ONE):
        raise Illegal("too_many_ask")
    known = spectators.spectator(table, asker)
    if known is None:
        table, known = spectators.arrived(table, name, shown=False, address_mark=address_mark)
    spectator = known._replace(name=_unlike(name, table.places), wants=wants)
    return _with(table, spectator), spectator


def granted(table: Table, asker: PlaceId, nonce: bytes) -> tuple[Table, PlaceId]:
    """Give a spectator the seat they asked for, along with its points; before a game, the next free seat."""
    spectator = _asker(table, asker)
    if table.status == LOBBY:
        seated, place = seating.seated(table, _unlike(spectator.name, table.places), nonce)
        return spectators.without(seated, asker), place.id
    in_game(table)
    at = seat_of(table, spectator.wants)
    others = (*table.places[:at], *table.places[at + 1 :])
    place = table.places[at]._replace(
        name=_unlike(spectator.name, others), level="", open=False, auto_answers=()
    )
    given = table._replace(
        places=(*table.places[:at], place, *table.places[at + 1 :]),
        host=0 if table.host == place.id else table.host,
    )
    return spectators.without(given, asker), place.id


def declined(table: Table, asker: PlaceId) -> Table:
    """Refuse a seat request; the spectator can go on watching."""
    return _with(table, _asker(table, asker)._replace(wants=DECLINED))


def wanted(table: Table, asker: PlaceId) -> PlaceId:
    """The place that this spectator is asking for."""
    return _asker(table, asker).wants


def _asker(table: Table, asker: PlaceId) -> Spectator:
    for spectator in table.spectators:
        if spectator.id == asker and spectator.wants > 0:
            return spectator
    raise Illegal("nobody_asks")


def _with(table: Table, changed: Spectator) -> Table:
    return table._replace(
        spectators=tuple(changed if each.id == changed.id else each for each in table.spectators)
    )


def _unlike(name: str, places: Iterable[Place]) -> str:
    """The name, with a number added if a player at the table has the same one."""
    return names.marked(names.clean_name(name), [place.name for place in places])
