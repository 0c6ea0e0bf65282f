"""Who is at a table just now: the browsers whose pages are open, and those that went away a moment ago.

A phone that sleeps or a lift that swallows the network is no departure: somebody is away only when nothing
was seen of them for a while.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from app.engine.core import Illegal

GRACE_SECONDS = 45.0
NUDGE_SECONDS = 60.0
VANISHED_SECONDS = 120.0  # after these a host may be replaced

Who = str  # "place 3", "host", or whatever else may be looked for

HOSTING: Who = "host"
WATCHING: Who = "watching"


class Nudge(NamedTuple):
    """Somebody was asked to hurry: how often while they had to decide this, and when last."""

    turn: int
    times: int
    at: float


class Presence:
    """Counts the open pages of each person at one table."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._pages: Counter[Who] = Counter()
        self._left: dict[Who, float] = {}
        self._since = clock()
        self._nudges: dict[Who, Nudge] = {}

    def arrive(self, whos: Iterable[Who]) -> None:
        for who in whos:
            self._pages[who] += 1
            self._left.pop(who, None)

    def leave(self, whos: Iterable[Who]) -> None:
        for who in whos:
            self._pages[who] -= 1
            if self._pages[who] <= 0:
                del self._pages[who]
                if who != WATCHING:  # of those only the number counts
                    self._left[who] = self._clock()

    def glimpse(self, whos: Iterable[Who]) -> None:
        """They asked for a page, which stays closed where no script runs."""
        for who in whos:
            if who not in self._pages:
                self._left[who] = self._clock()

    def is_here(self, who: Who) -> bool:
        return self.away_for(who) < GRACE_SECONDS

    def away_for(self, who: Who) -> float:
        """Seconds since they were seen; whoever was never seen is away since this process knows the table."""
        return 0.0 if who in self._pages else self._clock() - self._left.get(who, self._since)

    @property
    def marks(self) -> tuple[object, ...]:
        """All that others see of this: who is here, and how many watch."""
        here = tuple(sorted(filter(self.is_here, {*self._pages, *self._left})))
        return here, self.pages(WATCHING), self.host_vanished

    def nudge(self, who: Who, turn: int) -> None:
        """Ask somebody who is waited for to hurry; everybody together may do so once a minute."""
        last = self._nudges.get(who)
        if last and self._clock() - last.at < NUDGE_SECONDS:
            raise Illegal("nudged_already")
        self._nudges[who] = Nudge(turn, self.nudged(who, turn) + 1, self._clock())

    def nudged(self, who: Who, turn: int) -> int:
        """How often they were, for this decision."""
        last = self._nudges.get(who)
        return last.times if last and last.turn == turn else 0

    @property
    def nudges(self) -> tuple[object, ...]:
        return tuple(sorted(self._nudges.items()))

    @property
    def host_vanished(self) -> bool:
        """For so long that somebody else may host."""
        return self.away_for(HOSTING) >= VANISHED_SECONDS

    def next_change(self) -> float | None:
        """In how many seconds somebody will be away, or the host will have vanished, if nobody comes."""
        gone = self._left if HOSTING in self._pages else {HOSTING: self._since, **self._left}
        ends = [left + GRACE_SECONDS for left in gone.values()]
        if HOSTING in gone:
            ends.append(gone[HOSTING] + VANISHED_SECONDS)
        return min((end - self._clock() for end in ends if end > self._clock()), default=None)

    def pages(self, who: Who) -> int:
        return self._pages[who]


def of_place(id: int) -> Who:
    return f"place {id}"
