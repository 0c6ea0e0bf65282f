"""Taking the list of one's games to another device, by a link."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from app.engine.core import Illegal
from app.live.my_games import played
from app.pages.qr import qr
from app.web import my_games as lists
from app.web import responses
from app.web.dependencies import Address, Door
from app.web.errors import Problem
from app.web.responses import Form
from app.web.seat_links import UNTOLD

router = APIRouter(prefix="/games", include_in_schema=False)
LONGEST_QR = 800  # characters; a camera can't read more from a screen

Link = Annotated[str, Path(max_length=lists.LONGEST)]


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
    both = await played(services.store, lists.merged(brought, own))
    response = responses.see_other("/games")
    lists.keep(request, response, both, services.secret)
    return response
