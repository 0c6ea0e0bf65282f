"""The page of a running game, and the moves made on it."""

import re

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response

from app import pages
from app.db import StoreUnavailable
from app.engine.core import UNDO, Illegal
from app.handed import viewpoint
from app.problems import Problem, outage, problem
from app.render import frame, move_of
from app.rooms import TooBusy
from app.routes.callers import Call, Caller

router = APIRouter(include_in_schema=False)
UNSTORED = 507  # a script shows it; a 503 may be a proxy's own page
_NUMBER = re.compile(r"[0-9]{1,9}")


@router.post("/r/{code}/move")
async def move(call: Call) -> Response:
    """One step by a seat that this browser holds. A plain form is led back to the table; a script gets it by
    its socket."""
    room, who, form = call.room, call.visitor, call.form
    seat, turn = _number(form, "seat"), _number(form, "turn")
    if seat not in who.seats:
        raise Problem(403, Illegal("not_your_seat"))
    move = move_of(_words(form))
    asked = f"{room.code} {room.table.places[seat].id}"
    try:
        if move == UNDO:
            call.services.limits.check("undo", asked)
        with call.services.limits.counting_refusals("refused_move", asked):
            await room.submit(seat, turn, move, form.get("id", "")[:64])
    except Illegal as refused:
        if room.state is None:
            raise
        if call.by_script:
            return await _table_with(call, refused, problem(refused).status)
        return await call.refusal(refused)
    except (StoreUnavailable, TooBusy) as error:
        if not call.by_script or room.state is None:
            raise
        return await _table_with(call, outage(error).refused, UNSTORED)
    return Response(status_code=204) if call.by_script else pages.see_other(f"/r/{room.code}")


async def _table_with(call: Caller, refused: Illegal, status: int) -> Response:
    """What a script shows in the place of the table: the table as it is, with the reason."""
    viewer = await viewpoint(call.room, call.visitor.seats, call.visitor.named)
    return HTMLResponse(await frame(call.room, viewer, call.visitor.locale, refused), status)


def _words(form: dict[str, str]) -> str:
    """A move that wants two choices is said in two parts, `drill 3` and `g0`; any other in one."""
    return " ".join(form[part] for part in ("first", "move") if part in form)


def _number(form: dict[str, str], field: str) -> int:
    if not _NUMBER.fullmatch(form.get(field, "")):
        raise Problem(422, Illegal("bad_request", field=field))
    return int(form[field])
