"""Who comes when the game has begun: they watch, ask for a seat that is open or away, and the host decides.
Pure steps."""

from collections.abc import Iterable

from app.engine.core import Illegal
from app.table import names, spectators
from app.table.seating import DECLINED, Onlooker, Place, PlaceId, Table, in_game, seat_of

MOST_ASKING = 12
MOST_ASKING_FROM_ONE = 6  # address


def asking(
    table: Table, name: str, wants: PlaceId, asker: PlaceId | None = None, whence: str = ""
) -> tuple[Table, Onlooker]:
    """Somebody who watches, known already or not, would like to have this seat."""
    seat_of(in_game(table), wants)
    others = [each.whence for each in table.onlookers if each.wants > 0 and each.id != asker]
    if len(others) >= MOST_ASKING or (whence and others.count(whence) >= MOST_ASKING_FROM_ONE):
        raise Illegal("too_many_ask")
    known = spectators.onlooker(table, asker)
    if known is None:
        table, known = spectators.arrived(table, name, shown=False, whence=whence)
    onlooker = known._replace(name=_unlike(name, table.places), wants=wants)
    return _with(table, onlooker), onlooker


def granted(table: Table, asker: PlaceId) -> Table:
    """They have the seat that they asked for, with its points."""
    onlooker = _asker(in_game(table), asker)
    at = seat_of(table, onlooker.wants)
    others = (*table.places[:at], *table.places[at + 1 :])
    place = table.places[at]._replace(name=_unlike(onlooker.name, others), level="", open=False, standing=())
    return table._replace(
        places=(*table.places[:at], place, *table.places[at + 1 :]),
        onlookers=tuple(each for each in table.onlookers if each is not onlooker),
        host=0 if table.host == place.id else table.host,
    )


def declined(table: Table, asker: PlaceId) -> Table:
    """They may go on watching."""
    return _with(table, _asker(table, asker)._replace(wants=DECLINED))


def wanted(table: Table, asker: PlaceId) -> PlaceId:
    """The place that somebody asks for."""
    return _asker(table, asker).wants


def _asker(table: Table, asker: PlaceId) -> Onlooker:
    for onlooker in table.onlookers:
        if onlooker.id == asker and onlooker.wants > 0:
            return onlooker
    raise Illegal("nobody_asks")


def _with(table: Table, changed: Onlooker) -> Table:
    return table._replace(
        onlookers=tuple(changed if each.id == changed.id else each for each in table.onlookers)
    )


def _unlike(name: str, places: Iterable[Place]) -> str:
    """The name, marked where somebody who sits there is called alike."""
    return names.marked(names.clean_name(name), [place.name for place in places])
