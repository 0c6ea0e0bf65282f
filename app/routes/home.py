"""The front page: where a table is started or joined, and where one finds the tables one sits at."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from fastapi import APIRouter, Request, Response

from app import auth, codes, lobby, names, rulebook, seating, site, tables, wire
from app.auth import Me
from app.engine import registry
from app.engine.core import Illegal, Seat
from app.i18n import LOCALES
from app.names import COLOURS
from app.pages import Form, page, said, see_other
from app.problems import Problem, problem
from app.rooms import Room
from app.routes import gallery
from app.routes.doors import Address, Door, may_open
from app.services import Services
from app.visitors import (
    BOARD_COOKIE,
    BOARDS,
    LOCALE_COOKIE,
    THEME_COOKIE,
    THEMES,
    held_tables,
    locale_of,
)

router = APIRouter(include_in_schema=False)
MOST_LISTED, AMONG = 12, 500  # tables to watch, of so many that were opened last


class Sitting(NamedTuple):
    """A table that somebody sits at, as their front page lists it."""

    code: str
    names: tuple[str, ...]
    playing: bool
    over: bool
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
    me = auth.read_me(request.cookies, services.secret)
    return page(
        request,
        "home/page.html",
        status=problem(refused).status if refused else 200,
        here="/",
        base_url=services.base_url(request),
        notice=said(request, refused) if refused else None,
        sitter=lobby.sitter(me, typed),
        games=[registry.game(name) for name in registry.names()],
        explained=rulebook.games(),
        pictured=gallery.games(),
        sittings=await _sittings(request, services),
        listed=await _listed(services),
    )


async def _sittings(request: Request, services: Services) -> list[Sitting]:
    """The tables whose keys this browser holds, those that wait for it first."""
    sittings = []
    async for room, who in held_tables(request, services):
        if who.seats:
            sittings.append(_sitting(room, who.seats))
    return sorted(sittings, key=lambda sitting: (not sitting.asked, sitting.over))


async def _listed(services: Services) -> list[Sitting]:
    """The newest tables that let everybody find them, unless their game is over."""
    listed = wire.dumps(("listed", True))
    codes_found = await services.store.newest(listed, AMONG, MOST_LISTED)
    rooms = [await services.rooms.readable(code) for code in codes_found]
    return [
        _sitting(room)
        for room in rooms
        if room
        and seating.agreed(room.table, "listed")
        and not (room.is_over or room.is_closed or room.table.next)
    ]


def _sitting(room: Room, seats: tuple[Seat, ...] = ()) -> Sitting:
    return Sitting(
        room.code,
        tuple(place.name for place in room.table.places),
        playing=room.table.status != seating.LOBBY,
        over=room.is_over,
        asked=bool({*seats} & {*room.waited_for}),
    )


@router.post("/tables")
async def start(request: Request, services: Door, address: Address, form: Form) -> Response:
    """A new table; its host goes on to its lobby."""
    await may_open(services, address)
    name, colour = form.get("name", ""), form.get("colour", "")
    try:
        opened = await tables.open_table(services.store, form.get("game", ""), {}, name, colour)
    except Illegal as refused:
        return await _front(request, services, refused, form)
    response = see_other(f"/r/{opened.code}")
    https = request.url.scheme == "https"
    held = auth.with_key({}, opened.code, opened.host_key)
    held = auth.with_key({auth.keys_cookie(opened.code): held}, opened.code, opened.seat_key)
    auth.set_cookie(response, auth.keys_cookie(opened.code), held, https=https)
    remember(request, response, services, name, colour)
    return response


def remember(request: Request, response: Response, services: Services, name: str, colour: str) -> None:
    """Whoever gave a name once is not asked for it again, nor for their colour."""
    known = auth.read_me(request.cookies, services.secret)
    liked = next(each for each in (colour, known and known.colour, *COLOURS) if each in COLOURS)
    signed = auth.sign(Me(names.clean_name(name), liked, locale_of(request)), services.secret)
    auth.set_cookie(response, auth.ME_COOKIE, signed, https=request.url.scheme == "https")


@router.get("/join")
async def join(code: str = "") -> Response:
    """To the table with the code that was typed, in whatever way."""
    plain = codes.plain(code)
    if plain is None:
        raise Problem(404, Illegal("unknown_table"))
    return see_other(f"/r/{plain}")


@router.post("/language")
async def language(request: Request, form: Form) -> Response:
    """The language picked by the switch, on the page it stands on."""
    return _picked(request, form, LOCALE_COOKIE, form.get("locale", ""), LOCALES)


@router.post("/theme")
async def theme(request: Request, form: Form) -> Response:
    """Day or evening, whatever the device says; or again as that says."""
    picked = form.get("theme", "").removeprefix("device")
    return _picked(request, form, THEME_COOKIE, picked, ("", *THEMES))


@router.post("/board")
async def board(request: Request, form: Form) -> Response:
    """Boards as pictures or as text."""
    return _picked(request, form, BOARD_COOKIE, form.get("as", ""), BOARDS)


def _picked(
    request: Request, form: Mapping[str, str], cookie: str, value: str, values: Sequence[str]
) -> Response:
    back = form.get("back", "")
    is_ours = back.startswith(f"{site.root}/") and not back.startswith(("//", "/\\")) and back.isprintable()
    response = see_other(site.inner(back) if is_ours else "/")
    if value in values:
        auth.set_cookie(response, cookie, value, https=request.url.scheme == "https")
    return response
