"""Rematches, and abandoning a game."""

from fastapi import APIRouter, Depends, Request, Response

from app.engine.core import Illegal
from app.live.next_game import arrive, come_along, play_again
from app.table.next_game import abandoned
from app.table.seating import LOBBY
from app.web.cookies import keys_cookie, keys_held, set_cookie, with_key
from app.web.dependencies import Address, AtTable, Door, may_open
from app.web.errors import Problem
from app.web.identity import visitor
from app.web.responses import page, see_other
from app.web.table_forms import Call, Caller, must_host, must_see

router = APIRouter(prefix="/r", include_in_schema=False)


@router.post("/{code}/again")
async def again(call: Call, address: Address) -> Response:
    """Start a rematch. Anyone at the table may do so once the game is over; before that, only the host
    may, and doing so abandons the running game."""
    if not call.visitor.places and not call.visitor.hosts:
        raise Problem(403, Illegal("not_your_seat"))
    if call.live.table.status == LOBBY:
        return await call.refusal(Illegal("not_started"))
    if not call.live.has_ended:
        must_host(call)
    if not call.live.table.next:
        await may_open(call.services, address)
    if not call.live.has_ended:
        await call.live.change(abandoned)
    await play_again(call.services.store, call.services.secret, call.live)
    return await _follow(call)


@router.post("/{code}/follow", dependencies=[Depends(must_see)])
async def follow(call: Call) -> Response:
    """Follow the others to the rematch, keeping the same seats."""
    if not call.live.table.next:
        return see_other(call.table)
    return await _follow(call)


async def _follow(call: Caller) -> Response:
    there = await call.services.live_tables.get(call.live.table.next)
    if there is None:
        raise Problem(404, Illegal("unknown_table"))
    store, cookies = call.services.store, call.request.cookies
    response = see_other(f"/r/{there.code}" if call.visitor.places else f"/r/{there.code}/watch")
    held = keys_held(cookies, there.code)
    if not held:
        held = tuple(await come_along(store, call.services.secret, there, keys_held(cookies, call.live.code)))
        kept = ""
        for key in held:
            kept = with_key({keys_cookie(there.code): kept}, there.code, key)
        if kept:
            https = call.request.url.scheme == "https"
            set_cookie(response, keys_cookie(there.code), kept, https=https)
    await arrive(store, there, held)
    return response


@router.get("/{code}/end")
async def end_page(request: Request, live: AtTable, services: Door) -> Response:
    """Ask the host to confirm: abandon the game, or restart it."""
    who = await visitor(request, services, live)
    if not who.hosts or live.has_ended or live.table.status == LOBBY:
        return see_other(f"/r/{live.code}")
    return page(request, "table/end_game.html", code=live.code)


@router.post("/{code}/abandon")
async def abandon(call: Call) -> Response:
    """Abandon the game as it is."""
    must_host(call)
    return await call.answer(call.live.change(abandoned))
