"""A table before its game: who sits where, what is agreed on, and the start.

Whoever sits speaks for their own seats, the host for the table; both are known by the keys in their cookies.
"""

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Annotated

import segno
from fastapi import APIRouter, Depends, Request, Response
from markupsafe import Markup

from app import auth, seating, tables
from app.engine.core import Illegal
from app.pages import Form, page, said, see_other
from app.problems import Problem, problem
from app.rooms import Room
from app.routes import table as running
from app.routes.doors import Address, AtTable, Door
from app.routes.home import remember
from app.seating import LOBBY, PlaceId, Table
from app.services import Services
from app.visitors import SEAT, Visitor, visitor

router = APIRouter(prefix="/r", include_in_schema=False)


# -- who asks ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Caller:
    """A form that was sent at a table, with who sent it."""

    request: Request
    services: Services
    room: Room
    visitor: Visitor
    form: dict[str, str]

    @property
    def place(self) -> PlaceId:
        """The place that the form is about."""
        typed = self.form.get("place", "")
        if not typed.isdecimal() or len(typed) > 9:
            raise Problem(422, Illegal("no_such_seat"))
        return int(typed)

    @property
    def own_place(self) -> PlaceId:
        """The same, if this browser holds its key."""
        if self.place not in own_places(self.room, self.visitor):
            raise Problem(403, Illegal("not_your_seat"))
        return self.place

    def must_host(self) -> None:
        if not self.visitor.hosts:
            raise Problem(403, Illegal("host_only"))

    @property
    def lobby(self) -> str:
        return f"/r/{self.room.code}"

    async def answer(self, doing: Awaitable[object]) -> Response:
        """Back to the lobby; or, if that was refused, the lobby with the reason."""
        try:
            await doing
        except Illegal as refused:
            return self.refusal(refused)
        return see_other(self.lobby)

    def refusal(self, refused: Illegal) -> Response:
        if self.room.table.status != LOBBY:
            return see_other(self.lobby)  # the game that has begun meanwhile says more than any reason
        return _lobby(self.request, self.services, self.room, self.visitor, refused, self.form.get("name"))


async def _caller(request: Request, services: Door, room: AtTable, form: Form) -> Caller:
    return Caller(request, services, room, await visitor(request, services, room), form)


Call = Annotated[Caller, Depends(_caller)]


def own_places(room: Room, who: Visitor) -> set[PlaceId]:
    return {room.table.places[seat].id for seat in who.seats}


# -- pages ---------------------------------------------------------------------------------------------------


@router.get("/{code}")
async def table(request: Request, code: str, services: Door, room: AtTable) -> Response:
    """The lobby, or the game once it has begun."""
    if code != room.code:
        return see_other(f"/r/{room.code}")
    who = await visitor(request, services, room)
    if room.state is not None:
        return await running.page(request, services, room, who)
    return _lobby(request, services, room, who)


def _lobby(
    request: Request,
    services: Services,
    room: Room,
    who: Visitor,
    refused: Illegal | None = None,
    typed: str | None = None,
) -> Response:
    seats = room.game.seats
    link = f"{services.base_url(request)}/r/{room.code}"
    asks_name = not who.seats and len(room.table.places) < max(seats) and "watch" not in request.query_params
    return page(
        request,
        "lobby.html",
        status=problem(refused).status if refused else 200,
        here=f"/r/{room.code}",
        notice=said(request, refused) if refused else None,
        code=room.code,
        table=room.table,
        visitor=who,
        own=own_places(room, who),
        link=link,
        qr=_qr(link),
        fewest=min(seats),
        most=max(seats),
        unready=[place.name for place in room.table.places if not place.ready],
        asks_name=asks_name,
        name=typed if typed is not None else who.me.name if who.me else "",
        # What somebody types must not vanish, and a refusal is to be read.
        refreshes=not asks_name and refused is None,
    )


def _qr(link: str) -> Markup:
    drawn = segno.make(link, micro=False).svg_inline(
        border=3, dark="#1d140f", light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
    return Markup(drawn)  # noqa: S704  a drawing of the link, without its letters


@router.get("/{code}/options")
async def options_page(request: Request, room: AtTable, services: Door) -> Response:
    who = await visitor(request, services, room)
    if not who.hosts or room.table.status != LOBBY:
        return see_other(f"/r/{room.code}")
    return page(request, "options.html", code=room.code, table=room.table, options=room.game.options)


@router.get("/{code}/leave")
async def leave_page(request: Request, room: AtTable, services: Door) -> Response:
    """Asks once: a seat that is given up may be taken by somebody else."""
    who = await visitor(request, services, room)
    if not who.seats:
        return see_other(f"/r/{room.code}")
    places = [room.table.places[seat] for seat in who.seats]
    return page(request, "leave.html", code=room.code, table=room.table, places=places)


# -- one's own seat ------------------------------------------------------------------------------------------


@router.post("/{code}/seats")
async def sit(call: Call, address: Address) -> Response:
    """Take the next free seat. Pressed twice it is still one seat."""
    call.services.limits.check("join", address)
    if call.visitor.seats:
        return see_other(call.lobby)
    name = call.form.get("name", "")
    try:
        taken = await tables.take_seat(call.room, name)
    except Illegal as refused:
        return call.refusal(refused)
    response = see_other(call.lobby)
    _keep_keys(call, response, auth.with_key(call.request.cookies, call.room.code, taken.key))
    remember(call.request, response, call.services, name)
    return response


@router.post("/{code}/ready")
async def ready(call: Call) -> Response:
    """Ready to start, or not yet after all."""
    place, is_ready = call.own_place, call.form.get("ready") == "yes"
    return await call.answer(call.room.change(lambda table: seating.ready(table, place, is_ready)))


@router.post("/{code}/leave")
async def leave(call: Call) -> Response:
    """Leave the table: the seat is free again, or a bot plays on with its points."""
    place = call.own_place
    held = await _without_seat(call, place)
    response = await call.answer(_without(call.room, place))
    _keep_keys(call, response, held)
    return response


async def _without_seat(call: Caller, place: PlaceId) -> str:
    """The cookie without the key of this place."""
    for key in auth.keys_held(call.request.cookies, call.room.code):
        row = await call.services.store.find_key(auth.key_hash(key))
        if row and (row.room, row.grant, row.seat) == (call.room.id, SEAT, place):
            return auth.without_key(call.request.cookies, call.room.code, key)
    raise Problem(403, Illegal("not_your_seat"))


def _keep_keys(call: Caller, response: Response, held: str) -> None:
    https = call.request.url.scheme == "https"
    auth.set_cookie(response, auth.keys_cookie(call.room.code), held, https=https)


# -- what the host decides -----------------------------------------------------------------------------------


@router.post("/{code}/bots")
async def add_bot(call: Call) -> Response:
    call.must_host()
    level = call.form.get("level", "")
    return await call.answer(call.room.change(lambda table: seating.with_bot(table, level)[0]))


@router.post("/{code}/remove")
async def remove(call: Call) -> Response:
    """Free a seat before the game; its key opens nothing any more."""
    call.must_host()
    return await call.answer(_without(call.room, call.place, only_in_lobby=True))


@router.post("/{code}/order")
async def reorder(call: Call) -> Response:
    """Somebody moves one seat up or down."""
    call.must_host()
    place, up = call.place, call.form.get("to") == "up"

    def step(table: Table) -> Table:
        order = [each.id for each in table.places]
        at = seating.seat_of(table, place)
        to = max(0, at - 1) if up else at + 1
        order.insert(to, order.pop(at))
        return seating.reordered(table, order)

    return await call.answer(call.room.change(step))


@router.post("/{code}/options")
async def choose(call: Call) -> Response:
    """What is agreed on. A value comes as it is written; nothing else is one."""
    call.must_host()
    chosen = {
        option.name: value
        for option in call.room.game.options
        for value in option.values
        if str(value) == call.form.get(option.name)
    }
    return await call.answer(call.room.change(lambda table: seating.with_options(table, chosen)))


@router.post("/{code}/start")
async def start(call: Call) -> Response:
    """Deal, once everybody is ready."""
    call.must_host()
    response = await call.answer(call.room.start())
    if call.room.state is not None:
        call.services.bots.watch(call.room)
    return response


async def _without(room: Room, place: PlaceId, *, only_in_lobby: bool = False) -> None:
    def step(table: Table) -> Table:
        if only_in_lobby and table.status != LOBBY:
            raise Illegal("already_started")
        return seating.without(table, place)

    await room.change(step, drop_keys=[(SEAT, place)])
