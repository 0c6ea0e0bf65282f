"""The limit for `bench tables`: an asyncio server that stores the same rows and pushes ready bytes.

Run as a program, it is that server. It knows no rules and draws nothing: for each line that names a table it
appends a row, with our pragmas and one transaction for all that wait, and sends the same bytes to each of the
table's screens.
"""

import asyncio
import random
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from app import ROOT
from app.cli.bench.server_process import House, stopped
from app.cli.bench.store import INSERT, UPDATE, row
from app.storage import database

SCREEN, MOVE = b"screen", b"move"


class Bare(NamedTuple):
    told: dict[str, Any]
    waits: list[float]
    lasted: float
    used: float | None


# -- the server ----------------------------------------------------------------------------------------------


class Tables:
    def __init__(self, file: Path, size: int) -> None:
        self._file, self._ready = file, b"x" * size
        self._screens: dict[int, list[asyncio.StreamWriter]] = {}
        self._waiting: list[tuple[int, asyncio.StreamWriter]] = []
        self._writing: asyncio.Task[None] | None = None

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            what, table = line.split()
            if what == SCREEN:
                self._screens.setdefault(int(table), []).append(writer)
                writer.write(b"\n")
                continue
            self._waiting.append((int(table), writer))
            if self._writing is None:
                self._writing = asyncio.create_task(self._write())

    async def _write(self) -> None:
        while self._waiting:
            moves, self._waiting = self._waiting, []
            await asyncio.get_running_loop().run_in_executor(None, self._append, [room for room, _ in moves])
            for room, mover in moves:
                mover.write(b"\n")
                for screen in self._screens[room]:
                    screen.write(self._ready)
        self._writing = None

    def _append(self, rooms: list[int]) -> None:
        connection = self._connection()
        connection.execute("BEGIN IMMEDIATE")
        for room in rooms:
            version = self._versions[room]
            update, insert = row(room, version)
            connection.execute(UPDATE, update)
            connection.execute(INSERT, insert)
            self._versions[room] = version + 1
        connection.execute("COMMIT")

    def _connection(self) -> sqlite3.Connection:
        if not hasattr(self, "_opened"):
            self._opened = sqlite3.connect(self._file, isolation_level=None, check_same_thread=False)
            for pragma in database.PRAGMAS:
                self._opened.execute(f"PRAGMA {pragma}")
            self._versions: dict[int, int] = dict(self._opened.execute("SELECT id, version FROM room"))
        return self._opened


async def _main(file: Path, size: int) -> None:
    tables = Tables(file, size)
    server = await asyncio.start_server(tables.serve, "127.0.0.1", 0, backlog=4096)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


# -- its players ---------------------------------------------------------------------------------------------


async def bare_tables(
    folder: Path, number: int, screens: int, seconds: float, pace: float, size: int
) -> Bare:
    """Move at the first so many tables of the folder's database."""
    file = folder / database.FILE
    with closing(sqlite3.connect(file)) as connection:
        rooms = [room for (room,) in connection.execute("SELECT id FROM room ORDER BY id LIMIT ?", (number,))]
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "app.cli.bench.bare_tables",
        f"{file}",
        f"{size}",
        cwd=ROOT,
        stdout=subprocess.PIPE,
    )
    async with stopped(process):
        assert process.stdout
        port = int(await process.stdout.readline())
        house = House(process, f"127.0.0.1:{port}")
        players = [await _Player.at(port, room, screens) for room in rooms]
        waits: list[float] = []
        begin, before = time.monotonic(), house.processor_seconds()
        await asyncio.gather(*(player.play(waits, begin + seconds, pace, size) for player in players))
        lasted, after = time.monotonic() - begin, house.processor_seconds()
    used = after - before if after is not None and before is not None else None
    told = {
        "side": "bare",
        "tables": number,
        "screens": number * screens,
        "moves": len(waits),
        "deflated": size,
    }
    return Bare(told, waits, lasted, used)


Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class _Player:
    def __init__(self, room: int, mover: Stream, screens: list[Stream]) -> None:
        self.room, self.screens = room, screens
        self.reader, self.writer = mover

    @classmethod
    async def at(cls, port: int, room: int, screens: int) -> "_Player":
        opened = []
        for _ in range(screens):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"%s %d\n" % (SCREEN, room))
            await reader.readline()
            opened.append((reader, writer))
        return cls(room, await asyncio.open_connection("127.0.0.1", port), opened)

    async def play(self, waits: list[float], until: float, pace: float, size: int) -> None:
        while time.monotonic() < until:
            begin = time.monotonic()
            self.writer.write(b"%s %d\n" % (MOVE, self.room))
            await asyncio.gather(
                self.reader.readline(), *(reader.readexactly(size) for reader, _ in self.screens)
            )
            waits.append((time.monotonic() - begin) * 1000)
            if pace:
                await asyncio.sleep(random.uniform(0, 2) / pace)


if __name__ == "__main__":
    asyncio.run(_main(Path(sys.argv[1]), int(sys.argv[2])))
