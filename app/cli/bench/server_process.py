"""Runs a real server in a separate process, on a data folder where games have already started."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from app import ROOT
from app.cli.bench.sample_boards import NAMES
from app.engine.core import Game
from app.live.joining import open_table, take_seat
from app.live.live_tables import LiveTables
from app.settings import PREFIX
from app.storage import database
from app.storage.migrate import migrate
from app.storage.store import Store
from app.table import seating
from app.web import cookies

REST = 1.5  # seconds, longer than the server waits before it has its templates compiled


class Begun(NamedTuple):
    """A table with a running game, and the key of each seat."""

    code: str
    keys: tuple[str, ...]
    game: Game[Any]
    state: Any

    def cookie(self, seat: int) -> str:
        return f"{cookies.keys_cookie(self.code)}={self.keys[seat]}"


class House(NamedTuple):
    process: asyncio.subprocess.Process
    host: str  # with its port

    @property
    def origin(self) -> str:
        return f"http://{self.host}"

    def processor_seconds(self) -> float | None:
        """The CPU time the process has used so far; None if the system doesn't report it."""
        status = Path(f"/proc/{self.process.pid}/stat")
        if not status.exists():
            return None
        user, system = status.read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    async def rested(self) -> None:
        """Wait until the server is idle again after starting up, or after a crowd has joined."""
        used: float | None = -1.0
        while used != (used := self.processor_seconds()) or self._has_helper():
            await asyncio.sleep(REST)

    def _has_helper(self) -> bool:
        """Whether another process is still compiling its templates."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return children.exists() and bool(children.read_text())

    def memory(self) -> int:
        """The resident memory of the process, in bytes."""
        status = Path(f"/proc/{self.process.pid}/status")
        if status.exists():
            kib = re.findall(r"VmRSS:\s+(\d+) kB", status.read_text())[0]
        else:
            kib = subprocess.check_output(["ps", "-o", "rss=", "-p", str(self.process.pid)], text=True)
        return int(kib) * 1024


async def begin_games(folder: Path, number: int, game: str = "dream_home") -> list[Begun]:
    """Start games directly in the database, since the rate limit forbids so many new tables over HTTP."""
    url = database.parse(f"sqlite:///{folder / database.FILE}")
    await asyncio.to_thread(migrate, url)
    async with Store(url) as store:
        live_tables = LiveTables(store)
        return await asyncio.gather(*(_begin_game(live_tables, game) for _ in range(number)))


async def _begin_game(live_tables: LiveTables, game: str) -> Begun:
    opened = await open_table(live_tables.store, game, {}, NAMES[0])
    live = await live_tables.get(opened.code)
    assert live
    keys = [opened.seat_key, *[(await take_seat(live, name)).key for name in NAMES[1:]]]
    for place in live.table.places:
        await live.change(partial(seating.ready, id=place.id))
    await live.start()
    return Begun(opened.code, tuple(keys), live.game, live.state)


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[House]:
    """Run a server that listens on this machine only, and stop it afterwards."""
    command = (
        "-m",
        "app",
        "serve",
        "--data",
        f"{folder}",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
    )
    plain = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    crowds = {f"{PREFIX}MOST_{what}": f"{10**6}" for what in ("WATCHERS", "SOCKETS", "NEW_TABLES")}
    process = await asyncio.create_subprocess_exec(
        sys.executable, *command, cwd=ROOT, env={**plain, **crowds}, stdout=subprocess.PIPE
    )
    async with stopped(process):
        yield House(process, await _address(process))


@asynccontextmanager
async def stopped(process: asyncio.subprocess.Process) -> AsyncIterator[None]:
    """Stop the process at the end."""
    try:
        yield
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        await process.wait()


async def _address(process: asyncio.subprocess.Process) -> str:
    """Return the server's address as soon as the server prints it."""
    assert process.stdout
    async with asyncio.timeout(60):
        while line := await process.stdout.readline():
            if found := re.search(rb"http://(127\.0\.0\.1:\d+)", line):
                return found[1].decode()
    raise RuntimeError("the server did not start")
