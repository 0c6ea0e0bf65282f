"""The front page: open or join a table, get back to your own tables, find public ones."""

from collections.abc import Mapping
from typing import NamedTuple

from fastapi import APIRouter, Request, Response

from app.engine.core import Illegal, Seat
from app.live import joining, starting
from app.live.live_table import LiveTable
from app.pages import game_cards, lobby
from app.table import codes, playable_games
from app.table.seating import LOBBY, PLAYING
from app.web import cookies
from app.web.dependencies import Address, Door, may_open
from app.web.errors import Problem
from app.web.identity import held_tables, remember
from app.web.responses import Form, packed, page, see_other
from app.web.services import Services

router = APIRouter(include_in_schema=False)
MOST_LISTED, AMONG = 12, 500  # how many tables to show, and how many of the newest to look through


class Sitting(NamedTuple):
    """A table as the front page lists it."""

    code: str
    game: str
    names: tuple[str, ...]  # of the others, at a table of one's own
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
) -> Response:
    me = cookies.read_me(request.cookies, services.secret)
    sittings = await _sittings(request, services)
    answer = page(
        request,
        "home/page.html",
        refused=refused,
        here="/",
        base_url=services.base_url(request),
        name=me.name if me else "",
        offered=game_cards.cards(),
        sittings=sittings,
        listed=await _listed(services),
    )
    # the codes of one's own tables are nobody else's business
    return answer if sittings else packed(request, answer)


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
        live.table.game,
        tuple(place.name for seat, place in enumerate(live.table.places) if seat not in seats),
        playing=live.table.status != LOBBY,
        ended=live.has_ended,
        asked=bool({*seats} & {*live.waited_for}),
    )


@router.get("/start")
async def name_page(request: Request, services: Door, now: str = "", game: str = "") -> Response:
    """Ask for a name before a game starts. With script, the front page asks in a sheet instead."""
    return _named(request, services, {"now": now} if now else {"game": game})


def _named(
    request: Request, services: Services, form: Mapping[str, str], refused: Illegal | None = None
) -> Response:
    how = "now" if "now" in form else "game"
    try:
        playable_games.must_be_playable(form.get(how, ""))
    except Illegal as unknown:
        raise Problem(404, unknown) from None
    me = cookies.read_me(request.cookies, services.secret)
    return page(
        request,
        "home/name_page.html",
        refused=refused,
        here=f"/start?{how}={form[how]}",
        how=how,
        game=form[how],
        name=lobby.sitter(me, form).name,
        card=game_cards.card(form[how]),
    )


@router.post("/tables")
async def start(request: Request, services: Door, address: Address, form: Form) -> Response:
    """Open a table and send its host to the lobby. To play alone, or now against bots, there is no lobby, nor
    to practise."""
    await may_open(services, address)
    practice = form.get("practice", "")
    at_once = practice or form.get("alone", "") or form.get("now", "")
    typed, colour = form.get("name", ""), form.get("colour", "")
    name = typed if typed.strip() or not at_once else _unasked(request, services, form)
    try:
        if form.get("alone") and not practice:
            playable_games.must_be_for_one(at_once)
        opened = await joining.open_table(
            services.store, at_once or form.get("game", ""), {}, name, colour, practice=bool(practice)
        )
    except Illegal as refused:
        if "alone" in form or practice or refused.code == "unknown_game":
            return await _front(request, services, refused)
        return _named(request, services, form, refused)
    if at_once and (live := await services.live_tables.get(opened.code)):
        alone = form.get("alone") and not practice
        await starting.start_at_once(live, () if alone else playable_games.company(at_once))
    response = see_other(f"/r/{opened.code}")
    cookies.keep_opened(response, opened, https=request.url.scheme == "https")
    if name == typed:
        remember(request, response, services, name, colour)
    return response


def _unasked(request: Request, services: Services, form: Mapping[str, str]) -> str:
    """The name of somebody who didn't type one: the one their browser remembers, or else just "Player"."""
    me = cookies.read_me(request.cookies, services.secret)
    return me.name if me else form.get("unnamed", "")


@router.get("/join")
async def join(code: str = "") -> Response:
    """Go to the table with this code, however it was typed."""
    plain = codes.plain(code)
    if plain is None:
        raise Problem(404, Illegal("unknown_table"))
    return see_other(f"/r/{plain}")
