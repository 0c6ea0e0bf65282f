"""What benchmarks need of a browser: forms over a connection that stays open, and sockets that count."""

import asyncio
import re
from typing import Any
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection

from app.cli.bench.server_process import House

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


class CountedSocket(ClientConnection):
    """A WebSocket that counts what arrives, deflated as it is."""

    received = 0

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        super().data_received(data)


class Forms:
    """Sends forms over one connection, as a browser does."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._opened: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, path: str, cookie: str, form: dict[str, Any]) -> bytes:
        """Send a form as a script does; return the status and the headers."""
        body = urlencode(form).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {self._house.host}\r\nOrigin: {self._house.origin}\r\n"
            f"Cookie: {cookie}\r\nHX-Request: true\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        if self._opened:
            try:
                return await self._exchange(*self._opened, head.encode() + body)
            except (ConnectionError, asyncio.IncompleteReadError):
                self.close()  # the server closes connections that were idle
        self._opened = await asyncio.open_connection(*self._house.host.split(":"))
        return await self._exchange(*self._opened, head.encode() + body)

    async def _exchange(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes
    ) -> bytes:
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        if length := _LENGTH.search(head):
            await reader.readexactly(int(length[1]))
        return head.removeprefix(b"HTTP/1.1 ")

    def close(self) -> None:
        if self._opened:
            self._opened[1].close()
            self._opened = None
