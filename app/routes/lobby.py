"""A table before its game: who sits where, what is agreed on, and the start."""

from fastapi import APIRouter, Request, Response

from app import auth, seating, tables
from app.engine.core import Illegal
from app.pages import page, see_other
from app.problems import Problem
from app.regions import Look
from app.rooms import Room
from app.routes import shell
from app.routes.callers import Call, Caller
from app.routes.doors import Address, AtTable, Door
from app.routes.home import remember
from app.seating import LOBBY, PlaceId, Table
from app.visitors import SEAT, visitor

router = APIRouter(prefix="/r", include_in_schema=False)


# -- pages ---------------------------------------------------------------------------------------------------


@router.get("/{code}")
async def table(request: Request, code: str, services: Door, room: AtTable) -> Response:
    """The lobby, or the game once it has begun."""
    if code != room.code:
        return see_other(f"/r/{room.code}")
    who = await visitor(request, services, room)
    return await shell.page(request, Look(services, room, who, services.invitation(request)))


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
        return see_other(call.table)
    name = call.form.get("name", "")
    try:
        taken = await tables.take_seat(call.room, name)
    except Illegal as refused:
        return await call.refusal(refused)
    response = see_other(call.table)
    call.keep_keys(response, auth.with_key(call.request.cookies, call.room.code, taken.key))
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
    call.keep_keys(response, held)
    return response


async def _without_seat(call: Caller, place: PlaceId) -> str:
    """The cookie without the key of this place."""
    for key in auth.keys_held(call.request.cookies, call.room.code):
        row = await call.services.store.find_key(auth.key_hash(key))
        if row and (row.room, row.grant, row.seat) == (call.room.id, SEAT, place):
            return auth.without_key(call.request.cookies, call.room.code, key)
    raise Problem(403, Illegal("not_your_seat"))


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
