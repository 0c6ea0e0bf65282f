"""All pictures of a game, to look at in peace."""

from fastapi import APIRouter, Request, Response

from app.engine import registry
from app.engine.core import Illegal
from app.i18n import TEMPLATES
from app.pages import page
from app.problems import Problem

router = APIRouter(include_in_schema=False)


@router.get("/gallery/{game}")
async def gallery(request: Request, game: str) -> Response:
    if game not in registry.names() or not (TEMPLATES / game / "gallery.html").exists():
        raise Problem(404, Illegal("not_found"))
    return page(request, f"{game}/gallery.html", **registry.part(game, "book").FACTS)
