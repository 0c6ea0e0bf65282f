"""A table's page, before, during and after its game, and the moves made on it."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.engine.core import Illegal, Move
from app.engine.doubt import Doubt
from app.engine.move_text import move_of
from app.live.live_table import TooBusy
from app.live.shared_device import goes_on, viewpoint
from app.pages import base_path
from app.pages.game_frame import frame
from app.storage.database import StoreUnavailable
from app.web import responses, table_page
from app.web.dependencies import AtTable, Door, address_of, look_at
from app.web.errors import Problem, outage, problem
from app.web.identity import visitor
from app.web.moves import count_question, make_move
from app.web.numbers import whole_number
from app.web.plain_routes import PlainRoute
from app.web.second_thoughts import SecondThoughts, welcome
from app.web.table_forms import Caller, caller_of

router = APIRouter(include_in_schema=False)
UNSTORED = 507  # scripts show this page; a 503 might be a proxy's own error page


@router.get("/r/{code}")
async def table(request: Request, code: str, services: Door, live: AtTable) -> Response:
    """The lobby, or the game once it has started."""
    if code != live.code:
        return responses.see_other(f"/r/{live.code}")
    who = await visitor(request, services, live)
    if who.watches:
        return responses.see_other(f"/r/{live.code}/watch")
    page = await table_page.page(request, look_at(request, live, who))
    welcome(request, page, live, who)
    return page


async def move(request: Request) -> Response:
    """Make a move for a seat that this browser holds. A plain form is redirected to the table, while a script
    gets the new frame over its socket."""
    call, address = await caller_of(request), address_of(request)
    live, who, form = call.live, call.visitor, call.form
    seat, turn = _number(form, "seat"), _number(form, "turn")
    if seat not in who.seats(live.table):
        raise Problem(403, Illegal("not_your_seat"))
    move, place = _move(form), live.table.places[seat].id
    thoughts = SecondThoughts(request, live, form, call.by_script)
    doubt = thoughts.doubt(seat, turn, move)
    try:
        if doubt:
            count_question(call.services, live, place, address)
            response = await _asked(call, doubt)
            thoughts.remember(response, doubt)
            return response
        await make_move(call.services, live, place, turn, move, form.get("id", "")[:64], address)
    except Illegal as refused:
        if live.state is None:
            raise
        if call.by_script:
            return await _table_with(call, problem(refused))
        return await call.refusal(refused)
    except (StoreUnavailable, TooBusy) as error:
        if not call.by_script or live.state is None:
            raise
        return await _table_with(call, outage(error, UNSTORED))
    response = Response(status_code=204) if call.by_script else responses.see_other(call.table)
    if await goes_on(live, who, seat):
        call.hand_device(response, place)
        if call.by_script:  # the page's socket knows only the cookies that it was opened with
            response.headers["HX-Redirect"] = f"{base_path.root}{call.table}"
    thoughts.remember(response)
    return response


MOVE = PlainRoute("/r/{code}/move", move, methods=["POST"])


async def _table_with(call: Caller, trouble: Problem) -> Response:
    """The current table with the error message, for a script to swap in."""
    who = await call.visitor_now()
    viewer = await viewpoint(call.live, who)
    drawn = await frame(call.live, viewer, who.locale, trouble.refused)
    return responses.fragment(drawn.scripted, trouble)


async def _asked(call: Caller, doubt: Doubt) -> Response:
    """The current table with a question instead of the move."""
    who = await call.visitor_now()
    if call.by_script:
        drawn = await frame(call.live, await viewpoint(call.live, who), who.locale, doubt=doubt)
        return responses.fragment(drawn.scripted)
    return await table_page.page(call.request, look_at(call.request, call.live, who)._replace(doubt=doubt))


def _move(form: dict[str, str]) -> Move:
    """The move. One with two choices is sent as two fields, such as `drill 3` and `g0`."""
    return tuple(atom for part in ("first", "move") if part in form for atom in move_of(form[part]))


def _number(form: dict[str, str], field: str) -> int:
    number = whole_number(form.get(field, ""))
    if number is None:
        raise Problem(422, Illegal("bad_request", field=field))
    return number
