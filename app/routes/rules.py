"""The games' rulebooks."""

from fastapi import APIRouter, Request, Response

from app.engine.core import Illegal
from app.pages import rulebook
from app.table import codes
from app.web.errors import Problem
from app.web.preferences import locale_of
from app.web.responses import page

router = APIRouter(include_in_schema=False)


@router.get("/rules")
async def all_rules(request: Request) -> Response:
    """The list of rulebooks."""
    return page(request, "rules/games.html", games=rulebook.games())


@router.get("/rules/{game}")
async def rules(request: Request, game: str, at: str = "") -> Response:
    """A game's rulebook in the visitor's language, with a link back to the table they came from."""
    if game not in rulebook.games():
        raise Problem(404, Illegal("not_found"))
    book = rulebook.rulebook(game, locale_of(request))
    table = codes.plain(at)
    here = f"/rules/{game}?at={table}" if table else None
    return page(request, "rules/page.html", here=here, game=game, book=book, table=table)
