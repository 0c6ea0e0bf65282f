"""A client for Housewarming's JSON API, to copy beside your program: one file, and `pip install websockets`.

    table = Table.join("http://192.168.1.20:8080", "sunny-sofa-42", "Robin")
    table.ready()
    for now in table.updates():
        if now["moves"]:
            table.move(now, now["moves"][0])

Every table is a plain dict, as your server's /api/docs describes it.
"""

import json
import secrets
import time
from collections.abc import Iterator
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

PATIENCE = 30.0  # seconds to wait for an answer
TRIES = 6
LONGEST_PAUSE = 15.0  # seconds between two tries
FOR_GOOD = {1008, 1009, 4403, 4404, 4410}  # close codes after which it's no use to connect again


class Refused(Exception):
    """The server said no. `code` is for programs, such as `stale` or `table_full`; the text is for people."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(f"{message} ({code})")
        self.status, self.code = status, code


class Table:
    """One table, as the owner of these keys may see and change it. Without a key, you watch."""

    def __init__(self, server: str, code: str, seat_key: str = "", host_key: str = "") -> None:
        self.server, self.code = server.rstrip("/"), code
        self.seat_key, self.host_key = seat_key, host_key

    @classmethod
    def open(cls, server: str, game: str, name: str, **options: str | int | bool) -> "Table":
        """Open a new table; you host it, in its first seat."""
        made = cls(server, "")._ask("POST", "", {"game": game, "name": name, "options": options})
        return cls(server, made["code"], made["seat_key"], made["host_key"])

    @classmethod
    def join(cls, server: str, code: str, name: str) -> "Table":
        """Take the next free seat."""
        return cls(server, code, cls(server, code)._ask("POST", "/seats", {"name": name})["seat_key"])

    def look(self) -> dict[str, Any]:
        """The table as it is now."""
        return self._ask("GET", "")

    def ready(self) -> dict[str, Any]:
        return self._ask("POST", "/ready")

    def add_bot(self, level: str = "greedy") -> int:
        """As the host, give the next seat to one of the server's own bots; returns the seat."""
        return int(self._ask("POST", "/bots", {"level": level}, self.host_key)["seat"])

    def start(self) -> dict[str, Any]:
        """As the host, start the game, once everyone is ready."""
        return self._ask("POST", "/start", key=self.host_key)

    def move(self, now: dict[str, Any], move: list[str | int]) -> int:
        """Make one of the moves of `now`; returns the table's new version. It is made only once, even if the
        answer gets lost and it has to be sent again. Refused with `stale`, look again and choose again."""
        sent = {"turn": now["turn"], "move": move, "id": secrets.token_hex(8)}
        return int(self._ask("POST", "/moves", sent)["version"])

    def leave(self) -> None:
        """Free the seat; during a game, a bot takes over."""
        self._ask("POST", "/leave")

    def log(self, after: int = 0) -> dict[str, Any]:
        """What has happened after this version, at most 200 moves."""
        return self._ask("GET", f"/log?after={after}")

    def record(self) -> dict[str, Any]:
        """The whole game, once it is over."""
        return self._ask("GET", "/record")

    def updates(self) -> Iterator[dict[str, Any]]:
        """The table at once, and again after every change; lost connections are made again. It never ends by
        itself, so stop when the `status` is `finished` or `abandoned`."""
        address = f"ws{self.server.removeprefix('http')}/api/tables/{self.code}/live"
        headers = {"Authorization": f"Bearer {self.seat_key}"} if self.seat_key else {}
        pause = 0.5
        while True:
            try:
                with connect(address, additional_headers=headers, open_timeout=PATIENCE) as socket:
                    for text in socket:
                        pause = 0.5
                        yield json.loads(text)
            except ConnectionClosed as closed:
                if closed.rcvd and closed.rcvd.code in FOR_GOOD:
                    raise Refused(closed.rcvd.code, "closed", "The server closed this connection.") from None
            except (OSError, InvalidStatus, EOFError):
                pass  # it is starting, or the network is away
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _ask(self, method: str, what: str, body: object = None, key: str = "") -> dict[str, Any]:
        """Send a request, again if it can't do any harm twice. Waits when the server asks for it."""
        request = Request(
            f"{self.server}/api/tables{'/' + self.code if self.code else ''}{what}", method=method
        )
        if key or self.seat_key:
            request.add_header("Authorization", f"Bearer {key or self.seat_key}")
        if body is not None:
            request.add_header("Content-Type", "application/json")
            request.data = json.dumps(body).encode()
        for tried in range(1, TRIES + 1):
            try:
                with urlopen(request, timeout=PATIENCE) as answer:
                    told: dict[str, Any] = json.load(answer)
                    return told
            except HTTPError as wrong:
                if wrong.code not in (429, 503) or tried == TRIES:
                    raise Refused(wrong.code, *_reason(wrong)) from None
                pause = float(wrong.headers.get("Retry-After", 1))
            except (OSError, HTTPException):
                if tried == TRIES or (method == "POST" and what not in ("/moves", "/ready")):
                    raise
                pause = 0.5 * 2**tried
            time.sleep(min(pause, LONGEST_PAUSE))
        raise AssertionError("the last try returns or raises")


def _reason(wrong: HTTPError) -> tuple[str, str]:
    """The server's code and sentence; a proxy in between may have answered in its own way."""
    try:
        error = json.load(wrong)["error"]
        return error["code"], error["message"]
    except (ValueError, LookupError, TypeError):
        return "unreadable", str(wrong)
