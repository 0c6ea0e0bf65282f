"""The games that the same people have played one after the other."""

from typing import NamedTuple

from app.table.seating import Place, PlaceId, Played, Table

MOST_PLAYED = 50


class Standing(NamedTuple):
    """Somebody at the table, and how the evening has gone for them."""

    place: Place
    points: int | None  # in the last game; None for somebody who wasn't in it
    won: bool  # the last game
    wins: int


def after(table: Table, points: dict[PlaceId, int], winners: tuple[PlaceId, ...]) -> tuple[Played, ...]:
    """The evening, with the game that this table has just finished. A practice isn't counted, nor is a game
    played from a step of another one."""
    if not counts(table):
        return table.evening
    return (*table.evening, Played(tuple(points.items()), winners))[-MOST_PLAYED:]


def counts(table: Table) -> bool:
    """Whether the table's game counts for anybody's results."""
    return not (table.branch or table.practice)


def standings(table: Table) -> list[Standing]:
    """In seat order; empty before the second game."""
    if not table.evening:
        return []
    last = table.evening[-1]
    points = dict(last.points)
    return [
        Standing(
            place,
            points.get(place.id),
            place.id in last.winners,
            sum(place.id in played.winners for played in table.evening),
        )
        for place in table.places
    ]
