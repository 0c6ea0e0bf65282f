"""A limit on how many things one address may have open at once, so that it can't starve the others."""

from collections import Counter


class TooManyOpen(Exception):
    """This address already has as many open as it may have."""


class PerAddress:
    """Counts how many things each address has open. An address with nothing open uses no memory."""

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
