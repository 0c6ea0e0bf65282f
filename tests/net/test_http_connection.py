"""Clients that send slowly, send too much, read nothing or come in crowds: each loses only its own
connection."""

import asyncio
import socket
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from app.net.http_connection import MOST_AHEAD, MOST_HEAD_BYTES, Connection
from app.net.per_address import PerAddress
from app.net.websocket_connection import PushSocket
from app.web.middleware.body_limit import BodyLimit
from tests.support.work import counted

pytestmark = pytest.mark.anyio
HEAD = b"GET /length HTTP/1.1\r\nHost: table\r\n"
FOREVER = 3600.0
NOBODY = frozenset[str]().__contains__  # no address is a proxy
LARGE = 8 * 1024 * 1024  # more than the system buffers for a client that doesn't read


async def length(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


async def large(request: Request) -> Response:
    return PlainTextResponse("x" * LARGE)


APP = BodyLimit(Starlette(routes=[Route("/length", length, methods=["GET", "POST"]), Route("/large", large)]))


class Patient(Connection):
    head_seconds = body_seconds = stall_seconds = FOREVER
    crowd = PerAddress(1000)


@asynccontextmanager
async def serving(kind: type[Connection], **options: Any) -> AsyncIterator[int]:
    """Serve with this kind of connection; yield the port."""
    listener = socket.create_server(("127.0.0.1", 0))
    http: Any = partial(kind, **options)
    config = uvicorn.Config(APP, http=http, ws=PushSocket, log_level="error", timeout_keep_alive=3600)
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = server.force_exit = True
        await running


@asynccontextmanager
async def client(port: int, **options: Any) -> AsyncIterator[tuple[StreamReader, StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, **options)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def answer(reader: StreamReader) -> bytes:
    """Read one answer; return its status and body."""
    async with asyncio.timeout(20):
        head = await reader.readuntil(b"\r\n\r\n")
        size = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
        return head.split(b"\r\n")[0].partition(b" ")[2] + b": " + await reader.readexactly(size)


async def ended(reader: StreamReader) -> bytes:
    """Read everything up to the server's close."""
    async with asyncio.timeout(20):
        return await reader.read()


async def is_served(port: int) -> bool:
    async with client(port) as (reader, writer):
        writer.write(HEAD + b"\r\n")
        return await answer(reader) == b"200 OK: 0"


# -- too slow ------------------------------------------------------------------------------------------------


class HastyForHeads(Patient):
    head_seconds = 0.2


@pytest.mark.parametrize(
    "said",
    [b"", b"\r\n", b"GET /len", HEAD, HEAD + b"X: y\r\n", HEAD + b"\r\n", HEAD + b"\r\n\r\n\r\n"],
    ids=["nothing", "a line", "half a line", "half a head", "headers", "one and no more", "one and lines"],
)
async def test_a_request_that_never_comes_times_out(said: bytes) -> None:
    async with serving(HastyForHeads) as port, client(port) as (reader, writer):
        writer.write(said)
        assert (b"200 OK" in await ended(reader)) == (HEAD + b"\r\n" in said)


async def test_a_trickling_head_gets_no_more_time_than_a_stalled_one() -> None:
    async with serving(HastyForHeads) as port, client(port) as (reader, writer):
        writer.write(HEAD)
        with suppress(ConnectionError):  # data in flight when the server closed
            async with asyncio.timeout(20):
                while not reader.at_eof():
                    writer.write(b"X: y\r\n")
                    await writer.drain()
                    await asyncio.sleep(0.01)
        assert await is_served(port)


class HastyForBodies(Patient):
    body_seconds = 0.2


async def test_a_body_that_never_ends_times_out() -> None:
    async with serving(HastyForBodies) as port, client(port) as (reader, writer):
        writer.write(HEAD.replace(b"GET", b"POST") + b"Content-Length: 10\r\n\r\nhalf")
        assert await ended(reader) == b""
        assert await is_served(port)


async def test_an_oversized_body_is_not_read_for_ever() -> None:
    async with serving(HastyForBodies) as port, client(port) as (reader, writer):
        writer.write(HEAD.replace(b"GET", b"POST") + b"Content-Length: 99999999\r\n\r\nx")
        assert (await answer(reader)).startswith(b"413 ")
        assert await ended(reader) == b""


async def test_a_slow_request_within_the_time_out_is_answered() -> None:
    async with serving(Connection) as port, client(port) as (reader, writer):
        for byte in HEAD.replace(b"GET", b"POST") + b"Content-Length: 3\r\n\r\nabc":
            writer.write(bytes([byte]))
            await asyncio.sleep(0)
        assert await answer(reader) == b"200 OK: 3"
        writer.write(HEAD + b"\r\n" + HEAD + b"\r\n")
        assert [await answer(reader), await answer(reader)] == [b"200 OK: 0"] * 2


class HastyForReaders(Patient):
    stall_seconds = 0.2
    crowd = PerAddress(1000)


@pytest.mark.parametrize("last", [b"", b"Connection: close\r\n"], ids=["stays", "leaves"])
async def test_a_client_that_never_reads_its_answer_is_cut_off(last: bytes) -> None:
    async with serving(HastyForReaders, is_proxy=NOBODY) as port, client(port, limit=1) as (reader, writer):
        writer.write(HEAD.replace(b"length", b"large") + last + b"\r\n")
        await reader.readexactly(1)
        async with asyncio.timeout(20):
            while len(HastyForReaders.crowd):
                await asyncio.sleep(0.02)
        assert await is_served(port)


# -- too much ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "endless",
    [b"X: " + b"y" * 5000, b"X: y\r\n" * 1000, b"", b"y" * 5000],
    ids=["one header", "many headers", "an address", "a name"],
)
async def test_a_head_is_read_up_to_a_limit(endless: bytes) -> None:
    async with serving(Patient) as port, client(port) as (reader, writer):
        said, sent = HEAD if endless else b"GET /", 0
        piece = endless or b"y" * 5000
        with suppress(ConnectionError):  # cut off, perhaps before the answer was read
            writer.write(said)
            while not reader.at_eof():
                writer.write(piece)
                await writer.drain()
                sent += len(piece)
                assert sent < 100 * MOST_HEAD_BYTES, "it goes on for ever"
                await asyncio.sleep(0)
            assert (await ended(reader)).startswith(b"HTTP/1.1 4")
        assert await is_served(port)


@pytest.mark.parametrize("target", [b"/" * 9000, b"/length?" + b"a&" * 4500])
async def test_the_length_of_a_url_is_limited(target: bytes) -> None:
    async with serving(Patient) as port, client(port) as (reader, writer):
        writer.write(HEAD.replace(b"/length", target) + b"\r\n")
        assert (await ended(reader)).startswith(b"HTTP/1.1 414 ")
        assert await is_served(port)


async def test_the_number_of_headers_is_limited() -> None:
    async with serving(Patient) as port, client(port) as (reader, writer):
        writer.write(HEAD + b"X: y\r\n" * 5000)
        assert (await ended(reader)).startswith(b"HTTP/1.1 431 ")
        assert await is_served(port)


async def test_only_a_few_pipelined_requests_are_read() -> None:
    with counted() as work:
        async with serving(Patient) as port, client(port) as (reader, writer):
            writer.write((HEAD + b"\r\n") * 5000)
            with suppress(ConnectionError):
                await ended(reader)
    assert work["HttpToolsProtocol.on_headers_complete"] <= MOST_AHEAD + 2


async def test_a_few_pipelined_requests_are_answered() -> None:
    async with serving(Patient) as port, client(port) as (reader, writer):
        writer.write((HEAD + b"\r\n") * MOST_AHEAD)
        assert [await answer(reader) for _ in range(MOST_AHEAD)] == [b"200 OK: 0"] * MOST_AHEAD


async def test_too_long_a_head_gets_an_error() -> None:
    async with serving(Patient) as port, client(port) as (reader, writer):
        writer.write(HEAD + b"X: " + b"y" * MOST_HEAD_BYTES)
        assert (await ended(reader)).startswith(b"HTTP/1.1 431 ")


# -- too many ------------------------------------------------------------------------------------------------


async def test_connections_per_address_are_limited_and_other_addresses_are_still_served() -> None:
    class Full(Patient):
        crowd = PerAddress(5)

    async with serving(Full, is_proxy=NOBODY) as port, AsyncExitStack() as stack:
        idle = [await stack.enter_async_context(client(port)) for _ in range(5)]
        for reader, writer in idle:
            writer.write(HEAD + b"\r\n")
            assert await answer(reader) == b"200 OK: 0"
        async with client(port) as (reader, _):
            with suppress(ConnectionError):
                assert await ended(reader) == b"", "nobody waits for what they might say"
        async with client(port, local_addr=("127.0.0.2", 0)) as (reader, writer):
            writer.write(HEAD + b"\r\n")
            assert await answer(reader) == b"200 OK: 0", "another address has room of its own"
        idle[0][1].transport.abort()
        async with asyncio.timeout(20):
            while len(Full.crowd) > 4:
                await asyncio.sleep(0.01)
        assert await is_served(port)
    assert len(Full.crowd) == 0


async def test_a_proxy_on_this_machine_has_no_such_limit() -> None:
    class Full(Patient):
        crowd = PerAddress(0)

    async with serving(Full) as port:
        assert await is_served(port)
