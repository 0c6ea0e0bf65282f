"""A server whose sockets all get the same frames, and clients with and without a library."""

import asyncio
import base64
import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.frames import Frame, Opcode

from app.net import websocket_connection
from app.net.websocket_connection import Listener, Message, PushSocket

OFFER = "permessage-deflate; client_max_window_bits"  # as browsers send it


def board(number: int = 1, letters: int = 6000) -> Message:
    """A message the size of a frame, different for each number."""
    chance = Random(number)
    words = ["".join(chance.choices("aeioułż", k=5)) for _ in range(50)]
    return Message(f"{number}:" + " ".join(chance.choices(words, k=letters // 6)))


@dataclass
class House:
    """A server whose sockets all get the same frames."""

    port: int = 0
    lines: list[Listener] = field(default_factory=list)
    change: asyncio.Condition = field(default_factory=asyncio.Condition)
    doors: asyncio.Event = field(default_factory=asyncio.Event)  # while it is unset, handshakes wait
    knocked: int = 0

    def tell(self, message: Message) -> None:
        for line in self.lines:
            line.push(message)

    async def until(self, holds: Callable[[], bool]) -> None:
        async with self.change, asyncio.timeout(60):
            await self.change.wait_for(holds)

    async def welcome(self, socket: WebSocket) -> None:
        self.knocked += 1
        await self._changed()
        try:
            await self.doors.wait()
            await socket.accept()
        finally:
            self.knocked -= 1
            await self._changed()
        line = websocket_connection.line(socket, beats=socket.url.path == "/beats")
        self.lines.append(line)
        await self._changed()
        try:
            while True:
                if (await socket.receive()).get("text") == "bye":
                    await socket.close(4404)
        except (WebSocketDisconnect, RuntimeError):
            self.lines.remove(line)
            await self._changed()

    async def _changed(self) -> None:
        async with self.change:
            self.change.notify_all()

    @property
    def app(self) -> Starlette:
        return Starlette(routes=[WebSocketRoute(path, self.welcome) for path in ("/", "/beats")])

    def join(self, path: str = "/", **options: Any) -> connect:
        return connect(f"ws://127.0.0.1:{self.port}{path}", **options)


@asynccontextmanager
async def serving(ws: Any = PushSocket, **options: Any) -> AsyncIterator[House]:
    house = House()
    house.doors.set()
    listener = socket.create_server(("127.0.0.1", 0))
    house.port = listener.getsockname()[1]
    config = uvicorn.Config(house.app, http="httptools", ws=ws, log_level="error", **options)
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        yield house
    finally:
        server.should_exit = True
        await running


@asynccontextmanager
async def raw(
    house: House, extensions: str = "", buffer: int | None = None
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter, str]]:
    """A raw socket and the server's handshake response; `buffer` limits what is received unread."""
    key = base64.b64encode(os.urandom(16)).decode()
    offer = f"Sec-WebSocket-Extensions: {extensions}\r\n" if extensions else ""
    own = socket.socket()
    if buffer:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    own.setblocking(False)
    await asyncio.get_running_loop().sock_connect(own, ("127.0.0.1", house.port))
    reader, writer = await asyncio.open_connection(sock=own, limit=buffer or 2**16)
    writer.write(
        f"GET / HTTP/1.1\r\nHost: house\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{offer}\r\n".encode()
    )
    answer = (await reader.readuntil(b"\r\n\r\n")).decode()
    assert answer.startswith("HTTP/1.1 101")
    try:
        yield reader, writer, answer
    finally:
        writer.transport.abort()


async def heard(peer: ClientConnection) -> str:
    async with asyncio.timeout(60):
        return str(await peer.recv())


def masked(opcode: Opcode, content: bytes) -> bytes:
    return Frame(opcode, content).serialize(mask=True)


# -- clients that don't read ---------------------------------------------------------------------------------

SMALL = 4096


async def fill(house: House, line: PushSocket, message: Message) -> None:
    """Send until the socket has no room, however much the system buffers."""
    for _ in range(10_000):
        if not line.writable.is_set():
            return
        line.push(message)
        await asyncio.sleep(0)
    raise AssertionError("the peer reads")


async def stalled_line(house: House) -> PushSocket:
    await house.until(lambda: len(house.lines) == 1)
    line = house.lines[0]
    assert isinstance(line, PushSocket)
    await fill(house, line, Message("x" * 20_000, "noise"))
    return line


class Eternal(PushSocket):
    patience = 3600.0
