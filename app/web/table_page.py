"""The page around a table, before, during and after its game: what it shows are the regions."""

from collections.abc import Mapping

from fastapi import Request
from starlette.responses import Response

from app.engine.core import Illegal
from app.live.attendance import glimpsed, persons
from app.pages import base_path, lobby, rulebook
from app.pages.regions import ASIDE, COMPANY, NOTES, SAYS, Look, table
from app.table import spectators
from app.web import responses
from app.web.dependencies import services_of
from app.web.errors import problem


async def page(
    request: Request,
    look: Look,
    refused: Illegal | None = None,
    typed: Mapping[str, str] | None = None,
) -> Response:
    """The table as this visitor may see it now; with what was refused, and what they had typed."""
    live, who = look.live, look.visitor
    if not spectators.sees(live.table, who):
        return _door(request, look, refused, typed or {})
    glimpsed(live, persons(live, who))
    drawn = await table(look, refused, typed)
    trouble = problem(refused) if refused else None
    answer = responses.page(
        request,
        "table/page.html",
        status=trouble.status if trouble else 200,
        here=f"/r/{live.code}",
        code=live.code,
        finished=live.is_finished,
        base_url=services_of(request).base_url(request),
        game=live.game.id,
        in_lobby=live.state is None,
        minute=rulebook.minute(
            live.game.id, who.locale, f"{base_path.root}/rules/{live.game.id}?at={live.code}"
        ),
        watch=who.watches,
        table=drawn,
        aside=await ASIDE.draw(look),
        notes=await NOTES.draw(look),
        company=await COMPANY.draw(look),
        says=await SAYS.draw(look),
        visitor=who,
        onlooker=spectators.onlooker(live.table, who.onlooker),
        crowded=look.is_crowded,
        voices=[live.table.places[seat] for seat in who.seats],
        # Without script the page comes again by itself, unless somebody has to read, type or choose.
        refreshes=refused is None and not look.is_asked,
    )
    answer.headers.update(trouble.headers if trouble else {})
    if live.state is not None:  # in a lobby stands what a seat's key is made of
        responses.packed(request, answer)
    return answer


def _door(request: Request, look: Look, refused: Illegal | None, typed: Mapping[str, str]) -> Response:
    """What somebody sees whom the host has not let in."""
    live, who = look.live, look.visitor
    trouble = problem(refused) if refused else None
    sitter = lobby.sitter(who.me, typed, [place.colour for place in live.table.places])
    answer = responses.page(
        request,
        "spectators/watch_request.html",
        status=trouble.status if trouble else 200,
        here=f"/r/{live.code}",
        code=live.code,
        base_url=services_of(request).base_url(request),
        revision=live.revision,
        waits=spectators.onlooker(live.table, who.onlooker),
        notice=responses.said(request, refused) if refused else None,
        name=sitter.name,
        may_sit=live.state is None and lobby.asks_name(live, who),
        sitter=sitter,
    )
    answer.headers.update(trouble.headers if trouble else {})
    return answer
