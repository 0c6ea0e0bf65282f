"""Live updates for a table's page, over a WebSocket that only ever sends."""

from functools import lru_cache, partial

from starlette.websockets import WebSocket

from app.engine import wire
from app.live.attendance import persons
from app.live.broadcast import Audience, gathered
from app.live.live_table import LiveTable
from app.net.websocket_connection import Message
from app.pages.fragments import Frame
from app.pages.i18n import LOCALES
from app.pages.lobby import with_token
from app.pages.regions import ON_TV, REGIONS, SHOWN, TABLE, Look, Region
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
    who = (region.target, region.sees(look))
    draw = partial(message, look, region)
    return gathered(look.live, who, lambda: region.marks(look), draw, region.pause, region.target)


async def message(look: Look, region: Region) -> Message:
    """A region as it is now."""
    drawn = await region.draw(look)
    return Picture(drawn, region.target) if isinstance(drawn, Frame) else _whole(drawn, region.target)


def _whole(html: str, target: str) -> Message:
    return Message(html.strip() if target == TABLE.target else _as_json(target, html), target)


class Picture(Message):
    """A region drawn as fragments: those who were told an earlier one are only told what has changed."""

    def __init__(self, frame: Frame, target: str) -> None:
        super().__init__(lambda: _whole(with_token(frame.scripted), target).text, target)
        self._frame = frame

    def since(self, before: Message) -> Message | None:
        if not isinstance(before, Picture):
            return self
        changes = self._frame.changes_since(before._frame)
        if changes is None:
            return self
        if not changes.attributes and not changes.partials:
            return None
        text = _as_json(
            self.region, with_token(changes.partials), changes.since, tuple(changes.attributes.items())
        )
        return Message(text, self.region, whole=self)


@lru_cache(_REMEMBERED)
def _as_json(
    target: str,
    content: str,
    since: tuple[int | str, ...] = (),
    attributes: tuple[tuple[str, str | None], ...] = (),
) -> str:
    """A message as text, whole or since an earlier one. Several audiences are often told the same."""
    where = {} if target == TABLE.target else {"target": target}  # the table is htmx's default
    changes = {"since": since, "attributes": dict(attributes)} if since else {}
    return wire.dumps({**where, **changes, "content": content})
