"""Auto-answers: moves made for a seat whenever they are offered."""

from fastapi import APIRouter, Response

from app.table import auto_answers
from app.web.table_forms import Call

router = APIRouter(prefix="/r", include_in_schema=False)


@router.post("/{code}/auto-answers")
async def auto_answer(call: Call) -> Response:
    """Turn an auto-answer on or off."""
    place, move, on = call.own_place, call.form.get("move", ""), call.form.get("on") == "yes"
    return await call.answer(
        call.live.change(lambda table: auto_answers.with_auto_answer(table, place, move, on))
    )
