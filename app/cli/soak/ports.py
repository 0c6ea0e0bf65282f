"""Ports for servers that can't let the system choose one."""

import socket
from contextlib import suppress
from random import SystemRandom

# Outside the system's own range: a port from there could be given away before ours is taken.
BELOW_THOSE_OF_THE_SYSTEM = range(20_000, 32_000)
_chance = SystemRandom()


def free_port() -> int:
    """A port that nobody listens on yet."""
    while True:
        with (
            suppress(OSError),
            socket.create_server(("127.0.0.1", _chance.choice(BELOW_THOSE_OF_THE_SYSTEM))) as one,
        ):
            return int(one.getsockname()[1])
