"""Who looks at a page: the name their browser remembers, and what its keys open at this table."""

from collections.abc import AsyncIterator
from typing import NamedTuple

from starlette.requests import HTTPConnection

from app import auth, codes, i18n, seating
from app.auth import Me
from app.engine.core import Illegal, Seat
from app.handed import Named, read_named
from app.models import KeyRow
from app.rooms import Room
from app.seating import PlaceId, Table
from app.services import Services

LOCALE_COOKIE = "housewarming-locale"
THEME_COOKIE = "housewarming-theme"
THEMES = ("day", "evening")
BOARD_COOKIE = "housewarming-board"
BOARDS = TEXT, PICTURES = "text", "pictures"
WATCHERS_COOKIE = "housewarming-watchers"
SEAT, HOST, WATCH, TV = "seat", "host", "watch", "tv"
MOST_HELD = 12  # tables, the latest; a browser may hold the keys of many more


class Visitor(NamedTuple):
    """One browser at one table. It may hold several seats, when it is handed round."""

    me: Me | None
    locale: str
    seats: tuple[Seat, ...] = ()
    hosts: bool = False
    watches: bool = False  # and doesn't want to be asked whether they play
    reads_watchers: bool = False  # what watchers write, although they sit here
    onlooker: PlaceId | None = None  # as whom they watch, if they have said so
    named: Named | None = None  # who of several at this device has it now
    has_tv: bool = False  # a key for a screen of this table
    on_tv: bool = False  # nobody in person: a screen on the wall

    def places(self, table: Table) -> set[PlaceId]:
        """The places whose keys this browser holds."""
        return {table.places[seat].id for seat in self.seats}


def may_host(table: Table, grant: str, place: PlaceId | None) -> bool:
    """Whether a key for this opens what hosts do: the host's own, or that of the seat which hosts."""
    return grant == HOST or (grant == SEAT and place == table.host)


def locale_of(request: HTTPConnection) -> str:
    return i18n.choose(request.headers.get("accept-language"), request.cookies.get(LOCALE_COOKIE))


def theme_of(request: HTTPConnection) -> str:
    """The light that the reader picked; "" leaves it to their device."""
    theme = request.cookies.get(THEME_COOKIE, "")
    return theme if theme in THEMES else ""


def reads_text(request: HTTPConnection) -> bool:
    """Whether boards are told in words here, in place of pictures."""
    return request.cookies.get(BOARD_COOKIE) == TEXT


async def holdings(request: HTTPConnection, services: Services, room: Room) -> list[tuple[str, KeyRow]]:
    """The keys of this table that the browser holds and that open something, with what that is."""
    held = auth.keys_held(request.cookies, room.code)
    rows = [(key, await services.store.find_key(auth.key_hash(key))) for key in held]
    return [(key, row) for key, row in rows if row and row.room == room.id]


async def keys_for(
    request: HTTPConnection, services: Services, room: Room, grant: str, place: PlaceId | None
) -> list[str]:
    """Those of the browser's keys that open just this."""
    held = await holdings(request, services, room)
    return [key for key, row in held if (row.grant, row.seat) == (grant, place)]


async def visitor(request: HTTPConnection, services: Services, room: Room | None = None) -> Visitor:
    """Who this is, as far as their cookies say."""
    me = auth.read_me(request.cookies, services.secret)
    locale = locale_of(request)
    if room is None:
        return Visitor(me, locale)
    known = {each.id for each in room.table.onlookers}
    seats: set[Seat] = set()
    hosts, onlooker, has_tv = False, None, False
    for _, row in await holdings(request, services, room):
        if row.grant == HOST:
            hosts = True
        elif row.grant == TV:
            has_tv = True
        elif row.grant == WATCH:
            onlooker = row.seat if row.seat in known else onlooker
        elif row.seat is not None:
            try:
                seats.add(seating.seat_of(room.table, row.seat))
            except Illegal:  # their place is gone
                continue
    reads_watchers = request.cookies.get(WATCHERS_COOKIE) == "yes"
    hosts = hosts or any(room.table.places[seat].id == room.table.host for seat in seats)
    return Visitor(
        me,
        locale,
        tuple(sorted(seats)),
        hosts,
        watches="watch" in request.query_params,
        reads_watchers=reads_watchers,
        onlooker=onlooker,
        named=read_named(request.cookies, room.code),
        has_tv=has_tv,
    )


def on_tv(request: HTTPConnection) -> Visitor:
    """A screen that all look at: whatever keys its browser holds, it shows what everybody may see."""
    return Visitor(None, locale_of(request), watches=True, on_tv=True)


async def held_tables(request: HTTPConnection, services: Services) -> AsyncIterator[tuple[Room, Visitor]]:
    """The tables whose keys this browser holds, the latest last."""
    found = [codes.plain(name.removeprefix(auth.keys_cookie(""))) for name in request.cookies]
    for code in list(filter(None, found))[-MOST_HELD:]:
        room = await services.rooms.readable(code)
        if room is None:
            continue
        await services.bus.catch_up(room)
        if not room.is_closed:
            yield room, await visitor(request, services, room)
