"""Removing one's name from the games played with this browser's keys."""

from contextlib import suppress

from fastapi import APIRouter, Request, Response

from app.engine.core import Illegal
from app.pages import i18n
from app.table.chat import AT_TABLE
from app.table.my_games import Played
from app.table.seating import PlaceId, Table, renamed, seat_of
from app.table.visitor import SEAT
from app.web import cookies, responses
from app.web import my_games as lists
from app.web.dependencies import Address, Door
from app.web.preferences import locale_of
from app.web.responses import Form
from app.web.services import Services

router = APIRouter(prefix="/games", include_in_schema=False)


@router.get("/forget")
async def ask(request: Request, services: Door, address: Address) -> Response:
    """Ask whether to remove one's name from all these games."""
    services.limits.check("my_games", address)
    found = await lists.games(request, services)
    if not found:
        return responses.see_other("/games")
    names = sorted({played.me.name for played in found.values()})
    return responses.page(request, "my_games/forget.html", here="/games", count=len(found), names=names)


@router.post("/forget")
async def forget(request: Request, services: Door, address: Address, form: Form) -> Response:
    """Remove one's name from all these games, and their keys and the list. The games themselves stay."""
    services.limits.check("forget", address)
    found = await lists.games(request, services)
    nobody = i18n.words(locale_of(request)).gettext("Player")
    for sat, played in found.items():
        await _remove_name(services, played, sat.place, nobody)
    response = responses.see_other("/games")
    cookies.set_cookie(response, cookies.ME_COOKIE, "", https=request.url.scheme == "https")
    lists.keep(request, response, {}, services.secret)
    return response


async def _remove_name(services: Services, played: Played, place: PlaceId, nobody: str) -> None:
    def nameless(table: Table) -> Table:
        if table.places[seat_of(table, place)].name != played.me.name:  # somebody else's by now
            raise Illegal("not_your_seat")
        return renamed(table, place, nobody)

    live = await services.live_tables.readable(played.code)
    if live is None:
        return
    with suppress(Illegal):  # closed meanwhile
        # without the key, or the game would be listed here again
        table = await live.change(nameless, drop_keys=[(SEAT, place)])
        await live.rename_says(AT_TABLE, place, table.places[seat_of(table, place)].name)
