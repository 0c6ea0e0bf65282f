"""News of a table as they happen, for programs: a socket that only ever tells."""

import asyncio

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from app import auth, wire
from app.limits import TooMany
from app.models import KeyRow
from app.problems import Problem
from app.rooms import Room
from app.routes.api import snapshot
from app.routes.doors import room_at
from app.services import Services
from app.sockets import COME_BACK_LATER

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
    except Problem:
        await socket.close(UNKNOWN_TABLE)
        return
    except TooMany:
        await socket.close(COME_BACK_LATER)
        return
    header = socket.headers.get("authorization")
    bearer = await services.store.find_key(auth.key_hash(auth.bearer(header) or "")) if header else None
    if header and (bearer is None or bearer.room != room.id):
        await socket.close(WRONG_KEY)
        return
    telling = asyncio.create_task(_tell(socket, room, bearer))
    try:
        while True:  # somebody must read, or pings go unanswered; what is said here is not heard
            await socket.receive()
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)


async def _tell(socket: WebSocket, room: Room, bearer: KeyRow | None) -> None:
    while True:
        at = room.at
        await socket.send_text(wire.dumps(snapshot(room, bearer)))
        await room.changed_since(at)
