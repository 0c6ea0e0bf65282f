"""Live updates for a table's page, over a WebSocket that only ever sends."""

from functools import lru_cache

from starlette.websockets import WebSocket

from app.engine import wire
from app.live.attendance import persons
from app.live.broadcast import Audience, gathered
from app.live.live_table import LiveTable
from app.net.websocket_connection import Message
from app.pages.fragments import Frame
from app.pages.i18n import LOCALES
from app.pages.regions import ON_TV, REGIONS, SHOWN, TABLE, Look, Region, lobby_or_frame
from app.table import spectators
from app.web.dependencies import look_at
from app.web.identity import on_tv, visitor
from app.web.plain_routes import SocketRoute
from app.web.services import services_of
from app.web.socket_session import Guest, attend

_REMEMBERED = 16  # texts


async def socket(socket: WebSocket) -> None:
    """Send the regions of a table's page, now and after every change; to a replay's page, which step is shown
    to everybody."""

    async def recognize(live: LiveTable) -> Guest | None:
        look = await _look(socket, live)
        if look is None:
            return None
        if "replay" in socket.query_params:
            return Guest((), False, lambda: [_audience(look, SHOWN)])
        regions = ON_TV if look.visitor.on_tv else REGIONS
        return Guest(
            persons(live, look.visitor),
            look.is_crowded,
            lambda: [_audience(look, region) for region in regions],
        )

    await attend(socket, recognize, from_page=True)


SOCKET = SocketRoute("/r/{code}/socket", socket)


async def _look(socket: WebSocket, live: LiveTable) -> Look | None:
    """The table as this visitor sees it; None if they may not see it."""
    who = await visitor(socket, services_of(socket), live)
    if not spectators.sees(live.table, who):
        return None
    if "tv" in socket.query_params:
        who = on_tv(socket)
    # Not every browser sends Accept-Language in the handshake, so the page passes its language along.
    named = socket.query_params.get("locale", "")
    return look_at(socket, live, who._replace(locale=named) if named in LOCALES else who)


def _audience(look: Look, region: Region) -> Audience:
    async def draw() -> Message:
        drawn = await region.draw(look)
        return Message(wire.dumps({"target": region.target, "content": drawn}), region.target)

    who = (region.target, region.sees(look))
    drawing = TableDrawing(look).draw if region is TABLE else draw
    return gathered(look.live, who, lambda: region.marks(look), drawing, region.pause)


class TableDrawing:
    """The table as one audience is shown it: the lobby whole, a game only as far as it has changed."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._shown: Frame | None = None

    async def draw(self) -> Message:
        drawn = await lobby_or_frame(self._look)
        if isinstance(drawn, str):
            return Message(drawn.strip())
        before, self._shown = self._shown, drawn
        changes = before and drawn.changes_since(before)
        if changes is None:
            return Message(drawn.scripted)
        text = _as_json(changes.since, tuple(changes.attributes.items()), changes.partials)
        return Message(text, whole=lambda: drawn.scripted)


@lru_cache(_REMEMBERED)
def _as_json(since: tuple[int, int], attributes: tuple[tuple[str, str | None], ...], partials: str) -> str:
    """Changes as text. A move often changes the same for several audiences."""
    return wire.dumps({"since": since, "attributes": dict(attributes), "content": partials})
