"""Ports for what can't be given one by the system."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import SystemRandom

BELOW_THOSE_OF_THE_SYSTEM = range(20_000, 32_000)  # which gives others away while ours is not yet taken
_chance = SystemRandom()


def free_port() -> int:
    """One that nobody listens on, to be listened on soon."""
    while True:
        with (
            suppress(OSError),
            socket.create_server(("127.0.0.1", _chance.choice(BELOW_THOSE_OF_THE_SYSTEM))) as one,
        ):
            return int(one.getsockname()[1])


@contextmanager
def nobody() -> Iterator[int]:
    """A port that is taken, and where nobody answers."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        yield int(silent.getsockname()[1])
