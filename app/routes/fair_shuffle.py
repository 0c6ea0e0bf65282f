"""The players' part of the shuffle: browsers commit to nonces and reveal them. Also serves the page for
checking the shuffle."""

from fastapi import APIRouter, Depends, Request, Response

from app.live.next_game import begin
from app.pages import shuffle_check
from app.table.fair_shuffle import committed, revealed
from app.web.dependencies import AtTable
from app.web.responses import page, see_other
from app.web.table_forms import Call, must_see

router = APIRouter(prefix="/r/{code}", include_in_schema=False)


@router.post("/commit")
async def commit(call: Call) -> Response:
    """Commit to a nonce that the browser made for its seat, by sending its hash. A rematch starts with the
    last of them."""
    place, commitment = call.own_place, call.form.get("commitment", "")
    answer = await call.answer(call.live.change(lambda table: committed(table, place, commitment)))
    await begin(call.live)
    return answer


@router.post("/reveal")
async def reveal(call: Call) -> Response:
    """Reveal the nonce itself, once the host has pressed Start."""
    place, nonce = call.own_place, call.form.get("nonce", "")
    return await call.answer(call.live.change(lambda table: revealed(table, place, nonce)))


@router.get("/shuffle", dependencies=[Depends(must_see)])
async def check_page(request: Request, live: AtTable) -> Response:
    """Show what everybody committed to and, once the game is over, everything needed to repeat the deal."""
    if live.table.branch:
        return see_other(f"/r/{live.table.branch.code}/shuffle")  # the deal was made there
    return page(request, "table/shuffle.html", code=live.code, proof=await shuffle_check.proof(live))
