"""A table's chat: reading, writing, reactions, and moderation by the host."""

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from app.engine.core import Illegal
from app.live.live_table import LiveTable
from app.pages import i18n
from app.pages.chat import draw
from app.table import chat as table_chat
from app.table import names
from app.table.visitor import Visitor
from app.web import cookies, responses
from app.web.dependencies import Address, AtTable, Who
from app.web.errors import Problem
from app.web.identity import WATCHERS_COOKIE, remember
from app.web.numbers import whole_number
from app.web.responses import see_other
from app.web.table_forms import Call, Caller, must_host, must_see

router = APIRouter(prefix="/r/{code}/chat", include_in_schema=False, dependencies=[Depends(must_see)])


@router.get("")
async def chat_page(request: Request, live: AtTable, who: Who) -> Response:
    return await _page(request, live, who)


async def _page(
    request: Request, live: LiveTable, who: Visitor, refused: Illegal | None = None, typed: str = ""
) -> Response:
    return responses.page(
        request,
        "chat/page.html",
        refused=refused,
        here=f"/r/{live.code}/chat",
        code=live.code,
        visitor=who,
        voices=[live.table.places[seat] for seat in who.seats(live.table)],
        messages=(await draw(live, who)).text,
        typed=typed,
    )


# -- saying something ----------------------------------------------------------------------------------------


@router.post("")
async def say(call: Call, address: Address) -> Response:
    """Send a chat message. If it is refused, the text stays in the form, with or without a script."""
    form, name = call.form, call.form.get("name", "")
    try:
        speaker = table_chat.speaker(
            call.live.table, call.visitor, call.own_place if "place" in form else None, name
        )
        text = names.clean_text(form.get("text", ""))
        call.services.limits.check("chat", address, _voice(call, address, speaker))
        call.services.limits.check("talk", address)
        call.services.limits.check("talk_in_an_hour", address)
        await call.live.say(speaker.where, speaker.id, speaker.name, text)
    except Illegal as refused:
        if call.by_script:
            return _unsaid(call, refused)
        return await _page(call.request, call.live, call.visitor, refused, form.get("text", ""))
    response = _unsaid(call) if call.by_script else _back(call)
    if name:
        remember(call.request, response, call.services, name, "")
    return response


@router.post("/react")
async def react(call: Call, address: Address) -> Response:
    """Send a reaction, to be shown for a moment."""
    try:
        place = call.own_place if "place" in call.form else None
        speaker = table_chat.speaker(call.live.table, call.visitor, place, nameless=True)
        call.services.limits.check("react", address, _voice(call, address, speaker))
        watches = speaker.where == table_chat.AMONG_WATCHERS
        call.live.reactions.send(call.form.get("symbol", ""), watches, speaker.id, speaker.name)
    except Illegal as refused:
        if call.by_script:
            return _unsaid(call, refused)
        return await _page(call.request, call.live, call.visitor, refused)
    call.live.tell_of_reaction()
    return _unsaid(call) if call.by_script else _back(call)


def _voice(call: Caller, address: str, speaker: table_chat.Speaker) -> str:
    """The key for a speaker's rate limit: their seat, or else their name and address."""
    return f"{call.live.code} {speaker.id or (address, speaker.name)}"


def _unsaid(call: Caller, refused: Illegal | None = None) -> Response:
    """The reason for a refusal, as part of a page; empty if nothing was refused."""
    template = i18n.environment(call.visitor.locale).get_template("chat/refusal.html")
    said = responses.said(call.request, refused) if refused else ""
    return responses.fragment(template.render(refused=said).strip(), refused)


def _back(call: Caller) -> Response:
    """Go back to where the form was, which is either the chat's own page or the sheet over the table."""
    return see_other(f"{call.table}#chat" if call.form.get("back") == "table" else f"{call.table}/chat")


# -- what to show --------------------------------------------------------------------------------------------


@router.post("/watchers")
async def read_watchers(call: Call) -> Response:
    """Show or hide messages from spectators, for this browser at all tables."""
    response = _back(call)
    chosen = "yes" if call.form.get("show") == "yes" else ""
    cookies.set_cookie(response, WATCHERS_COOKIE, chosen, https=call.request.url.scheme == "https")
    return response


# -- moderation ----------------------------------------------------------------------------------------------


@router.post("/delete")
async def delete(call: Call) -> Response:
    must_host(call)
    line = whole_number(call.form.get("line", ""), most=10**18 - 1)
    if line is None or not await call.live.unsay(line):
        raise Problem(404, Illegal("no_such_line"))
    return _done(call)


@router.post("/mute")
async def mute(call: Call) -> Response:
    """Mute or unmute a seat, or all spectators if the form names no seat."""
    must_host(call)
    on = call.form.get("on") == "yes"
    place = call.place if "place" in call.form else None
    await call.live.change(
        lambda table: (
            table_chat.watchers_muted(table, on) if place is None else table_chat.muted(table, place, on)
        )
    )
    return _done(call)


def _done(call: Caller) -> Response:
    """Go back, or send nothing to a script: every page gets the change over its socket."""
    return Response(status_code=204) if call.by_script else _back(call)
