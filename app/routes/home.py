"""The front page: open or join a table, get back to your own tables, find public ones."""

from collections.abc import Mapping
from typing import NamedTuple

from fastapi import APIRouter, Request, Response

from app.engine import registry
from app.engine.core import Illegal, Seat
from app.live import joining, starting
from app.live.live_table import LiveTable
from app.pages import lobby, rulebook
from app.routes import gallery
from app.table import codes, playable_games
from app.table.seating import LOBBY, PLAYING
from app.web import cookies
from app.web.dependencies import Address, Door, may_open
from app.web.errors import Problem
from app.web.identity import held_tables, remember
from app.web.responses import Form, page, see_other
from app.web.services import Services

router = APIRouter(include_in_schema=False)
MOST_LISTED, AMONG = 12, 500  # how many tables to show, and how many of the newest to look through


class Sitting(NamedTuple):
    """A table as the front page lists it."""

    code: str
    names: tuple[str, ...]
    playing: bool
    ended: bool
    asked: bool  # it is their turn


@router.get("/")
async def home(request: Request, services: Door) -> Response:
    return await _front(request, services)


async def _front(
    request: Request,
    services: Services,
    refused: Illegal | None = None,
    typed: Mapping[str, str] | None = None,
) -> Response:
    me = cookies.read_me(request.cookies, services.secret)
    return page(
        request,
        "home/page.html",
        refused=refused,
        here="/",
        base_url=services.base_url(request),
        sitter=lobby.sitter(me, typed),
        games=[registry.game(name) for name in playable_games.names()],
        explained=rulebook.games(),
        pictured=gallery.games(),
        sittings=await _sittings(request, services),
        listed=await _listed(services),
    )


async def _sittings(request: Request, services: Services) -> list[Sitting]:
    """The tables where this browser holds a seat, starting with those where it is the player's turn."""
    sittings = []
    async for live, who in held_tables(request, services):
        if seats := who.seats(live.table):
            sittings.append(_sitting(live, seats))
    return sorted(sittings, key=lambda sitting: (not sitting.asked, sitting.ended))


async def _listed(services: Services) -> list[Sitting]:
    """The newest public tables whose game isn't over."""
    found = await services.store.newest_listed((LOBBY, PLAYING), AMONG, MOST_LISTED)
    live_tables = [await services.live_tables.readable(code) for code in found]
    return [_sitting(live) for live in live_tables if live]


def _sitting(live: LiveTable, seats: tuple[Seat, ...] = ()) -> Sitting:
    return Sitting(
        live.code,
        tuple(place.name for place in live.table.places),
        playing=live.table.status != LOBBY,
        ended=live.has_ended,
        asked=bool({*seats} & {*live.waited_for}),
    )


@router.post("/tables")
async def start(request: Request, services: Door, address: Address, form: Form) -> Response:
    """Open a table and send its host to the lobby; or, to play alone, straight to the game."""
    await may_open(services, address)
    alone = form.get("alone", "")
    typed, colour = form.get("name", ""), form.get("colour", "")
    name = typed if typed.strip() or not alone else form.get("unnamed", "")
    try:
        if alone:
            playable_games.must_be_for_one(alone)
        opened = await joining.open_table(services.store, alone or form.get("game", ""), {}, name, colour)
    except Illegal as refused:
        return await _front(request, services, refused, form)
    if alone and (live := await services.live_tables.get(opened.code)):
        await starting.start_alone(live)
    response = see_other(f"/r/{opened.code}")
    https = request.url.scheme == "https"
    held = cookies.with_key({}, opened.code, opened.host_key)
    held = cookies.with_key({cookies.keys_cookie(opened.code): held}, opened.code, opened.seat_key)
    cookies.set_cookie(response, cookies.keys_cookie(opened.code), held, https=https)
    if name == typed:
        remember(request, response, services, name, colour)
    return response


@router.get("/join")
async def join(code: str = "") -> Response:
    """Go to the table with this code, however it was typed."""
    plain = codes.plain(code)
    if plain is None:
        raise Problem(404, Illegal("unknown_table"))
    return see_other(f"/r/{plain}")
