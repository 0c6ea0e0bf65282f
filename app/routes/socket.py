"""The table as it changes, for pages: a socket that only ever tells."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from app import wire
from app.i18n import LOCALES
from app.limits import TooMany
from app.presence import GRACE_SECONDS, HOSTING, WATCHING, Who, of_place
from app.problems import Problem
from app.regions import REGIONS, TABLE, Look, Region
from app.rooms import Room
from app.routes.doors import room_at
from app.services import Services
from app.sockets import COME_BACK_LATER
from app.visitors import Visitor, visitor

router = APIRouter()
# Closings after which a page must not come back by itself
WRONG_ORIGIN, UNKNOWN_TABLE = 4403, 4404


@router.websocket("/r/{code}/socket")
async def socket(socket: WebSocket, code: str) -> None:
    """The regions of a table's page, now and after every change."""
    services: Services = socket.app.state.services
    await socket.accept()  # a socket that is refused before it was accepted is tried again and again
    if not services.is_own_page(socket):
        await socket.close(WRONG_ORIGIN)
        return
    try:
        room = await room_at(socket, code)
    except Problem:
        await socket.close(UNKNOWN_TABLE)
        return
    except TooMany:
        await socket.close(COME_BACK_LATER)
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


async def _tell(socket: WebSocket, services: Services, room: Room) -> None:
    """As long as nobody comes or goes a visitor stays who they are; then they are looked at anew."""
    while True:
        look = await _look(socket, services, room)
        with _attending(room, look.visitor):
            await _tell_as(socket, look, room.revision)


async def _tell_as(socket: WebSocket, look: Look, revision: int) -> None:
    """While a region is on its way the room may move on several times: of those only the newest is sent."""
    room, shown = look.room, dict[str, object]()
    while room.revision == revision:
        news = room.news
        for region in REGIONS:
            marks = region.marks(room)
            if shown.get(region.target) != marks:
                shown[region.target] = marks
                await socket.send_text(_message(region, await region.draw(look)))
        await room.news_since(news)


def _message(region: Region, drawn: str) -> str:
    """The table comes as it is, what else is on the page with the name of its place."""
    return drawn.strip() if region is TABLE else wire.dumps({"target": region.target, "content": drawn})


async def _look(socket: WebSocket, services: Services, room: Room) -> Look:
    who = await visitor(socket, services, room)
    # Not every browser tells a socket which language its reader prefers, but the page knows its own.
    named = socket.query_params.get("locale", "")
    return Look(
        services,
        room,
        who._replace(locale=named) if named in LOCALES else who,
        services.invitation(socket),
    )


@contextmanager
def _attending(room: Room, who: Visitor) -> Iterator[None]:
    """They are at the table meanwhile, and for a while afterwards they count as if they were."""
    persons: list[Who] = [of_place(id) for id in who.places(room.table)] or [WATCHING]
    persons += [HOSTING] if who.hosts else []
    room.presence.arrive(persons)
    room.tell()
    try:
        yield
    finally:
        room.presence.leave(persons)
        room.tell()
        asyncio.get_running_loop().call_later(GRACE_SECONDS + 1, room.tell)
