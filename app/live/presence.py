"""Who is at a table right now: the people with an open page, and those who left a moment ago.

If a phone sleeps, or loses its signal in a lift, its owner hasn't necessarily left. So people only count as
away after a while without any sign of them.
"""

import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import NamedTuple

from app.engine.core import Illegal

GRACE_SECONDS = 45.0
NUDGE_SECONDS = 60.0
TOLD_SECONDS = 45.0  # how long another server's report counts
VANISHED_SECONDS = 120.0  # how long until an absent host may be replaced
LEFT_SECONDS = 20.0  # the same, in a lobby: nobody has begun anything yet
CALLED_SECONDS = 300.0  # how long somebody without a page is here after a call of their program

Who = str  # "place 3", "host" or "watching"

HOSTING: Who = "host"
WATCHING: Who = "watching"


class Nudge(NamedTuple):
    """How often somebody was nudged about one decision, and when most recently."""

    turn: int
    times: int
    at: float


class Elsewhere(NamedTuple):
    """Another server's report on this table, and when it arrived."""

    at: float
    pages: Mapping[Who, int]


class Marks(NamedTuple):
    """What changes only when somebody could see another state of who is here."""

    people: Hashable  # who is here, and how many watch
    host: Hashable  # whether others may take over


class Presence:
    """Counts the open pages of each person at one table."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._pages: Counter[Who] = Counter()
        self._left: dict[Who, float] = {}
        self._called: dict[Who, float] = {}  # by a program, and no page since
        self._since = clock()
        self._nudges: dict[Who, Nudge] = {}
        self._elsewhere: dict[str, Elsewhere] = {}

    def arrive(self, whos: Iterable[Who]) -> None:
        for who in whos:
            self._pages[who] += 1
            self._left.pop(who, None)
            self._called.pop(who, None)

    def leave(self, whos: Iterable[Who]) -> None:
        for who in whos:
            self._pages[who] -= 1
            if self._pages[who] <= 0:
                del self._pages[who]
                if who != WATCHING:  # for spectators, only their number matters
                    self._left[who] = self._clock()

    def glimpse(self, whos: Iterable[Who]) -> None:
        """Note a page request: without JavaScript, the page opens no socket."""
        for who in whos:
            if who not in self._pages:
                self._left[who] = self._clock()

    def call(self, whos: Iterable[Who]) -> None:
        """Note a program's request: it has no page to leave open while the others think."""
        for who in whos:
            if who not in self._pages:
                self._called[who] = self._clock()

    def is_here(self, who: Who) -> bool:
        return self.away_for(who) < GRACE_SECONDS

    def away_for(self, who: Who) -> float:
        """Seconds since the person was last seen. If nobody has seen them yet, seconds since this process
        loaded the table."""
        now = self._clock()
        elsewhere = [each.at for each in self._elsewhere.values() if who in each.pages]
        if who in self._pages or any(now - at < TOLD_SECONDS for at in elsewhere) or self._calls(who):
            return 0.0
        seen = self._left.get(who, self._since), self._called.get(who, self._since)
        return now - max(*seen, *elsewhere, self._since)

    def _calls(self, who: Who) -> bool:
        return who in self._called and self._clock() - self._called[who] < CALLED_SECONDS

    def pages(self, who: Who) -> int:
        """How many pages the person has open, on all servers together."""
        now = self._clock()
        fresh = (each.pages for each in self._elsewhere.values() if now - each.at < TOLD_SECONDS)
        return self._pages[who] + sum(pages.get(who, 0) for pages in fresh)

    def marks(self, people: Iterable[Who]) -> Marks:
        """Everything about the presence of these people that others can see."""
        here = tuple(filter(self.is_here, people))
        return Marks((here, self.pages(WATCHING)), (self.host_left, self.host_vanished))

    # -- between servers -------------------------------------------------------------------------------------

    @property
    def here(self) -> tuple[tuple[Who, int], ...]:
        """The pages open on this server, to report to the others; none for who only called by a program."""
        calling = {who: 0 for who in self._called if self._calls(who)}
        return tuple(sorted({**calling, **self._pages}.items()))

    def told(self, server: str, pages: Mapping[Who, int]) -> None:
        """Record another server's report of who is there, which is valid for a while."""
        before = self._elsewhere.get(server, Elsewhere(0, {})).pages
        self._left |= {who: self._clock() for who in before if who not in pages and who != WATCHING}
        self._elsewhere[server] = Elsewhere(self._clock(), pages)

    def told_of_nudge(self, who: Who, turn: int, times: int) -> None:
        if times > self.nudged(who, turn):
            self._nudges[who] = Nudge(turn, times, self._clock())

    # -- nudges ----------------------------------------------------------------------------------------------

    def nudge(self, who: Who, turn: int) -> None:
        """Nudge somebody who must act; refused for a minute after their last nudge."""
        last = self._nudges.get(who)
        if last and self._clock() - last.at < NUDGE_SECONDS:
            raise Illegal("nudged_already")
        self._nudges[who] = Nudge(turn, self.nudged(who, turn) + 1, self._clock())

    def nudged(self, who: Who, turn: int) -> int:
        """How often they were nudged about this decision."""
        last = self._nudges.get(who)
        return last.times if last and last.turn == turn else 0

    @property
    def nudges(self) -> tuple[tuple[Who, int, int], ...]:
        return tuple(sorted((who, nudge.turn, nudge.times) for who, nudge in self._nudges.items()))

    # -- changes over time -----------------------------------------------------------------------------------

    @property
    def host_vanished(self) -> bool:
        """Whether the host has been away for so long that somebody else may take over."""
        return self.away_for(HOSTING) >= VANISHED_SECONDS

    @property
    def host_left(self) -> bool:
        """Whether the host has been away for so long that somebody else may take over a lobby."""
        return self.away_for(HOSTING) >= LEFT_SECONDS

    def next_change(self) -> float | None:
        """Seconds until the next person counts as away, or the host as vanished, if nobody comes back."""
        gone = self._left if HOSTING in self._pages else {HOSTING: self._since, **self._left}
        ends = [self._since + GRACE_SECONDS, *(left + GRACE_SECONDS for left in gone.values())]
        ends += [called + CALLED_SECONDS for called in self._called.values()]
        if HOSTING in gone:
            ends += [gone[HOSTING] + LEFT_SECONDS, gone[HOSTING] + VANISHED_SECONDS]
        return min((end - self._clock() for end in ends if end > self._clock()), default=None)


def of_place(id: int) -> Who:
    return f"place {id}"
