"""The count at the end of a game, which pages show before they name the winner."""

from fastapi import APIRouter, Request, Response

from app.engine.core import Illegal
from app.pages import count
from app.table import seating, spectators
from app.web import responses
from app.web.dependencies import AtTable, Door
from app.web.errors import Problem
from app.web.identity import visitor
from app.web.preferences import locale_of
from app.web.table_forms import HostCall

router = APIRouter(prefix="/r/{code}/count", include_in_schema=False)


@router.get("")
async def counted(request: Request, services: Door, live: AtTable) -> Response:
    """Everything that the count shows, once the game is over."""
    who = await visitor(request, services, live)
    if not live.is_finished or not spectators.sees(live.table, who):
        raise Problem(404, Illegal("not_found"))
    answer = responses.fragment(await count.draw(live, locale_of(request), who.hosts))
    answer.headers["Cache-Control"] = "no-store"
    responses.packed(request, answer)
    return answer


@router.post("/skip")
async def skip(call: HostCall) -> Response:
    """The host has seen enough, so the TV goes on to the winner as well."""
    if not call.live.is_finished:
        return await call.refusal(Illegal("not_over"))
    if call.live.table.counted:
        return Response(status_code=204)
    return await call.answer(call.live.change(seating.counted))
