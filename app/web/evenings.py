"""What a visitor may know about an evening: all but the tables where the host decides who may watch."""

from itertools import chain

from fastapi import Request

from app.engine.core import Illegal
from app.live import evenings, key_ring
from app.live.evenings import Evening, Kept
from app.live.replay.showing import shown_at
from app.table import spectators
from app.table.evening import is_code
from app.table.visitor import REMOVED
from app.web import cookies
from app.web.errors import Problem
from app.web.services import Services


async def seen(request: Request, services: Services, address: str, code: str) -> Evening:
    """The evening with this code, as this browser may see it."""
    services.limits.check("evening", address)
    kept = await evenings.tables(services.store, code) if is_code(code) else []
    if not kept:
        raise Problem(404, Illegal("unknown_evening"))
    asking = [each.row.code for each in kept if spectators.asks(each.table)]
    held = chain.from_iterable(cookies.keys_held(request.cookies, each) for each in asking)
    rows = (await key_ring.look_up(services.store, [*held])).values()

    def sees(each: Kept) -> bool:
        opened = [row for row in rows if row.room == each.row.id and row.grant != REMOVED]
        return not spectators.asks(each.table) or any(
            spectators.opens(each.table, row.grant, row.seat) for row in opened
        )

    return await evenings.evening(services.store, code, kept, sees)


async def showing(services: Services, evening: Evening) -> str | None:
    """The table of the evening at which somebody shows a replay to everybody."""
    last = {game.chain: game.code for game in evening.games}
    for code in (*(each.code for each in evening.on), *last.values()):
        live = await services.live_tables.readable(code)
        if live and shown_at(live):
            return code
    return None
