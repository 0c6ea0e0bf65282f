"""Identifies visitors by the name their browser remembers and by what its keys open at this table."""

from collections.abc import AsyncIterator, Iterable, Mapping
from itertools import chain

from fastapi import Request, Response
from starlette.requests import HTTPConnection

from app.live import key_ring
from app.live.live_table import LiveTable
from app.storage.schema import KeyRow
from app.table import codes
from app.table.names import COLOURS, clean_name
from app.table.seating import PlaceId
from app.table.visitor import HOST, REMOVED, TV, WATCH, DeviceHolder, Me, Visitor
from app.web import cookies
from app.web.cookies import device_cookie
from app.web.numbers import whole_number
from app.web.preferences import locale_of
from app.web.services import Services

WATCHERS_COOKIE = "housewarming-watchers"
MOST_HELD = 12  # only the latest tables are looked up; a browser may hold keys to many more


async def holdings(request: HTTPConnection, services: Services, live: LiveTable) -> dict[str, KeyRow]:
    """Return the browser's valid keys to this table, and what each of them opens."""
    found = await key_ring.look_up(services.store, cookies.keys_held(request.cookies, live.code))
    return {key: row for key, row in found.items() if row.room == live.id}


async def keys_for(
    request: HTTPConnection, services: Services, live: LiveTable, grant: str, place: PlaceId | None
) -> list[str]:
    """Return the browser's keys that currently have this grant for this place."""
    held = await holdings(request, services, live)
    return [key for key, row in held.items() if (row.grant, row.seat) == (grant, place)]


async def visitor(request: HTTPConnection, services: Services, live: LiveTable | None = None) -> Visitor:
    """Identify a visitor by their cookies."""
    if live is None:
        return Visitor(cookies.read_me(request.cookies, services.secret), locale_of(request))
    return visitor_with(request, services, live, (await holdings(request, services, live)).values())


def visitor_with(
    request: HTTPConnection, services: Services, live: LiveTable, held: Iterable[KeyRow]
) -> Visitor:
    """Identify a visitor whose keys are known. This awaits nothing, so all the facts are from the same
    moment."""
    table = live.table
    sitting, known = {place.id for place in table.places}, {each.id for each in table.spectators}
    places: set[PlaceId] = set()
    hosts, spectator, has_tv, removed_from = False, None, False, 0
    for row in held:
        if row.grant == HOST:
            hosts = True
        elif row.grant == TV:
            has_tv = True
        elif row.grant == WATCH:
            spectator = row.seat if row.seat in known else spectator
        elif row.grant == REMOVED:
            removed_from = row.seat or 0
        elif row.seat in sitting:
            places.add(row.seat)
    reads_watchers = request.cookies.get(WATCHERS_COOKIE) == "yes"
    return Visitor(
        cookies.read_me(request.cookies, services.secret),
        locale_of(request),
        tuple(sorted(places)),
        hosts or table.host in places,
        watches="watch" in request.query_params,
        reads_watchers=reads_watchers,
        spectator=spectator,
        device_holder=read_device_holder(request.cookies, live.code),
        has_tv=has_tv,
        removed_from=0 if places else removed_from,
    )


def on_tv(request: HTTPConnection) -> Visitor:
    """Return a TV as a visitor. It shows only what everybody may see, no matter what keys its browser
    holds."""
    return Visitor(None, locale_of(request), watches=True, on_tv=True)


async def held_tables(
    request: HTTPConnection, services: Services
) -> AsyncIterator[tuple[LiveTable, Visitor]]:
    """Yield the tables that this browser holds keys to, latest last."""
    named = [codes.plain(name.removeprefix(cookies.keys_cookie(""))) for name in request.cookies]
    held = {code: cookies.keys_held(request.cookies, code) for code in [*filter(None, named)][-MOST_HELD:]}
    found = await key_ring.look_up(services.store, chain.from_iterable(held.values()))
    for code, own in held.items():
        rows = [row for key in own if (row := found.get(key)) and row.code == code and row.grant != REMOVED]
        live = await services.live_tables.readable(code) if rows else None
        if live is None:
            continue
        await services.bus.catch_up(live)
        if not live.is_closed:
            yield live, visitor_with(request, services, live, rows)


def bearer(authorization: str) -> str | None:
    """Return the key from a program's `Authorization: Bearer …` header."""
    scheme, _, key = authorization.partition(" ")
    return (key.strip() or None) if scheme.lower() == "bearer" else None


def read_device_holder(cookies: Mapping[str, str], code: str) -> DeviceHolder | None:
    typed, _, since = cookies.get(device_cookie(code), "").partition(".")
    place, version = whole_number(typed), whole_number(since)
    return None if place is None or version is None else DeviceHolder(place, version)


def remember(request: Request, response: Response, services: Services, name: str, colour: str) -> None:
    """Remember a visitor's name and colour in a cookie, so they don't have to enter them again."""
    known = cookies.read_me(request.cookies, services.secret)
    liked = next(each for each in (colour, known and known.colour, *COLOURS) if each in COLOURS)
    signed = cookies.sign(Me(clean_name(name), liked, locale_of(request)), services.secret)
    cookies.set_cookie(response, cookies.ME_COOKIE, signed, https=request.url.scheme == "https")
