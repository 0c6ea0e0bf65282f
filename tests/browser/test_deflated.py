"""Chromium reads messages that were deflated once for all sockets."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from threading import Thread
from urllib.parse import urlsplit

import httpx2
import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.support.api import started
from tests.support.server import Server

pytestmark = pytest.mark.browser
DEFLATED_TEXT = 0xC1


class Relay:
    """A proxy between a browser and a server that records what the server sends on sockets."""

    def __init__(self, server: Server) -> None:
        self._server = urlsplit(server.url)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.said = b""
        Thread(target=self._listen, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _listen(self) -> None:
        with suppress(OSError):  # it was closed
            while True:
                browser, _ = self._listener.accept()
                server = socket.create_connection((self._server.hostname, self._server.port))
                Thread(target=self._pass_on, args=(browser, server, False), daemon=True).start()
                Thread(target=self._pass_on, args=(server, browser, True), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket, keeps: bool) -> None:
        with suppress(OSError), source, sink:
            is_socket = False
            while came := source.recv(2**16):
                is_socket = is_socket or came.startswith(b"HTTP/1.1 101")
                if keeps and is_socket:
                    self.said += came
                sink.sendall(came)


@pytest.fixture
def relay(server: Server) -> Iterator[Relay]:
    between = Relay(server)
    yield between
    between.close()


def frames(said: bytes) -> list[tuple[int, int]]:
    """The first byte and the length of each frame."""
    found = []
    while said:
        extra = {126: 2, 127: 8}.get(said[1], 0)
        length = int.from_bytes(said[2 : 2 + extra]) if extra else said[1]
        found.append((said[0], length))
        said = said[2 + extra + length :]
    return found


def test_a_browser_reads_frames_that_were_deflated_once(server: Server, relay: Relay, page: Page) -> None:
    read: list[str] = []

    def listen(opened: WebSocket) -> None:
        opened.on("framereceived", lambda payload: read.append(str(payload)))

    page.on("websocket", listen)
    with httpx2.Client(base_url=server.url, timeout=60) as web:
        ada, _ = started(web, "Bruno", first_player=0)
        page.goto(f"{relay.url}/r/{ada.code}/watch")
        expect(page.locator("html")).to_have_attribute("data-live", "yes", timeout=60_000)
        while not any('id="table"' in text for text in read):  # the first; a later one would be the second
            page.wait_for_timeout(20)
        for version in (2, 3):
            table = ada.look()
            body = {"turn": table["turn"], "move": table["moves"][0], "id": str(version)}
            assert ada.ask("POST", "/moves", **body).status_code == 200
            expect(page.locator("#table")).to_have_attribute("data-version", str(version), timeout=60_000)
    agreed, _, said = relay.said.partition(b"\r\n\r\n")
    assert b"permessage-deflate; server_no_context_takeover; client_no_context_takeover" in agreed
    pushed = [(first, length) for first, length in frames(said) if length > 1000]
    assert {first for first, _ in pushed} == {DEFLATED_TEXT}
    boards = [text for text in read if 'id="table"' in text]
    assert boards
    assert len([text for text in read if text.startswith('{"since"')]) >= 2
    assert max(length for _, length in pushed) < min(len(text.encode()) for text in boards) / 4
