"""Live table updates for API clients, over a WebSocket that only ever sends."""

from starlette.websockets import WebSocket

from app.engine import wire
from app.live import key_ring
from app.live.attendance import of_program
from app.live.broadcast import Audience, gathered
from app.live.live_table import LiveTable
from app.live.presence import WATCHING
from app.net.websocket_connection import Message
from app.routes.api.snapshot import snapshot
from app.routes.api.tables import granted
from app.storage.schema import KeyRow
from app.table import spectators
from app.web import identity
from app.web.plain_routes import SocketRoute
from app.web.services import services_of
from app.web.socket_session import Guest, attend


async def live(socket: WebSocket) -> None:
    """Send the table as the key's bearer may see it, now and after every change; slow clients skip some."""
    services = services_of(socket)
    header = socket.headers.get("authorization")
    key = (identity.bearer(header) or "") if header else None

    async def recognize(live: LiveTable) -> Guest | None:
        bearer = await key_ring.look_up_one(services.store, key) if key is not None else None
        is_wrong = key is not None and (bearer is None or bearer.room != live.id)
        if is_wrong or not spectators.opens(live.table, *granted(bearer)):
            return None
        whos = of_program(live, bearer)
        is_full = live.presence.pages(WATCHING) >= services.settings.most_watchers
        return Guest(whos, whos == [WATCHING] and is_full, lambda: [_audience(live, bearer)])

    await attend(socket, recognize, from_page=False)


LIVE = SocketRoute("/api/tables/{code}/live", live)


def _audience(live: LiveTable, bearer: KeyRow | None) -> Audience:
    async def draw() -> Message:
        return Message(wire.dumps(snapshot(live, bearer)))

    who = ("live", bearer.hash if bearer else None)
    return gathered(live, who, lambda: live.at.of_game, draw)
