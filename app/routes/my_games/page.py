"""What the games played with this browser's keys add up to."""

from fastapi import APIRouter, Request, Response

from app.table import my_games
from app.web import my_games as lists
from app.web import responses
from app.web.dependencies import Address, Door

router = APIRouter(prefix="/games", include_in_schema=False)
SHOWN = 8  # results, until somebody asks for all of them


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
        evenings=my_games.evenings(chosen)[:SHOWN],
        streak=my_games.streak(chosen),
        rivals=my_games.head_to_head(chosen),
        months=my_games.by_month(chosen) if chosen else [],
        records=my_games.records(chosen),
    )
    lists.keep(request, answer, found, services.secret)
    return answer
