"""A Valkey or Redis server that can be stopped and restarted on the same port."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from redis import Redis
from redis.exceptions import ConnectionError as Refused

from app.cli.soak.ports import free_port
from app.cli.soak.programs import Missing, find_broker


class Broker:
    def __init__(self, program: Path) -> None:
        self._program, self._port = program, free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self._port}/0"

    def start(self) -> None:
        """Start the server and wait until it answers."""
        quiet = ("--save", "", "--appendonly", "no", "--loglevel", "warning")
        self._process = subprocess.Popen(
            [self._program, "--port", str(self._port), "--bind", "127.0.0.1", *quiet],
            stdout=subprocess.DEVNULL,
        )
        with self.asked() as client:
            while self._process.poll() is None:
                try:
                    client.ping()
                    return
                except Refused:
                    continue
        raise Missing("the broker did not start")

    def stop(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    @contextmanager
    def asked(self) -> Iterator[Redis]:
        with Redis.from_url(self.url) as client:
            yield client

    def cut_off(self, kind: str) -> int:
        """Close all connections of a kind, `pubsub` or `normal`; return how many there were."""
        with self.asked() as client:
            return int(client.client_kill_filter(_type=kind, skipme=True))


@contextmanager
def running_broker() -> Iterator[Broker]:
    program = find_broker()
    if program is None:
        raise Missing("no Valkey or Redis on this machine: `make test` installs one or says what is missing")
    broker = Broker(program)
    broker.start()
    try:
        yield broker
    finally:
        broker.stop()
