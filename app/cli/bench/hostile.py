"""`housewarming bench hostile`: how long a page takes to load while others flood the server's sockets.

An attacker doesn't need a key for such a flood. Any URL will do, even one of a table that doesn't exist. The
flood runs in another process, which reopens each socket as soon as it is closed.
"""

import asyncio
import json
import os
import subprocess
import sys
import time
from base64 import b64encode
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode

from app import ROOT
from app.cli.bench.report import percentile
from app.cli.bench.server_process import House, begin_games, serving

PAUSE = 0.02  # seconds between two pages
WARM = 1.0  # seconds of warm-up
LOOK = 0.1  # seconds between two memory samples
WRITE = 256 * 1024  # bytes: the most that the server reads at once


async def hostile(folder: Path, sockets: int, seconds: float) -> dict[str, Any]:
    (begun,) = await begin_games(folder, 1)
    address = f"/r/{begun.code}"
    async with serving(folder) as house:
        await _pages(house, address, WARM)
        quiet = await _pages(house, address, seconds)
        before = house.memory()
        command = ("-m", __name__, house.host, address, f"{sockets}", f"{seconds}")
        flood = await asyncio.create_subprocess_exec(
            sys.executable, *command, cwd=ROOT, stdout=subprocess.PIPE
        )
        assert flood.stdout
        await flood.stdout.readline()  # wait until it has begun
        beside, most = await _with_memory(house, _pages(house, address, seconds))
        told, _ = await flood.communicate()
    rows = [_row("quiet", quiet), _row("hostile", beside)]
    return {
        "title": f"somebody's page beside {sockets} hostile sockets",
        "load": round(os.getloadavg()[0], 1),
        "page": rows,
        "p99_ratio": round(rows[1]["p99_ms"] / rows[0]["p99_ms"], 2),
        "memory_mib": round((most - before) / 2**20, 1),
        **json.loads(told),
    }


def _row(when: str, waits: list[float]) -> dict[str, Any]:
    figures = {f"p{percent}_ms": round(percentile(waits, percent) * 1000, 1) for percent in (50, 99)}
    return {"when": when, "pages": len(waits), **figures}


async def _pages(house: House, address: str, seconds: float) -> list[float]:
    """Load the page again and again; returns how many seconds each load took."""
    waits = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        begin = time.monotonic()
        reader, writer = await asyncio.open_connection(*house.host.split(":"))
        writer.write(f"GET {address} HTTP/1.1\r\nHost: {house.host}\r\nConnection: close\r\n\r\n".encode())
        answer = await reader.read()
        writer.close()
        if b" 200 " not in answer[:16]:
            raise RuntimeError(f"a page was answered: {answer[:200].decode()}")
        waits.append(time.monotonic() - begin)
        await asyncio.sleep(PAUSE)
    return waits


async def _with_memory(house: House, pages: Coroutine[Any, Any, list[float]]) -> tuple[list[float], int]:
    """Run the page loads; returns their times and the server's peak memory while they ran."""
    looking = asyncio.create_task(pages)
    most = house.memory()
    while not looking.done():
        await asyncio.wait([looking], timeout=LOOK)
        most = max(most, house.memory())
    return looking.result(), most


# -- the flood, in a separate process ------------------------------------------------------------------------


def _frame(opcode: Opcode, content: bytes, *, deflated: bool = False) -> bytes:
    extensions = [PerMessageDeflate(True, True, 15, 15)] if deflated else []
    return Frame(opcode, content).serialize(mask=True, extensions=extensions)


FRAMES = (
    _frame(Opcode.TEXT, b"x"),
    _frame(Opcode.PING, b""),
    _frame(Opcode.TEXT, b"x" * 16_000, deflated=True),
    _frame(Opcode.PONG, b"p" * 125),
)


class Flood:
    def __init__(self, host: str, address: str, sockets: int) -> None:
        self.host, self.address, self.sockets = host, address, sockets
        self.opened = self.sent = 0
        self.is_in = asyncio.Event()  # all of it

    async def flood(self, number: int) -> None:
        frame = FRAMES[number % len(FRAMES)]
        much = frame * (WRITE // len(frame))
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                await self._once(much)

    async def _once(self, much: bytes) -> None:
        reader, writer = await asyncio.open_connection(*self.host.split(":"))
        try:
            writer.write(
                f"GET {self.address}/socket HTTP/1.1\r\nHost: {self.host}\r\nOrigin: http://{self.host}\r\n"
                f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}\r\n"
                "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n".encode()
            )
            await reader.readuntil(b"\r\n\r\n")
            self.opened += 1
            if self.opened == self.sockets:
                self.is_in.set()
            while not writer.transport.is_closing():
                writer.write(much)
                await writer.drain()
                self.sent += len(much)
                await asyncio.sleep(0)
        finally:
            writer.transport.abort()


async def _main(host: str, address: str, sockets: str, seconds: str) -> None:
    flood = Flood(host, address, int(sockets))
    floods = [asyncio.create_task(flood.flood(number)) for number in range(flood.sockets)]
    await flood.is_in.wait()
    print("begun", flush=True)
    await asyncio.wait(floods, timeout=float(seconds))
    for each in floods:
        each.cancel()
    print(json.dumps({"opened": flood.opened, "sent_mib": round(flood.sent / 2**20, 1)}))


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
