"""The WebSockets open on this server, by address and by table."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from app.net.per_address import PerAddress
from app.net.websocket_connection import Listener


class OpenSocket(NamedTuple):
    address: str
    code: str
    line: Listener


class OpenSockets:
    def __init__(self, most: int) -> None:
        self._crowd = PerAddress(most)
        self._pages: set[OpenSocket] = set()

    def __len__(self) -> int:
        return len(self._pages)

    @contextmanager
    def one_more(self, address: str, code: str, line: Listener) -> Iterator[None]:
        """Count a socket while it is open; raises TooManyOpen if its address has too many."""
        page = OpenSocket(address, code, line)
        self._crowd.enter(address)
        self._pages.add(page)
        try:
            yield
        finally:
            self._pages.discard(page)
            self._crowd.leave(address)

    def at(self, code: str) -> list[tuple[str, int]]:
        """The addresses that have this table open, each with its number of pages, highest number first."""
        return Counter(page.address for page in self._pages if page.code == code).most_common()

    def close(self, address: str, reason: int) -> None:
        """Close all sockets of an address with this close code."""
        for page in [page for page in self._pages if page.address == address]:
            page.line.hang_up(reason)
