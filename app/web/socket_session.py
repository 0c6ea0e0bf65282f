"""Serves a table's WebSocket to a page or a program: admits it and sends updates.

The visitor is identified again whenever somebody joins or leaves. The close code says why a socket was
closed.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from starlette.websockets import WebSocket

from app.live.attendance import attending
from app.live.broadcast import Audience, among
from app.live.live_table import LiveTable
from app.live.presence import Who
from app.net import websocket_connection
from app.net.close_codes import COME_BACK_LATER, FORBIDDEN, NOT_FOUND, SHUT
from app.net.per_address import TooManyOpen
from app.net.websocket_connection import Listener, Message, tell_while_there
from app.web.dependencies import address_of, live_table_at
from app.web.errors import Problem
from app.web.rate_limits import TooMany
from app.web.services import services_of


class Guest(NamedTuple):
    """The socket's owner, as we know them until somebody joins or leaves the table."""

    persons: Sequence[Who]  # those who count as present while the socket is open
    is_crowded: bool  # whether there are already too many spectators
    audiences: Callable[[], Sequence[Audience]]  # the audiences that the owner belongs to


Recognize = Callable[[LiveTable], Awaitable[Guest | None]]  # None if they may not see the table


async def attend(socket: WebSocket, recognize: Recognize, *, from_page: bool) -> None:
    """Serve a socket from handshake to close. A page's socket must come from our own site and has a
    heartbeat."""
    services = services_of(socket)
    await socket.accept()  # clients keep retrying a socket that is refused before this
    if (from_page or "origin" in socket.headers) and not services.is_own_page(socket):
        await socket.close(FORBIDDEN)  # a program sends no origin
        return
    try:
        live = await live_table_at(socket, socket.path_params["code"])
    except Problem as trouble:
        await socket.close(SHUT if trouble.status == 410 else NOT_FOUND)
        return
    except TooMany:
        await socket.close(COME_BACK_LATER)
        return
    line = websocket_connection.line(socket, beats=from_page)
    try:
        with services.open_sockets.one_more(address_of(socket), live.code, line):
            await tell_while_there(socket, line, _tell(socket, line, live, recognize))
    except TooManyOpen:
        await socket.close(COME_BACK_LATER)


async def _tell(socket: WebSocket, line: Listener, live: LiveTable, recognize: Recognize) -> None:
    told: dict[str, Message] = {}
    while True:
        revision = live.revision
        if live.is_closed:
            await socket.close(SHUT)
            return
        guest = await recognize(live)
        if live.revision != revision:
            continue
        if guest is None:
            await socket.close(FORBIDDEN)
            return
        if guest.is_crowded:
            line.hang_up()
            return
        with attending(live, guest.persons), among(line, *guest.audiences(), told=told):
            await live.revised_since(revision)
