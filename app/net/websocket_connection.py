"""Sends one prepared message to many WebSockets.

Each message to an audience is encoded once, plain and deflated, and every socket gets the same bytes. Slow
clients don't hold up the others (backpressure). A line whose buffer is full is skipped; once it has room, it
gets the newest message for each region. If that takes too long, the line is closed and the client reconnects.

This relies on uvicorn's protocol object, which the application finds in the scope as an ASGI extension. Under
any other server, a separate task for each line sends plain text.
"""

import asyncio
from asyncio import Task, TimerHandle
from asyncio.transports import BaseTransport
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import cached_property, lru_cache
from typing import Any, Protocol, cast

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State

from app.net.close_codes import COME_BACK_LATER
from app.net.websocket_hearing import Hearing

EXTENSION = "housewarming.line"
MOST_BUFFERED = 64 * 1024
BEAT = "beat"  # the heartbeat that static/table/frames.js expects on idle sockets

log = structlog.get_logger()

_REMEMBERED = 16  # deflated texts
_WINDOW = 15
_DEFLATE = PerMessageDeflate(True, True, _WINDOW, _WINDOW)


class Message:
    """A text for one region of a page, and its WebSocket frames, each made on first use and then kept.

    If the text only says what has changed, `whole` is for somebody who missed an earlier message.
    """

    def __init__(
        self, text: str | Callable[[], str], region: str = "table", whole: "Message | None" = None
    ) -> None:
        self._text, self.region, self._whole = text, region, whole

    @property
    def whole(self) -> "Message":
        return self._whole or self

    @cached_property
    def text(self) -> str:
        return self._text if isinstance(self._text, str) else self._text()

    def since(self, before: "Message") -> "Message | None":
        """What to tell somebody who was told the earlier message; None if it says the same."""
        return None if before.text == self.text else self

    @cached_property
    def plain(self) -> bytes:
        return Frame(Opcode.TEXT, self.text.encode()).serialize(mask=False)

    @cached_property
    def deflated(self) -> bytes:
        return min(_deflated(self.text), self.plain, key=len)


@lru_cache(_REMEMBERED)
def _deflated(text: str) -> bytes:
    """The deflated frame of a text. A move often looks the same to several audiences."""
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False, extensions=[_DEFLATE])


_BEAT = Message(BEAT, "beat")


class Listener(Protocol):
    """The sending side of a client's socket."""

    def push(self, message: Message) -> None:
        """Send the message now, or as soon as there is room. It replaces any other queued for its region."""

    def hang_up(self, reason: int = COME_BACK_LATER) -> None:
        """Close the socket with this code; by default the client reconnects later."""


def line(socket: WebSocket, *, beats: bool = False) -> Listener:
    """The line of an accepted socket. With `beats`, it sends heartbeats, so that the page can tell whether
    the connection is dead. Servers other than uvicorn send none; pages expect them only after the first."""
    known: Any = socket.scope.get("extensions", {}).get(EXTENSION)
    if not known:
        return PlainLine(socket)
    quick = cast(PushSocket, known["line"])
    quick.beats = beats
    return quick


async def tell_while_there(socket: WebSocket, line: Listener, telling: Coroutine[Any, Any, None]) -> None:
    """Run `telling` until the client disconnects. If it fails, close the socket; the client reconnects."""

    def ended(task: Task[None]) -> None:
        if not task.cancelled() and (trouble := task.exception()):
            log.error("send_failed", path=socket.url.path, exc_info=trouble)
            line.hang_up()

    task = asyncio.create_task(telling)
    task.add_done_callback(ended)
    try:
        while True:  # keep reading, so that pings are answered; messages are ignored
            await socket.receive()
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        task.cancel()
        await asyncio.wait([task])


class PushSocket(WebSocketsSansIOProtocol):
    """The WebSocket protocol for uvicorn's `ws` option: writes encoded frames and limits its write buffer."""

    # How long a buffer may stay full before the socket is closed, and how long until it is then aborted.
    patience = 5.0  # seconds

    # With thousands of lines, each push is a cache miss, so slots keep everything that it reads together.
    __slots__ = ("_deflates", "_held", "_open", "_out", "_stalled", "beats")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.conn = Hearing(self.loop.time)
        self._open = False  # the handshake is done, the buffer has room, and no close frame has been sent
        self.beats = False
        self._deflates = False
        self._held: dict[str, Message] = {}
        self._stalled: TimerHandle | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self._out = self.transport
        self._out.set_write_buffer_limits(MOST_BUFFERED)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.handshake_exc and not self.close_sent:
            # the error response to an unreadable request is ready, but uvicorn alone would never send it
            self.close_sent = True
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.close_sent:
            return
        # a client that asks for a smaller window than ours gets plain frames, which every client can read
        self._deflates = any(
            isinstance(each, PerMessageDeflate) and each.local_max_window_bits >= _WINDOW
            for each in self.conn.extensions
        )
        extensions = self.scope["extensions"]
        assert extensions is not None
        extensions[EXTENSION] = {"line": self}

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        self._look()
        if message["type"] == "websocket.accept":
            self.request.headers.clear()  # the parser keeps a reference to them while it waits for frames
            del self.request, self.response  # to save memory: an open socket needs neither

    def push(self, message: Message) -> None:
        if self._open:
            if not self._out.is_closing():
                self._out.write(message.deflated if self._deflates else message.plain)
        elif not self.close_sent:
            self._held[message.region] = message.whole

    def send_keepalive_ping(self) -> None:
        super().send_keepalive_ping()
        if self.beats:  # scripts can't see pings
            self.push(_BEAT)

    def _look(self) -> None:
        self._open = self.handshake_complete and not self.close_sent and self.writable.is_set()

    def hang_up(self, reason: int = COME_BACK_LATER) -> None:
        if self.conn.state is not State.OPEN:
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": reason})
        self.conn.send_close(reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self._part()

    def _part(self) -> None:
        """Close the connection once everything is written; abort it if that takes longer than `patience`."""
        self._look()
        self.transport.close()
        self._forget_stall()
        self._stalled = self.loop.call_later(self.patience, self.transport.abort)

    # -- clients that send invalid data ----------------------------------------------------------------------

    def send_receive_event_to_app(self) -> None:
        if not self.close_sent and self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.conn.fail(CloseCode.INVALID_DATA)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def handle_parser_exception(self) -> None:
        """Send a close frame with the reason and stop reading. Stay connected for `patience` seconds, so that
        the client doesn't reconnect sooner."""
        said = self.conn.close_sent
        if said is None:  # the handshake hasn't been accepted yet, so there is nothing to close
            self.transport.abort()
            return
        log.info("socket_refused", code=int(said.code))
        self.queue.put_nowait({"type": "websocket.disconnect", "code": said.code, "reason": said.reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.pause_reading()
        self.close_sent = True
        self._look()
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(self.patience, self.transport.abort)

    def handle_close(self, event: Frame) -> None:
        super().handle_close(event)
        self._part()

    # -- clients that read too slowly, or not at all ---------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        self._look()
        if self._stalled is None:
            self._stalled = self.loop.call_later(self.patience, self._give_up)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._look()
        if self.close_sent:
            return
        self._forget_stall()
        held, self._held = self._held, {}
        for message in held.values():
            self.push(message)

    def _give_up(self) -> None:
        if self.conn.state is State.OPEN:
            self.hang_up()
        else:
            self.transport.abort()

    def _forget_stall(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def handle_ping(self) -> None:
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()  # discard the pong: if the client doesn't read, pongs would pile up

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()  # closing would wait for a dead client to read the rest

    def shutdown(self) -> None:
        super().shutdown()
        if not self.writable.is_set():
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._forget_stall()
        self._held.clear()


def _is_text(said: bytes) -> bool:
    try:
        said.decode()
    except UnicodeDecodeError:
        return False
    return True


class PlainLine:
    """The line of a socket under a server other than uvicorn."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._held: dict[str, Message] = {}
        self._sending: Task[None] | None = None

    def push(self, message: Message) -> None:
        self._held[message.region] = message.whole if message.region in self._held else message
        if self._sending is None:
            self._sending = asyncio.create_task(self._send())

    def hang_up(self, reason: int = COME_BACK_LATER) -> None:
        self._held.clear()
        self._sending = asyncio.create_task(self._close(reason))

    async def _send(self) -> None:
        # If the client is gone, the task that reads will notice.
        with suppress(WebSocketDisconnect, RuntimeError):
            while self._held:
                await self._socket.send_text(self._held.pop(next(iter(self._held))).text)
        self._sending = None

    async def _close(self, reason: int) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            await self._socket.close(reason)
