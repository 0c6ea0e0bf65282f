"""Sitting down in a bot's place while a game is running. Nobody has to be asked."""

from fastapi import APIRouter, Depends, Request, Response

from app.engine.core import Illegal
from app.live import joining
from app.live.live_table import LiveTable
from app.pages import lobby
from app.table import bot_seats, keys
from app.table.visitor import Visitor
from app.web import responses
from app.web.cookies import with_key
from app.web.dependencies import Address, AtTable, Who
from app.web.identity import remember
from app.web.table_forms import Call, must_see

router = APIRouter(prefix="/r/{code}", include_in_schema=False, dependencies=[Depends(must_see)])


@router.get("/sit")
async def sit_page(request: Request, live: AtTable, who: Who) -> Response:
    """Ask for a name, and for the bot whose place to take."""
    return _page(request, live, who)


def _page(
    request: Request,
    live: LiveTable,
    who: Visitor,
    refused: Illegal | None = None,
    typed: dict[str, str] | None = None,
) -> Response:
    seats = bot_seats.free(live.table)
    if who.places or live.has_ended or not seats:
        return responses.see_other(f"/r/{live.code}")
    return responses.page(
        request,
        "seats/bot_seat.html",
        refused=refused,
        code=live.code,
        seats=seats,
        wants=(typed or {}).get("place", str(seats[0].id)),
        sitter=lobby.sitter(who.me, typed),
    )


@router.post("/sit")
async def sit(call: Call, address: Address) -> Response:
    """Take a bot's seat. The form is idempotent: even if sent twice, it takes only one seat."""
    call.services.limits.check("join", address)
    if call.visitor.places:
        return responses.see_other(call.table)
    if call.visitor.removed_from:
        return await call.refusal(Illegal("removed"))
    place, name, token = call.place, call.form.get("name", ""), call.form.get("token", "")[:2000]
    key = keys.key_from(call.services.secret, call.live.code, token) if token else keys.new_key()
    try:
        await joining.take_bots_seat(call.live, place, name, key, call.visitor.spectator)
    except Illegal as refused:
        return _page(call.request, call.live, call.visitor, refused, call.form)
    response = responses.see_other(call.table)
    call.keep_keys(response, with_key(call.request.cookies, call.live.code, key))
    remember(call.request, response, call.services, name, "")
    return response
