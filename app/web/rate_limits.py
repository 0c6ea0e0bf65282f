"""How often is too often, for what can be abused: by address (or by key, where there is one).

Accepted moves and reads have no limit here, but for undo by the hour: all other moves end with their game,
while that one could fill the disk. The numbers leave room for twenty people behind one address.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import ceil
from threading import Lock
from typing import NamedTuple

from limits import RateLimitItemPerHour, parse
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter

from app.engine.core import Illegal

LIMITS = {
    # by address
    "create": parse("120 per minute"),
    "create_in_an_hour": parse("600 per hour"),
    "join": parse("240 per minute"),
    "unknown_code": parse("60 per minute"),
    "knock": parse("12 per minute"),
    "show": parse("20 per minute"),
    "paint": parse("12 per minute"),
    "wrong_key": parse("60 per minute"),
    "talk": parse("100 per 10 seconds"),
    "talk_in_an_hour": parse("3000 per hour"),
    "wrong_tv_code": parse("30 per minute"),
    "wrong_token": parse("10 per minute"),
    # by seat
    "undo": parse("6000 per hour"),
    "refused_move": parse("60 per 10 seconds"),
    # by seat, or by address and name
    "react": parse("6 per 10 seconds"),
    "chat": parse("20 per 10 seconds"),
}
MOST_COUNTED = 10_000

Clock = Callable[[], float]


class TooMany(Illegal):
    """Come back in `retry_after` seconds."""

    def __init__(self, retry_after: int) -> None:
        super().__init__("too_often", seconds=retry_after)
        self.retry_after = retry_after


class Limits:
    def __init__(self, clock: Clock = time.monotonic, most_new_tables: int | None = None) -> None:
        self._clock = clock
        self._windows = FixedWindowRateLimiter(Windows(clock))
        self._limits = dict(LIMITS)
        if most_new_tables is not None:
            self._limits["create_in_an_hour"] = RateLimitItemPerHour(most_new_tables)

    def check(self, name: str, key: str) -> None:
        """Count one more; refuse it if that is too many."""
        if not self._windows.hit(self._limits[name], name, key):
            raise self._too_many(name, key)

    def guard(self, name: str, key: str) -> None:
        """Refuse what would be too many, without counting it.

        Only wrong guesses are counted, but even a right one must find the door closed after too many of them;
        else the limit would not slow a guesser down.
        """
        if not self._windows.test(self._limits[name], name, key):
            raise self._too_many(name, key)

    @contextmanager
    def counting_refusals(self, name: str, key: str) -> Iterator[None]:
        """What is done here counts only if it is refused; after too much of that nothing is done."""
        self.guard(name, key)
        try:
            yield
        except Illegal:
            self.check(name, key)
            raise

    def _too_many(self, name: str, key: str) -> TooMany:
        opens = self._windows.get_window_stats(self._limits[name], name, key).reset_time
        return TooMany(max(1, ceil(opens - self._clock())))


class Window(NamedTuple):
    ends: float
    counted: int


class Windows(Storage):
    """What the library counts in: a bounded memory, where the window that began first makes room.

    The library's own memory starts a thread for every sweep, has a clock of its own, and has no bound.
    """

    STORAGE_SCHEME = None

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock
        self._open: OrderedDict[str, Window] = OrderedDict()
        self._lock = Lock()

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        with self._lock:
            window = self._current(key)
            if window is None:
                self._open.pop(key, None)  # so that it goes to the end
                if len(self._open) >= MOST_COUNTED:
                    self._open.popitem(last=False)
                window = Window(self._clock() + expiry, 0)
            self._open[key] = window = window._replace(counted=window.counted + amount)
            return window.counted

    def get(self, key: str) -> int:
        window = self._current(key)
        return window.counted if window else 0

    def get_expiry(self, key: str) -> float:
        window = self._current(key)
        return window.ends if window else self._clock()

    def _current(self, key: str) -> Window | None:
        window = self._open.get(key)
        return window if window and self._clock() < window.ends else None

    def clear(self, key: str) -> None:
        self._open.pop(key, None)

    def reset(self) -> int:
        count = len(self._open)
        self._open.clear()
        return count

    def check(self) -> bool:
        return True

    @property
    def base_exceptions(self) -> type[Exception]:
        return Exception
