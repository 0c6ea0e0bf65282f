"""Servers on one database, with their Postgres and their broker: each can be killed and restarted."""

import asyncio
import json
import os
import shutil
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from app import settings
from app.cli.soak.broker import Broker, running_broker
from app.cli.soak.plan import BROKER, POSTGRES, server
from app.cli.soak.ports import free_port
from app.cli.soak.postgres import Cluster, running_cluster
from app.storage import data_folder
from app.storage.database import URL, address
from app.storage.migrate import migrate

MANAGE_SECONDS = 0.2
CROWDS = {"most_new_tables": 10**6, "bot_pause": 0}

processes = get_context("forkserver")  # a server's imports take longer than all else it does at its start
processes.set_forkserver_preload(["app.cli.serve", __name__])


class Server:
    """A server in a separate process, always on the same port."""

    def __init__(self, folder: Path, **given: Any) -> None:
        self.folder, self.port, self._given = folder, free_port(), given
        self._process: BaseProcess | None = None
        self.ended: list[int] = []  # its status, each time it ended although nobody killed it

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        return self.folder / "log"

    def start(self) -> None:
        given = {**CROWDS, **self._given, "host": "127.0.0.1", "port": self.port, "data": self.folder}
        self._process = processes.Process(target=_serve, args=(self.log, given), daemon=True)
        self._process.start()

    def kill(self) -> None:
        if self._process:
            self._process.kill()
            self._process.join()

    def start_again(self) -> None:
        """If it ended although nobody killed it, start it as a process manager does."""
        if self._process and self._process.exitcode is not None:
            self.ended.append(self._process.exitcode)
            self.start()

    def complaints(self) -> Counter[str]:
        """The errors in its log, and how often each is there."""
        lines = self.log.read_text("utf-8").splitlines() if self.log.exists() else []
        told = [json.loads(line) for line in lines if line.startswith("{") and line.endswith("}")]
        return Counter(str(each["event"]) for each in told if each["level"] == "error")


def _serve(log: Path, given: dict[str, Any]) -> None:
    """Serve in this process, which belongs to nobody else."""
    from app.cli import serve

    written = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for number in (1, 2):
        os.dup2(written, number)
    for name in [name for name in os.environ if name.startswith(settings.PREFIX)]:
        del os.environ[name]
    serve.serve(settings.load(**given))


class House:
    """Everything that can be killed, by its name in the plan, and when each was last killed."""

    def __init__(self, servers: list[Server], cluster: Cluster | None, broker: Broker | None) -> None:
        self.servers = {server(number): each for number, each in enumerate(servers)}
        self._cluster, self._broker = cluster, broker
        self._starting: dict[str, asyncio.Task[None]] = {}
        self.killed_at: dict[str, float] = {}

    @property
    def others(self) -> list[str]:
        there = {POSTGRES: self._cluster, BROKER: self._broker}
        return [name for name, program in there.items() if program]

    async def kill(self, victim: str) -> None:
        """Kill with SIGKILL, and start again right away."""
        if before := self._starting.get(victim):
            await before
        self.killed_at[victim] = time.monotonic()
        if victim in self.servers:
            self.servers[victim].kill()
            self.servers[victim].start()
        elif victim == BROKER and self._broker:
            self._broker.stop()
            self._starting[victim] = asyncio.create_task(asyncio.to_thread(self._broker.start))
        elif self._cluster:
            self._cluster.kill()
            again = self._cluster.start_after_kill
            self._starting[victim] = asyncio.create_task(asyncio.to_thread(again))

    async def manage(self) -> None:
        """Until cancelled, restart servers that end by themselves."""
        while True:
            for each in self.servers.values():
                each.start_again()
            await asyncio.sleep(MANAGE_SECONDS)

    async def is_up(self) -> None:
        """Wait until everything that was killed has been started again."""
        await asyncio.gather(*self._starting.values())


@contextmanager
def house(folder: Path, number: int, on_postgres: bool, with_broker: bool) -> Iterator[tuple[House, URL]]:
    """So many servers on one new database, with the database's address."""
    with ExitStack() as stack:
        cluster = stack.enter_context(running_cluster()) if on_postgres else None
        broker = stack.enter_context(running_broker()) if with_broker else None
        database = cluster.url if cluster else None
        bus = broker.url if broker else None
        folders = [folder / f"{each + 1}" for each in range(number)]
        for each in folders:
            each.mkdir(mode=0o700)
        data_folder.secret_in(folders[0])
        for each in folders[1:]:
            shutil.copy(folders[0] / "secret", each)
        url = address(database, folders[0])
        migrate(url)
        servers = [Server(each, database_url=database, bus_url=bus) for each in folders]
        try:
            for started in servers:
                started.start()
            yield House(servers, cluster, broker), url
        finally:
            for started in servers:
                started.kill()
