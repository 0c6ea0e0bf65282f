"""The page of a running game, and the moves made on it."""

import re

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from app import pages
from app.engine.core import Illegal
from app.pages import Form
from app.problems import Problem, problem
from app.render import frame, move_of
from app.rooms import Room
from app.routes.doors import AtTable, Door
from app.services import Services
from app.visitors import Visitor, visitor

router = APIRouter(include_in_schema=False)
_BY_SCRIPT = "hx-request"  # the header that says so
_NUMBER = re.compile(r"[0-9]{1,9}")


async def page(request: Request, services: Services, room: Room, visitor: Visitor) -> Response:
    """The running or finished game, as this visitor may see it."""
    return await _page(request, room, visitor)


async def _page(
    request: Request, room: Room, who: Visitor, refused: Illegal | None = None, status: int = 200
) -> Response:
    viewer = who.viewpoint(room.state.waiting)
    drawn = await frame(room, viewer, who.locale, refused)
    address = f"/r/{room.code}"
    return pages.page(
        request, "table.html", status=status, here=address, game=room.game.id, code=room.code, frame=drawn
    )


@router.post("/r/{code}/move")
async def move(request: Request, services: Door, room: AtTable, form: Form) -> Response:
    """One step by a seat that this browser holds. A plain form is led back to the table; a script gets it by
    its socket."""
    who = await visitor(request, services, room)
    seat, turn = _number(form, "seat"), _number(form, "turn")
    if seat not in who.seats:
        raise Problem(403, Illegal("not_your_seat"))
    by_script = _BY_SCRIPT in request.headers
    try:
        await room.submit(seat, turn, move_of(form.get("move", "")), form.get("id", "")[:64])
    except Illegal as refused:
        if room.state is None:
            raise
        status = problem(refused).status
        if by_script:
            table = await frame(room, who.viewpoint(room.state.waiting), who.locale, refused)
            return HTMLResponse(table, status)
        return await _page(request, room, who, refused, status)
    return Response(status_code=204) if by_script else pages.see_other(f"/r/{room.code}")


def _number(form: dict[str, str], field: str) -> int:
    if not _NUMBER.fullmatch(form.get(field, "")):
        raise Problem(422, Illegal("bad_request", field=field))
    return int(form[field])
