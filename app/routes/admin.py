"""The admin pages: listing all tables with their sizes, closing a table, banning addresses."""

import time
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from app.engine import record
from app.engine.core import Illegal
from app.live.export import record_of
from app.live.live_table import LiveTable
from app.net.addresses import is_loopback
from app.net.trusted_proxies import Forwarded
from app.table import codes, seating
from app.web import responses
from app.web.admin import overview, session
from app.web.dependencies import Address, Door, address_of
from app.web.errors import Problem
from app.web.responses import Form, see_other
from app.web.services import Services

router = APIRouter(prefix=session.PATH, include_in_schema=False)
HOURS = (1, 24, 7 * 24, 30 * 24)  # the choices for how long a ban lasts


# -- logging in and out --------------------------------------------------------------------------------------


def _is_in(request: Request, services: Services) -> bool:
    return session.is_in(request.cookies, services.settings.data, services.secret, time.time())


@router.get("")
async def front(
    request: Request,
    services: Door,
    page: Annotated[int, Query(ge=1, le=10**6)] = 1,
    status: Annotated[str, Query(max_length=20)] = "",
    code: Annotated[str, Query(max_length=codes.LONGEST_TYPED)] = "",
) -> Response:
    """Show the list of tables, or the login form to anyone who isn't logged in."""
    if not _is_in(request, services):
        return _door(request)
    return await _house(request, services, page, status if status in overview.PHASES else "", code)


def _door(request: Request, refused: Illegal | None = None) -> Response:
    return responses.page(request, "admin/login.html", refused=refused, here=session.PATH)


@router.post("/in")
async def come_in(request: Request, services: Door, address: Address, form: Form) -> Response:
    """Log in with the admin token. After too many wrong guesses, even the right token has to wait."""
    folder = services.settings.data
    try:
        services.limits.guard("wrong_token", address)
        if not session.opens(form.get("token", "")[:200], folder):
            services.limits.check("wrong_token", address)
            raise Illegal("wrong_admin_token")
    except Illegal as refused:
        return _door(request, refused)
    response = see_other(session.PATH)
    https = request.url.scheme == "https"
    session.let_in(response, folder, services.secret, time.time(), https=https)
    return response


@router.post("/out")
async def go_out(request: Request, form: Form) -> Response:
    response = see_other(session.PATH)
    session.let_out(response, https=request.url.scheme == "https")
    return response


async def _must_be_in(request: Request, services: Door) -> None:
    if not _is_in(request, services):
        raise Problem(403, Illegal("admin_only"))


inside = APIRouter(dependencies=[Depends(_must_be_in)])


# -- all tables, and bans ------------------------------------------------------------------------------------


async def _house(
    request: Request,
    services: Services,
    page: int = 1,
    status: str = "",
    code: str = "",
    refused: Illegal | None = None,
    typed: str = "",
) -> Response:
    letters = codes.letters(code)
    counts = await overview.counts(services, letters)
    return responses.page(
        request,
        "admin/server.html",
        refused=refused,
        here=session.PATH,
        sizes=await overview.sizes(services),
        server=await overview.server(services),
        most_tables=services.settings.most_tables,
        tables=await overview.tables(services, page, status, letters),
        counts=counts,
        status=status,
        code=code if letters else "",
        page=page,
        pages=max(1, -(-counts[status] // overview.PAGE)),
        bans=await services.bans.all(),
        hours=HOURS,
        typed=typed[:80],
        own=address_of(request),
        hides=_hides_addresses(request),
        now=time.time(),
    )


def _hides_addresses(request: Request) -> bool:
    """Whether everyone seems to have the proxy's address, because the proxy isn't trusted or doesn't forward
    theirs."""
    host = request.client.host if request.client else ""
    by_silent_proxy = is_loopback(host) and not is_loopback(request.url.hostname or "")
    return by_silent_proxy or request.scope["forwarded"] is Forwarded.IGNORED


@inside.post("/bans")
async def ban(request: Request, services: Door, address: Address, form: Form) -> Response:
    """Ban an address for a while."""
    typed, hours = form.get("address", ""), form.get("hours", "")
    if hours not in map(str, HOURS):
        raise Problem(422, Illegal("bad_request", field="hours"))
    try:
        await services.bans.ban(typed, int(hours) * 3600, address)
    except Illegal as refused:
        return await _house(request, services, refused=refused, typed=typed)
    return see_other(f"{session.PATH}#bans")


@inside.post("/bans/lift")
async def lift(services: Door, form: Form) -> Response:
    await services.bans.lift(form.get("address", "")[:64])
    return see_other(f"{session.PATH}#bans")


# -- one table -----------------------------------------------------------------------------------------------


async def _room(services: Door, code: str) -> LiveTable:
    """The live table with this code, even if it was closed."""
    plain = codes.plain(code)
    live = await services.live_tables.get(plain) if plain else None
    if live is None:
        raise Problem(404, Illegal("unknown_table"))
    await services.bus.catch_up(live)
    return live


Kept = Annotated[LiveTable, Depends(_room)]


@inside.get("/tables/{code}")
async def table(request: Request, services: Door, live: Kept) -> Response:
    """Show one table's details, and what the admin can do about it."""
    row, _ = await services.store.load(live.id)
    return responses.page(
        request,
        "admin/table.html",
        table=await overview.one(services, row),
        finished=live.is_finished,
        addresses=services.open_sockets.at(live.code),
        own=address_of(request),
        hours=HOURS,
        hides=_hides_addresses(request),
        now=time.time(),
    )


@inside.post("/tables/{code}/close")
async def close(live: Kept, form: Form) -> Response:
    """Close a table: everyone at it is notified, and nobody can open it any more."""
    if not live.is_closed:
        await live.change(seating.closed)
    return see_other(f"{session.PATH}/tables/{live.code}")


@inside.get("/tables/{code}/record")
async def export(live: Kept) -> Response:
    """Download the finished game, as the same file that its players can get."""
    text = record.write(await record_of(live))
    named = {"Content-Disposition": f'attachment; filename="{live.code}.json"', "Cache-Control": "no-store"}
    return Response(text, media_type="application/json", headers=named)


router.include_router(inside)
