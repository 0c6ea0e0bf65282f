"""Opening tables in an evening: its first one, or another one beside those that are on."""

from fastapi import APIRouter, Request, Response

from app.engine.core import Illegal
from app.live import joining
from app.pages import game_cards
from app.table.evening import MOST_TABLES, new_code
from app.web import cookies, evenings, responses
from app.web.dependencies import Address, Door, may_open
from app.web.identity import remember
from app.web.responses import Form
from app.web.services import Services

router = APIRouter(include_in_schema=False)


@router.get("/e")
async def first(request: Request, services: Door) -> Response:
    """Choose the first game of an evening."""
    return _asked(request, services, "")


@router.post("/e")
async def start(request: Request, services: Door, address: Address, form: Form) -> Response:
    """Begin an evening with its first table."""
    return await _opened(request, services, address, form, "")


@router.get("/e/{evening}/open")
async def another(request: Request, services: Door, address: Address, evening: str) -> Response:
    """Choose the game for another table of this evening."""
    await evenings.seen(request, services, address, evening)
    return _asked(request, services, evening)


@router.post("/e/{evening}/open")
async def open_another(
    request: Request, services: Door, address: Address, evening: str, form: Form
) -> Response:
    """Open another table in this evening. Everyone who has its link may."""
    await evenings.seen(request, services, address, evening)
    return await _opened(request, services, address, form, evening)


async def _opened(
    request: Request, services: Services, address: str, form: dict[str, str], evening: str
) -> Response:
    await may_open(services, address)
    me = cookies.read_me(request.cookies, services.secret)
    name, colour = form.get("name", me.name if me else ""), form.get("colour", me.colour if me else "")
    try:
        if len(await services.store.of_evening(evening, MOST_TABLES)) == MOST_TABLES:
            raise Illegal("evening_full")
        opened = await joining.open_table(
            services.store, form.get("game", ""), {}, name, colour, evening_code=evening or new_code()
        )
    except Illegal as refused:
        return _asked(request, services, evening, form.get("name", ""), refused)
    response = responses.see_other(f"/r/{opened.code}")
    cookies.keep_opened(response, opened, https=request.url.scheme == "https")
    remember(request, response, services, name, colour)
    return response


def _asked(
    request: Request, services: Services, evening: str, typed: str = "", refused: Illegal | None = None
) -> Response:
    me = cookies.read_me(request.cookies, services.secret)
    return responses.page(
        request,
        "evening/open.html",
        refused=refused,
        here=f"/e/{evening}/open" if evening else "/e",
        evening=evening,
        name=typed or (me.name if me else ""),
        offered=game_cards.cards(),
    )
