"""The pages of a table before its game: who sits where, and what is agreed on."""

from fastapi import APIRouter, Request, Response

from app import seating
from app.manners import MANNERS
from app.pages import page, see_other
from app.regions import Look
from app.routes import shell
from app.routes.doors import AtTable, Door
from app.seating import LOBBY
from app.visitors import visitor

router = APIRouter(prefix="/r", include_in_schema=False)


@router.get("/{code}")
async def table(request: Request, code: str, services: Door, room: AtTable) -> Response:
    """The lobby, or the game once it has begun."""
    if code != room.code:
        return see_other(f"/r/{room.code}")
    who = await visitor(request, services, room)
    if who.watches:
        return see_other(f"/r/{room.code}/watch")
    return await shell.page(request, Look(services, room, who, services.invitation(request)))


@router.get("/{code}/options")
async def options_page(request: Request, room: AtTable, services: Door) -> Response:
    who = await visitor(request, services, room)
    if not who.hosts or room.table.status != LOBBY:
        return see_other(f"/r/{room.code}")
    return page(
        request,
        "lobby/options_page.html",
        code=room.code,
        table=room.table,
        options=room.game.options,
        manners=MANNERS,
        table_manners=seating.manners_of(room.table),
    )
