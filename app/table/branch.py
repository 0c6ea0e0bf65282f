"""A table that plays on from a step of a finished game, with bots for everybody but one. Pure functions."""

from app.engine.bots import FRIENDLY
from app.engine.core import Seat
from app.table import names, residents
from app.table.seating import BOT, HUMAN, PLAYING, Branch, Place, Table, table_options_of


def branched(table: Table, origin: Branch, seat: Seat, name: str, now: int) -> Table:
    """The new table, where this person has the seat and bots have the others. It isn't listed."""
    person = names.clean_name(name)
    bots = [place for place in table.places if place.kind == BOT]
    taken = [person, *(place.name for place in bots)]
    fresh = iter(residents.free([place.level for place in bots]))

    def place(at: Seat, before: Place) -> Place:
        kept = before._replace(ready=True, auto_answers=(), muted=False, open=False)
        if at == seat:
            return kept._replace(name=person, kind=HUMAN, level="")
        if before.kind == BOT:
            return kept._replace(name=names.marked(before.name, [person]), level=before.level or FRIENDLY)
        level = next(fresh)
        return kept._replace(name=residents.called(level, taken), kind=BOT, level=level)

    return Table(
        table.game,
        PLAYING,
        tuple(place(at, before) for at, before in enumerate(table.places)),
        table.options,
        table.places_made,
        table.secret,
        tuple((option, False if option == "listed" else value) for option, value in table_options_of(table)),
        host=table.places[seat].id,
        clock_from=now,
        chosen=table.chosen,
        branch=origin,
    )
