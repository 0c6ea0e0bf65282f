"""News of a table as they happen, for programs: a socket that only ever tells."""

from fastapi import APIRouter, WebSocket

from app.engine import wire
from app.live import key_ring
from app.live.attendance import attending, of_program
from app.live.broadcast import Audience, among, gathered
from app.live.live_table import LiveTable
from app.live.presence import WATCHING
from app.net import websocket_connection
from app.net.close_codes import COME_BACK_LATER, FORBIDDEN, NOT_FOUND, SHUT
from app.net.per_address import TooManyOpen
from app.net.websocket_connection import Listener, Message, tell_while_there
from app.routes.api.tables import granted, snapshot
from app.storage.schema import KeyRow
from app.table import spectators
from app.web import identity
from app.web.dependencies import address_of, live_table_at
from app.web.errors import Problem
from app.web.rate_limits import TooMany
from app.web.services import Services

router = APIRouter(prefix="/api/tables")


@router.websocket("/{code}/live")
async def live(socket: WebSocket, code: str) -> None:
    """The table as the key's bearer may see it, now and after every change; of many the newest."""
    services: Services = socket.app.state.services
    await socket.accept()
    if "origin" in socket.headers and not services.is_own_page(socket):  # a program sends none
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
    line = websocket_connection.line(socket)
    try:
        with services.open_sockets.one_more(address_of(socket), live.code, line):
            await tell_while_there(socket, line, _attend(line, socket, services, live))
    except TooManyOpen:
        await socket.close(COME_BACK_LATER)


async def _attend(line: Listener, socket: WebSocket, services: Services, live: LiveTable) -> None:
    """As long as nobody comes or goes a key opens what it opens; then it is looked up anew."""
    header = socket.headers.get("authorization")
    key = (identity.bearer(header) or "") if header else None
    while True:
        revision = live.revision
        if live.is_closed:
            await socket.close(SHUT)
            return
        bearer = await key_ring.look_up_one(services.store, key) if key is not None else None
        if live.revision != revision:
            continue
        is_wrong = key is not None and (bearer is None or bearer.room != live.id)
        if is_wrong or not spectators.opens(live.table, *granted(bearer)):
            await socket.close(FORBIDDEN)
            return
        whos = of_program(live, bearer)
        if whos == [WATCHING] and live.presence.pages(WATCHING) >= services.settings.most_watchers:
            line.hang_up()
            return
        with attending(live, whos), among(line, _audience(live, bearer)):
            await live.revised_since(revision)


def _audience(live: LiveTable, bearer: KeyRow | None) -> Audience:
    async def draw() -> Message:
        return Message(wire.dumps(snapshot(live, bearer)))

    who = ("live", bearer.hash if bearer else None)
    return gathered(live, who, lambda: live.at.of_game, draw)
