"""How many sockets each address holds open at once: a bound to what one of them can take from the others."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager


class Crowded(Exception):
    """There is no room for one more just now."""


class Crowd:
    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    @property
    def open(self) -> int:
        """How many there are, of all addresses."""
        return self._open.total()

    @contextmanager
    def one_more(self, address: str) -> Iterator[None]:
        if self._open[address] >= self._most:
            raise Crowded(address)
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]
