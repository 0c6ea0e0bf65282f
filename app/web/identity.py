"""Who looks at a page: the name their browser remembers, and what its keys open at this table."""

from collections.abc import AsyncIterator, Mapping

from fastapi import Request, Response
from starlette.requests import HTTPConnection

from app.live.live_table import LiveTable
from app.pages import i18n
from app.storage.schema import KeyRow
from app.table import codes, keys
from app.table.names import COLOURS, clean_name
from app.table.seating import PlaceId
from app.table.visitor import HOST, TV, WATCH, Me, Named, Visitor
from app.web import cookies
from app.web.cookies import device_cookie
from app.web.services import Services

LOCALE_COOKIE = "housewarming-locale"
THEME_COOKIE = "housewarming-theme"
THEMES = ("day", "evening")
BOARD_COOKIE = "housewarming-board"
BOARDS = TEXT, PICTURES = "text", "pictures"
WATCHERS_COOKIE = "housewarming-watchers"
MOST_HELD = 12  # tables, the latest; a browser may hold the keys of many more


def locale_of(request: HTTPConnection) -> str:
    return i18n.choose(request.headers.get("accept-language"), request.cookies.get(LOCALE_COOKIE))


def theme_of(request: HTTPConnection) -> str:
    """The light that the reader picked; "" leaves it to their device."""
    theme = request.cookies.get(THEME_COOKIE, "")
    return theme if theme in THEMES else ""


def reads_text(request: HTTPConnection) -> bool:
    """Whether boards are told in words here, in place of pictures."""
    return request.cookies.get(BOARD_COOKIE) == TEXT


async def holdings(request: HTTPConnection, services: Services, live: LiveTable) -> list[tuple[str, KeyRow]]:
    """The keys of this table that the browser holds and that open something, with what that is."""
    held = cookies.keys_held(request.cookies, live.code)
    rows = [(key, await services.store.find_key(keys.key_hash(key))) for key in held]
    return [(key, row) for key, row in rows if row and row.room == live.id]


async def keys_for(
    request: HTTPConnection, services: Services, live: LiveTable, grant: str, place: PlaceId | None
) -> list[str]:
    """Those of the browser's keys that open just this."""
    held = await holdings(request, services, live)
    return [key for key, row in held if (row.grant, row.seat) == (grant, place)]


async def visitor(request: HTTPConnection, services: Services, live: LiveTable | None = None) -> Visitor:
    """Who this is, as far as their cookies say."""
    me = cookies.read_me(request.cookies, services.secret)
    locale = locale_of(request)
    if live is None:
        return Visitor(me, locale)
    held = await holdings(request, services, live)
    table = live.table  # from here on nothing waits, so that all is of one moment
    sitting, known = {place.id for place in table.places}, {each.id for each in table.onlookers}
    places: set[PlaceId] = set()
    hosts, onlooker, has_tv = False, None, False
    for _, row in held:
        if row.grant == HOST:
            hosts = True
        elif row.grant == TV:
            has_tv = True
        elif row.grant == WATCH:
            onlooker = row.seat if row.seat in known else onlooker
        elif row.seat in sitting:
            places.add(row.seat)
    reads_watchers = request.cookies.get(WATCHERS_COOKIE) == "yes"
    return Visitor(
        me,
        locale,
        tuple(sorted(places)),
        hosts or table.host in places,
        watches="watch" in request.query_params,
        reads_watchers=reads_watchers,
        onlooker=onlooker,
        named=read_named(request.cookies, live.code),
        has_tv=has_tv,
    )


def on_tv(request: HTTPConnection) -> Visitor:
    """A screen that all look at: whatever keys its browser holds, it shows what everybody may see."""
    return Visitor(None, locale_of(request), watches=True, on_tv=True)


async def held_tables(
    request: HTTPConnection, services: Services
) -> AsyncIterator[tuple[LiveTable, Visitor]]:
    """The tables whose keys this browser holds, the latest last."""
    found = [codes.plain(name.removeprefix(cookies.keys_cookie(""))) for name in request.cookies]
    for code in list(filter(None, found))[-MOST_HELD:]:
        live = await services.live_tables.readable(code)
        if live is None:
            continue
        await services.bus.catch_up(live)
        if not live.is_closed:
            yield live, await visitor(request, services, live)


def bearer(authorization: str) -> str | None:
    """The key that a program sends as a header: `Authorization: Bearer …`."""
    scheme, _, key = authorization.partition(" ")
    return (key.strip() or None) if scheme.lower() == "bearer" else None


def read_named(cookies: Mapping[str, str], code: str) -> Named | None:
    place, _, version = cookies.get(device_cookie(code), "")[:20].partition(".")
    return Named(int(place), int(version)) if place.isdecimal() and version.isdecimal() else None


def remember(request: Request, response: Response, services: Services, name: str, colour: str) -> None:
    """Whoever gave a name once is not asked for it again, nor for their colour."""
    known = cookies.read_me(request.cookies, services.secret)
    liked = next(each for each in (colour, known and known.colour, *COLOURS) if each in COLOURS)
    signed = cookies.sign(Me(clean_name(name), liked, locale_of(request)), services.secret)
    cookies.set_cookie(response, cookies.ME_COOKIE, signed, https=request.url.scheme == "https")
