"""Watching a table: its address, asking to be let in, and what the host says to that."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from app import auth, site, watching
from app.engine.core import Illegal
from app.pages import see_other
from app.routes import shell
from app.routes.callers import Call, Caller, HostCall
from app.routes.doors import Address, AtTable, Door, look_at
from app.routes.home import remember
from app.seating import Table
from app.visitors import WATCH, visitor
from app.writes import NewKey

router = APIRouter(prefix="/r/{code}/watch", include_in_schema=False)


@router.get("")
async def watch_page(request: Request, services: Door, room: AtTable) -> Response:
    """The table for somebody who doesn't want to play."""
    who = (await visitor(request, services, room))._replace(watches=True)
    look = look_at(request, room, who)
    declined = "declined" in request.query_params and not watching.sees(room.table, who)
    return await shell.page(request, look, Illegal("watching_declined") if declined else None)


@router.get("/asked")
async def asked(request: Request, services: Door, room: AtTable) -> Response:
    """For the page of somebody who waits: nothing, or where to go once the host has decided."""
    who = await visitor(request, services, room)
    if watching.sees(room.table, who):
        return _onward(f"/r/{room.code}/watch")
    return Response(status_code=204) if who.onlooker else _onward(f"/r/{room.code}/watch?declined")


def _onward(address: str) -> Response:
    return Response(headers={"HX-Redirect": f"{site.root}{address}"})


@router.post("")
async def watch(call: Call, address: Address) -> Response:
    """Say one's name: to be let in, or to be seen among those who watch."""
    room, show = call.room, call.form.get("show") == "yes"
    if call.visitor.onlooker is not None:
        return await _show(call, call.visitor.onlooker, show)
    me = call.visitor.me
    name, key = call.form.get("name") or (me.name if me else ""), auth.new_key()
    whence = auth.whence(call.services.secret, address)
    try:
        call.services.limits.check("knock", f"{room.code} {address}")
        await room.change(
            lambda table: watching.arrived(table, name, show, whence)[0],
            lambda table: [NewKey(auth.key_hash(key), WATCH, table.onlookers[-1].id)],
        )
    except Illegal as refused:
        return await call.refusal(refused)
    response = _back(call)
    call.keep_keys(response, auth.with_key(call.request.cookies, room.code, key))
    remember(call.request, response, call.services, name, "")
    return response


async def _show(call: Caller, onlooker: int, on: bool) -> Response:
    await call.room.change(lambda table: watching.shown(table, onlooker, on))
    return _back(call)


def _back(call: Caller) -> Response:
    return see_other(f"{call.table}/watch")


# -- what the host says --------------------------------------------------------------------------------------


@router.post("/admit")
async def admit(call: HostCall) -> Response:
    asker = call.place
    return await call.answer(call.room.change(lambda table: watching.admitted(table, asker)))


@router.post("/decline")
async def decline(call: HostCall) -> Response:
    """They are not let in, or no longer."""
    asker = call.place

    def step(table: Table) -> Table:
        return watching.without(table, asker)

    return await call.answer(call.room.change(step, drop_keys=[(WATCH, asker)]))
