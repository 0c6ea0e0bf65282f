"""`housewarming bench fanout`: one message to many sockets, compared with a raw asyncio writer.

The raw writer writes bytes prepared in advance to plain TCP connections. The server creates a new message
each time, encodes and deflates it, and writes it to WebSockets under uvicorn. Both have the same viewers,
which run in another process. The raw, plain and deflated variants take turns.
"""

import asyncio
import json
import socket
import sys
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from app.cli.bench import sample_boards
from app.cli.bench.report import median, percentile
from app.net import websocket_connection
from app.net.file_limits import allow_many_files
from app.net.websocket_connection import Listener, Message, PushSocket

PACE = 20  # messages per second
STALLED = 0.1  # fraction of the viewers
FILLER = Message("x" * 100_000, "filler")
RAW, PLAIN, DEFLATE = "raw", "plain", "deflate"


class Eternal(PushSocket):
    patience = 3600.0  # keep stalled viewers connected


class QuietServer(uvicorn.Server):
    """Leaves Ctrl-C to the benchmark."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class RawWriter(asyncio.Protocol):
    def __init__(self, transports: set[asyncio.Transport]) -> None:
        self._transports = transports

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._transports.add(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self._transports.discard(self._transport)


@dataclass
class Stage:
    """Both servers, and the process with the viewers."""

    house: int
    raw: int
    viewers: asyncio.subprocess.Process
    lines: dict[str, set[Listener]]
    transports: set[asyncio.Transport]

    async def order(self, **order: Any) -> dict[str, Any]:
        assert self.viewers.stdin
        self.viewers.stdin.write(json.dumps(order).encode() + b"\n")
        return await self.answer()

    async def answer(self) -> dict[str, Any]:
        assert self.viewers.stdout
        async with asyncio.timeout(60):
            line = await self.viewers.stdout.readline()
        if not line:
            raise RuntimeError("the viewers have gone")
        return dict(json.loads(line))

    async def join(self, how: str, size: int) -> None:
        port = self.raw if how == RAW else self.house
        await self.order(do="join", port=port, how=how, group=how, size=size)
        there = self.transports if how == RAW else self.lines[how]
        while len(there) < size:
            await asyncio.sleep(0.01)

    async def stall(self, size: int) -> None:
        """Connect viewers that never read, and fill their buffers."""
        await self.order(do="stall", port=self.house, how="stalled", size=size)
        for line in [*self.lines["stalled"]]:
            assert isinstance(line, PushSocket)
            while line.writable.is_set():
                line.push(FILLER)
                await asyncio.sleep(0)

    async def leave(self) -> None:
        await self.order(do="leave")
        while self.transports or any(self.lines.values()):
            await asyncio.sleep(0.01)

    def writer(self, text: str) -> Callable[[], None]:
        """The reference: write prepared bytes to every connection."""
        ready = Message(text).plain

        def write() -> None:
            for transport in self.transports:
                transport.write(ready)

        return write

    def teller(self, text: str, *groups: str) -> Callable[[], None]:
        """The server: push a new message to every connection."""

        def tell() -> None:
            message = Message(text)
            for group in groups:
                for line in self.lines[group]:
                    line.push(message)

        return tell


@asynccontextmanager
async def stage() -> AsyncIterator[Stage]:
    lines: dict[str, set[Listener]] = defaultdict(set)
    transports: set[asyncio.Transport] = set()

    async def welcome(peer: WebSocket) -> None:
        await peer.accept()
        line, group = websocket_connection.line(peer), lines[peer.path_params["how"]]
        group.add(line)
        try:
            while True:
                await peer.receive()
        except (WebSocketDisconnect, RuntimeError):
            group.discard(line)

    listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    app = Starlette(routes=[WebSocketRoute("/{how}", welcome)])
    config = uvicorn.Config(app, http="httptools", ws=Eternal, ws_ping_interval=None, log_level="error")
    server = QuietServer(config)
    raw = await asyncio.get_running_loop().create_server(
        lambda: RawWriter(transports), "127.0.0.1", 0, backlog=2048
    )
    viewers = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "app.cli.bench.viewers", stdin=-1, stdout=-1, limit=2**26
    )
    ports = listener.getsockname()[1], raw.sockets[0].getsockname()[1]
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        yield Stage(*ports, viewers, lines, transports)
    finally:
        assert viewers.stdin
        viewers.stdin.close()
        await viewers.wait()
        raw.close()
        server.should_exit = True
        await serving


# -- closed loop: each message is sent as soon as everyone has the last one ----------------------------------


class Pace(NamedTuple):
    messages: float  # per second
    cpu: float  # microseconds of the server's CPU time per message


async def turn(stage: Stage, fire: Callable[[], None], size: int, messages: int) -> Pace:
    rounds = max(3, messages // size)
    begin, cpu = time.perf_counter(), time.process_time()
    for _ in range(rounds):
        fire()
        await stage.answer()
    seconds, cpu = time.perf_counter() - begin, time.process_time() - cpu
    return Pace(rounds * size / seconds, cpu / rounds / size * 1e6)


async def closed_loop(
    stage: Stage, name: str, text: str, size: int, turns: int, messages: int
) -> dict[str, Any]:
    for how in (RAW, PLAIN, DEFLATE):
        await stage.join(how, size)
    fires = {
        RAW: stage.writer(text),
        PLAIN: stage.teller(text, PLAIN),
        DEFLATE: stage.teller(text, DEFLATE),
    }
    paces: dict[str, list[Pace]] = defaultdict(list)
    for number in range(turns + 1):
        for how, fire in fires.items():
            pace = await turn(stage, fire, size, messages)
            if number:  # the first turn is a warm-up
                paces[how].append(pace)
    await stage.leave()
    message = Message(text)

    def ratio(how: str) -> float:
        return median([own.messages / raw.messages for own, raw in zip(paces[how], paces[RAW], strict=True)])

    return {
        "message": name,
        "sockets": size,
        **{f"{how}_per_second": round(median([pace.messages for pace in paces[how]])) for how in fires},
        "plain_ratio": round(ratio(PLAIN), 2),
        "deflate_ratio": round(ratio(DEFLATE), 2),
        "bytes_ratio": round(len(message.deflated) / len(message.plain), 2),
        **{f"{how}_cpu_us": round(median([pace.cpu for pace in paces[how]]), 1) for how in fires},
    }


# -- paced: like a lively table ------------------------------------------------------------------------------


async def paced_turn(stage: Stage, fire: Callable[[], None], how: str, seconds: float) -> list[float]:
    """How many milliseconds each message took to reach each viewer."""
    await stage.order(do="noted", group=how)
    loop = asyncio.get_running_loop()
    told = []
    begin = loop.time()
    for number in range(max(1, int(seconds * PACE))):
        await asyncio.sleep(begin + number / PACE - loop.time())
        told.append(time.monotonic())
        fire()
    for _ in told:
        await stage.answer()
    noted = (await stage.order(do="noted", group=how))["noted"]
    first = min(number for number, _ in noted)
    return [(at - told[number - first]) * 1000 for number, at in noted]


async def paced(stage: Stage, text: str, size: int, turns: int, seconds: float) -> list[dict[str, Any]]:
    stalled = max(1, int(size * STALLED))
    await stage.join(RAW, size)
    await stage.join(DEFLATE, size)
    await stage.stall(stalled)
    fires = {
        "raw": (RAW, stage.writer(text)),
        "house": (DEFLATE, stage.teller(text, DEFLATE)),
        f"house, {stalled} stalled": (DEFLATE, stage.teller(text, "stalled", DEFLATE)),
    }
    waits: dict[str, list[list[float]]] = defaultdict(list)
    for _ in range(turns):
        for name, (how, fire) in fires.items():
            waits[name].append(await paced_turn(stage, fire, how, seconds))
    await stage.leave()
    return [
        {
            "writer": name,
            "sockets": size,
            "p50_ms": round(median([percentile(run, 50) for run in runs]), 2),
            "p99_ms": round(median([percentile(run, 99) for run in runs]), 2),
        }
        for name, runs in waits.items()
    ]


# -- all of it -----------------------------------------------------------------------------------------------


async def fanout(counts: Sequence[int], turns: int, to_all: int, seconds: float) -> dict[str, Any]:
    """Run the closed loop for each number of sockets, then the paced part."""
    board = sample_boards.drawn()
    messages = {"6 KB": board[:6000], "board": board}
    allow_many_files(4 * max(counts))
    async with stage() as both:
        rows = [
            await closed_loop(both, name, text, size, turns, to_all)
            for name, text in messages.items()
            for size in counts
        ]
        middle = sorted(counts)[len(counts) // 2]
        waits = await paced(both, board, middle, min(turns, 3), seconds)
    calm, disturbed = waits[-2]["p99_ms"], waits[-1]["p99_ms"]
    return {
        "title": f"one message to many sockets; a board is {len(board.encode())} bytes",
        "closed_loop": rows,
        "paced": waits,
        "stalled_p99_ratio": round(disturbed / calm, 2),
        "growth": round(max(_growth(rows, name, DEFLATE) for name in messages), 2),
        "growth_of_raw": round(max(_growth(rows, name, RAW) for name in messages), 2),
    }


def _growth(rows: Iterable[dict[str, Any]], message: str, how: str) -> float:
    """How much more CPU time a message costs with the most sockets than with the fewest."""
    costs = [row[f"{how}_cpu_us"] for row in rows if row["message"] == message]
    return float(costs[-1] / costs[0])
