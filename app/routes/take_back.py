"""Taking a turn back: somebody asks, the others agree, and it is done."""

from fastapi import APIRouter, Response

from app.live.live_table import Room
from app.table import seating
from app.table.seating import PlaceId, Step
from app.table.take_back import agreeing, asking_back, refusing, settled, still_to_agree
from app.web.table_forms import Call

router = APIRouter(prefix="/r", include_in_schema=False)


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
        return await call.answer(call.room.change(lambda table: refusing(table, place, version)))
    return await call.answer(_agreed_on(call.room, lambda table: agreeing(table, place, version)))


async def _ask_back(room: Room, place: PlaceId) -> None:
    """Only for a turn that can go back."""
    asking_back(room.table, place, room.version)
    version = await room.with_turn_to_take_back(seating.seat_of(room.table, place))
    await _agreed_on(room, lambda table: asking_back(table, place, version))


async def _agreed_on(room: Room, step: Step) -> None:
    """A step towards taking back; once everybody has agreed the turn is taken back, if it still can be."""
    table = await room.change(step)
    if table.consent and not still_to_agree(table):
        try:
            await room.take_back(seating.seat_of(table, table.consent.place), table.consent.version)
        finally:
            await room.change(settled)
