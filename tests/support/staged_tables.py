"""Tables of Home Staging, each stopped at a chosen moment of a game that is the same in every run."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import URL

from app.engine import home_staging
from app.engine.chance import commitment
from app.engine.home_staging.state import State
from app.live.key_ring import grant
from app.live.live_table import stored
from app.live.live_tables import LiveTables
from app.storage.migrate import migrate
from app.storage.store import Store
from app.table import seating
from app.table.keys import new_key
from app.table.visitor import HOST, SEAT

GAME = "home_staging"
CAST = ("Ada", "Bruno", "Celina", "Daiki", "Emi", "Finn")


class Staged(NamedTuple):
    """A table to be opened, and the moment to stop at: the first at which this is true of the game."""

    code: str
    until: Callable[[State], bool]
    seats: int = 1
    options: tuple[tuple[str, Any], ...] = ()
    deal: int = 1  # another number deals other cards


class Table(NamedTuple):
    code: str
    keys: tuple[str, ...]  # of the guests' browsers, the host's first
    waits_for: tuple[int, ...]  # the seats that have to decide


def stage(data: Path, wanted: Sequence[Staged]) -> dict[str, Table]:
    """Write the tables into the database of a server that isn't started yet."""
    data.mkdir(parents=True)
    url = URL.create("sqlite+pysqlite", database=str(data / "housewarming.db"))
    with ThreadPoolExecutor(1) as aside:  # playwright's loop occupies this thread
        tables = aside.submit(asyncio.run, _store(url, wanted)).result()
    return {table.code: table for table in tables}


async def _store(url: URL, wanted: Sequence[Staged]) -> list[Table]:
    await asyncio.to_thread(migrate, url)
    async with Store(url) as store:
        return [await _stage(store, each) for each in wanted]


async def _stage(store: Store, wanted: Staged) -> Table:
    options = {"first_player": 0, **dict(wanted.options)}
    table = seating.opened(GAME, options, wanted.deal.to_bytes(32, "big"))
    for number, name in enumerate(CAST[: wanted.seats]):
        table, _ = seating.seated(table, name, number.to_bytes(32, "big"))
    for place in table.places:
        table = seating.ready(table, place.id)
    places = [
        place._replace(commitment=commitment(bytes.fromhex(place.nonce)), revealed=place.nonce)
        for place in table.places
    ]
    table = table._replace(places=tuple(places))
    host, *keys = (new_key() for _ in range(wanted.seats + 1))
    rows = [grant(host, HOST)]
    rows += [grant(key, SEAT, place.id) for key, place in zip(keys, table.places, strict=True)]
    await store.create(wanted.code, GAME, home_staging.rules, stored(table), rows)
    room = await LiveTables(store).get(wanted.code)
    assert room
    await room.start()
    while not wanted.until(room.state):
        seat = room.state.waiting[0]
        move = next(iter(home_staging.moves(room.state, seat)))
        await room.submit(room.table.places[seat].id, room.state.turns[seat], move, f"staged {room.version}")
    return Table(wanted.code, (f"{host}.{keys[0]}", *keys[1:]), tuple(room.state.waiting))
