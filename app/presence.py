"""Who is at a table just now: the browsers whose pages are open, and those that went away a moment ago.

A phone that sleeps or a lift that swallows the network is no departure: somebody is away only when nothing
was seen of them for a while.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable

GRACE_SECONDS = 45.0

Who = str  # "place 3", "host", or whatever else may be looked for

HOSTING: Who = "host"
WATCHING: Who = "watching"


class Presence:
    """Counts the open pages of each person at one table."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._pages: Counter[Who] = Counter()
        self._left: dict[Who, float] = {}
        self._since = clock()

    def arrive(self, whos: Iterable[Who]) -> None:
        for who in whos:
            self._pages[who] += 1
            self._left.pop(who, None)

    def leave(self, whos: Iterable[Who]) -> None:
        for who in whos:
            self._pages[who] -= 1
            if self._pages[who] <= 0:
                del self._pages[who]
                self._left[who] = self._clock()

    def is_here(self, who: Who) -> bool:
        return self.away_for(who) < GRACE_SECONDS

    def away_for(self, who: Who) -> float:
        """Seconds since they were seen; whoever was never seen is away since this process knows the table."""
        return 0.0 if who in self._pages else self._clock() - self._left.get(who, self._since)

    @property
    def marks(self) -> tuple[object, ...]:
        """All that others see of this: who is here, and how many watch."""
        return tuple(sorted(filter(self.is_here, {*self._pages, *self._left}))), self.pages(WATCHING)

    def pages(self, who: Who) -> int:
        return self._pages[who]


def of_place(id: int) -> Who:
    return f"place {id}"
