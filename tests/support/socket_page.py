"""What a page's socket has told so far, without a browser."""

from websockets.sync.client import ClientConnection

from app.cli.bench.spliced_page import SplicedPage
from tests.support.parsed_page import Sight

TELLS_AT_MOST = 100  # messages about other regions, or heartbeats, in between


class SocketPage:
    """The table as a socket's page shows it."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._page = SplicedPage()

    def next(self) -> Sight:
        """The table after the next message about it."""
        for _ in range(TELLS_AT_MOST):
            if self._page.take(str(self._socket.recv(timeout=30))):
                return Sight(self._page.frame)
        raise AssertionError("nothing about the table")
