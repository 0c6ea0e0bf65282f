"""Pausing and resuming a table's clocks."""

import time

from fastapi import APIRouter, Response

from app.table import clocks
from app.table.seating import Table
from app.web.table_forms import Call, must_host

router = APIRouter(prefix="/r", include_in_schema=False)


@router.post("/{code}/clock")
async def clock(call: Call) -> Response:
    """Pause or resume everyone's clock."""
    must_host(call)
    pause, now = call.form.get("pause") == "yes", int(time.time())

    def step(table: Table) -> Table:
        return clocks.paused(table) if pause else clocks.resumed(table, now)

    return await call.answer(call.live.change(step))
