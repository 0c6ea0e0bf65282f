"""Seat requests: a spectator asks for a seat in a running game, or to come back to a lobby after the host
removed them, and the host says yes or no."""

import secrets

from fastapi import APIRouter, Depends, Request, Response

from app.engine.chance import NONCE_BYTES
from app.engine.core import Illegal
from app.live import attendance, key_ring
from app.live.live_table import LiveTable
from app.pages import lobby
from app.storage.writes import NewKey
from app.table import keys as table_keys
from app.table import seat_requests
from app.table.seating import LOBBY, PLAYING, PlaceId, Table
from app.table.visitor import REMOVED, SEAT, WATCH, Visitor
from app.web import cookies, responses
from app.web.dependencies import Address, AtTable, Who
from app.web.identity import remember
from app.web.responses import see_other
from app.web.services import Services
from app.web.table_forms import Call, HostCall, must_see

router = APIRouter(prefix="/r/{code}", include_in_schema=False, dependencies=[Depends(must_see)])


@router.get("/ask")
async def ask_page(request: Request, live: AtTable, who: Who) -> Response:
    """Show the form for a seat request, which asks for the seat and a name."""
    return _page(request, live, who)


def _page(
    request: Request,
    live: LiveTable,
    who: Visitor,
    refused: Illegal | None = None,
    typed: dict[str, str] | None = None,
) -> Response:
    seats = attendance.askable(live.table, live.presence)
    if who.places or live.table.status != PLAYING or live.has_ended or not seats:
        return see_other(f"/r/{live.code}")
    return responses.page(
        request,
        "seats/seat_request.html",
        refused=refused,
        code=live.code,
        seats=seats,
        wants=(typed or {}).get("place", str(seats[0].id)),
        name=lobby.sitter(who.me, typed).name,
    )


@router.post("/ask")
async def ask(call: Call, address: Address) -> Response:
    """Ask the host for a seat that nobody is playing, or to come back."""
    call.services.limits.check("join", address)
    live, asker, wants = call.live, call.visitor.spectator, call.place
    name, key = call.form.get("name", ""), table_keys.new_key()
    address_mark = table_keys.address_mark(call.services.secret, address)
    if call.visitor.places:
        return see_other(call.table)

    def step(table: Table) -> Table:
        if table.status == LOBBY and wants != (call.visitor.removed_from or None):
            raise Illegal("not_started")
        if table.status != LOBBY and wants not in _askable(table, live):
            raise Illegal("seat_is_played")
        return seat_requests.asking(table, name, wants, asker, address_mark)[0]

    def keys(table: Table) -> list[NewKey]:
        return [] if asker else [key_ring.grant(key, WATCH, table.spectators[-1].id)]

    try:
        await live.change(step, keys)
    except Illegal as refused:
        if live.table.status == LOBBY:
            return await call.refusal(refused)
        return _page(call.request, live, call.visitor, refused, call.form)
    response = see_other(call.table)
    if not asker:
        call.keep_keys(response, cookies.with_key(call.request.cookies, live.code, key))
    remember(call.request, response, call.services, name, "")
    return response


def _askable(table: Table, live: LiveTable) -> set[PlaceId]:
    return {place.id for place in attendance.askable(table, live.presence)}


# -- the host's decision -------------------------------------------------------------------------------------


@router.post("/grant")
async def grant(call: HostCall) -> Response:
    """Give the spectator the seat: their key becomes the seat's key, and the seat's old keys are revoked."""
    asker = call.place
    return await call.answer(_grant(call.services, call.live, asker))


async def _grant(services: Services, live: LiveTable, asker: PlaceId) -> None:
    wanted = seat_requests.wanted(live.table, asker)
    theirs = await services.store.keys_of(live.id, WATCH, asker)
    nonce = secrets.token_bytes(NONCE_BYTES)
    given = wanted

    def step(table: Table) -> Table:
        nonlocal given
        if seat_requests.wanted(table, asker) != wanted:
            raise Illegal("nobody_asks")
        table, given = seat_requests.granted(table, asker, nonce)
        return table

    await live.change(
        step,
        lambda table: [NewKey(row.hash, SEAT, given) for row in theirs],
        [(SEAT, wanted), (WATCH, asker)] + ([(REMOVED, wanted)] if live.state is None else []),
    )


@router.post("/decline")
async def decline(call: HostCall) -> Response:
    asker = call.place
    return await call.answer(call.live.change(lambda table: seat_requests.declined(table, asker)))
