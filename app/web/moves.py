"""Makes a player's move, within the rate limits."""

from app.engine.core import Move, is_endless
from app.live.live_table import LiveTable
from app.table.seating import PlaceId
from app.web.services import Services


async def make_move(
    services: Services, live: LiveTable, place: PlaceId, turn: int, move: Move, id: str, address: str
) -> int:
    """Make the move as the answer to decision number `turn`; return the version it led to."""
    by = f"{live.code} {place}"
    if is_endless(live.game, move):
        services.limits.check("endless_move", address, by)
    with services.limits.counting_refusals("refused_move", address, by):
        return await live.submit(place, turn, move, id)
