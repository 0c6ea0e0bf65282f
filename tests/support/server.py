"""A real `housewarming serve` in a separate process."""

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import psycopg

from tests.support import forked_commands
from tests.support.forked_commands import Process

numbers = count(1)
COMMAND = str(Path(sys.prefix) / "bin" / "housewarming")
FROM_A_COPY = "import sys; sys.path.insert(0, sys.argv.pop(1)); from app.cli.main import main; main()"
WITH_A_CLOCK = """
import sys, time
from pathlib import Path

shift, real = Path(sys.argv.pop(1)), time.time
time.time = lambda: real() + float(shift.read_text())
from app.cli.main import main

main()
"""
LAST_LINE_BEFORE_QR = "Ctrl-C stops the server."


@dataclass(frozen=True, slots=True)
class Server:
    process: Process
    banner: str

    @property
    def url(self) -> str:
        """Its address on this machine."""
        return self.banner.partition("On this machine")[2].split()[0]

    def end(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=60)


def environment(**variables: str) -> dict[str, str]:
    """This process's environment, without the `HOUSEWARMING_…` settings of the person running the tests."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("HOUSEWARMING_")}
    return {**own, **variables}


@contextmanager
def serving(
    data: Path, *options: str, tree: Path | None = None, clock: Path | None = None, **variables: str
) -> Iterator[Server]:
    """A server on a free port, yielded once it is up; run from this tree or from a copy.

    With `clock`, its time is off by the number of seconds in that file.
    """
    words = ["serve", "--data", str(data), "--port", "0", *options]
    with _started(words, tree, clock, environment(**variables)) as process, once_up(process) as server:
        yield server


@contextmanager
def once_up(process: Process, patience: float = 60) -> Iterator[Server]:
    """The server that this process runs, yielded once it is up; it ends with the context."""
    too_late = threading.Timer(patience, process.kill)
    too_late.start()
    try:
        assert process.stdout
        lines = []
        for line in process.stdout:
            lines.append(line)
            if LAST_LINE_BEFORE_QR in line:
                break
        too_late.cancel()
        yield Server(process, "".join(lines))
    finally:
        too_late.cancel()
        process.kill()


def turn(clock: Path, seconds: float) -> None:
    """Set how wrong a server's time is, in seconds; the file is replaced in one go, never seen half
    written."""
    turned = clock.with_name(f"{clock.name}.turned")
    turned.write_text(str(seconds))
    turned.replace(clock)


def _started(words: list[str], tree: Path | None, clock: Path | None, variables: dict[str, str]) -> Process:
    if tree is None and clock is None:
        return forked_commands.start([COMMAND, *words], variables)
    program = [FROM_A_COPY, str(tree)] if tree else [WITH_A_CLOCK, str(clock)]
    command = [sys.executable, "-P", "-c", *program, *words]
    return subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, encoding="utf-8")


def refused(*options: str, **variables: str) -> tuple[int, str]:
    """The exit status and error output of a server that must not start."""
    ended = forked_commands.run([COMMAND, "serve", *options], environment(**variables), Path.cwd(), b"")
    assert ended.stdout == b""
    return ended.returncode, ended.stderr.decode()


def empty_database(postgres: str) -> str:
    """Create a database on this Postgres; return its URL for psycopg."""
    plain = postgres.replace("+psycopg", "")
    name = f"houses_{next(numbers)}"
    with psycopg.connect(plain, autocommit=True) as conn:
        conn.execute(f"CREATE DATABASE {name} TEMPLATE template0".encode())
    return plain.rsplit("/", 1)[0] + f"/{name}"


@contextmanager
def two_houses(folder: Path, database: str, bus: str = "") -> Iterator[tuple[Server, Server]]:
    """Two servers with one database and one secret, as behind a load balancer."""
    with (
        a_house(folder, "first", database, bus) as first,
        a_house(folder, "second", database, bus) as second,
    ):
        yield first, second


def a_house(
    folder: Path, name: str, database: str, bus: str = "", tree: Path | None = None
) -> AbstractContextManager[Server]:
    """One of several servers on one database, or the replacement of one that was killed."""
    secret = next(folder.glob("*/secret"), None)
    if secret and not (folder / name).exists():
        (folder / name).mkdir(mode=0o700)
        shutil.copy(secret, folder / name)
    return serving(
        folder / name,
        tree=tree,
        HOUSEWARMING_DATABASE_URL=database,
        HOUSEWARMING_BUS_URL=bus,
        HOUSEWARMING_BOT_PAUSE="0",
    )
