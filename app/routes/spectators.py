"""Watching a table: its page, asking to watch, and the host's answer."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.engine.core import Illegal
from app.live import key_ring
from app.pages import base_path
from app.table import keys, spectators
from app.table.seating import Table
from app.table.visitor import WATCH
from app.web import cookies, table_page
from app.web.dependencies import Address, AtTable, Door, look_at
from app.web.identity import remember, visitor
from app.web.responses import see_other
from app.web.table_forms import Call, Caller, HostCall

router = APIRouter(prefix="/r/{code}/watch", include_in_schema=False)


@router.get("")
async def watch_page(request: Request, services: Door, live: AtTable) -> Response:
    """The table for spectators."""
    who = (await visitor(request, services, live))._replace(watches=True)
    look = look_at(request, live, who)
    declined = "declined" in request.query_params and not spectators.sees(live.table, who)
    return await table_page.page(request, look, Illegal("watching_declined") if declined else None)


@router.get("/asked")
async def asked(request: Request, services: Door, live: AtTable) -> Response:
    """Polled by a waiting spectator's page: empty until the host has decided, then a redirect."""
    who = await visitor(request, services, live)
    if spectators.sees(live.table, who):
        return _onward(f"/r/{live.code}/watch")
    return Response(status_code=204) if who.spectator else _onward(f"/r/{live.code}/watch?declined")


def _onward(address: str) -> Response:
    return Response(headers={"HX-Redirect": f"{base_path.root}{address}"})


@router.post("")
async def watch(call: Call, address: Address) -> Response:
    """Submit a name, to ask to watch or to be listed among the spectators."""
    live, show = call.live, call.form.get("show") == "yes"
    if call.visitor.spectator is not None:
        return await _show(call, call.visitor.spectator, show, address)
    me = call.visitor.me
    name, key = call.form.get("name") or (me.name if me else ""), keys.new_key()
    address_mark = keys.address_mark(call.services.secret, address)
    try:
        call.services.limits.check("knock", address, f"{live.code} {address}")
        await live.change(
            lambda table: spectators.arrived(table, name, show, address_mark)[0],
            lambda table: [key_ring.grant(key, WATCH, table.spectators[-1].id)],
        )
    except Illegal as refused:
        return await call.refusal(refused)
    response = _back(call)
    call.keep_keys(response, cookies.with_key(call.request.cookies, live.code, key))
    remember(call.request, response, call.services, name, "")
    return response


async def _show(call: Caller, spectator: int, on: bool, address: str) -> Response:
    known = spectators.spectator(call.live.table, spectator)
    if known and known.shown == on:
        return _back(call)
    try:
        call.services.limits.check("show", address, f"{call.live.code} {address}")
        await call.live.change(lambda table: spectators.shown(table, spectator, on))
    except Illegal as refused:
        return await call.refusal(refused)
    return _back(call)


def _back(call: Caller) -> Response:
    return see_other(f"{call.table}/watch")


# -- the host's decision -------------------------------------------------------------------------------------


@router.post("/admit")
async def admit(call: HostCall) -> Response:
    asker = call.place
    return await call.answer(call.live.change(lambda table: spectators.admitted(table, asker)))


@router.post("/decline")
async def decline(call: HostCall) -> Response:
    """Turn a spectator away, or remove one who was admitted."""
    asker = call.place

    def step(table: Table) -> Table:
        return spectators.without(table, asker)

    return await call.answer(call.live.change(step, drop_keys=[(WATCH, asker)]))
