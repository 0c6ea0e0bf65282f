"""Looking at a game again, step by step."""

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from app.engine.core import Illegal, Seat
from app.live.live_table import LiveTable
from app.live.replay import branching
from app.pages import catch_up, replay, replay_file
from app.pages.regions import SHOWN
from app.pages.replay import Replay
from app.storage.schema import Entry
from app.table import spectators
from app.table.seating import Branch
from app.web import responses
from app.web.cookies import keep_opened
from app.web.dependencies import Address, AtTable, Door, Who, look_at, may_open
from app.web.errors import Problem
from app.web.numbers import whole_number
from app.web.replay_steps import TABLE, step_of, viewer_of, views_of
from app.web.responses import Form
from app.web.table_forms import must_see

router = APIRouter(include_in_schema=False)
LONGEST_NAME = 200  # of an element or a picture


@router.get("/r/{code}/replay")
async def page(
    request: Request,
    code: str,
    services: Door,
    live: AtTable,
    who: Who,
    address: Address,
    move: str = "0",
    told: str = "",
    laid: str = "",
    picture: str = "",
    view: str = TABLE,
    spoilers: str = "",
    undone: str = "",
) -> Response:
    """One step of the game: what the table or a seat saw, and what happened.

    The step is given by its number, by the entry of the log that told it, or by a picture that lies somewhere
    at the numbered step: then it is the step in which it was laid there.
    """
    if not spectators.sees(live.table, who) or live.state is None:
        return responses.see_other(f"/r/{live.code}")
    services.limits.check("replay", address)
    shown = await replay.replay_of(live, with_undone=undone == "yes")
    number = _told(shown, told) if told else step_of(shown, move)
    viewer = viewer_of(live, who, view)
    if laid:
        if max(len(laid), len(picture)) > LONGEST_NAME:
            raise Problem(422, Illegal("bad_request", field="laid"))
        number = await replay.laid(live, shown, number, viewer, laid, picture)
    hides_end = live.is_finished and not (who.own(live.table) or who.hosts or spoilers == "yes")
    state = await replay.state_at(live, shown.steps[number])
    drawn = replay.draw(shown, number, state, viewer, who.locale, hides_end)
    answer = responses.page(
        request,
        "replay/part.html" if request.headers.get("hx-request") else "replay/page.html",
        here=f"/r/{live.code}/replay",
        in_file=False,
        base_url=services.base_url(request),
        code=live.code,
        game=live.game.id,
        places=live.table.places,
        views=views_of(live, who),
        next_seat=next(iter(state.waiting), None),
        view=TABLE if viewer is None else str(viewer),
        number=number,
        step=shown.steps[number],
        ways=replay.ways(shown, number, hides_end),
        slider=replay.slider(shown, number, who.seats(live.table), hides_end),
        hides_end=hides_end,
        spoilers=spoilers == "yes",
        undone=undone == "yes",
        was_undone=shown.steps[number].version in shown.undone,
        finished=live.is_finished,
        may_show=live.is_finished and bool(who.own(live.table) or who.hosts),
        shown=await SHOWN.draw(look_at(request, live, who)),
        weekday=replay.weekday(shown, who.locale),
        drawn=drawn.table.text,
        said=drawn.said,
    )
    responses.packed(request, answer)
    return answer


@router.get("/r/{code}/replay/missed")
async def missed(
    request: Request, services: Door, live: AtTable, who: Who, address: Address, since: str = ""
) -> Response:
    """What others did after this entry of the log, for somebody who was away."""
    if not spectators.sees(live.table, who) or live.state is None:
        raise Problem(404, Illegal("not_found"))
    services.limits.check("replay", address)
    version = whole_number(since)
    if version is None:
        raise Problem(422, Illegal("bad_request", field="since"))
    # how a game ended is told by the count
    drawn = "" if live.is_finished else await catch_up.draw(live, version, who.seats(live.table), who.locale)
    if not drawn:
        return Response(status_code=204)
    answer = responses.fragment(drawn)
    answer.headers["Cache-Control"] = "no-store"
    responses.packed(request, answer)
    return answer


@router.get("/r/{code}/replay.html")
async def file(services: Door, live: AtTable, who: Who, address: Address) -> Response:
    """The whole replay as one file, which needs no server."""
    if not spectators.sees(live.table, who) or not live.is_finished:
        raise Problem(404, Illegal("not_found"))
    services.limits.check("paint", address)
    html = await replay_file.made(await replay_file.of_table(live))
    # downloaded, never opened here: its scripts would run as this site's own
    headers = {"Content-Disposition": f'attachment; filename="{live.code}.html"', "Cache-Control": "no-store"}
    return Response(html, media_type="text/html", headers=headers)


@router.post("/r/{code}/replay/play", dependencies=[Depends(must_see)])
async def play_on(
    request: Request, services: Door, live: AtTable, who: Who, address: Address, form: Form
) -> Response:
    """Play on from a step of a finished game, in one of its seats, at a table of one's own."""
    if not live.is_finished:
        raise Problem(409, Illegal("not_over"))
    await may_open(services, address)
    shown = await replay.replay_of(live, with_undone=True)
    entry, seat = await _entry(live, shown, form.get("version", "")), _seat(live, form.get("seat", ""))
    step = (await replay.replay_of(live)).at_version(entry.version)
    origin = Branch(live.code, step, form.get("deal") == "same")
    name = who.me.name if who.me else form.get("unnamed", "")
    try:
        opened = await branching.play_from(services.store, live, entry, origin, seat, name)
    except Illegal as refused:
        raise Problem(409 if refused.code == "over" else 422, refused) from None
    response = responses.see_other(f"/r/{opened.code}")
    keep_opened(response, opened, https=request.url.scheme == "https")
    return response


async def _entry(live: LiveTable, shown: Replay, typed: str) -> Entry:
    """The log's entry of a step."""
    version = whole_number(typed)
    if version is None:
        raise Problem(422, Illegal("bad_request", field="version"))
    known = any(step.version == version for step in shown.steps)
    if not known or (entry := await live.store.entry(live.id, version)) is None:
        raise Problem(404, Illegal("no_such_step"))
    return entry


def _seat(live: LiveTable, typed: str) -> Seat:
    seat = whole_number(typed)
    if seat is None or seat >= len(live.table.places):
        raise Problem(422, Illegal("no_such_seat"))
    return seat


def _told(shown: Replay, typed: str) -> int:
    version = whole_number(typed)
    if version is None:
        raise Problem(422, Illegal("bad_request", field="told"))
    return shown.at_version(version)
