"""uvicorn's HTTP protocol, protected against slow and greedy clients (slowloris).

By default, uvicorn waits forever for a request's head, for its body, and for the client to read the response.
It also accepts heads of any length. This protocol adds time-outs, size limits and a limit on connections per
address, so slow clients lose only their own connections.
"""

import asyncio
from asyncio import TimerHandle
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from app.net.addresses import household, is_loopback
from app.net.file_limits import has_room
from app.net.per_address import PerAddress, TooManyOpen

MOST_HEAD_BYTES = 64 * 1024
MOST_TARGET_BYTES = 8 * 1024  # for the path and query
MOST_HEADERS = 128
MOST_AHEAD = 8  # pipelined requests; no browser sends any
MOST_FROM_ONE = 256  # a browser opens six; WebSockets are counted separately once upgraded

_TOO_LONG = b"HTTP/1.1 %s Too Long\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class _TooMuch(Exception):
    """Raised in a callback to stop the parser, which may still have up to 256 KiB of input to parse."""


class Connection(HttpToolsProtocol):
    head_seconds = 10.0  # from connecting, or the previous response, to the end of a request's head
    body_seconds = 30.0  # enough for 64 KiB from a phone in a cellar
    stall_seconds = 30.0  # while the client reads none of the response
    crowd = PerAddress(MOST_FROM_ONE)  # shared by the whole process, as is the limit on open files

    def __init__(self, *args: Any, is_proxy: Callable[[str], bool] = is_loopback, **options: Any) -> None:
        super().__init__(*args, **options)
        self._is_proxy = is_proxy  # a proxy's connections aren't counted, because everyone shares them
        self._address: str | None = None  # the address this connection is counted for, if any
        self._in_head = True
        self._head_bytes = 0
        self._awaited: TimerHandle | None = None  # the time-out for the head or body to arrive
        self._stalled: TimerHandle | None = None  # the time-out for the client to read

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not has_room(len(self.connections)):
            transport.abort()
            return
        host = self.client[0] if self.client else ""
        if host and not self._is_proxy(host):
            try:
                self.crowd.enter(address := household(host))
            except TooManyOpen:
                transport.abort()
                return
            self._address = address
        self._await(self.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._leave()

    def handle_websocket_upgrade(self) -> None:
        self._leave()
        super().handle_websocket_upgrade()

    def _leave(self) -> None:
        """Stop timing and counting the connection, because it was lost or became a WebSocket."""
        for timer in (self._awaited, self._stalled):
            if timer is not None:
                timer.cancel()
        self._awaited = self._stalled = None
        if self._address is not None:
            self.crowd.leave(self._address)
            self._address = None

    # -- requests that are too slow or too long --------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._in_head and not self.transport.is_closing():
            self._head_bytes += len(data)
            if self._head_bytes > MOST_HEAD_BYTES:
                self._refuse_head()

    def _refuse_head(self, status: bytes = b"431") -> None:
        self.transport.write(_TOO_LONG % status)
        self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._head_bytes = True, 0

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > MOST_TARGET_BYTES:
            self._refuse_head(b"414")
            raise _TooMuch

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) >= MOST_HEADERS:
            self._refuse_head()
            raise _TooMuch
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head = False
        if len(self.pipeline) >= MOST_AHEAD:
            self.transport.abort()
            raise _TooMuch
        super().on_headers_complete()
        self._await(self.body_seconds)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        if self._awaited is not None:
            self._awaited.cancel()
            self._awaited = None
        self._await_next()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing() or self.transport.get_write_buffer_size():
            self._expect_reading()
        self._await_next()

    def _await_next(self) -> None:
        """Start the time-out for the next head once a request is both read and answered, in either order."""
        is_free = self.cycle is None or self.cycle.response_complete  # type: ignore[redundant-expr]  # None at first
        if self._awaited is None and is_free:
            self._await(self.head_seconds)

    def _await(self, seconds: float) -> None:
        if self._awaited is not None:
            self._awaited.cancel()
        self._awaited = self.loop.call_later(seconds, self._hang_up)

    def _hang_up(self) -> None:
        self.transport.close()
        self._expect_reading()

    # -- clients that read too slowly ------------------------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        self._expect_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
        if self.transport.is_closing():
            self._expect_reading()

    def _expect_reading(self) -> None:
        if self._stalled is None:
            self._stalled = self.loop.call_later(self.stall_seconds, self._cut_off)

    def _cut_off(self) -> None:
        self._stalled = None
        if self.transport.is_closing() or self.flow.write_paused:
            self.transport.abort()
