"""What the admin pages show about tables: their size and activity, but nothing that a game hides."""

import asyncio
import time
from typing import NamedTuple

from app import __version__
from app.engine import registry, wire
from app.engine.core import Illegal
from app.live.live_table import LiveTable
from app.live.presence import WATCHING
from app.storage import backup
from app.storage.schema import RoomRow
from app.storage.store import ALL, Logged, Wanted
from app.table.seating import ABANDONED, CLOSED, FINISHED, LOBBY, PLAYING, Table, phase
from app.web.services import Services

PAGE = 50
UNREADABLE = "unreadable"
PHASES = {
    PLAYING: Wanted((PLAYING,), is_over=False),
    LOBBY: Wanted((LOBBY,)),
    FINISHED: Wanted((PLAYING, ABANDONED), is_over=True),
    ABANDONED: Wanted((ABANDONED,), is_over=False),
    CLOSED: Wanted((CLOSED,)),
}  # to choose from
_STARTED = time.monotonic()  # the server imports this when it starts


class Kept(NamedTuple):
    """A table stored in the database."""

    code: str
    game: str  # "" if the table can't be read
    names: tuple[str, ...]
    most: int  # the most seats it can have
    phase: str
    watchers: int
    size: int  # bytes
    at: float  # time of the last move, or of the last change if there are no moves yet


class Sizes(NamedTuple):
    database: int  # bytes
    tables: int
    live_tables: int  # in memory
    sockets: int


class Server(NamedTuple):
    version: str
    uptime: float  # seconds
    backup: float | None  # time of the newest backup in the data folder


async def server(services: Services) -> Server:
    newest = await asyncio.to_thread(backup.newest, services.settings.data)
    return Server(__version__, time.monotonic() - _STARTED, newest)


async def sizes(services: Services) -> Sizes:
    store = services.store
    made, size = await store.rooms_made(), await store.size()
    return Sizes(size, made, len(services.live_tables.here()), len(services.open_sockets))


def _wanted(phase: str, letters: str) -> Wanted:
    return PHASES.get(phase, ALL)._replace(letters=letters)


async def counts(services: Services, letters: str = "") -> dict[str, int]:
    """The number of tables in each phase; under "" all of them."""
    phases = ["", *PHASES]
    found = await services.store.counts([_wanted(phase, letters) for phase in phases])
    return dict(zip(phases, found, strict=True))


async def tables(services: Services, page: int, phase: str = "", letters: str = "") -> list[Kept]:
    """Return one page of tables, the most recently active first; pages count from 1."""
    rows = await services.store.latest((page - 1) * PAGE, PAGE, _wanted(phase, letters))
    logged = await services.store.logged([row.id for row in rows])
    here = {live.id: live for live in services.live_tables.here()}
    return [_kept(row, logged.get(row.id), here.get(row.id)) for row in rows]


async def one(services: Services, row: RoomRow) -> Kept:
    logged = await services.store.logged([row.id])
    return _kept(row, logged.get(row.id), services.live_tables.known(row.id))


def _kept(row: RoomRow, logged: Logged | None, live: LiveTable | None) -> Kept:
    return Kept(
        row.code,
        *_said_of(row),
        live.presence.pages(WATCHING) if live else 0,
        len(row.table_text.encode()) + (logged.size if logged else 0),
        logged.at if logged else row.touched,
    )


def _said_of(row: RoomRow) -> tuple[str, tuple[str, ...], int, str]:
    """Return a table's game, its players' names, the most seats it can have, and its phase."""
    try:
        table, game = wire.loads(Table, row.table_text), registry.game(row.game)
    except (wire.WireError, Illegal):
        return "", (), 0, UNREADABLE
    names = tuple(place.name for place in table.places)
    return row.game, names, max(game.seats), phase(table, row.waiting)
