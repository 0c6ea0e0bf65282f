"""What the host of a table decides."""

from random import SystemRandom

from fastapi import APIRouter, Depends, Response

from app import seating
from app.engine.core import Illegal
from app.manners import MANNERS
from app.routes.callers import Call, must_host
from app.seating import LOBBY, Table
from app.visitors import SEAT

router = APIRouter(prefix="/r/{code}", include_in_schema=False, dependencies=[Depends(must_host)])


# -- before the game -----------------------------------------------------------------------------------------


@router.post("/bots")
async def add_bot(call: Call) -> Response:
    level = call.form.get("level", "")
    return await call.answer(call.room.change(lambda table: seating.with_bot(table, level)[0]))


@router.post("/remove")
async def remove(call: Call) -> Response:
    """Free a seat before the game; its key opens nothing any more."""
    place = call.place

    def step(table: Table) -> Table:
        if table.status != LOBBY:
            raise Illegal("already_started")
        return seating.without(table, place)

    return await call.answer(call.room.change(step, drop_keys=[(SEAT, place)]))


@router.post("/order")
async def reorder(call: Call) -> Response:
    """One seat moves up or down, or all are mixed."""
    to = call.form.get("to")
    moved = None if to == "random" else call.place

    def step(table: Table) -> Table:
        order = [each.id for each in table.places]
        if moved is None:
            SystemRandom().shuffle(order)
        else:
            at = seating.seat_of(table, moved)
            order.insert(max(0, at - 1) if to == "up" else at + 1, order.pop(at))
        return seating.reordered(table, order)

    return await call.answer(call.room.change(step))


@router.post("/options")
async def choose(call: Call) -> Response:
    """What is agreed on. A value comes as it is written; nothing else is one."""
    chosen = {
        option.name: value
        for option in (*call.room.game.options, *MANNERS)
        for value in option.values
        if str(value) == call.form.get(option.name)
    }
    return await call.answer(call.room.change(lambda table: seating.with_options(table, chosen)))


@router.post("/start")
async def start(call: Call) -> Response:
    """Deal, once everybody is ready."""
    return await call.answer(call.room.start())
