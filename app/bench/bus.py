"""`housewarming bench bus`: durable moves of several servers on one Postgres, by who tells of them.

Each server is a process with a store, its one writer and its share of the rooms. A transaction that
notifies on Postgres holds a lock until it is on the disk, so the commits of all servers stand in one queue. A
broker is told afterwards.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from threading import BrokenBarrierError
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from sqlalchemy import URL

from app.bench.report import median, percentile
from app.bench.store import Run, new_room, own_schema, run
from app.bus.broker import BrokerCourier
from app.bus.courier import ROOMS, Notice, Outbox
from app.migrate import migrate
from app.store import Store
from app.writer import Announce

NUMBER = "/15"  # of the broker's databases: there nobody listens who plays
WAYS = ("nobody", "postgres", "broker")

processes = get_context("forkserver")  # each as quick to begin as a fork, and with nothing of this process
processes.set_forkserver_preload([__name__])


@asynccontextmanager
async def announcing(way: str, broker: str) -> AsyncIterator[Announce | None]:
    """How a server's writer tells what it has committed."""
    if way == "postgres":
        yield None
    elif way == "nobody":
        yield lambda news: None
    else:
        outbox = Outbox()
        outbox.open()
        async with BrokerCourier(urlsplit(broker)._replace(path=NUMBER).geturl()).sending() as send:
            await send([Notice(ROOMS, "")])  # one that is away is told of now

            async def empty() -> None:
                while True:
                    await outbox.send(send)

            emptying = asyncio.create_task(empty())
            try:
                yield outbox.announce
            finally:
                while not emptying.done():  # the client may swallow the first cancellation
                    emptying.cancel()
                    await asyncio.wait([emptying], timeout=0.1)


class Asked(NamedTuple):
    """What a server is to do."""

    way: str
    url: URL
    broker: str
    rooms: Sequence[str]
    seconds: float


async def serve(asked: Asked, together: Barrier) -> Run:
    """All rooms of one server move as fast as they can, once all servers are there."""
    async with announcing(asked.way, asked.broker) as announce, Store(asked.url, announce=announce) as store:
        here = [await new_room(store, name) for name in asked.rooms]
        await asyncio.to_thread(together.wait)
        return await run(store, here, dict.fromkeys(here, 1), asked.seconds)


def server(told: "Connection[Run | Exception, None]", together: Barrier, asked: Asked) -> None:
    """A server's process, from beginning to end."""
    try:
        told.send(asyncio.run(serve(asked, together)))
    except Exception as error:
        together.abort()  # the others wait for nobody
        told.send(error)


def turn(way: str, url: URL, broker: str, servers: int, rooms: int, seconds: float, name: str) -> Run:
    together = processes.Barrier(servers)
    telling, running = [], []
    for number in range(servers):
        names = [f"{name}-{each}" for each in range(number, rooms, servers)]
        hears, tells = processes.Pipe(duplex=False)
        asked = Asked(way, url, broker, names, seconds)
        process = processes.Process(target=server, args=(tells, together, asked), daemon=True)
        running.append(process)
        process.start()
        tells.close()  # here: so that a process that dies is heard of
        telling.append(hears)
    said = [hears.recv() for hears in telling]
    for process in running:
        process.join()
    failed = [each for each in said if isinstance(each, Exception)]
    for error in sorted(failed, key=lambda each: isinstance(each, BrokenBarrierError)):
        raise error
    return Run(sum(each.moves for each in said), [wait for each in said for wait in each.waits])


def bus(
    postgres: URL, broker: str, servers: Sequence[int], rooms: int, turns: int, seconds: float
) -> dict[str, Any]:
    rows = []
    with own_schema(postgres) as url:
        migrate(url)
        for number in servers:
            runs: dict[str, list[Run]] = {way: [] for way in WAYS}
            for again in range(turns):
                for way in WAYS:
                    name = f"{number}-{again}-{way}"
                    runs[way].append(turn(way, url, broker, number, rooms, seconds, name))
            rows.append(_row(number, runs))
    return {"title": f"durable moves of {rooms} rooms on one Postgres, by who tells of them", "moves": rows}


def _row(servers: int, runs: dict[str, list[Run]]) -> dict[str, Any]:
    pairs = [*zip(runs["broker"], runs["postgres"], strict=True)]
    return {
        "servers": servers,
        **{f"{way}_per_second": round(median([each.moves for each in runs[way]])) for way in WAYS},
        "broker_to_postgres": round(median([broker.moves / notify.moves for broker, notify in pairs]), 2),
        **{
            f"{way}_p99_ms": round(percentile([wait for each in runs[way] for wait in each.waits], 99), 1)
            for way in WAYS
        },
    }
