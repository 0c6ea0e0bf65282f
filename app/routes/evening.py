"""What a table decides around its game: to play again, to give up, to take a turn back, to stop clocks."""

import time

from fastapi import APIRouter, Request, Response

from app import auth, evening, seating, tables
from app.engine.core import Illegal
from app.pages import page, see_other
from app.problems import Problem
from app.rooms import Room
from app.routes.callers import Call, Caller, must_host
from app.routes.doors import Address, AtTable, Door, may_open
from app.seating import LOBBY, PlaceId, Step, Table
from app.visitors import visitor

router = APIRouter(prefix="/r", include_in_schema=False)


# -- the next game -------------------------------------------------------------------------------------------


@router.post("/{code}/again")
async def again(call: Call, address: Address) -> Response:
    """A further game with the same people: once this one is over anybody at the table may ask for it, and
    while it goes on the host, who gives it up by this."""
    if not call.visitor.seats and not call.visitor.hosts:
        raise Problem(403, Illegal("not_your_seat"))
    if call.room.table.status == LOBBY:
        return await call.refusal(Illegal("not_started"))
    if not call.room.is_over:
        must_host(call)
    if not call.room.table.next:
        await may_open(call.services, address)
    if not call.room.is_over:
        await call.room.change(evening.abandoned)
    await tables.play_again(call.services.store, call.services.secret, call.room)
    return await _follow(call)


@router.post("/{code}/follow")
async def follow(call: Call) -> Response:
    """To where the others play on, with the same seats."""
    if not call.room.table.next:
        return see_other(call.table)
    return await _follow(call)


async def _follow(call: Caller) -> Response:
    there = await call.services.rooms.get(call.room.table.next)
    if there is None:
        raise Problem(404, Illegal("unknown_table"))
    cookies = call.request.cookies
    response = see_other(f"/r/{there.code}" if call.visitor.seats else f"/r/{there.code}/watch")
    if auth.keys_held(cookies, there.code):  # they have been there already
        return response
    held = ""
    mine = auth.keys_held(cookies, call.room.code)
    for key in await tables.come_along(call.services.store, call.services.secret, there, mine):
        held = auth.with_key({auth.keys_cookie(there.code): held}, there.code, key)
    if held:
        https = call.request.url.scheme == "https"
        auth.set_cookie(response, auth.keys_cookie(there.code), held, https=https)
    return response


@router.get("/{code}/end")
async def end_page(request: Request, room: AtTable, services: Door) -> Response:
    """Asks the host once: to give the game up, or to begin it anew."""
    who = await visitor(request, services, room)
    if not who.hosts or room.is_over or room.table.status == LOBBY:
        return see_other(f"/r/{room.code}")
    return page(request, "table/end_game.html", code=room.code)


@router.post("/{code}/abandon")
async def abandon(call: Call) -> Response:
    """The game is given up as it stands."""
    must_host(call)
    return await call.answer(call.room.change(evening.abandoned))


# -- answers in advance, and clocks --------------------------------------------------------------------------


@router.post("/{code}/standing")
async def standing(call: Call) -> Response:
    """A move that is made for a seat whenever it is offered, or no longer."""
    place, move, on = call.own_place, call.form.get("move", ""), call.form.get("on") == "yes"
    return await call.answer(call.room.change(lambda table: evening.with_standing(table, place, move, on)))


@router.post("/{code}/clock")
async def clock(call: Call) -> Response:
    """Nobody's time runs, or it runs again."""
    must_host(call)
    pause, now = call.form.get("pause") == "yes", int(time.time())

    def step(table: Table) -> Table:
        return evening.paused(table) if pause else evening.resumed(table, now)

    return await call.answer(call.room.change(step))


# -- taking a turn back --------------------------------------------------------------------------------------


@router.post("/{code}/take-back")
async def take_back(call: Call) -> Response:
    """Somebody asks for their last turn back; if there is nobody to agree, it is done."""
    return await call.answer(_ask_back(call.room, call.own_place))


@router.post("/{code}/agree")
async def agree(call: Call) -> Response:
    """Somebody agrees to what was asked; or is against it, and it is asked no more."""
    place, asked = call.own_place, call.form.get("version", "")
    version = int(asked) if asked.isdecimal() and len(asked) < 10 else 0
    if call.form.get("agree") != "yes":
        return await call.answer(call.room.change(lambda table: evening.refusing(table, place, version)))
    return await call.answer(_agreed_on(call.room, lambda table: evening.agreeing(table, place, version)))


async def _ask_back(room: Room, place: PlaceId) -> None:
    """Only for a turn that can go back."""
    evening.asking_back(room.table, place, room.version)
    version = await room.with_turn_to_take_back(seating.seat_of(room.table, place))
    await _agreed_on(room, lambda table: evening.asking_back(table, place, version))


async def _agreed_on(room: Room, step: Step) -> None:
    """A step towards taking back; once everybody has agreed the turn is taken back, if it still can be."""
    table = await room.change(step)
    if table.consent and not evening.still_to_agree(table):
        try:
            await room.take_back(seating.seat_of(table, table.consent.place), table.consent.version)
        finally:
            await room.change(evening.settled)
