"""A fresh Postgres server that can be stopped, killed and restarted on the same port."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from app.cli.soak.ports import free_port
from app.cli.soak.programs import Missing, find_postgres

TRIES = 100


class NotStarted(Exception):
    """Postgres ended at its start; its log says why."""


@dataclass(slots=True)
class Cluster:
    programs: Path
    folder: Path
    port: int
    user: str | None  # Postgres refuses to run as root
    fsync: str
    _process: subprocess.Popen[bytes] | None = None  # ours to reap: a zombie would keep its lock on the files

    @property
    def url(self) -> str:
        return f"postgresql+psycopg://postgres@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start it and wait until it is ready."""
        options = ("-p", f"{self.port}", "-k", f"{self.folder}", "-c", "listen_addresses=127.0.0.1")
        with (self.folder / "log").open("a") as log:
            self._process = subprocess.Popen(
                [self.programs / "postgres", "-D", self._data, *options, "-c", f"fsync={self.fsync}"],
                user=self.user,
                cwd=self.folder,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        while not self._is_ready(self._process.pid):
            if self._process.poll() is not None:
                raise NotStarted
            time.sleep(0.02)

    def stop(self, how: str = "immediate") -> None:
        """Stop as in a power cut (`immediate`), or as when an operator restarts it (`fast`)."""
        self.run("pg_ctl", "-w", "-m", how, "stop")
        if self._process:
            self._process.wait()

    def kill(self) -> None:
        """Kill its first process without warning. The others notice, and end without writing anything."""
        if self._process:
            self._process.kill()
            self._process.wait()

    def start_after_kill(self) -> None:
        """Start as soon as the killed server's last process has ended, as a process manager does."""
        for _ in range(TRIES):
            with suppress(NotStarted):
                return self.start()
        return self.start()

    def run(self, program: str, *args: str) -> None:
        # Log to a file: the server would inherit a pipe and keep it open.
        with (self.folder / "log").open("a") as log:
            subprocess.run(
                [self.programs / program, "-D", self._data, *args],
                user=self.user,
                cwd=self.folder,
                stdout=log,
                stderr=log,
                check=True,
            )

    @property
    def _data(self) -> Path:
        return self.folder / "cluster"

    def _is_ready(self, pid: int) -> bool:
        """Whether this process has written into its lock file that it is ready."""
        try:
            lines = (self._data / "postmaster.pid").read_text().split()
        except OSError:
            return False
        return lines[:1] == [f"{pid}"] and lines[-1] == "ready"


@contextmanager
def running_cluster(fsync: str = "off") -> Iterator[Cluster]:
    programs = find_postgres()
    if programs is None:
        raise Missing("no Postgres server on this machine: `make test` installs one or says what is missing")
    folder = Path(tempfile.mkdtemp())  # not tmp_path: only its owner may enter that
    user = "postgres" if os.geteuid() == 0 else None
    cluster = Cluster(programs, folder, free_port(), user, fsync)
    try:
        if cluster.user:
            shutil.chown(folder, cluster.user)
        cluster.run("initdb", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-locale", "--no-sync")
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(folder)
