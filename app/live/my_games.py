"""Reads the finished games of somebody's seats from the store.

Names are read anew each time, because people may have had theirs removed.
"""

import zlib
from collections.abc import Iterable
from typing import NamedTuple

from app.engine import wire
from app.engine.core import Illegal
from app.live.results import result
from app.storage.schema import RoomRow
from app.storage.store import Store
from app.storage.writes import NoSuchRoom
from app.table.evening import counts
from app.table.my_games import Played, Player
from app.table.seating import BOT, FINISHED, PlaceId, Table, phase

MOST_GAMES = 300  # of one browser, the latest


class Sat(NamedTuple):
    """Whose game it was: a place at a table. The mark is that of their name, because a place could later be
    given to somebody else; 0: it isn't known yet, but they hold the place's key."""

    room: int
    place: PlaceId
    mark: int = 0


async def played(store: Store, sat: Iterable[Sat]) -> dict[Sat, Played]:
    """The finished games among these, latest first. Branches and practices don't count."""
    wanted = {each.room: each for each in sat}
    found: dict[Sat, Played] = {}
    for row in sorted(await store.rooms([*wanted]), key=lambda row: -row.id):
        if len(found) < MOST_GAMES and (game := await _played(store, row, wanted[row.id])):
            found[wanted[row.id]._replace(mark=_mark(game.me.name))] = game
    return dict(sorted(found.items(), key=lambda each: -each[1].at))


def _mark(name: str) -> int:
    return 1 + zlib.crc32(name.encode()) % 10**5


async def _played(store: Store, row: RoomRow, sat: Sat) -> Played | None:
    if not row.version or row.waiting:
        return None
    try:
        table = wire.loads(Table, row.table_text)
        seat = next((seat for seat, each in enumerate(table.places) if each.id == sat.place), None)
        if seat is None or not counts(table) or phase(table, ()) != FINISHED:
            return None
        place = table.places[seat]
        if place.kind == BOT or place.open or sat.mark not in (0, _mark(place.name)):
            return None
        ended = await result(store, row)
    except (
        Illegal,
        wire.WireError,
        zlib.error,
        NoSuchRoom,
    ):  # damaged, of a game that is gone, or just deleted
        return None
    told = zip(table.places, ended.points, ended.ranks, strict=True)
    players = tuple(Player(each.name, each.colour, each.kind == BOT, *score) for each, *score in told)
    return Played(row.code, row.game, ended.at, players, seat, ended.best[seat], row.evening)
