"""A server in this process that gets any bytes over a real connection, as many requests as they hold.

Some words in them stand for what can't be known beforehand: {address}, {code}, {turn}, and the keys {ada},
{bruno} and {host}.
"""

import asyncio
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import structlog
import uvicorn
from structlog.typing import EventDict

from app.live import joining
from app.live.live_tables import LiveTables
from app.main import application, around
from app.net.http_connection import Connection
from app.net.listener import bind
from app.net.websocket_connection import PushSocket
from app.settings import Settings
from app.storage.data_folder import secret_in
from app.storage.migrate import migrate
from app.table import seating
from app.table.keys import Secret

FAILED = re.compile(rb"^HTTP/1\.1 5\d\d", re.MULTILINE)
PATIENCE = 20.0  # seconds for an answer that is being made
QUIET = 0.002  # seconds without an answer, after which none will come


class House:
    """Every request seems to come from another address, so that no rate limit gets in the way."""

    def __init__(self, data: Path) -> None:
        settings = Settings(host="127.0.0.1", port=0, data=data, bot_pause=0, most_new_tables=10**6)
        migrate(settings.database)
        self._app = application(settings, Secret(secret_in(data)))
        self._listener = bind(settings.host, 0)
        self.address = "{}:{}".format(*self._listener.getsockname())
        config = uvicorn.Config(
            around(self._app, settings),
            http=Connection,
            ws=PushSocket,
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
        )
        config.load()
        self._server = uvicorn.Server(config)
        self._server.lifespan = config.lifespan_class(config)
        self.loop = asyncio.new_event_loop()
        self.errors: list[Any] = []  # that were logged
        self._names: dict[bytes, bytes] = {}
        self._asked = 0

    def open(self) -> None:
        self.loop.run_until_complete(self._server.startup(sockets=[self._listener]))

    def close(self) -> None:
        self._server.should_exit = True
        self.loop.run_until_complete(self._server.shutdown(sockets=[self._listener]))
        self.loop.close()

    def new_table(self, game: str) -> None:
        """From now on, the words stand for a new table where Ada, the host, plays with Bruno."""
        self.loop.run_until_complete(self._new_table(game))

    async def _new_table(self, game: str) -> None:
        live_tables: LiveTables = self._app.state.services.live_tables
        made = await joining.open_table(live_tables.store, game, {}, "Ada")
        live = await live_tables.get(made.code)
        assert live
        bruno = await joining.take_seat(live, "Bruno")
        for place in live.table.places:
            await live.change(partial(seating.ready, id=place.id))
        await live.start()
        said = {
            "address": self.address,
            "code": made.code,
            "ada": made.seat_key,
            "bruno": bruno.key,
            "host": made.host_key,
            "turn": str(live.state.turns[live.state.waiting[0]]),
        }
        self._names = {f"{{{name}}}".encode(): value.encode() for name, value in said.items()}

    def hear(self, data: bytes) -> bytes:
        """Send these bytes and return all answers, none of which may be a failure; nor may one be logged."""
        for name, value in self._names.items():
            data = data.replace(name, value)
        self._asked += 1
        number = self._asked
        from_afar = b"X-Forwarded-For: 10.%d.%d.%d\r\n" % (
            number >> 16 & 255,
            number >> 8 & 255,
            number & 255,
        )
        line, end, rest = data.partition(b"\r\n")
        answers = self.loop.run_until_complete(self._ask(line + end + from_afar * bool(end) + rest))
        assert not FAILED.search(answers), answers[:400]
        assert self.errors == [], self.errors
        return answers

    async def _ask(self, data: bytes) -> bytes:
        """Send, read until the server has no more to say, and hang up."""
        reader, writer = await asyncio.open_connection(*self.address.split(":"))
        answers = b""
        try:
            writer.write(data)
            async with asyncio.timeout(PATIENCE):
                while said := await self._read(reader, b" 101 Switching" in answers):
                    answers += said
        except ConnectionError:
            pass
        finally:
            writer.transport.abort()
        return answers

    async def _read(self, reader: asyncio.StreamReader, is_socket: bool) -> bytes:
        """What comes next; nothing if the server has closed the connection, or has nothing left to answer."""
        quiet = 0
        while quiet < 2:  # on a busy machine, an answer and the time-out may come at the same moment
            is_busy = not is_socket and self._is_busy()
            with suppress(TimeoutError):
                async with asyncio.timeout(QUIET):
                    return await reader.read(2**16)
            quiet = 0 if is_busy else quiet + 1
        return b""

    def _is_busy(self) -> bool:
        """Whether an answer is being made, rather than the rest of a request awaited."""
        state = self._server.server_state
        cycles = [getattr(each, "cycle", None) for each in state.connections]
        return bool(state.tasks) and not any(cycle and cycle.more_body for cycle in cycles)


class Errors(logging.Handler):
    """Collects the errors that libraries log."""

    def __init__(self, errors: list[Any]) -> None:
        super().__init__(logging.ERROR)
        self._errors = errors

    def emit(self, record: logging.LogRecord) -> None:
        self._errors.append(self.format(record))


@contextmanager
def server(data: Path) -> Iterator[House]:
    made = House(data)

    def keep(_: object, level: str, line: EventDict) -> EventDict:
        if level == "error":
            made.errors.append(line)
        raise structlog.DropEvent

    handler, before = Errors(made.errors), structlog.get_config()["processors"]
    structlog.configure(processors=[keep])
    logging.getLogger().addHandler(handler)
    made.open()
    try:
        yield made
    finally:
        made.close()
        logging.getLogger().removeHandler(handler)
        structlog.configure(processors=before)
