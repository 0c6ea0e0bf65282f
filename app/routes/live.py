"""News of a table as they happen, for programs: a socket that only ever tells."""

import asyncio

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from app import auth, codes, wire
from app.models import KeyRow
from app.rooms import Room
from app.routes.api import snapshot
from app.services import Services

router = APIRouter(prefix="/api/tables")
# Closings that a client must not answer by coming back
UNKNOWN_TABLE, WRONG_KEY = 4404, 4403


@router.websocket("/{code}/live")
async def live(socket: WebSocket, code: str) -> None:
    """The table as the key's bearer may see it, now and after every change; of many the newest."""
    services: Services = socket.app.state.services
    await socket.accept()
    plain = codes.plain(code)
    room = await services.rooms.get(plain) if plain else None
    if room is None:
        await socket.close(UNKNOWN_TABLE)
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
