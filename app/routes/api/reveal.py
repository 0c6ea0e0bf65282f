"""A program's own part of the shuffle, which it committed to when it took its seat."""

from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import Field

from app.routes.api import schemas
from app.routes.api.schemas import AT_TABLE, WITH_BODY, WITH_KEY, says
from app.routes.api.snapshot import place_of_key, snapshot
from app.routes.api.tables import Body, Seated
from app.table import fair_shuffle
from app.web.dependencies import AtTable

router = APIRouter(prefix="/api/tables", tags=["tables"])


class Revealed(Body):
    nonce: Annotated[
        str,
        Field(pattern=r"^[0-9a-f]{64}$", description="What you committed to, in hex.", examples=["1f" * 32]),
    ]


@router.post(
    "/{code}/reveal",
    summary="Reveal your nonce",
    response_model=None,
    responses=says(schemas.Table, *AT_TABLE, *WITH_BODY, *WITH_KEY, conflicts="revealed_early dealt_already"),
)
async def reveal(asked: Revealed, live: AtTable, seat: Seated) -> dict[str, Any]:
    """Reveal your part of the shuffle, once the table's `shuffle` says `revealing`. Save its `commitments`
    first, and check after the game that they are still the same."""
    await live.change(lambda table: fair_shuffle.revealed(table, place_of_key(seat), asked.nonce))
    return snapshot(live, seat)
