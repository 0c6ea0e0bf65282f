"""A player's own seat: taking it, getting ready, leaving it."""

from functools import reduce

from fastapi import APIRouter, Request, Response

from app.engine.core import Illegal
from app.live import joining, next_game
from app.live.presence import of_place
from app.table import keys, seating
from app.table.seating import LOBBY, Table
from app.table.visitor import SEAT
from app.web.cookies import keys_cookie, with_key, without_key
from app.web.dependencies import Address, AtTable, Door
from app.web.errors import Problem
from app.web.identity import remember, visitor
from app.web.responses import page, see_other
from app.web.table_forms import Call

router = APIRouter(prefix="/r/{code}", include_in_schema=False)
EVERYONE = "all"  # on this device


@router.post("/seats")
async def sit(call: Call, address: Address) -> Response:
    """Take the next free seat, ready to start. The form is idempotent: even if sent twice, it takes only one
    seat."""
    call.services.limits.check("join", address)
    if call.visitor.removed_from and call.live.table.status == LOBBY:
        return await call.refusal(Illegal("removed"))
    for_another = "another" in call.form
    if call.visitor.places and not for_another:
        return see_other(call.table)
    name, colour, token = (call.form.get(field, "")[:2000] for field in ("name", "colour", "token"))
    key = keys.key_from(call.services.secret, call.live.code, token) if token else None
    try:
        taken = await joining.take_seat(call.live, name, colour, key=key, ready=True)
    except Illegal as refused:
        return await call.refusal(refused)
    response = see_other(call.table)
    call.keep_keys(response, with_key(call.request.cookies, call.live.code, taken.key))
    if not for_another:
        remember(call.request, response, call.services, name, colour)
    return response


@router.post("/ready")
async def ready(call: Call) -> Response:
    """Get ready to start, or stop being ready; `all` is everyone on this device."""
    is_ready = call.form.get("ready") == "yes"
    places = call.visitor.own(call.live.table) if call.form.get("place") == EVERYONE else {call.own_place}
    if not places:
        raise Problem(403, Illegal("not_your_seat"))

    def step(table: Table) -> Table:
        return reduce(lambda made, place: seating.ready(made, place, is_ready), places, table)

    answer = await call.answer(call.live.change(step))
    await next_game.begin(call.live)
    return answer


@router.post("/colour")
async def colour(call: Call) -> Response:
    """Change one's colour."""
    place, chosen = call.own_place, call.form.get("colour", "")
    response = await call.answer(call.live.change(lambda table: seating.recoloured(table, place, chosen)))
    sitter = next((each for each in call.live.table.places if each.id == place), None)
    if call.visitor.me and sitter and sitter.colour == chosen:
        remember(call.request, response, call.services, call.visitor.me.name, chosen)
    return response


@router.post("/nudge")
async def nudge(call: Call) -> Response:
    """Ask a player whose turn it is to hurry. Any player may do this."""
    live = call.live
    if not call.visitor.places:
        raise Problem(403, Illegal("not_your_seat"))
    seat = seating.seat_of(live.table, call.place)
    if seat not in live.waited_for or live.table.places[seat].level:
        return await call.refusal(Illegal("not_waited_for"))
    try:
        live.presence.nudge(of_place(call.place), live.state.turns[seat])
    except Illegal as refused:
        return await call.refusal(refused)
    live.tell()
    return see_other(call.table)


@router.post("/as")
async def hand_on(call: Call) -> Response:
    """Hand a shared device to this player."""
    response = see_other(call.table)
    call.hand_device(response, call.own_place)
    return response


@router.get("/leave")
async def leave_page(request: Request, live: AtTable, services: Door) -> Response:
    """Ask for confirmation, because somebody else may take the seat once it's free."""
    who = await visitor(request, services, live)
    places = [live.table.places[seat] for seat in who.seats(live.table)]
    if not places:
        return see_other(f"/r/{live.code}")
    return page(
        request, "seats/leave.html", code=live.code, table=live.table, ended=live.has_ended, places=places
    )


@router.post("/leave")
async def leave(call: Call) -> Response:
    """Leave the table: the seat is free again, or a bot takes over its points."""
    place, cookies = call.own_place, dict(call.request.cookies)
    name = keys_cookie(call.live.code)
    for key in call.keys_for(SEAT, place):
        cookies[name] = without_key(cookies, call.live.code, key)
    response = await call.answer(
        call.live.change(lambda table: seating.without(table, place), drop_keys=[(SEAT, place)])
    )
    call.keep_keys(response, cookies[name])
    return response
