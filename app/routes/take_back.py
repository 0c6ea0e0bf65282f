"""Taking back a turn: a player asks, and the turn is taken back once all the others agree."""

from contextlib import suppress

from fastapi import APIRouter, Response

from app.live.earlier_turns import TakenBackSince
from app.live.live_table import LiveTable
from app.table.seating import PlaceId, Step
from app.table.take_back import agreeing, asking_back, refusing, settled, still_to_agree
from app.web.dependencies import address_of
from app.web.numbers import whole_number
from app.web.table_forms import Call, Caller

router = APIRouter(prefix="/r", include_in_schema=False)


@router.post("/{code}/take-back")
async def take_back(call: Call) -> Response:
    """Ask to take back the last turn. If nobody else has to agree, it is taken back at once, as always in a
    practice."""
    return await call.answer(_ask_back(call, call.own_place))


@router.post("/{code}/agree")
async def agree(call: Call) -> Response:
    """Agree to a request, or refuse it; a refusal ends the request."""
    place, version = call.own_place, whole_number(call.form.get("version", "")) or 0
    if call.form.get("agree") != "yes":
        return await call.answer(call.live.change(lambda table: refusing(table, place, version)))
    return await call.answer(_agreed_on(call.live, lambda table: agreeing(table, place, version)))


async def _ask_back(call: Caller, place: PlaceId) -> None:
    """Ask to take back the turn, but only if that is possible and doesn't happen too often."""
    live = call.live
    call.services.limits.check("take_back", address_of(call.request), f"{live.code} {place}")
    if live.table.practice:
        with suppress(TakenBackSince):
            await live.take_back(place, whole_number(call.form.get("version", "")))
        return
    asking_back(live.table, place, live.version)
    version = await live.with_turn_to_take_back(place)
    await _agreed_on(live, lambda table: asking_back(table, place, version))


async def _agreed_on(live: LiveTable, step: Step) -> None:
    """Change the request. Once everyone has agreed, take the turn back if that is still possible."""
    table = await live.change(step)
    if table.consent and not still_to_agree(table):
        try:
            await live.take_back(table.consent.place, table.consent.version)
        finally:
            await live.change(settled)
