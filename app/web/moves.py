"""Makes a player's move, within the rate limits, or asks about it first."""

from app.engine.core import Move, is_endless
from app.live.live_table import LiveTable
from app.table.seating import PlaceId
from app.web.services import Services


async def make_move(
    services: Services, live: LiveTable, place: PlaceId, turn: int, move: Move, id: str, address: str
) -> int:
    """Make the move as the answer to decision number `turn`; return the version it led to."""
    by = _seat(live, place)
    if is_endless(live.game, move):
        services.limits.check("endless_move", address, by)
    with services.limits.counting_refusals("refused_move", address, by):
        return await live.submit(place, turn, move, id)


def count_question(services: Services, live: LiveTable, place: PlaceId, address: str) -> None:
    """Count a question before a move. It costs as much as a refusal, which brings the table too."""
    services.limits.check("refused_move", address, _seat(live, place))


def _seat(live: LiveTable, place: PlaceId) -> str:
    return f"{live.code} {place}"
