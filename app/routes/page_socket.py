"""The table as it changes, for pages: a socket that only ever tells."""

from fastapi import APIRouter, WebSocket

from app.engine import wire
from app.live.attendance import attending, persons
from app.live.broadcast import Audience, among, gathered
from app.live.live_table import LiveTable
from app.net import websocket_connection
from app.net.close_codes import COME_BACK_LATER, FORBIDDEN, NOT_FOUND, SHUT
from app.net.per_address import TooManyOpen
from app.net.websocket_connection import Listener, Message, tell_while_there
from app.pages.i18n import LOCALES
from app.pages.regions import ON_TV, REGIONS, TABLE, Look, Region
from app.table import spectators
from app.web.dependencies import address_of, live_table_at, look_at
from app.web.errors import Problem
from app.web.identity import on_tv, visitor
from app.web.rate_limits import TooMany
from app.web.services import Services

router = APIRouter()


@router.websocket("/r/{code}/socket")
async def socket(socket: WebSocket, code: str) -> None:
    """The regions of a table's page, now and after every change."""
    services: Services = socket.app.state.services
    await socket.accept()  # a socket that is refused before it was accepted is tried again and again
    if not services.is_own_page(socket):
        await socket.close(FORBIDDEN)
        return
    try:
        live = await live_table_at(socket, code)
    except Problem as trouble:
        await socket.close(SHUT if trouble.status == 410 else NOT_FOUND)
        return
    except TooMany:
        await socket.close(COME_BACK_LATER)
        return
    line = websocket_connection.line(socket, beats=True)
    try:
        with services.open_sockets.one_more(address_of(socket), live.code, line):
            await tell_while_there(socket, line, _attend(line, socket, services, live))
    except TooManyOpen:
        await socket.close(COME_BACK_LATER)


async def _attend(line: Listener, socket: WebSocket, services: Services, live: LiveTable) -> None:
    """As long as nobody comes or goes a visitor stays who they are; then they are looked at anew."""
    while True:
        revision = live.revision
        if live.is_closed:
            await socket.close(SHUT)
            return
        look = await _look(socket, services, live)
        if live.revision != revision:
            continue
        if look is None:
            await socket.close(FORBIDDEN)
            return
        if look.is_crowded:
            line.hang_up()
            return
        regions = ON_TV if look.visitor.on_tv else REGIONS
        audiences = [_audience(look, region) for region in regions]
        with attending(live, persons(live, look.visitor)), among(line, *audiences):
            await live.revised_since(revision)


def _audience(look: Look, region: Region) -> Audience:
    async def draw() -> Message:
        return _message(region, await region.draw(look))

    who = (region.target, region.sees(look))
    return gathered(look.live, who, lambda: region.marks(look.live), draw, region.pause)


def _message(region: Region, drawn: str) -> Message:
    """The table comes as it is, what else is on the page with the name of its place."""
    if region is TABLE:
        return Message(drawn.strip())
    return Message(wire.dumps({"target": region.target, "content": drawn}), region.target)


async def _look(socket: WebSocket, services: Services, live: LiveTable) -> Look | None:
    """How they look at the table; None, if they may not."""
    who = await visitor(socket, services, live)
    if not spectators.sees(live.table, who):
        return None
    if "tv" in socket.query_params:
        who = on_tv(socket)
    # Not every browser tells a socket which language its reader prefers, but the page knows its own.
    named = socket.query_params.get("locale", "")
    return look_at(socket, live, who._replace(locale=named) if named in LOCALES else who)
