"""The page of an evening: the score as a street, the games played and the tables that are on."""

from fastapi import APIRouter, Request, Response

from app.pages.qr import qr, qr_of_table
from app.web import evenings, responses
from app.web.dependencies import Address, Door
from app.web.seat_links import UNTOLD

router = APIRouter(prefix="/e", include_in_schema=False)


@router.get("/{evening}")
async def page(request: Request, services: Door, address: Address, evening: str) -> Response:
    return await _drawn(request, services, address, evening, "evening/page.html")


@router.get("/{evening}/tv")
async def on_tv(request: Request, services: Door, address: Address, evening: str) -> Response:
    """The same for a TV: to be read from a sofa, with nothing to press."""
    return await _drawn(request, services, address, evening, "evening/tv.html")


async def _drawn(request: Request, services: Door, address: str, code: str, template: str) -> Response:
    found = await evenings.seen(request, services, address, code)
    here = services.invitation(request)
    link = f"{here}/e/{code}"
    answer = responses.page(
        request,
        template,
        here=f"/e/{code}",
        evening=found,
        guests=found.guests,
        base_url=services.base_url(request),
        link=link,
        qr=qr(link),
        qrs={each.code: qr_of_table(f"{here}/r/{each.code}") for each in found.on},
    )
    answer.headers.update(UNTOLD)
    return answer
