"""Auto-answers: moves the server makes for a seat whenever the game offers them. Pure functions."""

from app.engine import registry
from app.engine.core import Illegal
from app.engine.move_text import text_of
from app.table.seating import PlaceId, Table, seat_of


def with_auto_answer(table: Table, id: PlaceId, move: str, on: bool) -> Table:
    """Turn a place's auto-answer on or off."""
    if move not in {*map(text_of, registry.game(table.game).auto_answers)}:
        raise Illegal("no_auto_answer")
    place = table.places[seat_of(table, id)]
    others = tuple(each for each in place.auto_answers if each != move)
    changed = place._replace(auto_answers=(*others, move) if on else others)
    return table._replace(places=tuple(changed if each is place else each for each in table.places))
