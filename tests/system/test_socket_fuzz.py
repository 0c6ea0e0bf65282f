"""Sockets that receive anything at all: the server survives, other sockets go on, and no file stays open."""

import asyncio
import json
import re
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import httpx2
import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.support.api import TABLES, Guest, started
from tests.support.network.handshake import HANDSHAKE
from tests.support.server import Server, serving

pytestmark = pytest.mark.anyio
SOCKETS = ("/r/{}/socket", "/api/tables/{}/live")
each_socket = pytest.mark.parametrize("path", SOCKETS)
MASK = b"\0\0\0\0"
CLOSING = re.compile(rb"\x88.\x03[\xe8-\xff]", re.DOTALL)  # a close frame with a valid code
BABBLE = {
    "an unknown opcode": b"\x83\x80" + MASK,
    "an unknown control opcode": b"\x8b\x80" + MASK,
    "all reserved bits": b"\xf1\x80" + MASK,
    "not masked": b"\x81\x02hi",
    "no text": b"\x81\x82" + MASK + b"\xff\xfe",
    "a continuation of nothing": b"\x80\x82" + MASK + b"hi",
    "a ping in pieces": b"\x09\x82" + MASK + b"hi",
    "a ping that is too long": b"\x89\xfe\x00\x7e" + MASK + b"p" * 126,
    "a close of one byte": b"\x88\x81" + MASK + b"\x03",
    "a close with a forbidden code": b"\x88\x82" + MASK + (1006).to_bytes(2),
    "too long a message": b"\x81\xfe\x02\x01" + MASK + b"x" * 0x201,
    "more than there is memory": b"\x82\xff\x7f" + b"\xff" * 7 + MASK + b"x",
    "too long a message in pieces": (b"\x01\xfe\x01\x80" + MASK + b"x" * 0x180)
    + (b"\x80\xfe\x01\x80" + MASK + b"x" * 0x180),
    "too many pings": (b"\x89\x80" + MASK) * 5000,
    "too many words": (b"\x81\x81" + MASK + b"x") * 5000,
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("house") / "data") as running:
        yield running


@pytest.fixture
def ada(house: Server) -> Iterator[Guest]:
    with httpx2.Client(base_url=house.url, timeout=60) as web:
        yield started(web, "Bruno", first_player=0)[0]


def address(house: Server, path: str, code: str) -> str:
    return house.url.replace("http", "ws", 1).rstrip("/") + path.format(code)


@asynccontextmanager
async def raw(house: Server) -> AsyncIterator[tuple[StreamReader, StreamWriter]]:
    where = urlsplit(house.url)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


@asynccontextmanager
async def opened(house: Server, path: str, code: str) -> AsyncIterator[tuple[StreamReader, StreamWriter]]:
    """A socket whose handshake is done."""
    async with raw(house) as (reader, writer):
        writer.write(HANDSHAKE.format(path.format(code), urlsplit(house.url).netloc).encode())
        answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20)
        assert answer.startswith(b"HTTP/1.1 101")
        yield reader, writer


async def version(live: ClientConnection, at_least: int) -> int:
    """Receive on the API's socket until this version; return the version received."""
    while True:
        told = int(json.loads(await asyncio.wait_for(live.recv(), 20))["version"])
        if told >= at_least:
            return told


def step(ada: Guest) -> int:
    """Make a move as Ada, or undo it; return the version."""
    table = ada.look()
    move = ["undo"] if ["undo"] in table["moves"] else ["clear", 1]
    answer = ada.ask("POST", "/moves", turn=table["turn"], move=move, id=f"at {table['version']}")
    return int(answer.json()["version"])


@each_socket
@pytest.mark.parametrize("babble", BABBLE)
async def test_garbage_closes_its_own_socket_and_no_other(
    house: Server, ada: Guest, path: str, babble: str
) -> None:
    async with connect(address(house, SOCKETS[1], ada.code)) as other:
        async with opened(house, path, ada.code) as (reader, writer):
            writer.write(BABBLE[babble])
            said = b""
            async with asyncio.timeout(20):
                while not CLOSING.search(said):
                    said = said[-4:] + await reader.readexactly(1)
        made = await asyncio.to_thread(step, ada)
        assert await version(other, made) == made


@each_socket
async def test_random_bytes_and_half_frames_break_nothing(house: Server, ada: Guest, path: str) -> None:
    chance = Random(1)
    async with connect(address(house, SOCKETS[1], ada.code)) as other:
        for number in range(60):
            async with opened(house, path, ada.code) as (_, writer):
                noise = chance.randbytes(chance.randint(1, 400))
                frame = b"\x81\xfe\x01\x00" + chance.randbytes(4) + b"x" * chance.randint(0, 255)
                writer.write(frame if number % 3 == 0 else noise)
                await writer.drain()
        made = await asyncio.to_thread(step, ada)
        assert await version(other, made) == made


@each_socket
async def test_messages_from_clients_are_ignored(house: Server, ada: Guest, path: str) -> None:
    origin = {"Origin": house.url.rstrip("/"), "Authorization": f"Bearer {ada.key}"}
    before = ada.look()
    async with connect(address(house, path, ada.code), additional_headers=origin) as socket:
        for said in (
            '{"turn":1,"move":["clear",1],"id":"x"}',
            "turn=1&move=clear+1&seat=0",
            b"\0" * 500,
            "",
        ):
            await socket.send(said)
        await (await socket.ping())
    assert ada.look() == before


async def test_handshakes_that_never_end_hold_up_nobody(house: Server, ada: Guest) -> None:
    slow = [raw(house) for _ in range(100)]
    hanging = [await each.__aenter__() for each in slow]
    for number, (_, writer) in enumerate(hanging):
        line = HANDSHAKE.format(SOCKETS[0].format(ada.code), "x")
        writer.write(line[: 1 + number % (len(line) - 4)].encode())
    async with connect(address(house, SOCKETS[1], ada.code)) as other:
        made = await asyncio.to_thread(step, ada)
        assert await version(other, made) == made
    for each in slow:
        await each.__aexit__(None, None, None)


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 12"),
        ("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Key: short"),
        ("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "X: y"),
        ("Host: {}", "Host: {}\r\nSec-WebSocket-Extensions: permessage-deflate; nonsense=1"),
        ("Host: {}", "Host: {}\r\nOrigin: https://evil.example"),
        ("Host: {}", "Host: {}\r\nCookie: " + "x" * 70_000),
        ("GET", "POST"),
    ],
)
@each_socket
async def test_odd_handshakes_are_refused_or_accepted(
    house: Server, ada: Guest, path: str, header: str, value: str
) -> None:
    handshake = HANDSHAKE.replace(header, value).format(path.format(ada.code), urlsplit(house.url).netloc)
    async with raw(house) as (reader, writer):
        writer.write(handshake.encode())
        async with asyncio.timeout(20):
            said = await reader.read(4096)
    assert said[:10] in (b"HTTP/1.1 1", b"HTTP/1.1 4")
    assert ada.look()["version"] == 1


# -- what is left behind -------------------------------------------------------------------------------------


def files(house: Server) -> int:
    return len([*Path(f"/proc/{house.process.pid}/fd").iterdir()])


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="only Linux shows another process's files")
@each_socket
async def test_sockets_that_come_and_go_leave_no_file_open(house: Server, ada: Guest, path: str) -> None:
    async def come_and_go(number: int) -> None:
        async with opened(house, path, ada.code) as (_, writer):
            if number % 2:
                writer.write(b"\x88\x80" + MASK)
                await writer.drain()

    await asyncio.gather(*(come_and_go(number) for number in range(50)))  # starts threads and pools
    before = files(house)
    for _ in range(4):
        await asyncio.gather(*(come_and_go(number) for number in range(50)))
    async with asyncio.timeout(30):
        while files(house) > before:
            await asyncio.sleep(0.02)
    async with connect(address(house, SOCKETS[1], ada.code)) as other:
        made = await asyncio.to_thread(step, ada)
        assert await version(other, made) == made
    assert ada.web.get(f"{TABLES}/{ada.code}").status_code == 200
