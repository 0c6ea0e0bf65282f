"""The gallery: all of a game's pictures."""

from fastapi import APIRouter, Request, Response

from app.engine import registry
from app.engine.core import Illegal
from app.pages.i18n import TEMPLATES
from app.table import playable_games
from app.web.errors import Problem
from app.web.responses import packed, page

router = APIRouter(include_in_schema=False)


def games() -> tuple[str, ...]:
    """The games that have a gallery."""
    return tuple(name for name in playable_games.names() if (TEMPLATES / name / "gallery.html").exists())


@router.get("/gallery/{game}")
async def gallery(request: Request, game: str) -> Response:
    if game not in games():
        raise Problem(404, Illegal("not_found"))
    return packed(request, page(request, f"{game}/gallery.html", **registry.part(game, "facts").FACTS))
