"""`housewarming bench bus`: durable moves by several servers on one Postgres, announced in different ways.

Each server is a process with a store, the store's single writer, and a share of the rooms. In Postgres, a
transaction with a NOTIFY holds a lock until it is on disk, so the commits of all servers queue up behind each
other. A broker, in contrast, is notified only after the commit.

How long that queue gets depends on how long a flush takes. Postgres can be made to flush more slowly, so that
even a small machine with a fast disk shows the effect that servers with dedicated cores would see.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from random import Random
from threading import BrokenBarrierError
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from sqlalchemy import URL

from app import metrics
from app.cli.bench.report import median, percentile
from app.cli.bench.store import Run, new_room, own_schema, run, step
from app.live.bus.broker import BrokerCourier
from app.live.bus.courier import ROOMS, Notice, Outbox
from app.storage import database
from app.storage.group_commit import Announce
from app.storage.migrate import migrate
from app.storage.store import Store
from app.storage.writes import Stored

NUMBER = "/15"  # a database of the broker that no real server uses
WAYS = ("nobody", "postgres", "broker")

processes = get_context("forkserver")  # as fast to start as a fork, but inherits nothing from this process
processes.set_forkserver_preload([__name__])


@asynccontextmanager
async def announcing(way: str, broker: str) -> AsyncIterator[Announce | None]:
    """The function that a server's writer calls to announce its commits, if it needs one."""
    if way == "postgres":
        yield None
    elif way == "nobody":
        yield lambda news: None
    else:
        outbox = Outbox()
        outbox.open()
        async with BrokerCourier(urlsplit(broker)._replace(path=NUMBER).geturl()).sending() as send:
            await send([Notice(ROOMS, "")])  # fails at once if the broker is down

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


# -- the flush -----------------------------------------------------------------------------------------------


def flushing(url: URL, at_least_ms: float) -> URL:
    """A database URL that makes every flush take at least this long. Commits that arrive during that time
    share the flush."""
    options = f"-ccommit_delay={at_least_ms * 1000:.0f} -ccommit_siblings=0"
    return url.update_query_dict({"options": f"{url.query['options']} {options}"}) if at_least_ms else url


def measured_flush(url: URL, times: int = 9) -> float:
    """How long a commit takes, in milliseconds, when no other commits are running."""
    import psycopg

    waits = []
    try:
        with psycopg.connect(database.for_libpq(database.patient(url))) as connection:
            (flushes,) = connection.execute("SHOW fsync").fetchone() or ("",)
            if "commit_delay" in url.query["options"] and flushes != "on":
                raise database.WrongDatabase(
                    "a Postgres with fsync off never flushes, and can't be slower at it"
                )
            connection.execute("CREATE TABLE flushed (at float)")
            for _ in range(times):
                connection.execute("INSERT INTO flushed VALUES (0)")
                begin = time.perf_counter()
                connection.commit()
                waits.append((time.perf_counter() - begin) * 1000)
    except psycopg.Error as refused:
        raise database.WrongDatabase(
            f"can't use the database {database.shown(url)}: {database.reason(refused)}"
        ) from None
    return median(waits)


# -- the servers ---------------------------------------------------------------------------------------------


class Asked(NamedTuple):
    """The task of one server process."""

    way: str
    url: URL
    broker: str
    rooms: Sequence[str]
    seconds: float
    pace: float


class Done(NamedTuple):
    """The result of one server, or of all servers together."""

    moves: float  # per second
    commits: float  # per second
    waits: Sequence[float]  # milliseconds until each move was on disk


def _commits() -> float:
    """The number of commits by this process so far."""
    (instrument,) = metrics.COMMIT.collect()
    return next(each.value for each in instrument.samples if each.name.endswith("_count"))


async def paced(
    store: Store, rooms: Sequence[int], versions: dict[int, int], seconds: float, pace: float
) -> Run:
    """Make moves in rooms that are free, at independent random times (a Poisson process), as people do."""
    free, chance, waits = [*rooms], Random(rooms[0]), list[float]()

    async def move(room: int) -> None:
        begin = time.perf_counter()
        outcome = await store.append(room, versions[room], [step(versions[room])], (0,))
        assert isinstance(outcome, Stored)
        versions[room] = outcome.version
        free.append(room)
        waits.append((time.perf_counter() - begin) * 1000)

    begin = due = time.perf_counter()
    async with asyncio.TaskGroup() as moves:
        while (due := due + chance.expovariate(pace)) < begin + seconds:
            await asyncio.sleep(max(0, due - time.perf_counter()))
            if free:
                moves.create_task(move(free.pop(0)))
    return Run(len(waits) / (time.perf_counter() - begin), waits)


async def serve(asked: Asked, together: Barrier) -> Done:
    """Once all servers are ready, make moves in all of this server's rooms, flat out or at a given pace."""
    async with announcing(asked.way, asked.broker) as announce, Store(asked.url, announce=announce) as store:
        here = await asyncio.gather(*(new_room(store, name) for name in asked.rooms))
        await asyncio.to_thread(together.wait)
        before = _commits()
        versions = dict.fromkeys(here, 1)
        if asked.pace:
            moves, waits = await paced(store, here, versions, asked.seconds, asked.pace)
        else:
            moves, waits = await run(store, here, versions, asked.seconds)
        return Done(moves, (_commits() - before) * moves / max(1, len(waits)), waits)


def server(told: "Connection[Done | Exception, None]", together: Barrier, asked: Asked) -> None:
    """The main function of a server process."""
    try:
        told.send(asyncio.run(serve(asked, together)))
    except Exception as error:
        together.abort()  # or the others would wait forever
        told.send(error)


def turn(
    way: str, url: URL, broker: str, servers: int, rooms: int, seconds: float, pace: float, name: str
) -> Done:
    together = processes.Barrier(servers)
    telling, running = [], []
    for number in range(servers):
        names = [f"{name}-{each}" for each in range(number, rooms, servers)]
        hears, tells = processes.Pipe(duplex=False)
        asked = Asked(way, url, broker, names, seconds, pace)
        process = processes.Process(target=server, args=(tells, together, asked), daemon=True)
        running.append(process)
        process.start()
        tells.close()  # close our end, so that recv() fails if the process dies
        telling.append(hears)
    said = [hears.recv() for hears in telling]
    for process in running:
        process.join()
    failed = [each for each in said if isinstance(each, Exception)]
    for error in sorted(failed, key=lambda each: isinstance(each, BrokenBarrierError)):
        raise error
    waits = [wait for each in said for wait in each.waits]
    return Done(sum(each.moves for each in said), sum(each.commits for each in said), waits)


# -- the figures ---------------------------------------------------------------------------------------------


def bus(
    postgres: URL,
    broker: str,
    servers: Sequence[int],
    rooms: int,
    turns: int,
    seconds: float,
    pace: float,
    at_least_ms: float,
) -> dict[str, Any]:
    rows = []
    with own_schema(postgres) as own:
        migrate(own)
        url = flushing(own, at_least_ms)
        flush = measured_flush(url)
        for number in servers:
            runs: dict[str, list[Done]] = {way: [] for way in WAYS}
            for again in range(turns):
                for way in WAYS:
                    name = f"{number}-{again}-{way}"
                    runs[way].append(turn(way, url, broker, number, rooms, seconds, pace, name))
            rows.append(_row(number, runs, flush))
    title = f"durable moves of {rooms} rooms on one Postgres, by who tells of them"
    return {"title": title, "flush_ms": round(flush, 2), "moves": rows}


def _row(servers: int, runs: dict[str, list[Done]], flush: float) -> dict[str, Any]:
    pairs = [*zip(runs["broker"], runs["postgres"], strict=True)]
    commits = median([each.commits for each in runs["postgres"]])
    return {
        "servers": servers,
        **{f"{way}_per_second": round(median([each.moves for each in runs[way]])) for way in WAYS},
        "broker_to_postgres": round(median([broker.moves / notify.moves for broker, notify in pairs]), 2),
        "postgres_commits_per_second": round(commits),
        "lock_held": round(commits * flush / 1000, 2),  # fraction of the time; 1 is the limit
        **{
            f"{way}_p{percent}_ms": round(
                percentile([wait for each in runs[way] for wait in each.waits], percent), 1
            )
            for percent in (50, 99)
            for way in WAYS
        },
    }
