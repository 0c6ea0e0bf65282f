"""Prepared messages on real sockets, deflated or not, beside peers that stall or vanish."""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket
from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Opcode
from websockets.http11 import Request

from app.net import websocket_connection
from app.net.websocket_connection import BEAT, Message, PlainLine, PushSocket
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

pytestmark = pytest.mark.anyio


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with serving() as running:
        yield running


# -- bytes ---------------------------------------------------------------------------------------------------


def test_a_message_is_encoded_once() -> None:
    message = board()
    assert message.plain is message.plain
    assert message.deflated is message.deflated
    assert len(message.deflated) < len(message.plain) / 2


def test_a_message_that_deflating_does_not_shorten_stays_plain() -> None:
    short = Message("hm")
    assert short.deflated is short.plain


async def test_a_browser_gets_the_deflated_bytes_unchanged(house: House) -> None:
    message = board()
    async with raw(house, OFFER) as (reader, _, answer):
        assert "permessage-deflate; server_no_context_takeover; client_no_context_takeover" in answer
        await house.until(lambda: len(house.lines) == 1)
        house.tell(message)
        house.tell(message)
        assert await reader.readexactly(2 * len(message.deflated)) == message.deflated * 2


@pytest.mark.parametrize("offer", ["", "permessage-deflate; server_max_window_bits=10"])
async def test_a_client_that_cannot_inflate_gets_plain_bytes(house: House, offer: str) -> None:
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
        house.tell(board(5))  # here too only the newest is sent
        assert await heard(peer) == board(5).text
        house.lines[0].hang_up()
        with pytest.raises(ConnectionClosed) as closed:
            await peer.recv()
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 1013


def test_a_socket_works_without_its_server() -> None:
    async def welcome(socket: WebSocket) -> None:
        await socket.accept()
        websocket_connection.line(socket).push(Message("come in"))
        await socket.receive()

    with TestClient(Starlette(routes=[WebSocketRoute("/", welcome)])).websocket_connect("/") as peer:
        assert peer.receive_text() == "come in"


# -- peers that don't read -----------------------------------------------------------------------------------


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


async def test_a_peer_that_does_not_read_for_too_long_is_asked_to_reconnect() -> None:
    async with serving(ws=Patient) as house:
        async with raw(house, buffer=SMALL) as (reader, _, _):
            await stalled_line(house)
            await house.until(lambda: not house.lines)  # the application learns of it at once
            async with asyncio.timeout(60):
                said = await reader.read(-1)
        assert said.endswith(b"\x88\x02" + (1013).to_bytes(2))


async def test_a_peer_that_does_not_even_read_the_close_is_cut_off() -> None:
    async with serving(ws=Impatient) as house, raw(house, buffer=SMALL):
        line = await stalled_line(house)
        await house.until(lambda: not house.lines)
        async with asyncio.timeout(60):
            while line in line.connections:
                await asyncio.sleep(0)
        assert line.transport.get_write_buffer_size() == 0
        assert line._stalled is None


async def test_a_peer_that_reads_in_time_stays(house: House) -> None:
    async with house.join(compression=None, max_queue=1) as peer:
        line = await stalled_line(house)
        line.push(Message("last"))
        while await heard(peer) != "last":
            pass
        assert line._stalled is None
        assert house.lines == [line]


async def test_a_server_that_shuts_down_waits_for_no_stalled_viewer() -> None:
    async with asyncio.timeout(60), AsyncExitStack() as afterwards, serving(ws=Eternal) as house:
        await afterwards.enter_async_context(raw(house, buffer=SMALL))
        await stalled_line(house)


async def test_a_peer_that_answers_no_pings_is_dropped() -> None:
    pings = {"ws_ping_interval": 0.5, "ws_ping_timeout": 0.5}  # leaves time to stall first
    async with serving(ws=Eternal, **pings) as house, raw(house, buffer=SMALL):
        line = await stalled_line(house)
        await house.until(lambda: not house.lines)
        assert line.transport.get_write_buffer_size() == 0


async def test_a_page_gets_a_heartbeat_with_every_ping_and_an_api_client_none() -> None:
    async with serving(ws_ping_interval=0.2) as house, house.join("/beats") as page, house.join() as program:
        assert [await heard(page) for _ in range(3)] == [BEAT] * 3
        await house.until(lambda: len(house.lines) == 2)
        house.tell(Message("told"))
        assert await heard(program) == "told"


# -- what is left behind -------------------------------------------------------------------------------------


async def test_fifty_sockets_leave_no_task_and_no_file_behind(house: House) -> None:
    def kept() -> tuple[int, int]:
        return len(asyncio.all_tasks()), len([*Path("/dev/fd").iterdir()])

    gc.collect()  # what earlier tests left goes now, not in the middle
    before = kept()
    for number in range(50):
        async with house.join() as peer:
            await house.until(lambda: len(house.lines) == 1)
            house.tell(board(number))
            assert await heard(peer) == board(number).text
            if number % 2:
                peer.transport.abort()
        await house.until(lambda: not house.lines)
    async with asyncio.timeout(60):
        while any(now > then for now, then in zip(kept(), before, strict=True)):
            await asyncio.sleep(0)


async def test_an_idle_socket_keeps_nothing_of_its_handshake(house: House) -> None:
    def handshakes() -> list[Request]:
        return [each for each in gc.get_objects() if type(each) is Request and each.headers]

    gc.collect()
    before = handshakes()  # some that others in this process may hold
    async with raw(house):
        await house.until(lambda: bool(house.lines))
        kept = [each for each in handshakes() if all(each is not other for other in before)]

    assert kept == []


async def test_after_the_close_nothing_is_sent_and_nothing_breaks(house: House) -> None:
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


async def test_nothing_is_sent_after_a_close_that_the_peer_has_not_answered(house: House) -> None:
    async with raw(house) as (reader, writer, _):
        await house.until(lambda: len(house.lines) == 1)
        line = house.lines[0]
        writer.write(masked(Opcode.TEXT, b"bye"))
        async with asyncio.timeout(60):
            assert await reader.readexactly(4) == b"\x88\x02" + (4404).to_bytes(2)
            line.push(board())
            writer.write(masked(Opcode.CLOSE, (4404).to_bytes(2)))
            assert await reader.read(-1) == b""
