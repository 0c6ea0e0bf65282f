"""Reads an evening from the store: its finished games, and the tables that are on."""

import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from app.engine import wire
from app.engine.core import Illegal
from app.live.results import result
from app.storage.schema import RoomRow
from app.storage.store import Store
from app.storage.writes import NoSuchRoom
from app.table.evening import MOST_TABLES, counts
from app.table.my_games import Player
from app.table.seating import BOT, CLOSED, FINISHED, LOBBY, PLAYING, Table, phase
from app.table.street import Game, Guest, guests


class Sitting(NamedTuple):
    """A table of the evening where people gather or play."""

    code: str
    game: str
    names: tuple[str, ...]  # none for those who may not see the table
    playing: bool


class Evening(NamedTuple):
    code: str
    began: float
    games: tuple[Game, ...]  # in the order of their ends
    on: tuple[Sitting, ...]
    unseen: int  # the finished games at tables that only those may see whom a host lets in

    @property
    def guests(self) -> list[Guest]:
        return guests(self.games)


class Kept(NamedTuple):
    """A table of an evening as it is stored."""

    row: RoomRow
    table: Table


async def tables(store: Store, code: str) -> list[Kept]:
    """The tables of this evening that can be read and that count."""
    found = []
    for row in await store.of_evening(code, MOST_TABLES):
        try:
            table = wire.loads(Table, row.table_text)
        except wire.WireError:
            continue
        if counts(table) and table.status != CLOSED:
            found.append(Kept(row, table))
    return found


async def evening(store: Store, code: str, kept: Sequence[Kept], sees: Callable[[Kept], bool]) -> Evening:
    """The evening, as somebody may know it who sees only some of its tables."""
    chains = _chains(kept)
    games, on, unseen = [], [], 0
    for each in kept:
        stage = phase(each.table, each.row.waiting)
        if stage == FINISHED and not sees(each):
            unseen += 1
        elif stage == FINISHED and (game := await _game(store, each, chains[each.row.code])):
            games.append(game)
        elif stage in (LOBBY, PLAYING) and not each.table.next:
            names = tuple(place.name for place in each.table.places) if sees(each) else ()
            on.append(Sitting(each.row.code, each.row.game, names, stage == PLAYING))
    games.sort(key=lambda game: game.at)
    began = min((each.row.created for each in kept), default=0.0)
    return Evening(code, began, tuple(games), tuple(on), unseen)


async def _game(store: Store, kept: Kept, chain: str) -> Game | None:
    row, places = kept.row, kept.table.places
    try:
        ended = await result(store, row)
    except (Illegal, wire.WireError, zlib.error, NoSuchRoom):  # damaged, of a game that is gone, or deleted
        return None
    told = zip(places, ended.points, ended.ranks, strict=True)
    return Game(
        row.code,
        row.game,
        ended.began,
        ended.at,
        chain,
        tuple(place.id for place in places),
        tuple(Player(place.name, place.colour, place.kind == BOT, *score) for place, *score in told),
        ended.first,
    )


def _chains(kept: Sequence[Kept]) -> Mapping[str, str]:
    """For each table, the first one of its chain of rematches. A table is opened after the one it follows."""
    before = {each.table.next: each.row.code for each in kept if each.table.next}
    chains: dict[str, str] = {}
    for each in sorted(kept, key=lambda each: each.row.id):
        code = each.row.code
        chains[code] = chains.get(before.get(code, ""), code)
    return chains
