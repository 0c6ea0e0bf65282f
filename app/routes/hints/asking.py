"""“What would you do?”: a player asks for a hint on their turn."""

from fastapi import APIRouter, Response

from app.engine.core import Illegal
from app.live import hints
from app.live.shared_device import viewpoint
from app.web.dependencies import address_of
from app.web.errors import Problem
from app.web.second_thoughts import is_newcomer
from app.web.table_forms import Call, Caller

router = APIRouter(prefix="/r", include_in_schema=False)


@router.post("/{code}/hint")
async def hint(call: Call) -> Response:
    """Give a hint to the player who has this browser now. The table goes on while a worker thinks."""
    return await call.answer(_given(call))


async def _given(call: Caller) -> None:
    live = call.live
    if live.state is None:
        raise Illegal("not_started")
    seat = await viewpoint(live, call.visitor)
    if seat is None:
        raise Problem(403, Illegal("not_your_seat"))
    place = live.table.places[seat].id
    call.services.limits.check("hint", address_of(call.request), f"{live.code} {place}")
    await hints.give(live, call.services.bots.thinkers, place, is_newcomer(call.request, live))
