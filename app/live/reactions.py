"""Wordless reactions, which are shown beside their sender for some seconds and never stored."""

import time
from collections.abc import Callable, Sequence
from itertools import count
from typing import NamedTuple

from app.engine.core import Illegal

SYMBOLS = ("heart", "star", "laugh", "wow", "sigh", "tea")
SHOWN_SECONDS = 6.0
MOST_AT_ONCE = 8


MOST_TOLD = 4  # sent to other servers at once; a Postgres notice holds 8000 bytes, and names can be long

_numbers = count(1)  # one counter for all tables, since a table may leave memory and return


class Sent(NamedTuple):
    """A reaction in the form that servers send one another."""

    number: int
    symbol: str
    watches: bool  # whether the sender is a spectator
    place: int | None  # the sender's place, if any
    name: str


class Reaction(NamedTuple):
    number: int
    symbol: str
    watches: bool
    place: int | None
    name: str
    until: float
    here: bool  # whether it was sent on this server

    @property
    def sent(self) -> Sent:
        return Sent(self.number, self.symbol, self.watches, self.place, self.name)


class Reactions:
    """The reactions now shown at one table: only the newest from each sender."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._newest: tuple[Reaction, ...] = ()
        self._told: dict[str, int] = {}  # for each server, the number of the last reaction we know of

    def send(self, symbol: str, watches: bool, place: int | None, name: str) -> None:
        if symbol not in SYMBOLS:
            raise Illegal("unknown_reaction")
        self._show(symbol, watches, place, name, here=True)

    def _show(self, symbol: str, watches: bool, place: int | None, name: str, here: bool) -> None:
        new = Reaction(next(_numbers), symbol, watches, place, name, self._clock() + SHOWN_SECONDS, here)
        others = [each for each in self.shown if (each.place, each.name) != (place, name)]
        self._newest = (*others, new)[-MOST_AT_ONCE:]

    @property
    def shown(self) -> tuple[Reaction, ...]:
        return tuple(each for each in self._newest if each.until > self._clock())

    # -- between servers -------------------------------------------------------------------------------------

    @property
    def of_here(self) -> tuple[Sent, ...]:
        """The reactions sent on this server, to pass on to the others."""
        return tuple(each.sent for each in self.shown if each.here)[-MOST_TOLD:]

    def told(self, server: str, sent: Sequence[Sent]) -> bool:
        """Record another server's reactions; return whether any of them is new."""
        new = [each for each in sent if each.number > self._told.get(server, 0)]
        for each in new:
            self._show(each.symbol, each.watches, each.place, each.name, here=False)
            self._told[server] = each.number
        return bool(new)
