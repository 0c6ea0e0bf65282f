"""Wordless reactions: shown for some seconds beside who sent them, and kept nowhere."""

import time
from collections.abc import Callable
from typing import NamedTuple

from app.engine.core import Illegal
from app.seating import PlaceId

SYMBOLS = ("heart", "star", "laugh", "wow", "sigh", "tea")
SHOWN_SECONDS = 6.0
MOST_AT_ONCE = 8


class Reaction(NamedTuple):
    number: int
    symbol: str
    watches: bool  # who sent it
    place: PlaceId | None  # where they sit
    name: str
    until: float


class Reactions:
    """Those of one table that are shown just now, of each sender the newest."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._sent = 0
        self._newest: tuple[Reaction, ...] = ()

    def send(self, symbol: str, watches: bool, place: PlaceId | None, name: str) -> None:
        if symbol not in SYMBOLS:
            raise Illegal("unknown_reaction")
        self._sent += 1
        new = Reaction(self._sent, symbol, watches, place, name, self._clock() + SHOWN_SECONDS)
        others = [each for each in self.shown if (each.place, each.name) != (place, name)]
        self._newest = (*others, new)[-MOST_AT_ONCE:]

    @property
    def shown(self) -> tuple[Reaction, ...]:
        return tuple(each for each in self._newest if each.until > self._clock())
