"""The games played with this browser's keys: what they add up to, taking them along, and being forgotten."""

from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from app.engine.core import Illegal
from app.live.my_games import played as games_of
from app.pages import i18n
from app.pages.qr import qr
from app.table import my_games
from app.table.chat import AT_TABLE
from app.table.my_games import Played
from app.table.seating import PlaceId, renamed, seat_of
from app.table.visitor import SEAT
from app.web import cookies, responses
from app.web import my_games as lists
from app.web.dependencies import Address, Door
from app.web.errors import Problem
from app.web.preferences import locale_of
from app.web.responses import Form
from app.web.seat_links import UNTOLD
from app.web.services import Services

router = APIRouter(prefix="/games", include_in_schema=False)
SHOWN = 8  # results, until somebody asks for all of them
LONGEST_QR = 800  # characters; a camera can't read more from a screen

Link = Annotated[str, Path(max_length=lists.LONGEST)]


@router.get("")
async def page(
    request: Request, services: Door, address: Address, game: str = "", every: str = ""
) -> Response:
    """All games, or those of one kind."""
    services.limits.check("my_games", address)
    found = await lists.games(request, services)
    games = [*found.values()]
    kinds = sorted({played.game for played in games})
    chosen = [played for played in games if game not in kinds or played.game == game]
    answer = responses.page(
        request,
        "my_games/page.html",
        here="/games",
        games=games,
        kinds=kinds,
        kind=game if game in kinds else "",
        chosen=chosen,
        shown=chosen if every == "yes" else chosen[:SHOWN],
        streak=my_games.streak(chosen),
        rivals=my_games.head_to_head(chosen),
        months=my_games.by_month(chosen) if chosen else [],
        records=my_games.records(chosen),
    )
    lists.keep(request, answer, found, services.secret)
    return answer


# -- another device ------------------------------------------------------------------------------------------


@router.get("/move")
async def move(request: Request, services: Door, address: Address) -> Response:
    """Show the link that brings the list to another device."""
    services.limits.check("my_games", address)
    found = await lists.games(request, services)
    if not found:
        return responses.see_other("/games")
    link = lists.link(request, services, found)
    answer = responses.page(
        request,
        "my_games/move.html",
        here="/games",
        count=len(found),
        link=link,
        qr=qr(link) if len(link) <= LONGEST_QR else "",
    )
    answer.headers.update(UNTOLD)
    return answer


@router.get("/from/{link}")
async def opened(request: Request, services: Door, link: Link, address: Address) -> Response:
    """Ask whether to add the games to this browser's list."""
    services.limits.check("my_games", address)
    brought = lists.read_link(link, services.secret)
    answer = responses.page(
        request,
        "my_games/opened_link.html",
        refused=None if brought else Problem(403, Illegal("unknown_key")),
        here="/games",
        count=len(brought),
    )
    answer.headers.update(UNTOLD)
    return answer


@router.post("/from/{link}")
async def bring(request: Request, services: Door, link: Link, address: Address, form: Form) -> Response:
    """Add the games to this browser's list."""
    services.limits.check("my_games", address)
    brought = lists.read_link(link, services.secret)
    if not brought:
        raise Problem(403, Illegal("unknown_key"))
    own = await lists.games(request, services)
    both = await games_of(services.store, lists.merged(brought, own))
    response = responses.see_other("/games")
    lists.keep(request, response, both, services.secret)
    return response


# -- being forgotten -----------------------------------------------------------------------------------------


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
    live = await services.live_tables.readable(played.code)
    with suppress(Illegal):  # closed meanwhile
        if live:
            drop_keys = [(SEAT, place)]  # or the game would be listed here again
            table = await live.change(lambda table: renamed(table, place, nobody), drop_keys=drop_keys)
            await live.rename_says(AT_TABLE, place, table.places[seat_of(table, place)].name)
