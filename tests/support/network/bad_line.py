"""A bad line from a server to a page: messages get lost, doubled, overtaken or held up, or it is cut off."""

import re
from collections.abc import Sequence
from random import Random

from playwright.sync_api import Page, WebSocketRoute

_OF_TABLE = ("<", '{"since"')  # these say by themselves which table they fit
_VERSION = re.compile(r'data-version"?[=:]"(\d+)"')
_COME_BACK = 1012

GOOD = ("pass",)
LOSES = ("pass", "lose")
DOUBLES = ("pass", "double")
OVERTAKES = ("pass", "wait", "wait")
STALLS = ("stall",)
CUTS = ("pass", "pass", "cut")
ALL = (*LOSES, *DOUBLES, *OVERTAKES, "stall", "cut")


class BadLine:
    """What happens to each message about the table is one of these words, chosen by `chance`."""

    def __init__(self, page: Page, seed: int) -> None:
        self._chance = Random(seed)
        self._fates: Sequence[str] = GOOD
        self._waiting: list[tuple[WebSocketRoute, str]] = []
        self._open: dict[WebSocketRoute, WebSocketRoute] = {}  # the page's end and the server's
        self.told = 0  # the newest version that the server has told, whatever became of it
        page.route_web_socket("**/socket?*", self._serve)

    def turn(self, fates: Sequence[str]) -> None:
        """From now on the line is like this. What still waits is let go, all at once."""
        self._fates = fates
        self._let_go()

    @property
    def is_open(self) -> bool:
        return bool(self._open)

    def _serve(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda said: self._hear(socket, str(said)))
        self._open[socket] = server
        socket.on_close(lambda code, reason: self._cut(socket))

    def _cut(self, socket: WebSocketRoute) -> None:
        if socket in self._open:
            self._open.pop(socket).close()

    def _hear(self, socket: WebSocketRoute, said: str) -> None:
        if not said.startswith(_OF_TABLE):
            socket.send(said)
            return
        if found := _VERSION.search(said):
            self.told = max(self.told, int(found[1]))
        match self._chance.choice(self._fates):
            case "pass":
                socket.send(said)
                if self._chance.random() < 0.5:
                    self._let_go()
            case "double":
                socket.send(said)
                socket.send(said)
            case "wait":
                self._waiting.insert(0, (socket, said))  # before the earlier ones, so that it overtakes them
            case "stall":
                self._waiting.append((socket, said))
            case "cut":
                self._cut(socket)
                socket.close(code=_COME_BACK)

    def _let_go(self) -> None:
        waiting, self._waiting = self._waiting, []
        for socket, said in waiting:
            socket.send(said)
