"""The pages of an evening: what is on and the score, the same for a TV, and the recap at the end."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fastapi import APIRouter, Request, Response

from app.engine.core import Illegal
from app.live.evenings import Evening
from app.pages.i18n import LOCALES
from app.pages.pictures import evening_picture, share_picture
from app.pages.qr import qr, qr_of_table
from app.pages.tv import spelled
from app.table import my_games
from app.table.my_games import Best, Played
from app.web import evenings, responses
from app.web import my_games as lists
from app.web.dependencies import Address, Door
from app.web.errors import Problem
from app.web.preferences import locale_of
from app.web.seat_links import UNTOLD
from app.web.services import Services

router = APIRouter(prefix="/e/{evening}", include_in_schema=False)
MOST_PICTURES = 6  # of the latest games; painting takes a while


@router.get("")
async def page(request: Request, services: Door, address: Address, evening: str) -> Response:
    """The tables that are on, the score as a street and the games so far."""
    found = await evenings.seen(request, services, address, evening)
    return _drawn(request, services, found, "evening/page.html")


@router.get("/tv")
async def on_tv(request: Request, services: Door, address: Address, evening: str) -> Response:
    """The same for a TV: to be read from a sofa, with nothing to press."""
    found = await evenings.seen(request, services, address, evening)
    return _drawn(
        request,
        services,
        found,
        "evening/tv.html",
        address=spelled(services.invitation(request)),
        showing=await evenings.showing(services, found),
    )


@router.get("/recap")
async def recap(request: Request, services: Door, address: Address, evening: str) -> Response:
    """Who has won the evening, all homes, and the records that this browser's games have broken."""
    found = await evenings.seen(request, services, address, evening)
    mine = (await lists.games(request, services)).values()
    here = services.invitation(request)
    return _drawn(
        request,
        services,
        found,
        "evening/recap.html",
        pictures=MOST_PICTURES,
        records=_broken(found, [*mine]),
        log_qr=qr(f"{here}/e/{evening}/log/{len(found.games)}"),
    )


@router.get("/picture.png")
async def picture(
    request: Request, services: Door, address: Address, evening: str, locale: str = ""
) -> Response:
    """The street with the date, the names and the floors, for sharing; of what this browser may see."""
    found = await evenings.seen(request, services, address, evening)
    if not found.guests:
        raise Problem(404, Illegal("not_found"))
    svg = evening_picture.drawing(found, locale if locale in LOCALES else locale_of(request))
    if not share_picture.has(svg):
        services.limits.check("paint", address)
    png = await share_picture.once(svg, lambda: svg)
    answer = Response(png, media_type="image/png", headers={"Cache-Control": "private, max-age=60"})
    answer.headers.update(UNTOLD)
    return answer


def _broken(evening: Evening, mine: Sequence[Played]) -> Mapping[str, list[Best]]:
    """The records from this evening, in games that one had played before."""
    codes = {game.code for game in evening.games}
    before = {played.game for played in mine if played.code not in codes}
    fresh = {game: _from(codes, bests) for game, bests in my_games.records(mine).items() if game in before}
    return {game: bests for game, bests in fresh.items() if bests}


def _from(codes: set[str], bests: Iterable[Best]) -> list[Best]:
    return [best for best in bests if best.played.code in codes]


def _drawn(request: Request, services: Services, evening: Evening, template: str, **facts: Any) -> Response:
    here = services.invitation(request)
    link = f"{here}/e/{evening.code}"
    answer = responses.page(
        request,
        template,
        evening=evening,
        guests=evening.guests,
        base_url=services.base_url(request),
        link=link,
        qr=qr(link),
        qrs={each.code: qr_of_table(f"{here}/r/{each.code}") for each in evening.on},
        **facts,
    )
    answer.headers.update(UNTOLD)
    return answer
