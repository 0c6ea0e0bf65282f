"""The viewers of `bench fanout`, in a separate process so that they don't share the server's interpreter.

Orders and answers are JSON lines. The viewers don't decompress messages; they only count frames and note
when each one was complete.
"""

import base64
import json
import os
import selectors
import socket
import sys
import time
from dataclasses import dataclass, field
from typing import Any

OFFER = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
STALLED_BUFFER = 4096
_buffer = memoryview(bytearray(1 << 18))


@dataclass(slots=True)
class Group:
    """Viewers that get the same messages."""

    name: str
    size: int
    arrived: int = 0
    noted: list[tuple[int, float]] = field(default_factory=list)

    def arrive(self, number: int) -> None:
        """Note that a viewer has received the message with this number."""
        self.arrived += 1
        self.noted.append((number, time.monotonic()))
        if self.arrived % self.size == 0:
            say(all_have=self.name)


@dataclass(slots=True)
class Viewer:
    group: Group
    socket: socket.socket
    left: int = 0  # bytes still missing from the current frame
    head: bytes = b""  # the beginning of a frame whose length isn't known yet
    messages: int = 0

    def read(self) -> None:
        came = self.socket.recv_into(_buffer)
        if not came:
            raise ConnectionError("the server has closed a viewer's socket")
        unread = memoryview(self.head + _buffer[:came]) if self.head else _buffer[:came]
        at = 0
        while at < len(unread):
            if not self.left:
                header, self.left = measure(unread[at:])
                if not header:
                    break
                at += header
            step = min(self.left, len(unread) - at)
            at += step
            self.left -= step
            if not self.left:
                self.group.arrive(self.messages)
                self.messages += 1
        self.head = bytes(unread[at:])


def measure(frame: memoryview) -> tuple[int, int]:
    """The lengths of a frame's header and content; 0 while the header is incomplete."""
    if len(frame) < 2:
        return 0, 0
    extra = {126: 2, 127: 8}.get(frame[1] & 127, 0)
    if len(frame) < 2 + extra:
        return 0, 0
    return 2 + extra, int.from_bytes(frame[2 : 2 + extra]) if extra else frame[1] & 127


def connected(port: int, how: str, buffer: int = 0) -> socket.socket:
    """Connect a socket: `raw` gets frames at once, `plain` and `deflate` after the WebSocket handshake."""
    opened = socket.socket()
    if buffer:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    opened.connect(("127.0.0.1", port))
    if how != "raw":
        key = base64.b64encode(os.urandom(16)).decode()
        opened.sendall(
            f"GET /{how} HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
            f"{OFFER if how == 'deflate' else ''}\r\n".encode()
        )
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            answer += opened.recv(1)
        if not answer.startswith(b"HTTP/1.1 101"):
            raise ConnectionError(answer.decode())
    return opened


def say(**words: Any) -> None:
    print(json.dumps(words), flush=True)


class Watching:
    """All groups of viewers. The benchmark's orders arrive on stdin."""

    def __init__(self) -> None:
        self.selector = selectors.DefaultSelector()
        self.selector.register(sys.stdin.buffer, selectors.EVENT_READ)
        self.groups: dict[str, Group] = {}
        self.stalled: list[socket.socket] = []

    def join(self, port: int, how: str, group: str, size: int) -> None:
        self.groups[group] = together = Group(group, size)
        for _ in range(size):
            viewer = Viewer(together, connected(port, how))
            self.selector.register(viewer.socket, selectors.EVENT_READ, viewer)
        say(joined=group)

    def stall(self, port: int, how: str, size: int) -> None:
        """Add viewers that never read anything."""
        self.stalled = [connected(port, how, STALLED_BUFFER) for _ in range(size)]
        say(joined="stalled")

    def noted(self, group: str) -> None:
        """Report when each viewer completed each message, for all messages since the last report."""
        noted, self.groups[group].noted = self.groups[group].noted, []
        say(noted=noted)

    def leave(self) -> None:
        """Disconnect all viewers."""
        for key in [*self.selector.get_map().values()]:
            if isinstance(key.data, Viewer):
                self.selector.unregister(key.fileobj)
                key.data.socket.close()
        for each in self.stalled:
            each.close()
        self.groups, self.stalled = {}, []
        say(left=True)

    def obey(self) -> bool:
        """Carry out one order; False at the end of the input."""
        line = sys.stdin.buffer.readline()
        if not line:
            return False
        order = json.loads(line)
        getattr(self, order.pop("do"))(**order)
        return True


def main() -> None:
    watching = Watching()
    while True:
        for key, _ in watching.selector.select():
            if key.data is not None:
                key.data.read()
            elif not watching.obey():
                return


if __name__ == "__main__":
    main()
