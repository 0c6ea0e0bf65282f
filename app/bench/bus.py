"""`housewarming bench bus`: durable moves of several servers on one Postgres, by who tells of them.

Each server is a store with its one writer and its share of the rooms; all of them run in this process. A
transaction that notifies on Postgres holds a lock until it is on the disk, so the commits of all servers
stand in one queue. A broker is told afterwards.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import URL

from app.bench.report import median, percentile
from app.bench.store import Run, new_room, own_schema, run
from app.bus.broker import BrokerCourier
from app.bus.courier import Outbox
from app.migrate import migrate
from app.store import Store
from app.writer import Announce

NUMBER = "/15"  # of the broker's databases: there nobody listens who plays
WAYS = ("nobody", "postgres", "broker")


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


async def turn(way: str, url: URL, broker: str, servers: int, rooms: int, seconds: float, name: str) -> Run:
    """All the rooms move as fast as they can, each at its server."""
    async with AsyncExitStack() as running:
        stores = []
        for _ in range(servers):
            announce = await running.enter_async_context(announcing(way, broker))
            stores.append(await running.enter_async_context(Store(url, announce=announce)))
        playing = []
        for number, store in enumerate(stores):
            here = [await new_room(store, f"{name}-{each}") for each in range(number, rooms, servers)]
            playing.append(run(store, here, dict.fromkeys(here, 1), seconds))
        runs = await asyncio.gather(*playing)
    return Run(sum(each.moves for each in runs), [wait for each in runs for wait in each.waits])


async def bus(
    postgres: URL, broker: str, servers: Sequence[int], rooms: int, turns: int, seconds: float
) -> dict[str, Any]:
    rows = []
    with own_schema(postgres) as url:
        await asyncio.to_thread(migrate, url)
        for number in servers:
            runs: dict[str, list[Run]] = {way: [] for way in WAYS}
            for again in range(turns):
                for way in WAYS:
                    name = f"{number}-{again}-{way}"
                    runs[way].append(await turn(way, url, broker, number, rooms, seconds, name))
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
