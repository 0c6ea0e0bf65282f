"""Who comes when the game has begun: they watch, ask for a seat that is open or away, and the host decides.
Pure steps."""

from app import names
from app.engine.core import Illegal
from app.presence import Presence, of_place
from app.seating import HUMAN, Onlooker, Place, PlaceId, Table, in_game, seat_of

MOST_ASKING = 12


def askable(table: Table, presence: Presence) -> list[Place]:
    """The seats that somebody may ask for: nobody is there just now."""
    people = [place for place in table.places if place.kind == HUMAN]
    return [place for place in people if place.level or not presence.is_here(of_place(place.id))]


def asking(table: Table, name: str, wants: PlaceId, asker: PlaceId | None = None) -> tuple[Table, Onlooker]:
    """Somebody who watches, known already or not, would like to have this seat."""
    seat_of(in_game(table), wants)
    others = tuple(each for each in table.onlookers if each.id != asker)
    if sum(bool(each.wants) for each in others) >= MOST_ASKING:
        raise Illegal("too_many_ask")
    known = next((each for each in table.onlookers if each.id == asker), None)
    new = known or Onlooker(table.places_made + 1, "", False)
    onlooker = new._replace(name=names.clean_name(name), wants=wants)
    made = max(table.places_made, onlooker.id)
    return table._replace(onlookers=(*others, onlooker), places_made=made), onlooker


def granted(table: Table, asker: PlaceId) -> Table:
    """They have the seat that they asked for, with its points."""
    onlooker = _asker(in_game(table), asker)
    at = seat_of(table, onlooker.wants)
    others = (*table.places[:at], *table.places[at + 1 :])
    name = names.marked(onlooker.name, [place.name for place in others])
    place = table.places[at]._replace(name=name, level="", open=False, standing=())
    return table._replace(
        places=(*table.places[:at], place, *table.places[at + 1 :]),
        onlookers=tuple(each for each in table.onlookers if each is not onlooker),
        host=0 if table.host == place.id else table.host,
    )


def declined(table: Table, asker: PlaceId) -> Table:
    """They may go on watching."""
    onlooker = _asker(table, asker)
    answered = onlooker._replace(wants=0)
    return table._replace(onlookers=tuple(answered if each is onlooker else each for each in table.onlookers))


def wanted(table: Table, asker: PlaceId) -> PlaceId:
    """The place that somebody asks for."""
    return _asker(table, asker).wants


def _asker(table: Table, asker: PlaceId) -> Onlooker:
    for onlooker in table.onlookers:
        if onlooker.id == asker and onlooker.wants:
            return onlooker
    raise Illegal("nobody_asks")
