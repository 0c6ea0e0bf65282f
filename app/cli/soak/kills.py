"""`housewarming soak kills`: servers killed at random moments while people play.

Afterwards every acknowledged move must be stored once and in order, every table must go on, every seat must
still be its player's, and every stored game must match its replay.
"""

import asyncio
import os
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from app.cli import verify
from app.cli.bench.report import median
from app.cli.soak.crowd import Crowd
from app.cli.soak.house import House, house
from app.cli.soak.plan import Kill, plan
from app.cli.soak.players import Table, faults
from app.engine import wire
from app.storage.database import URL
from app.storage.raw_rows import Inspection, StoredStep

STUCK_SECONDS = 120.0  # without an acknowledged move
# What a server logs if Postgres is killed in the middle of its commit or its start.
OUTAGE = (
    "commit_failed",
    "StoreUnavailable",
    "Application startup failed",
    "Exception during reset",  # of a connection, by SQLAlchemy
)


class Orders(NamedTuple):
    """What was asked for on the command line."""

    servers: int
    on_postgres: bool
    with_broker: bool
    kills: int
    seconds: float
    tables: int
    seed: int


class Recovery:
    """Measures the time from each kill to the first move that was asked for and acknowledged after it."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = {}
        self._open: dict[str, float] = {}

    def killed(self, victim: str, at: float) -> None:
        self._open[victim] = at

    def heard(self, server: str, asked: float, answered: float) -> None:
        for victim, killed in [*self._open.items()]:
            if asked > killed and (victim == server or not victim.startswith("server")):
                del self._open[victim]
                self.seconds.setdefault(victim.split()[0], []).append(answered - killed)


def kills(folder: Path, orders: Orders) -> dict[str, Any]:
    with house(folder, orders.servers, orders.on_postgres, orders.with_broker) as (servers, url):
        crowd, report = asyncio.run(_play_and_kill(servers, orders))
        report["faults"] += [*_complaints(servers), *stored_faults(url, crowd.tables)]
    report["all"][0]["faults"] = len(report["faults"])
    return report


async def _play_and_kill(servers: House, orders: Orders) -> tuple[Crowd, dict[str, Any]]:
    crowd = Crowd({name: each.url for name, each in servers.servers.items()}, Random(orders.seed))
    recovery = Recovery()
    planned = plan(orders.seed, orders.kills, orders.servers, servers.others)
    playing = [asyncio.create_task(crowd.play()) for _ in range(orders.tables)]
    managing = asyncio.create_task(servers.manage())
    killing = asyncio.create_task(_kill(servers, crowd, recovery, planned, orders.seconds))
    begin = time.monotonic()
    try:
        ended, _ = await asyncio.wait([killing, managing, *playing], return_when=asyncio.FIRST_COMPLETED)
        for each in ended:
            each.result()  # raises what nobody expected
        done, wrong = killing.result()
    finally:
        for each in (killing, *playing):
            each.cancel()
        await asyncio.gather(killing, *playing, return_exceptions=True)
    lasted = time.monotonic() - begin
    await servers.is_up()
    wrong += [*await crowd.dead(STUCK_SECONDS), *await crowd.seat_faults()]
    await crowd.leave()
    managing.cancel()
    return crowd, _report(orders, crowd, recovery, done, wrong, lasted)


async def _kill(
    servers: House, crowd: Crowd, recovery: Recovery, planned: Sequence[Kill], seconds: float
) -> tuple[Sequence[Kill], list[str]]:
    """Follow the plan until it is done or the time is up; return the kills that were carried out, and what
    went wrong."""
    until = time.monotonic() + seconds
    for number, each in enumerate(planned):
        try:
            async with asyncio.timeout(STUCK_SECONDS):
                await crowd.until(crowd.acknowledged + each.moves)
        except TimeoutError:
            return planned[:number], [f"after {number} kills nobody could move for {STUCK_SECONDS:g} s"]
        await asyncio.sleep(each.pause)
        while crowd.heard:
            recovery.heard(*crowd.heard.pop(0))
        if time.monotonic() > until:
            return planned[:number], []
        await servers.kill(each.victim)
        recovery.killed(each.victim, servers.killed_at[each.victim])
    return planned, []


def _complaints(servers: House) -> list[str]:
    """What servers did that killing Postgres doesn't explain."""
    outage = OUTAGE if servers.others else ()
    found = []
    for name, each in servers.servers.items():
        found += [f"{name} ended with status {status}" for status in each.ended if status != os.EX_TEMPFAIL]
        found += [
            f"{name} logged {times} times: {event}"
            for event, times in each.complaints().items()
            if not any(words in event for words in outage)
        ]
    return found


def stored_faults(url: URL, tables: Sequence[Table]) -> list[str]:
    """Acknowledged moves that are lost, doubled or out of order, and games that don't match their replay.

    The database is asked, because the log that people see leaves out what is still hidden.
    """
    found: list[str] = []
    acknowledged = {table.code: table.acknowledged for table in tables}
    with closing(Inspection(url)) as inspection:
        for code in inspection.codes():
            if stored := inspection.table(code):
                row, steps = stored[0], [*stored[1]]
                log = [
                    {"version": each.version, "seat": each.seat, "turn": each.turn, "move": _move(each)}
                    for each in steps
                ]
                unlike = [f"{fault}" for fault in verify.faults(row, steps)]
                found += [f"{code}: {fault}" for fault in (*faults(acknowledged.get(code, []), log), *unlike)]
    return found


def _move(step: StoredStep) -> Any:
    return wire.parse(step.move) if step.move else None


def _report(
    orders: Orders, crowd: Crowd, recovery: Recovery, done: Sequence[Kill], wrong: list[str], lasted: float
) -> dict[str, Any]:
    killed = Counter(each.victim.split()[0] for each in done)
    figures = {
        "kills": len(done),
        "tables": len(crowd.tables),
        "seats": len(crowd.claims),
        "acknowledged_moves": crowd.acknowledged,
        "moves_in_flight": crowd.in_flight,
        "faults": len(wrong),
        "seconds": round(lasted, 1),
    }
    victims = [
        {
            "victim": victim,
            "kills": number,
            "recovery_p50_s": median(times) if (times := recovery.seconds.get(victim, [])) else None,
            "slowest_s": max(times, default=None),
        }
        for victim, number in sorted(killed.items())
    ]
    where = "Postgres" if orders.on_postgres else "SQLite"
    bus = ", a broker" if orders.with_broker else ""
    title = f"servers on {where}{bus}, killed while people play: {orders.servers}, --seed {orders.seed}"
    return {"title": title, "all": [figures], "victims": victims, "faults": wrong}
