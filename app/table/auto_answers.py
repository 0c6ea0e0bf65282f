"""Answers given in advance: moves that are made for a seat whenever they are offered. Pure steps."""

from app.engine import registry
from app.engine.core import Illegal
from app.table.seating import PlaceId, Table, seat_of

# -- answers given in advance --------------------------------------------------------------------------------


def with_auto_answer(table: Table, id: PlaceId, move: str, on: bool) -> Table:
    """From now on this move is made for the place whenever it is offered; or no longer."""
    if move not in {" ".join(map(str, each)) for each in registry.game(table.game).auto_answers}:
        raise Illegal("no_auto_answer")
    place = table.places[seat_of(table, id)]
    others = tuple(each for each in place.auto_answers if each != move)
    changed = place._replace(auto_answers=(*others, move) if on else others)
    return table._replace(places=tuple(changed if each is place else each for each in table.places))
