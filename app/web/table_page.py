"""The page around a table, before, during and after its game; its content comes from the regions."""

from collections.abc import Mapping

from fastapi import Request
from starlette.responses import Response

from app.engine.core import Illegal
from app.live.attendance import glimpsed, persons
from app.pages import base_path, lobby, quick_start, rulebook
from app.pages.pictures.share_picture import result
from app.pages.regions import GAME_PANEL, MESSAGES, PEOPLE, PROMPTS, Look, table, text_of
from app.table import evening, hints, spectators
from app.web import responses
from app.web.second_thoughts import is_newcomer
from app.web.services import services_of


async def page(
    request: Request,
    look: Look,
    refused: Illegal | None = None,
    typed: Mapping[str, str] | None = None,
) -> Response:
    """Render the table as this visitor may see it now, with any error message and what they had typed."""
    live, who = look.live, look.visitor
    if not spectators.sees(live.table, who):
        return _door(request, look, refused, typed or {})
    glimpsed(live, persons(live, who))
    drawn = await table(look, refused, typed)
    answer = responses.page(
        request,
        "table/page.html",
        refused=refused,
        here=f"/r/{live.code}",
        code=live.code,
        result=result(live, who.locale) if live.is_finished else None,
        evening=evening.code_for(live.table, who),
        base_url=services_of(request).base_url(request),
        game=live.game.id,
        in_lobby=live.state is None,
        minute=rulebook.minute(
            live.game.id, who.locale, f"{base_path.root}/rules/{live.game.id}?at={live.code}"
        ),
        lesson=live.game.id in quick_start.taught() and not who.watches,
        signs=quick_start.has_signs(live.game.id),
        hints=hints.are_for(live.table, is_newcomer(request, live)),
        watch=who.watches,
        table=text_of(drawn),
        game_panel=await GAME_PANEL.draw(look),
        prompts=await PROMPTS.draw(look),
        people=await PEOPLE.draw(look),
        messages=text_of(await MESSAGES.draw(look)),
        visitor=who,
        spectator=spectators.spectator(live.table, who.spectator),
        crowded=look.is_crowded,
        voices=[live.table.places[seat] for seat in who.seats(live.table)],
        # Without JavaScript the page reloads by itself, unless there is something to read, type or choose.
        refreshes=refused is None and not look.is_asked,
    )
    if live.state is not None:  # lobby pages contain what seat keys are derived from (BREACH)
        responses.packed(request, answer)
    return answer


def _door(request: Request, look: Look, refused: Illegal | None, typed: Mapping[str, str]) -> Response:
    """Render the page for a visitor whom the host hasn't let in."""
    live, who = look.live, look.visitor
    sitter = lobby.sitter(who.me, typed, [place.colour for place in live.table.places])
    return responses.page(
        request,
        "spectators/watch_request.html",
        refused=refused,
        here=f"/r/{live.code}",
        code=live.code,
        base_url=services_of(request).base_url(request),
        revision=live.revision,
        waits=spectators.spectator(live.table, who.spectator),
        name=sitter.name,
        removed=bool(who.removed_from),
        may_sit=live.state is None and lobby.asks_name(live, who),
        sitter=sitter,
    )
