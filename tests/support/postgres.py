"""A fresh Postgres server that can be stopped and restarted on the same port."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from scripts.machine import find_postgres
from tests.support.ports import free_port


@dataclass(frozen=True, slots=True)
class Cluster:
    programs: Path
    folder: Path
    port: int
    user: str | None  # Postgres refuses to run as root
    fsync: str

    @property
    def url(self) -> str:
        return f"postgresql+psycopg://postgres@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c fsync={self.fsync} -k {self.folder}"
        self.run("pg_ctl", "-w", "-o", options, "start")

    def stop(self, how: str = "immediate") -> None:
        """Stop as in a power cut (`immediate`), or as when an operator restarts it (`fast`)."""
        self.run("pg_ctl", "-w", "-m", how, "stop")

    def run(self, program: str, *args: str) -> None:
        # Log to a file: the server would inherit a pipe and keep it open.
        with (self.folder / "log").open("a") as log:
            subprocess.run(
                [self.programs / program, "-D", self.folder / "cluster", *args],
                user=self.user,
                cwd=self.folder,
                stdout=log,
                stderr=log,
                check=True,
            )


@contextmanager
def running_cluster(fsync: str = "off") -> Iterator[Cluster]:
    programs = find_postgres()
    if programs is None:
        pytest.fail("no Postgres server on this machine: `make test` installs one or says what is missing")
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
