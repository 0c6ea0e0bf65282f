"""The players' part of the shuffle: browsers commit to nonces and reveal them. Also serves the page for
checking the shuffle."""

from fastapi import APIRouter, Depends, Request, Response

from app.pages import shuffle_check
from app.table.fair_shuffle import committed, revealed
from app.web.dependencies import AtTable
from app.web.responses import page
from app.web.table_forms import Call, must_see

router = APIRouter(prefix="/r/{code}", include_in_schema=False)


@router.post("/commit")
async def commit(call: Call) -> Response:
    """Commit to a nonce that the browser made for its seat, by sending its hash."""
    place, commitment = call.own_place, call.form.get("commitment", "")
    return await call.answer(call.live.change(lambda table: committed(table, place, commitment)))


@router.post("/reveal")
async def reveal(call: Call) -> Response:
    """Reveal the nonce itself, once the host has pressed Start."""
    place, nonce = call.own_place, call.form.get("nonce", "")
    return await call.answer(call.live.change(lambda table: revealed(table, place, nonce)))


@router.get("/shuffle", dependencies=[Depends(must_see)])
async def check_page(request: Request, live: AtTable) -> Response:
    """Show what everybody committed to and, once the game is over, everything needed to repeat the deal."""
    return page(request, "table/shuffle.html", code=live.code, proof=await shuffle_check.proof(live))
