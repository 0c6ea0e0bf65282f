"""A disk that is full."""

import errno
import resource
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from tests.support.server import Server


def no_room(server: Server, data: Path) -> AbstractContextManager[None]:
    """Inside, every write of the server fails for want of space."""
    return full(data) if data.is_mount() else not_growing(server, data)


@contextmanager
def full(disk: Path) -> Iterator[None]:
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as heap:
        try:
            while True:
                heap.write(bytes(4096))
        except OSError as refused:
            assert refused.errno == errno.ENOSPC  # noqa: PT017  raised on purpose, not a failure
    try:
        yield
    finally:
        ballast.unlink()


@contextmanager
def not_growing(server: Server, data: Path) -> Iterator[None]:
    """Limit the size of the server's files to that of its largest one (RLIMIT_FSIZE)."""
    largest = max(file.stat().st_size for file in data.glob("housewarming.db*"))
    before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (largest, before[1]))
    try:
        yield
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)
