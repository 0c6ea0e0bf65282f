"""Taking a turn back: somebody asks, the others agree, and it is done."""

from fastapi import APIRouter, Response

from app.live.live_table import LiveTable
from app.table.seating import PlaceId, Step
from app.table.take_back import agreeing, asking_back, refusing, settled, still_to_agree
from app.web.numbers import whole_number
from app.web.table_forms import Call

router = APIRouter(prefix="/r", include_in_schema=False)


@router.post("/{code}/take-back")
async def take_back(call: Call) -> Response:
    """Somebody asks for their last turn back; if there is nobody to agree, it is done."""
    return await call.answer(_ask_back(call.live, call.own_place))


@router.post("/{code}/agree")
async def agree(call: Call) -> Response:
    """Somebody agrees to what was asked; or is against it, and it is asked no more."""
    place, version = call.own_place, whole_number(call.form.get("version", "")) or 0
    if call.form.get("agree") != "yes":
        return await call.answer(call.live.change(lambda table: refusing(table, place, version)))
    return await call.answer(_agreed_on(call.live, lambda table: agreeing(table, place, version)))


async def _ask_back(live: LiveTable, place: PlaceId) -> None:
    """Only for a turn that can go back."""
    asking_back(live.table, place, live.version)
    version = await live.with_turn_to_take_back(place)
    await _agreed_on(live, lambda table: asking_back(table, place, version))


async def _agreed_on(live: LiveTable, step: Step) -> None:
    """A step towards taking back; once everybody has agreed the turn is taken back, if it still can be."""
    table = await live.change(step)
    if table.consent and not still_to_agree(table):
        try:
            await live.take_back(table.consent.place, table.consent.version)
        finally:
            await live.change(settled)
