"""Showing a replay to others: one person steers, the TV and those who follow see the same step."""

from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response

from app.engine.core import Illegal
from app.live.replay import showing
from app.pages import replay
from app.pages.regions import SHOWN
from app.table import codes, spectators
from app.web import responses
from app.web.dependencies import Address, AtTable, Door, Who, look_at
from app.web.errors import Problem
from app.web.identity import on_tv
from app.web.replay_steps import TABLE, step_of, viewer_of
from app.web.table_forms import Call

router = APIRouter(prefix="/r/{code}/replay", include_in_schema=False)
LONGEST_WORD = 20  # that a page makes up to know itself by


@router.get("/tv")
async def screen(
    request: Request,
    services: Door,
    live: AtTable,
    who: Who,
    address: Address,
    move: str = "0",
    view: str = TABLE,
    table: str = "",
    evening: str = "",
) -> Response:
    """One step on a TV, with nothing to press. It listens at the table given, and goes back there."""
    if not spectators.sees(live.table, who) or not live.is_finished:
        return responses.see_other(f"/r/{live.code}/tv")
    services.limits.check("replay", address)
    shown = await replay.replay_of(live)
    number, viewer = step_of(shown, move), viewer_of(live, who, view)
    state = await replay.state_at(live, shown.steps[number])
    drawn = replay.draw(shown, number, state, viewer, who.locale, hides_end=number < shown.last)
    there = await services.live_tables.readable(codes.plain(table) or "") or live
    facts: dict[str, Any] = {
        "code": live.code,
        "game": live.game.id,
        "places": live.table.places,
        "viewer": viewer,
        "step": shown.steps[number],
        "number": number,
        "weekday": replay.weekday(shown, who.locale),
        "drawn": drawn.table.text,
        "said": drawn.said,
        "at_end": number == shown.last,
    }
    if request.headers.get("hx-request"):
        return responses.page(request, "replay/part_on_tv.html", **facts)
    return responses.page(
        request,
        "replay/on_tv.html",
        there=there.code,
        back=f"/e/{there.table.evening_code}/tv"
        if evening and there.table.evening_code
        else f"/r/{there.code}/tv",
        shown=await SHOWN.draw(look_at(request, there, on_tv(request))),
        **facts,
    )


@router.get("/shown")
async def follow(live: AtTable, who: Who, evening: str = "") -> Response:
    """Lead a TV to the replay that is shown at this table, or to the table."""
    now = showing.shown_at(live)
    if now is None or now.step is None or not spectators.sees(live.table, who):
        return responses.see_other(f"/r/{live.code}/tv")
    asked = {"table": live.code, "move": now.step.move, "view": now.step.view}
    query = urlencode(asked | ({"evening": "yes"} if evening else {}))
    return responses.see_other(f"/r/{now.code}/replay/tv?{query}")


@router.post("/show")
async def show(call: Call, address: Address) -> Response:
    """Show this step to everybody at the table and on its TVs, or nothing any more."""
    live, form = call.live, call.form
    own = call.visitor.own(live.table)
    if not own and not call.visitor.hosts:
        raise Problem(403, Illegal("not_your_seat"))
    if not live.is_finished:
        raise Problem(409, Illegal("not_over"))
    call.services.limits.check("replay", address)
    move, view, page = form.get("move", ""), form.get("view", TABLE), form.get("page", "")
    step_of(await replay.replay_of(live), move)
    viewer_of(live, call.visitor, view)
    if len(page) > LONGEST_WORD:
        raise Problem(422, Illegal("bad_request", field="page"))
    name = next((place.name for place in live.table.places if place.id in own), "")
    step = showing.Step(int(move), view, name, page) if form.get("on") == "yes" else None
    await showing.show(call.services.live_tables, live, step)
    if call.by_script:
        return Response(status_code=204)
    seen = f"&view={view}" if view != TABLE else ""
    return responses.see_other(f"/r/{live.code}/replay?move={move}{seen}")
