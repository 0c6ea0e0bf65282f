"""The table as it changes, for pages: a socket that only ever tells."""

import asyncio

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from app import auth, codes
from app.i18n import LOCALES
from app.render import frame
from app.rooms import Room
from app.services import Services
from app.visitors import visitor

router = APIRouter()
# Closings after which a page must not come back by itself
WRONG_ORIGIN, UNKNOWN_TABLE = 4403, 4404


@router.websocket("/r/{code}/socket")
async def socket(socket: WebSocket, code: str) -> None:
    """The newest frame of a running game, now and after every change."""
    services: Services = socket.app.state.services
    await socket.accept()  # a socket that is refused before it was accepted is tried again and again
    if not auth.same_origin(socket.headers, socket.url.scheme, socket.headers.get("host", "")):
        await socket.close(WRONG_ORIGIN)
        return
    plain = codes.plain(code)
    room = await services.rooms.get(plain) if plain else None
    if room is None:
        await socket.close(UNKNOWN_TABLE)
        return
    telling = asyncio.create_task(_tell(socket, services, room))
    try:
        while True:  # somebody must read, or pings go unanswered; what is said here is not heard
            await socket.receive()
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)


def _page_locale(socket: WebSocket) -> str | None:
    """The language of the page that asks: not every browser tells a socket which one its reader prefers."""
    named = socket.query_params.get("locale", "")
    return named if named in LOCALES else None


async def _tell(socket: WebSocket, services: Services, room: Room) -> None:
    """While a frame is on its way the room may move on several times: of those only the newest is sent."""
    while True:
        at = room.at
        if room.state is not None:
            who = await visitor(socket, services, room)
            at = room.at
            locale = _page_locale(socket) or who.locale
            await socket.send_text(await frame(room, who.viewpoint(room.state.waiting), locale))
        await room.changed_since(at)
