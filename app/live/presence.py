"""Who is at a table just now: the browsers whose pages are open, and those that went away a moment ago.

A phone that sleeps or a lift that swallows the network is no departure: somebody is away only when nothing
was seen of them for a while.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from app.engine.core import Illegal

GRACE_SECONDS = 45.0
NUDGE_SECONDS = 60.0
TOLD_SECONDS = 45.0  # what another server says holds so long
VANISHED_SECONDS = 120.0  # after these a host may be replaced

Who = str  # "place 3", "host", or whatever else may be looked for

HOSTING: Who = "host"
WATCHING: Who = "watching"


class Nudge(NamedTuple):
    """Somebody was asked to hurry: how often while they had to decide this, and when last."""

    turn: int
    times: int
    at: float


class Elsewhere(NamedTuple):
    """What another server has said of this table, and when."""

    at: float
    pages: Mapping[Who, int]


class Presence:
    """Counts the open pages of each person at one table."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._pages: Counter[Who] = Counter()
        self._left: dict[Who, float] = {}
        self._since = clock()
        self._nudges: dict[Who, Nudge] = {}
        self._elsewhere: dict[str, Elsewhere] = {}

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
        now = self._clock()
        elsewhere = [each.at for each in self._elsewhere.values() if who in each.pages]
        if who in self._pages or any(now - at < TOLD_SECONDS for at in elsewhere):
            return 0.0
        return now - max(self._left.get(who, self._since), *elsewhere, self._since)

    def pages(self, who: Who) -> int:
        """How many pages of theirs are open, here and elsewhere."""
        now = self._clock()
        fresh = (each.pages for each in self._elsewhere.values() if now - each.at < TOLD_SECONDS)
        return self._pages[who] + sum(pages.get(who, 0) for pages in fresh)

    @property
    def marks(self) -> tuple[object, ...]:
        """All that others see of this: who is here, and how many watch."""
        known = {*self._pages, *self._left}.union(*(each.pages for each in self._elsewhere.values()))
        here = tuple(sorted(filter(self.is_here, known)))
        just_begun = self._clock() - self._since < GRACE_SECONDS  # nobody is missed yet
        return here, self.pages(WATCHING), self.host_vanished, just_begun

    # -- between servers -------------------------------------------------------------------------------------

    @property
    def here(self) -> tuple[tuple[Who, int], ...]:
        """The pages that are open at this server, for the others."""
        return tuple(sorted(self._pages.items()))

    def told(self, server: str, pages: Mapping[Who, int]) -> None:
        """Another server says who is there; for a while that holds."""
        before = self._elsewhere.get(server, Elsewhere(0, {})).pages
        self._left |= {who: self._clock() for who in before if who not in pages and who != WATCHING}
        self._elsewhere[server] = Elsewhere(self._clock(), pages)

    def told_of_nudge(self, who: Who, turn: int, times: int) -> None:
        if times > self.nudged(who, turn):
            self._nudges[who] = Nudge(turn, times, self._clock())

    # -- nudges ----------------------------------------------------------------------------------------------

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
    def nudges(self) -> tuple[tuple[Who, int, int], ...]:
        return tuple(sorted((who, nudge.turn, nudge.times) for who, nudge in self._nudges.items()))

    # -- what time brings ------------------------------------------------------------------------------------

    @property
    def host_vanished(self) -> bool:
        """For so long that somebody else may host."""
        return self.away_for(HOSTING) >= VANISHED_SECONDS

    def next_change(self) -> float | None:
        """In how many seconds somebody will be away, or the host will have vanished, if nobody comes."""
        gone = self._left if HOSTING in self._pages else {HOSTING: self._since, **self._left}
        ends = [self._since + GRACE_SECONDS, *(left + GRACE_SECONDS for left in gone.values())]
        if HOSTING in gone:
            ends.append(gone[HOSTING] + VANISHED_SECONDS)
        return min((end - self._clock() for end in ends if end > self._clock()), default=None)


def of_place(id: int) -> Who:
    return f"place {id}"
