"""Hints: who may ask for one, and what was answered. Pure functions."""

from app.engine.core import Illegal
from app.table.advice import Advice
from app.table.seating import PLAYING, PlaceId, Table, agreed
from app.table.table_options import ALL, OFF

MOST = 10  # for each player in a game


def are_for(table: Table, newcomer: bool) -> bool:
    """Whether this table has hints for everybody, or for newcomers like this one. A practice always has."""
    hints = agreed(table, "hints")
    return table.practice or hints == ALL or (newcomer and hints != OFF)


def must_be_given(table: Table, place: PlaceId, newcomer: bool) -> None:
    if table.status != PLAYING or not are_for(table, newcomer):
        raise Illegal("no_hints")
    given = advice(table, place)
    if given and given.times >= MOST:
        raise Illegal("no_more_hints", most=MOST)


def advice(table: Table, place: PlaceId) -> Advice | None:
    """The last hint that was given to this player."""
    return next((each for each in table.advice if each.place == place), None)


def advised(table: Table, place: PlaceId, turn: int, version: int, hint: str) -> Table:
    """The table once a player has got a hint."""
    before = advice(table, place)
    now = Advice(place, (before.times if before else 0) + 1, turn, version, hint)
    return table._replace(advice=(*(each for each in table.advice if each.place != place), now))
