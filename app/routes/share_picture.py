"""A finished game's picture, for sharing."""

from fastapi import APIRouter, Request, Response

from app.engine.core import Illegal
from app.pages.i18n import LOCALES
from app.pages.pictures.share_picture import is_painted, picture
from app.table import spectators
from app.web.dependencies import Address, AtTable, Door
from app.web.errors import Problem
from app.web.identity import visitor
from app.web.preferences import locale_of

router = APIRouter(prefix="/r", include_in_schema=False)


@router.get("/{code}/picture.png")
async def houses(
    request: Request, services: Door, live: AtTable, address: Address, locale: str = ""
) -> Response:
    """Draw all boards with names and points as one picture, once the game is over."""
    if not live.is_finished or not spectators.sees(live.table, await visitor(request, services, live)):
        raise Problem(404, Illegal("not_found"))
    locale = locale if locale in LOCALES else locale_of(request)
    if not is_painted(live, locale):
        services.limits.check("paint", address)
    png = await picture(live, locale)
    return Response(png, media_type="image/png", headers={"Cache-Control": "private, max-age=86400"})
