"""Using a seat, or hosting, on other devices: the secret link, its page, and "only here".

The link contains the key. Its page therefore only asks for confirmation, and submitting the form stores the
key in a cookie. That way, link previews change nothing, and the key doesn't stay in the address bar.
"""

from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from app.engine.core import Illegal
from app.live import key_ring
from app.live.live_table import Changed, LiveTable
from app.storage.schema import KeyRow
from app.table import keys, seating
from app.table.seating import Place, PlaceId
from app.table.visitor import HOST, SEAT
from app.web import cookies, responses
from app.web.dependencies import Address, AtTable, Door, Held, Who
from app.web.errors import Problem
from app.web.identity import keys_for, visitor
from app.web.rate_limits import TooMany
from app.web.seat_links import UNTOLD, Opener, opener
from app.web.services import Services
from app.web.table_forms import Call

router = APIRouter(prefix="/r/{code}", include_in_schema=False)


def place_of(live: LiveTable, row: KeyRow) -> Place | None:
    """The place that a key is for; None for a hosting key. Raises `no_such_seat` if the place is gone."""
    return None if row.seat is None else live.table.places[seating.seat_of(live.table, row.seat)]


@router.get("/devices")
async def devices(request: Request, services: Door, live: AtTable, who: Who, held: Held) -> Response:
    """Show the links for everything this browser holds keys to: seats and hosting."""
    openers: dict[Place | None, Opener] = {}
    for key, row in held.items():
        if row.grant == HOST or row.seat in who.own(live.table):
            place = place_of(live, row)
            openers[place] = opener(request, services, live, key, place)
    if not openers:
        return responses.see_other(f"/r/{live.code}")
    return responses.page(request, "seats/devices.html", code=live.code, openers=[*openers.values()])


@router.post("/devices")
async def only_here(call: Call) -> Response:
    """Give this browser a new key to a seat, or for hosting, and revoke all others like it."""
    grant = HOST if call.form.get("place") == HOST else SEAT
    place = call.own_place if grant == SEAT else None
    new = keys.new_key()
    old = await _replaced(call, grant, place, new)
    held = cookies.keys_held(call.request.cookies, call.live.code)
    response = responses.see_other(f"{call.table}/devices")
    call.keep_keys(response, cookies.joined([*(key for key in held if key not in old), new]))
    return response


async def _replaced(call: Call, grant: str, place: PlaceId | None, new: str) -> list[str]:
    """Replace the browser's keys with the new one and return the old ones, which must still be valid at that
    moment. If the host takes the seat away in between, the player doesn't get it back."""
    made = [key_ring.grant(new, grant, place)]
    while True:
        revision = call.live.revision
        old = await keys_for(call.request, call.services, call.live, grant, place)
        if not old:
            raise Problem(403, Illegal("host_only" if grant == HOST else "not_your_seat"))
        with suppress(Changed):
            await call.live.change(lambda table: table, lambda table: made, [(grant, place)], revision)
            return old


# -- the link ------------------------------------------------------------------------------------------------

Key = Annotated[str, Path(max_length=80)]


@router.get("/key/{key}")
async def key_page(request: Request, key: Key, services: Door, live: AtTable, address: Address) -> Response:
    """Ask whether to use the seat, or to host, in this browser."""
    try:
        row = await _opened(services, live, key, address)
    except Illegal as wrong:
        return _wrong_key(request, live, wrong)
    place = place_of(live, row)
    who = await visitor(request, services, live)
    held = who.hosts if place is None else place.id in who.own(live.table)
    answer = responses.page(
        request, "seats/opened_link.html", here=f"/r/{live.code}", code=live.code, place=place, held=held
    )
    answer.headers.update(UNTOLD)
    return answer


@router.post("/key/{key}")
async def redeem(call: Call, key: Key, address: Address) -> Response:
    """Store the key in this browser."""
    try:
        await _opened(call.services, call.live, key, address)
    except Illegal as wrong:
        return _wrong_key(call.request, call.live, wrong)
    response = responses.see_other(call.table)
    call.keep_keys(response, cookies.with_key(call.request.cookies, call.live.code, key))
    return response


async def _opened(services: Services, live: LiveTable, key: str, address: str) -> KeyRow:
    """The database row of a valid key to this table; wrong keys are rate-limited."""
    row = await key_ring.look_up_one(services.store, key)
    if row is None or row.room != live.id or row.grant not in (SEAT, HOST):
        services.limits.check("wrong_key", address)
        raise Illegal("unknown_key")
    place_of(live, row)
    return row


def _wrong_key(request: Request, live: LiveTable, wrong: Illegal) -> Response:
    answer = responses.page(
        request,
        "seats/opened_link.html",
        refused=wrong if isinstance(wrong, TooMany) else Problem(403, wrong),
        here=f"/r/{live.code}",
        code=live.code,
        place=None,
        held=False,
    )
    answer.headers.update(UNTOLD)
    return answer
