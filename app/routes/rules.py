"""The rules of the games, for people."""

from fastapi import APIRouter, Request, Response

from app import rulebook
from app.engine.core import Illegal
from app.pages import page
from app.problems import Problem
from app.visitors import locale_of

router = APIRouter(include_in_schema=False)


@router.get("/rules")
async def all_rules(request: Request) -> Response:
    """The games that can be read about."""
    return page(request, "rules/games.html", games=rulebook.games())


@router.get("/rules/{game}")
async def rules(request: Request, game: str) -> Response:
    """All rules of a game, in the reader's language."""
    if game not in rulebook.games():
        raise Problem(404, Illegal("not_found"))
    book = rulebook.rulebook(game, locale_of(request))
    return page(request, "rules/rules.html", game=game, book=book)
