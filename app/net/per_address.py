"""How much each address holds open at once: a bound to what one of them can take from the others."""

from collections import Counter


class TooManyOpen(Exception):
    """There is no room for one more just now."""


class PerAddress:
    """Remembers only who is there: addresses that come and go leave nothing behind."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._open.total()

    def enter(self, address: str) -> None:
        if self._open[address] >= self._most:
            raise TooManyOpen(address)
        self._open[address] += 1

    def leave(self, address: str) -> None:
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]
