"""Prepared messages on real sockets: deflated or not, beside peers that stall, babble or vanish."""

import asyncio
import base64
import gc
import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory, PerMessageDeflate
from websockets.frames import Frame, Opcode
from websockets.http11 import Request

from app.net import websocket_connection
from app.net.websocket_connection import BEAT, Listener, Message, PlainLine, PushSocket

pytestmark = pytest.mark.anyio
OFFER = "permessage-deflate; client_max_window_bits"  # as browsers say it


def board(number: int = 1, letters: int = 6000) -> Message:
    """Something like a frame, another for each number."""
    chance = Random(number)
    words = ["".join(chance.choices("aeioułż", k=5)) for _ in range(50)]
    return Message(f"{number}:" + " ".join(chance.choices(words, k=letters // 6)))


@dataclass
class House:
    """A server whose sockets all see the same."""

    port: int = 0
    lines: list[Listener] = field(default_factory=list)
    change: asyncio.Condition = field(default_factory=asyncio.Condition)

    def tell(self, message: Message) -> None:
        for line in self.lines:
            line.push(message)

    async def until(self, holds: Callable[[], bool]) -> None:
        async with self.change, asyncio.timeout(10):
            await self.change.wait_for(holds)

    async def welcome(self, socket: WebSocket) -> None:
        await socket.accept()
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
    listener = socket.create_server(("127.0.0.1", 0))
    house.port = listener.getsockname()[1]
    config = uvicorn.Config(
        house.app, http="httptools", ws=ws, ws_max_size=16384, log_level="error", **options
    )
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        yield house
    finally:
        server.should_exit = True
        await running


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with serving() as running:
        yield running


@asynccontextmanager
async def raw(
    house: House, extensions: str = "", buffer: int | None = None
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter, str]]:
    """A socket without a library, with what the server answered; `buffer` bounds what is received unread."""
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
    async with asyncio.timeout(10):
        return str(await peer.recv())


# -- bytes ---------------------------------------------------------------------------------------------------


def test_bytes_are_made_once() -> None:
    message = board()
    assert message.plain is message.plain
    assert message.deflated is message.deflated
    assert len(message.deflated) < len(message.plain) / 2


def test_what_does_not_become_shorter_stays_plain() -> None:
    short = Message("hm")
    assert short.deflated is short.plain


async def test_a_browser_gets_the_deflated_bytes_as_they_are(house: House) -> None:
    message = board()
    async with raw(house, OFFER) as (reader, _, answer):
        assert "permessage-deflate; server_no_context_takeover; client_no_context_takeover" in answer
        await house.until(lambda: len(house.lines) == 1)
        house.tell(message)
        house.tell(message)
        assert await reader.readexactly(2 * len(message.deflated)) == message.deflated * 2


@pytest.mark.parametrize("offer", ["", "permessage-deflate; server_max_window_bits=10"])
async def test_who_cannot_read_deflated_bytes_gets_plain_ones(house: House, offer: str) -> None:
    message = board()
    async with raw(house, offer) as (reader, _, answer):
        assert ("permessage-deflate" in answer) == bool(offer)
        await house.until(lambda: len(house.lines) == 1)
        house.tell(message)
        assert await reader.readexactly(len(message.plain)) == message.plain


async def test_every_kind_of_client_reads_the_same_text(house: House) -> None:
    small = [ClientPerMessageDeflateFactory(server_max_window_bits=9)]
    async with (
        house.join() as deflating,
        house.join(compression=None) as plain,
        house.join(compression=None, extensions=small) as narrow,
    ):
        await house.until(lambda: len(house.lines) == 3)
        for number, letters in enumerate((2, 120, 130, 6000, 70_000, 200_000)):
            message = board(number, letters)
            house.tell(message)
            for peer in (deflating, plain, narrow):
                assert await heard(peer) == message.text


async def test_another_protocol_gets_plain_text() -> None:
    async with serving(ws="websockets-sansio") as house, house.join() as peer:
        await house.until(lambda: len(house.lines) == 1)
        assert isinstance(house.lines[0], PlainLine)
        for number in range(3):
            house.tell(Message(str(number), region=str(number)))
        assert [await heard(peer) for _ in range(3)] == ["0", "1", "2"]
        house.tell(board(4))
        house.tell(board(5))  # the newest wins here too
        assert await heard(peer) == board(5).text
        house.lines[0].hang_up()
        with pytest.raises(ConnectionClosed) as closed:
            await peer.recv()
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 1013


def test_there_need_be_no_server_at_all() -> None:
    async def welcome(socket: WebSocket) -> None:
        await socket.accept()
        websocket_connection.line(socket).push(Message("come in"))
        await socket.receive()

    with TestClient(Starlette(routes=[WebSocketRoute("/", welcome)])).websocket_connect("/") as peer:
        assert peer.receive_text() == "come in"


# -- who does not read ---------------------------------------------------------------------------------------

SMALL = 4096


async def fill(house: House, line: PushSocket, message: Message) -> None:
    """Tell until the line has no room. What the system takes meanwhile is its business."""
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


async def test_a_stalled_viewer_gets_the_newest_of_each_region_when_it_reads_again(house: House) -> None:
    async with raw(house, buffer=SMALL) as (reader, _, _):
        line = await stalled_line(house)
        for number in range(500):
            line.push(Message(f"board {number}"))
            line.push(Message(f"talk {number}", "talk"))
        assert line.transport.get_write_buffer_size() < websocket_connection.MOST_BUFFERED + 21_000
        last = Message("board 499").plain + Message("talk 499", "talk").plain
        seen = b""
        async with asyncio.timeout(20):
            while not seen.endswith(last):
                seen = (seen + await reader.read(2**16))[-30_000:]
        assert b"board 498" not in seen


async def test_a_stalled_viewer_delays_nobody() -> None:
    async with serving(ws=Eternal) as house, raw(house, buffer=SMALL):
        line = await stalled_line(house)
        async with house.join() as healthy, house.join(compression=None) as plain:
            await house.until(lambda: len(house.lines) == 3)
            for number in range(200):
                house.tell(board(number))
                for peer in (healthy, plain):
                    assert await heard(peer) == board(number).text
        assert not line.writable.is_set()


class Patient(PushSocket):
    patience = 0.5


class Impatient(PushSocket):
    patience = 0.05


class Eternal(PushSocket):
    patience = 3600.0


async def test_who_does_not_read_for_too_long_is_asked_to_come_back() -> None:
    async with serving(ws=Patient) as house:
        async with raw(house, buffer=SMALL) as (reader, _, _):
            await stalled_line(house)
            await house.until(lambda: not house.lines)  # the application hears of it at once
            async with asyncio.timeout(10):
                said = await reader.read(-1)
        assert said.endswith(b"\x88\x02" + (1013).to_bytes(2))


async def test_who_does_not_even_read_that_is_cut_off() -> None:
    async with serving(ws=Impatient) as house, raw(house, buffer=SMALL):
        line = await stalled_line(house)
        await house.until(lambda: not house.lines)
        async with asyncio.timeout(10):
            while line in line.connections:
                await asyncio.sleep(0)
        assert line.transport.get_write_buffer_size() == 0
        assert line._stalled is None


async def test_who_reads_in_time_stays(house: House) -> None:
    async with house.join(compression=None, max_queue=1) as peer:
        line = await stalled_line(house)
        line.push(Message("last"))
        while await heard(peer) != "last":
            pass
        assert line._stalled is None
        assert house.lines == [line]


async def test_a_server_that_ends_waits_for_no_stalled_viewer() -> None:
    async with asyncio.timeout(10), AsyncExitStack() as afterwards, serving(ws=Eternal) as house:
        await afterwards.enter_async_context(raw(house, buffer=SMALL))
        await stalled_line(house)


async def test_a_peer_that_answers_no_pings_is_let_go() -> None:
    pings = {"ws_ping_interval": 0.5, "ws_ping_timeout": 0.5}  # time to be stalled before
    async with serving(ws=Eternal, **pings) as house, raw(house, buffer=SMALL):
        line = await stalled_line(house)
        await house.until(lambda: not house.lines)
        assert line.transport.get_write_buffer_size() == 0


async def test_a_page_hears_a_beat_with_every_ping_and_a_program_none() -> None:
    async with serving(ws_ping_interval=0.05) as house, house.join("/beats") as page, house.join() as program:
        assert [await heard(page) for _ in range(3)] == [BEAT] * 3
        await house.until(lambda: len(house.lines) == 2)
        house.tell(Message("told"))
        assert await heard(program) == "told"


# -- who babbles ---------------------------------------------------------------------------------------------


def masked(opcode: Opcode, content: bytes) -> bytes:
    return Frame(opcode, content).serialize(mask=True)


@pytest.mark.parametrize(
    ("babble", "code"),
    [
        (b"\x81\x02hi", 1002),  # not masked
        (b"\x83\x80abcd", 1002),  # no such opcode
        (b"\xc1\x82abcdhi", 1002),  # deflated, which was not agreed on
        (masked(Opcode.CONT, b"hi"), 1002),
        (masked(Opcode.TEXT, b"\xff"), 1007),
        (masked(Opcode.TEXT, b"x" * 20_000), 1009),
    ],
)
async def test_babble_closes_its_own_socket_and_no_other(house: House, babble: bytes, code: int) -> None:
    async with house.join() as other, raw(house) as (reader, writer, _):
        await house.until(lambda: len(house.lines) == 2)
        writer.write(babble)
        async with asyncio.timeout(10):
            said = await reader.read(-1)
        assert (said[:1], said[2:4]) == (b"\x88", code.to_bytes(2))
        await house.until(lambda: len(house.lines) == 1)
        house.tell(board())
        assert await heard(other) == board().text


async def test_a_deflated_bomb_closes_its_own_socket(house: House) -> None:
    deflate = PerMessageDeflate(True, True, 15, 15)
    bomb = Frame(Opcode.TEXT, b"x" * 10_000_000).serialize(mask=True, extensions=[deflate])
    assert len(bomb) < 16384
    async with house.join() as other, raw(house, OFFER) as (reader, writer, _):
        await house.until(lambda: len(house.lines) == 2)
        writer.write(bomb)
        async with asyncio.timeout(10):
            said = await reader.read(-1)
        assert (said[:1], said[2:4]) == (b"\x88", (1009).to_bytes(2))
        await house.until(lambda: len(house.lines) == 1)
        house.tell(board())
        assert await heard(other) == board().text


async def test_pings_are_answered_and_deflated_words_understood(house: House) -> None:
    async with house.join() as peer:
        await house.until(lambda: len(house.lines) == 1)
        async with asyncio.timeout(10):
            await (await peer.ping())
            await peer.send("something that nobody listens to " * 20)
            await (await peer.ping())
        house.tell(board())
        assert await heard(peer) == board().text


async def test_pings_of_somebody_who_reads_nothing_pile_up_nowhere(house: House) -> None:
    async with raw(house, buffer=SMALL) as (_, writer, _):
        line = await stalled_line(house)
        before = line.transport.get_write_buffer_size()
        writer.write(masked(Opcode.PING, b"p" * 125) * 2000)
        writer.write(masked(Opcode.CLOSE, (1000).to_bytes(2)))  # comes after all the pings
        await house.until(lambda: not house.lines)
        assert line.transport.get_write_buffer_size() < before + 200


# -- what is left --------------------------------------------------------------------------------------------


async def test_fifty_sockets_leave_no_task_and_no_file_behind(house: House) -> None:
    def kept() -> tuple[int, int]:
        return len(asyncio.all_tasks()), len([*Path("/dev/fd").iterdir()])

    gc.collect()  # what earlier tests have left is gone by now, not in the middle
    before = kept()
    for number in range(50):
        async with house.join() as peer:
            await house.until(lambda: len(house.lines) == 1)
            house.tell(board(number))
            assert await heard(peer) == board(number).text
            if number % 2:
                peer.transport.abort()
        await house.until(lambda: not house.lines)
    async with asyncio.timeout(10):
        while any(now > then for now, then in zip(kept(), before, strict=True)):
            await asyncio.sleep(0)


async def test_an_idle_socket_keeps_nothing_of_its_handshake(house: House) -> None:
    def handshakes() -> list[Request]:
        return [each for each in gc.get_objects() if type(each) is Request and each.headers]

    gc.collect()
    before = handshakes()  # that somebody else in this process may hold
    async with raw(house):
        await house.until(lambda: bool(house.lines))
        kept = [each for each in handshakes() if all(each is not other for other in before)]

    assert kept == []


async def test_after_the_end_nothing_is_sent_and_nothing_breaks(house: House) -> None:
    async with house.join() as peer:
        await house.until(lambda: len(house.lines) == 1)
        line = house.lines[0]
        line.hang_up()
        line.hang_up()
        line.push(board())
        with pytest.raises(ConnectionClosed) as closed:
            await peer.recv()
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 1013
    await house.until(lambda: not house.lines)
    line.push(board())


async def test_nothing_follows_a_close_that_the_peer_has_not_answered(house: House) -> None:
    async with raw(house) as (reader, writer, _):
        await house.until(lambda: len(house.lines) == 1)
        line = house.lines[0]
        writer.write(masked(Opcode.TEXT, b"bye"))
        async with asyncio.timeout(10):
            assert await reader.readexactly(4) == b"\x88\x02" + (4404).to_bytes(2)
            line.push(board())
            writer.write(masked(Opcode.CLOSE, (4404).to_bytes(2)))
            assert await reader.read(-1) == b""
