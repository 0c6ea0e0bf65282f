"""Messages from clients on sockets that expect none: they close that socket, and cost nobody else
anything."""

import asyncio
import logging
from asyncio import StreamReader
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
from structlog.testing import capture_logs
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode

from app.net.websocket_connection import PushSocket
from app.net.websocket_hearing import MOST_BYTES, MOST_FRAMES, Hearing
from tests.support.network.handshake import HANDSHAKE
from tests.support.socket_house import (
    OFFER,
    SMALL,
    Eternal,
    House,
    board,
    heard,
    masked,
    raw,
    serving,
    stalled_line,
)
from tests.support.work import counted

pytestmark = pytest.mark.anyio

DEFLATE = PerMessageDeflate(True, True, 15, 15)
NO_TEXT = b"\xff"
RSV1 = 0x40  # bit of the first byte: the message is deflated


def deflated(content: bytes) -> bytes:
    return Frame(Opcode.TEXT, content).serialize(mask=True, extensions=[DEFLATE])


class Impatient(PushSocket):
    patience = 0.05  # until a refused client is cut off


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with serving(ws=Impatient) as running:
        yield running


async def last_words(reader: StreamReader) -> bytes:
    """Read up to the server's close, however much the server left unread."""
    said = b""
    async with asyncio.timeout(60):
        with suppress(ConnectionResetError):
            while some := await reader.read(2**16):
                said += some
    return said


def closing(code: int) -> bytes:
    return b"\x88\x02" + code.to_bytes(2)


# -- one invalid frame ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("babble", "code"),
    [
        (b"\x81\x02hi", 1002),  # not masked
        (b"\x83\x80abcd", 1002),  # no such opcode
        (b"\xc1\x82abcdhi", 1002),  # deflated without having negotiated it
        (masked(Opcode.CONT, b"hi"), 1002),
        (masked(Opcode.TEXT, NO_TEXT), 1007),
        (masked(Opcode.TEXT, b"x" * (MOST_BYTES + 1)), 1009),
    ],
)
async def test_an_invalid_frame_closes_its_own_socket_and_no_other(
    house: House, babble: bytes, code: int
) -> None:
    async with house.join() as other, raw(house) as (reader, writer, _):
        await house.until(lambda: len(house.lines) == 2)
        writer.write(babble)
        said = await last_words(reader)
        assert (said[:1], said[2:4]) == (b"\x88", code.to_bytes(2))
        await house.until(lambda: len(house.lines) == 1)
        house.tell(board())
        assert await heard(other) == board().text


@pytest.mark.parametrize(
    "babble",
    [
        masked(Opcode.TEXT, NO_TEXT),
        Frame(Opcode.TEXT, NO_TEXT, fin=False).serialize(mask=True) + masked(Opcode.CONT, b"x"),
        masked(Opcode.CLOSE, b"\x03\xe8" + NO_TEXT),
    ],
    ids=["text", "in two frames", "the reason for closing"],
)
async def test_invalid_utf_8_leaves_one_code_in_the_log(
    house: House, caplog: pytest.LogCaptureFixture, babble: bytes
) -> None:
    with capture_logs() as ours, caplog.at_level(logging.WARNING):
        async with raw(house) as (reader, writer, _):
            writer.write(babble)
            said = await last_words(reader)
            assert (said[:1], said[2:4]) == (b"\x88", (1007).to_bytes(2))
    assert ours == [{"event": "socket_refused", "code": 1007, "log_level": "info"}]
    assert caplog.records == []


async def test_garbage_during_the_handshake_only_ends_the_connection(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    house.doors.clear()
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    writer.write(HANDSHAKE.format("/", "house").encode())
    await house.until(lambda: house.knocked == 1)
    writer.write(b"\x81\x02hi")
    assert await last_words(reader) == b""
    writer.close()
    house.doors.set()
    await house.until(lambda: house.knocked == 0)
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


# -- too many frames -----------------------------------------------------------------------------------------

FLOODS = {
    "text": masked(Opcode.TEXT, b"x"),
    "nothing": masked(Opcode.TEXT, b""),
    "bytes": masked(Opcode.BINARY, b"x"),
    "pings": masked(Opcode.PING, b"p" * 125),
    "pongs": masked(Opcode.PONG, b""),
    "a bomb": deflated(b"x" * 16_000),
    "pieces": b"\x00\x80\0\0\0\0",
}
FIRST = {"pieces": b"\x01\x80\0\0\0\0"}  # with more fragments to come


@pytest.mark.parametrize("kind", FLOODS)
async def test_a_flood_is_read_no_further_than_its_first_few_frames(house: House, kind: str) -> None:
    flood = FIRST.get(kind, b"") + FLOODS[kind] * 20_000
    async with house.join() as other, raw(house, OFFER) as (reader, writer, _):
        await house.until(lambda: len(house.lines) == 2)
        with counted() as work:
            writer.write(flood)
            said = await last_words(reader)
        assert said.endswith(closing(1008))
        assert work["Protocol.recv_frame"] <= MOST_FRAMES + 1 + said.count(
            b"\x8a"
        )  # the limit is checked after a frame is read
        assert work["Decompress.decompress"] == 0
        await house.until(lambda: len(house.lines) == 1)
        house.tell(board())
        assert await heard(other) == board().text


async def test_a_socket_closed_by_the_server_reads_no_flood_either(house: House) -> None:
    async with raw(house) as (reader, writer, _):
        await house.until(lambda: len(house.lines) == 1)
        writer.write(masked(Opcode.TEXT, b"bye"))
        async with asyncio.timeout(60):
            assert await reader.readexactly(4) == closing(4404)
        with counted() as work:
            writer.write(masked(Opcode.TEXT, b"x") * 20_000)
            assert await last_words(reader) == b""
        assert work["Protocol.recv_frame"] <= MOST_FRAMES


async def test_a_refused_client_is_held_for_a_while_and_read_no_further() -> None:
    async with serving(ws=Eternal) as house, raw(house) as (reader, writer, _):
        await house.until(lambda: len(house.lines) == 1)
        line = house.lines[0]
        assert isinstance(line, PushSocket)
        writer.write(masked(Opcode.TEXT, b"x") * (MOST_FRAMES + 1))
        async with asyncio.timeout(60):
            assert await reader.readexactly(4) == closing(1008)
        await house.until(lambda: not house.lines)  # the application has finished with it
        assert not line.transport.is_closing()
        assert not line.transport.is_reading()


async def test_a_flood_from_a_client_that_reads_nothing_is_cut_off(house: House) -> None:
    async with raw(house, buffer=SMALL) as (_, writer, _):
        line = await stalled_line(house)
        before = line.transport.get_write_buffer_size()
        writer.write(masked(Opcode.PING, b"p" * 125) * 2000)
        await house.until(lambda: not house.lines)
        assert line.transport.get_write_buffer_size() < before + 130 * (MOST_FRAMES + 1)
        async with asyncio.timeout(60):
            while line in line.connections:
                await asyncio.sleep(0)


# -- what is allowed -----------------------------------------------------------------------------------------


async def test_pings_are_answered_and_deflated_messages_are_not_inflated(house: House) -> None:
    async with house.join() as peer:
        await house.until(lambda: len(house.lines) == 1)
        async with asyncio.timeout(60):
            await (await peer.ping())
            with counted() as work:
                await peer.send("something that nobody listens to " * 20)
                await (await peer.ping())
        assert work["Decompress.decompress"] == 0
        house.tell(board())
        assert await heard(peer) == board().text


async def test_a_deflated_message_may_come_in_fragments(house: House) -> None:
    whole = DEFLATE.encode(Frame(Opcode.TEXT, b"hello " * 20)).data
    first = Frame(Opcode.TEXT, whole[:5], fin=False).serialize(mask=True)
    async with raw(house, OFFER) as (reader, writer, _):
        writer.write(bytes([first[0] | RSV1]) + first[1:])
        writer.write(masked(Opcode.CONT, bytes(whole[5:])))
        writer.write(masked(Opcode.PING, b"still there?"))
        async with asyncio.timeout(60):
            assert await reader.readexactly(14) == b"\x8a\x0cstill there?"


async def test_a_few_frames_every_second_may_go_on_for_ever(house: House) -> None:
    async with raw(house) as (reader, writer, _):
        await house.until(lambda: len(house.lines) == 1)
        line = house.lines[0]
        assert isinstance(line, PushSocket)
        assert isinstance(line.conn, Hearing)
        now = line.conn._since
        line.conn._clock = lambda: now
        for _ in range(20):
            now += 1
            writer.write(masked(Opcode.PING, b"") * MOST_FRAMES)
            async with asyncio.timeout(60):
                assert await reader.readexactly(2 * MOST_FRAMES) == b"\x8a\0" * MOST_FRAMES


async def test_pings_of_a_client_that_reads_nothing_do_not_pile_up(house: House) -> None:
    async with raw(house, buffer=SMALL) as (_, writer, _):
        line = await stalled_line(house)
        before = line.transport.get_write_buffer_size()
        writer.write(masked(Opcode.PING, b"p" * 125) * (MOST_FRAMES - 1))
        writer.write(masked(Opcode.CLOSE, (1000).to_bytes(2)))  # arrives after all the pings
        await house.until(lambda: not house.lines)
        assert line.transport.get_write_buffer_size() < before + 200
