"""The games' rules: a quick start in pictures, the rest in folds, the lesson before a first move, and what
the signs at a table mean."""

from fastapi import APIRouter, Request, Response

from app.engine.core import Illegal
from app.pages import game_cards, quick_start, rulebook
from app.routes import gallery
from app.table import codes
from app.web.dependencies import live_table_at
from app.web.errors import Problem
from app.web.preferences import locale_of
from app.web.responses import packed, page

router = APIRouter(include_in_schema=False)


@router.get("/rules")
async def all_rules(request: Request) -> Response:
    """The list of rulebooks."""
    explained = [card for card in game_cards.cards() if card.game in rulebook.games()]
    return packed(request, page(request, "rules/games.html", offered=explained, pictured=gallery.games()))


@router.get("/rules/{game}")
async def rules(request: Request, game: str, at: str = "") -> Response:
    """A game's rulebook in the visitor's language, with a link back to the table they came from."""
    if game not in rulebook.games():
        raise Problem(404, Illegal("not_found"))
    book = rulebook.rulebook(game, locale_of(request))
    table = codes.plain(at)
    here = f"/rules/{game}?at={table}" if table else None
    quick = quick_start.of(game, locale_of(request))
    facts = quick_start.facts(game)
    answer = page(
        request,
        "rules/page.html",
        here=here,
        game=game,
        book=book,
        quick=quick,
        facts=facts,
        signs=quick_start.has_signs(game),
        table=table,
    )
    return packed(request, answer)


@router.get("/rules/{game}/lesson")
async def lesson(request: Request, game: str, at: str = "") -> Response:
    """A game in three pictures. A table's script shows them over the table."""
    if game not in quick_start.taught():
        raise Problem(404, Illegal("not_found"))
    table = codes.plain(at)
    here = f"/rules/{game}/lesson?at={table}" if table else None
    keys = quick_start.lesson(game, await _state(request, game, table), locale_of(request))
    facts = quick_start.facts(game)
    answer = page(request, "rules/lesson.html", here=here, game=game, keys=keys, facts=facts, table=table)
    return packed(request, answer)


async def _state(request: Request, game: str, code: str | None) -> object:
    """The game at the table that the visitor came from; None if there's no such game."""
    if not code:
        return None
    try:
        live = await live_table_at(request, code)
    except Problem:
        return None
    return live.state if live.game.id == game else None


@router.get("/rules/{game}/signs")
async def signs(request: Request, game: str, at: str = "") -> Response:
    """What the signs at a table mean. A table's script shows them over the table."""
    if game not in rulebook.games() or not quick_start.has_signs(game):
        raise Problem(404, Illegal("not_found"))
    table = codes.plain(at)
    here = f"/rules/{game}/signs?at={table}" if table else None
    return packed(request, page(request, "rules/signs.html", here=here, game=game, table=table))
