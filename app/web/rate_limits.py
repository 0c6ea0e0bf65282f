"""Rate limits for anything that can be abused, by seat where there is one, else by address.

Reads and accepted moves aren't limited here, except that undo, and other moves that a player could go on
making for ever, have an hourly limit: they could fill the disk. The game's length limits all other moves.
The limits allow for twenty people behind one address.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from heapq import heappop, heappush
from math import ceil
from typing import NamedTuple

from app.engine.core import Illegal
from app.net.addresses import networks

MINUTE, HOUR = 60, 3600  # seconds


class Limit(NamedTuple):
    """How many requests may come in so many seconds."""

    amount: int
    seconds: int


LIMITS = {
    # by address
    "create": Limit(120, MINUTE),
    "create_in_an_hour": Limit(600, HOUR),
    "join": Limit(240, MINUTE),
    "unknown_code": Limit(60, MINUTE),
    "knock": Limit(12, MINUTE),
    "show": Limit(20, MINUTE),
    "paint": Limit(12, MINUTE),
    "my_games": Limit(120, MINUTE),
    "evening": Limit(600, MINUTE),
    "forget": Limit(12, MINUTE),
    "replay": Limit(1200, MINUTE),
    "wrong_key": Limit(60, MINUTE),
    "talk": Limit(100, 10),
    "talk_in_an_hour": Limit(3000, HOUR),
    "wrong_tv_code": Limit(30, MINUTE),
    "show_on_tv": Limit(30, MINUTE),
    "wrong_token": Limit(10, MINUTE),
    # by seat
    "endless_move": Limit(6000, HOUR),
    "refused_move": Limit(60, 10),
    # by seat, or by address and name
    "react": Limit(6, 10),
    "chat": Limit(20, 10),
    # by seat: like undo, it could fill the disk
    "take_back": Limit(300, HOUR),
    # by seat: each takes a worker some seconds
    "hint": Limit(20, MINUTE),
}
# How many times the limit an address may use; for IPv6, also how many times its site and its provider may.
ALLOWANCES = 1, 10, 100
# How many windows an address, a site and a provider may have open, and how many there may be in total.
SHARES = 2_000, 10_000, 20_000
MOST_COUNTED = 50_000
FULL_SECONDS = 10  # until a network with a full share may retry; most windows end soon

Clock = Callable[[], float]


class TooMany(Illegal):
    """A rate limit was exceeded; retry after `retry_after` seconds."""

    def __init__(self, retry_after: int) -> None:
        super().__init__("too_often", seconds=retry_after)
        self.retry_after = retry_after


class Limits:
    """Counts requests by address, or by the seat or name that the address uses.

    Requests from an IPv6 address also count, at higher limits, for the networks it belongs to, because single
    IPv6 addresses cost nothing.
    """

    def __init__(self, clock: Clock = time.monotonic, most_new_tables: int | None = None) -> None:
        self._clock = clock
        self._windows = Windows(clock)
        self._limits = dict(LIMITS)
        if most_new_tables is not None:
            self._limits["create_in_an_hour"] = Limit(most_new_tables, HOUR)

    def check(self, name: str, address: str, of: str | None = None) -> None:
        """Count one more request, or refuse it if that would be too many. A refused request isn't counted for
        any network."""
        self.guard(name, address, of)
        for key, _ in self._counted(name, address, of):
            self._windows.count(key, self._limits[name].seconds, address)

    def guard(self, name: str, address: str, of: str | None = None) -> None:
        """Refuse the request if one more would be too many, but don't count it.

        Only wrong guesses are counted. After too many of them, even a right guess must be refused; otherwise
        the limit wouldn't slow anybody down. A guess that couldn't be counted is also refused.
        """
        for key, most in self._counted(name, address, of):
            if self._windows.counted(key) >= most:
                raise self._too_many(key)
            if of is None:
                self._windows.must_have_room(key, address)

    @contextmanager
    def counting_refusals(self, name: str, address: str, of: str | None = None) -> Iterator[None]:
        """Count only the refusals raised inside the context. After too many of them, refuse right away."""
        self.guard(name, address, of)
        try:
            yield
        except Illegal:
            self.check(name, address, of)
            raise

    def _counted(self, name: str, address: str, of: str | None) -> Iterator[tuple[str, int]]:
        """Yield the keys to count under, each with its limit."""
        amount = self._limits[name].amount
        if of is not None:
            yield f"{name} of {of}", amount
            return
        within = networks(address) if ":" in address else (address,)
        for network, times in zip(within, ALLOWANCES, strict=False):
            yield f"{name} {network}", amount * times

    def _too_many(self, key: str) -> TooMany:
        return TooMany(max(1, ceil(self._windows.ends(key) - self._clock())))


class Window(NamedTuple):
    ends: float
    counted: int
    within: tuple[str, ...]  # the networks whose shares it uses


class Windows:
    """Keeps open windows in bounded memory, where each network has a share.

    While a network's share is full, anything that needs another window is refused. So a network can't push
    out other networks' windows. Nor can it push out its own, which would reset its counts.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._open: dict[str, Window] = {}
        self._endings: list[tuple[float, str]] = []  # a heap
        self._shares: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    def count(self, key: str, seconds: float, address: str) -> None:
        """Count one more in this window, opening it first if necessary."""
        self._close_ended()
        self.must_have_room(key, address)
        window = self._open.get(key) or self._opened(key, seconds, address)
        self._open[key] = window._replace(counted=window.counted + 1)

    def counted(self, key: str) -> int:
        self._close_ended()
        window = self._open.get(key)
        return window.counted if window else 0

    def ends(self, key: str) -> float:
        return self._open[key].ends

    def must_have_room(self, key: str, address: str) -> None:
        """Refuse anything that needs a new window while one of the address's networks has a full share."""
        shares = zip(networks(address), SHARES, strict=False)
        if key not in self._open and any(self._shares[network] >= share for network, share in shares):
            raise TooMany(FULL_SECONDS)

    def _opened(self, key: str, seconds: float, address: str) -> Window:
        if len(self._open) >= MOST_COUNTED:
            self._close_first()
        window = Window(self._clock() + seconds, 0, networks(address))
        self._shares.update(window.within)
        heappush(self._endings, (window.ends, key))
        return window

    def _close_ended(self) -> None:
        while self._endings and self._endings[0][0] <= self._clock():
            self._close_first()

    def _close_first(self) -> None:
        _, key = heappop(self._endings)
        for network in self._open.pop(key).within:
            self._shares[network] -= 1
            if not self._shares[network]:
                del self._shares[network]
