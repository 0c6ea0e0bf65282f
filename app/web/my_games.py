"""The list of games that a browser's keys have opened: a signed cookie, and a link to another device.

Keys are forgotten after some months, so the list keeps who the browser's owner was at each table. It names
tables by their number, which keeps it short.
"""

import time
from collections.abc import Iterable, Mapping
from hashlib import sha256
from itertools import chain

from fastapi import Request
from itsdangerous import BadData, URLSafeSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.live import key_ring, my_games
from app.live.my_games import Sat
from app.table import codes
from app.table.keys import Secret
from app.table.my_games import Played
from app.table.visitor import SEAT
from app.web import cookies
from app.web.services import Services

COOKIE = "housewarming-games"
PAGE = "/games"
LONGEST = 3800  # characters; browsers keep cookies of 4096 bytes with their names
LINK_SECONDS = 24 * 60 * 60  # a link opens the list for a day
_KEPT_SECONDS = 400 * 24 * 60 * 60  # the longest that browsers keep any cookie


async def games(request: HTTPConnection, services: Services) -> dict[Sat, Played]:
    """The finished games in this browser's list, and those that its keys open now; latest first."""
    listed = read(request.cookies.get(COOKIE, ""), services.secret)
    return await my_games.played(services.store, merged(listed, await _seated(request, services)))


async def _seated(request: HTTPConnection, services: Services) -> list[Sat]:
    """The places that this browser's keys open. At a shared device, the first to sit down is its owner."""
    named = filter(
        None, (codes.plain(name.removeprefix(cookies.keys_cookie(""))) for name in request.cookies)
    )
    held = {code: cookies.keys_held(request.cookies, code) for code in named}
    rows = await key_ring.look_up(services.store, chain.from_iterable(held.values()))
    opened = [
        Sat(row.room, row.seat)
        for code, keys in held.items()
        for row in (rows.get(key) for key in reversed(keys))
        if row and row.code == code and row.grant == SEAT and row.seat is not None
    ]
    return merged(opened)


def merged(*lists: Iterable[Sat]) -> list[Sat]:
    """One place for each table: the last that is named."""
    return [*{sat.room: sat for sat in chain(*lists)}.values()]


def keep(request: Request, response: Response, found: Mapping[Sat, Played], secret: Secret) -> None:
    """Store the list in the browser; without games, remove it."""
    value = signed([*found], secret, COOKIE) if found else ""
    if value or COOKIE in request.cookies:
        https = request.url.scheme == "https"
        cookies.set_cookie(response, COOKIE, value, https=https, below=PAGE, seconds=_KEPT_SECONDS)


# -- signing -------------------------------------------------------------------------------------------------


def signed(sat: list[Sat], secret: Secret, use: str, until: int = 0) -> str:
    """The latest games of the list, as many as fit in a cookie."""
    while len(text := _signer(secret, use).dumps([until, *map(list, sat)])) > LONGEST:
        sat = sat[: len(sat) * 9 // 10]
    return str(text)


def read(text: str, secret: Secret, use: str = COOKIE) -> list[Sat]:
    """The list; empty if this server didn't sign it for this use, or for this moment."""
    if len(text) > LONGEST:
        return []
    try:
        until, *sat = _signer(secret, use).loads(text)
        return (
            [Sat(room, place, mark) for room, place, mark in sat] if time.time() < until or not until else []
        )
    except (BadData, TypeError, ValueError):  # or signed by a version that wrote something else
        return []


def link(request: Request, services: Services, found: Iterable[Sat]) -> str:
    """A link that brings the list to another device, for a day."""
    text = signed([*found], services.secret, PAGE, int(time.time()) + LINK_SECONDS)
    return f"{services.invitation(request)}{PAGE}/from/{text}"


def read_link(text: str, secret: Secret) -> list[Sat]:
    """The games behind the link; none if it isn't ours or is too old."""
    return read(text, secret, PAGE)


def _signer(secret: Secret, use: str) -> URLSafeSerializer:
    by = {"key_derivation": "hmac", "digest_method": sha256}
    return URLSafeSerializer(secret.value, salt=use, signer_kwargs=by)
