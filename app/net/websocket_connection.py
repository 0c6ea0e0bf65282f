"""One prepared message to many sockets.

What an audience is told is made into bytes once, plain and deflated, and those are written to every socket.
Nobody waits for a peer: a line with too much on its way is passed over and gets the newest message of each
region when there is room again, or is closed, to come back when it can read.

This happens at uvicorn's own end of a socket, which an application finds by the name of an extension. Under
another server a line sends plain text, in a task of its own.
"""

import asyncio
from asyncio import Task, TimerHandle
from asyncio.transports import BaseTransport
from collections.abc import Coroutine
from contextlib import suppress
from functools import cached_property
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
BEAT = "beat"  # what is said where nothing happens; static/table.js waits for it

log = structlog.get_logger()

_WINDOW = 15
_DEFLATE = PerMessageDeflate(True, True, _WINDOW, _WINDOW)


class Message:
    """A text for one region of a page, and its bytes as a WebSocket frame, each made when first needed."""

    def __init__(self, text: str, region: str = "table") -> None:
        self.text, self.region = text, region

    @cached_property
    def plain(self) -> bytes:
        return Frame(Opcode.TEXT, self.text.encode()).serialize(mask=False)

    @cached_property
    def deflated(self) -> bytes:
        deflated = Frame(Opcode.TEXT, self.text.encode()).serialize(mask=False, extensions=[_DEFLATE])
        return min(deflated, self.plain, key=len)


_BEAT = Message(BEAT, "beat")


class Listener(Protocol):
    """A way to somebody who listens."""

    def push(self, message: Message) -> None:
        """Send it now or when there is room, in place of whatever still waits for the same region."""

    def hang_up(self, reason: int = COME_BACK_LATER) -> None:
        """Close it; unless another reason is given, for them to come back later."""


def line(socket: WebSocket, *, beats: bool = False) -> Listener:
    """The line of a socket that was accepted. On one that beats something is said now and then, by which a
    page notices that it is dead. Under another server none does, and who heard no beat waits for none."""
    known: Any = socket.scope.get("extensions", {}).get(EXTENSION)
    if not known:
        return PlainLine(socket)
    quick = cast(PushSocket, known["line"])
    quick.beats = beats
    return quick


async def tell_while_there(socket: WebSocket, line: Listener, telling: Coroutine[Any, Any, None]) -> None:
    """Until the peer goes. If telling fails they are let go, to come back and be told anew."""

    def ended(task: Task[None]) -> None:
        if not task.cancelled() and (trouble := task.exception()):
            log.error("send_failed", path=socket.url.path, exc_info=trouble)
            line.hang_up()

    task = asyncio.create_task(telling)
    task.add_done_callback(ended)
    try:
        while True:  # somebody must read, or pings go unanswered; what is said here is not heard
            await socket.receive()
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        task.cancel()
        await asyncio.wait([task])


class PushSocket(WebSocketsSansIOProtocol):
    """uvicorn's end of a socket, given to it as `ws`: takes bytes as they are, and bounds its buffer."""

    patience = 5.0  # seconds without room until it is closed, and from there until it is cut off

    # What every push looks at lies together: with thousands of lines it comes from far memory each time.
    __slots__ = ("_deflates", "_held", "_open", "_out", "_stalled", "beats")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.conn = Hearing(self.loop.time)
        self._open = False  # the handshake is done, there is room, and nobody has said good-bye
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
            # a request that can't be read has an answer already, which uvicorn leaves lying for ever
            self.close_sent = True
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.close_sent:
            return
        # who asks for a smaller window than ours gets plain frames, which suit everybody
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
            self.request.headers.clear()  # the parser holds on to them while it waits for frames
            del self.request, self.response  # an idle socket needs neither any more

    def push(self, message: Message) -> None:
        if self._open:
            if not self._out.is_closing():
                self._out.write(message.deflated if self._deflates else message.plain)
        elif not self.close_sent:
            self._held[message.region] = message

    def send_keepalive_ping(self) -> None:
        super().send_keepalive_ping()
        if self.beats:  # no script hears of pings
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
        """It ends once all is written, but does not wait for that for ever."""
        self._look()
        self.transport.close()
        self._forget_stall()
        self._stalled = self.loop.call_later(self.patience, self.transport.abort)

    # -- who says what can't be taken ------------------------------------------------------------------------

    def send_receive_event_to_app(self) -> None:
        if not self.close_sent and self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.conn.fail(CloseCode.INVALID_DATA)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def handle_parser_exception(self) -> None:
        """They are told why, and heard no more. While the line is held they don't call again."""
        said = self.conn.close_sent
        if said is None:  # nobody has taken the handshake yet, so there is nothing to close
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

    # -- who reads too slowly, or not at all -----------------------------------------------------------------

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
            self.conn.data_to_send()  # who doesn't read gets no answers: they would pile up

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()  # or it would wait for a dead peer to read what is left

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
    """A socket of some other server."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._held: dict[str, Message] = {}
        self._sending: Task[None] | None = None

    def push(self, message: Message) -> None:
        self._held[message.region] = message
        if self._sending is None:
            self._sending = asyncio.create_task(self._send())

    def hang_up(self, reason: int = COME_BACK_LATER) -> None:
        self._held.clear()
        self._sending = asyncio.create_task(self._close(reason))

    async def _send(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # it is gone, which its reader notices
            while self._held:
                await self._socket.send_text(self._held.pop(next(iter(self._held))).text)
        self._sending = None

    async def _close(self, reason: int) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            await self._socket.close(reason)
