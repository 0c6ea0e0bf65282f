"""An evening's games for those who log what they play."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from app.engine.core import Illegal
from app.pages import game_cards
from app.table import play_log
from app.web import evenings
from app.web.dependencies import Address, Door
from app.web.errors import Problem
from app.web.numbers import whole_number

router = APIRouter(prefix="/e/{evening}", include_in_schema=False)
# The address is what opens the evening.
_PRIVATE = {"Referrer-Policy": "no-referrer", "Cache-Control": "no-store"}


@router.get("/log/{number}")
async def bg_stats(request: Request, services: Door, address: Address, evening: str, number: str) -> Response:
    """Lead to BG Stats, with one of the games filled in. It asks before it keeps anything."""
    games = (await evenings.seen(request, services, address, evening)).games
    chosen = whole_number(number)
    if chosen is None or not 1 <= chosen <= len(games):
        raise Problem(404, Illegal("not_found"))
    game = games[chosen - 1]
    return RedirectResponse(play_log.link(game, game_cards.title(game.game)), 303, _PRIVATE)


@router.get("/evening.json")
async def as_json(request: Request, services: Door, address: Address, evening: str) -> Response:
    games = (await evenings.seen(request, services, address, evening)).games
    titles = {game.game: game_cards.title(game.game) for game in games}
    return _file(play_log.as_json(games, titles), "application/json", "evening.json")


@router.get("/evening.csv")
async def as_csv(request: Request, services: Door, address: Address, evening: str) -> Response:
    games = (await evenings.seen(request, services, address, evening)).games
    titles = {game.game: game_cards.title(game.game) for game in games}
    return _file(play_log.as_csv(games, titles), "text/csv", "evening.csv")


def _file(text: str, kind: str, name: str) -> Response:
    kept = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=kind, headers=_PRIVATE | kept)
