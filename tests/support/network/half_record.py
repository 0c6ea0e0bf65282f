"""A TLS server that accepts a socket and then stops in the middle of a record, like a proxy that has hung."""

import base64
import hashlib
import re
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_READY = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
_KEY = re.compile(rb"sec-websocket-key: (\S+)", re.IGNORECASE)
_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455, section 1.3


@contextmanager
def half_a_record(context: ssl.SSLContext) -> Iterator[str]:
    """Its address. Every request is answered `{}`; every socket is accepted and then gets half a record."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        guests: list[socket.socket] = []
        thread = threading.Thread(target=_serve, args=(listener, context, guests))
        thread.start()
        try:
            yield f"https://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()
            for guest in guests:
                guest.close()


def _serve(listener: socket.socket, context: ssl.SSLContext, guests: list[socket.socket]) -> None:
    with suppress(OSError):  # raised when the listener is shut down
        while True:
            guest, _ = listener.accept()
            guests.append(guest)
            _answer(guest, context)


def _answer(guest: socket.socket, context: ssl.SSLContext) -> None:
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    tls = context.wrap_bio(incoming, outgoing, server_side=True)
    asked = b""
    while b"\r\n\r\n" not in asked:
        with suppress(ssl.SSLWantReadError):
            asked += tls.read(4096)
        guest.sendall(outgoing.read())
        if b"\r\n\r\n" not in asked:
            incoming.write(guest.recv(4096))
    found = _KEY.search(asked)
    tls.write(_accepted(found[1]) if found else _READY)
    guest.sendall(outgoing.read())
    if found:
        tls.write(b"\x88\x02\x03\xe8")  # a close frame, which never arrives whole
        guest.sendall(outgoing.read()[:3])
    else:
        guest.shutdown(socket.SHUT_WR)


def _accepted(key: bytes) -> bytes:
    accept = base64.b64encode(hashlib.sha1(key + _GUID, usedforsecurity=False).digest())
    return (
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n"
    )
