"""News of a table as they happen, for programs: a socket that only ever tells."""

from fastapi import APIRouter, WebSocket

from app import auth, sockets, watching, wire
from app.attendance import attending
from app.audiences import among, gathered
from app.crowd import Crowded
from app.limits import TooMany
from app.models import KeyRow
from app.presence import WATCHING, of_place
from app.problems import Problem
from app.rooms import Room
from app.routes.api import snapshot
from app.routes.doors import address_of, room_at
from app.services import Services
from app.sockets import COME_BACK_LATER, SHUT, Line, Message, tell_while_there
from app.visitors import SEAT

router = APIRouter(prefix="/api/tables")
# Closings that a client must not answer by coming back
UNKNOWN_TABLE, WRONG_KEY = 4404, 4403


@router.websocket("/{code}/live")
async def live(socket: WebSocket, code: str) -> None:
    """The table as the key's bearer may see it, now and after every change; of many the newest."""
    services: Services = socket.app.state.services
    await socket.accept()
    try:
        room = await room_at(socket, code)
    except Problem as trouble:
        await socket.close(SHUT if trouble.status == 410 else UNKNOWN_TABLE)
        return
    except TooMany:
        await socket.close(COME_BACK_LATER)
        return
    header = socket.headers.get("authorization")
    bearer = await services.store.find_key(auth.key_hash(auth.bearer(header) or "")) if header else None
    if header and (bearer is None or bearer.room != room.id):
        await socket.close(WRONG_KEY)
        return

    place = bearer.seat if bearer and bearer.grant == SEAT else None
    if place is None and room.presence.pages(WATCHING) >= services.settings.most_watchers:
        await socket.close(COME_BACK_LATER)
        return
    line = sockets.line(socket)
    try:
        with (
            services.open_pages.one_more(address_of(socket), room.code, line),
            attending(room, [WATCHING if place is None else of_place(place)]),
        ):
            await tell_while_there(socket, line, _attend(socket, line, room, bearer))
    except Crowded:
        await socket.close(COME_BACK_LATER)


async def _attend(socket: WebSocket, line: Line, room: Room, bearer: KeyRow | None) -> None:
    async def draw() -> Message:
        return Message(wire.dumps(snapshot(room, bearer)))

    who = ("live", bearer.hash if bearer else None)
    while True:
        revision = room.revision
        if room.is_closed:
            await socket.close(SHUT)
            return
        if not watching.opens(room.table, bearer):
            await socket.close(WRONG_KEY)
            return
        with among(line, gathered(room, who, lambda: room.at.of_game, draw)):
            await room.revised_since(revision)
