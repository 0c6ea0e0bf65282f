"""The games that the same people have played one after the other, and the code of their evening.

Anyone with the code may see all tables of the evening that anybody may watch, so nobody can guess it.
"""

import re
import secrets
from typing import NamedTuple

from app.table.seating import Place, PlaceId, Played, Table, agreed
from app.table.visitor import Visitor

MOST_PLAYED = 50
MOST_TABLES = 60  # of one evening
_CODE = re.compile(r"[A-Za-z0-9_-]{16}")


class Standing(NamedTuple):
    """Somebody at the table, and how the evening has gone for them."""

    place: Place
    points: int | None  # in the last game; None for somebody who wasn't in it
    won: bool  # the last game
    wins: int


def new_code() -> str:
    return secrets.token_urlsafe(12)


def is_code(text: str) -> bool:
    """Whether an evening could have this code."""
    return _CODE.fullmatch(text) is not None


def code_for(table: Table, who: Visitor) -> str:
    """The code of the table's evening, for those who may have it: the players, and spectators who came by a
    link. Anybody finds a listed table, but the evening may have others, which aren't listed."""
    invited = bool(who.own(table)) or who.hosts or not agreed(table, "listed")
    return table.evening_code if invited else ""


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
