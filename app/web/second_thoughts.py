"""Asks newcomers "Sure?" before a move that scores much less than another: in a first game, at most once a
round and three times in all.

A browser keeps in a cookie at which table it plays each game for the first time, and what it was asked there.
Forging that only makes the questions rarer or more frequent: the answer is a move like any other.
"""

from collections.abc import Mapping
from typing import NamedTuple

from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.engine import registry
from app.engine.core import Illegal, Move, Seat
from app.engine.doubt import Doubt
from app.live.live_table import LiveTable
from app.table.seating import agreed
from app.table.visitor import Visitor
from app.web.cookies import set_cookie
from app.web.numbers import whole_number

MOST = 3  # questions in a first game
NEVER = "never"
"""What the cookie says, and the form, once somebody doesn't want to be asked."""


class Asked(NamedTuple):
    """A first game, and what was asked there."""

    code: str
    times: int = 0
    round: int = -1  # the last one with a question

    def __str__(self) -> str:
        return f"{self.code}.{self.times}.{self.round}"


def cookie(game: str) -> str:
    return f"housewarming-first-{game}"


def welcome(request: HTTPConnection, response: Response, live: LiveTable, who: Visitor) -> None:
    """Note that this table is where this browser plays the game for the first time, if it is."""
    if live.state is not None and who.seats(live.table) and cookie(live.game.id) not in request.cookies:
        _keep(request, response, live, str(Asked(live.code)))


def is_newcomer(request: HTTPConnection, live: LiveTable) -> bool:
    """Whether this table is where this browser plays the game for the first time, as far as it says."""
    known = request.cookies.get(cookie(live.game.id))
    return known is None or known.partition(".")[0] == live.code


class SecondThoughts(NamedTuple):
    """A form with a move that its sender may be asked about."""

    request: HTTPConnection
    live: LiveTable
    form: Mapping[str, str]
    by_script: bool

    def doubt(self, seat: Seat, turn: int, move: Move) -> Doubt | None:
        """What to ask this newcomer before the move; None for everybody else, and for all other moves."""
        live, asked = self.live, self._asked
        judge = getattr(registry.part(live.game.id, "board"), "doubt", None)
        if judge is None or asked is None or asked.times >= MOST or agreed(live.table, "seconds"):
            return None
        if seat not in live.waited_for or live.state.turns[seat] != turn or not _is_legal(live, seat, move):
            return None  # it will be refused
        found: Doubt | None = judge(live.state, seat, move)
        return found if found and found.round != asked.round else None

    def remember(self, response: Response, doubt: Doubt | None = None) -> None:
        """Keep in the cookie what was asked now, or that nothing is to be asked any more."""
        if self.form.get("asks") == NEVER:
            _keep(self.request, response, self.live, NEVER)
        elif doubt and (asked := self._asked):
            again = Asked(asked.code, asked.times + 1, doubt.round)
            _keep(self.request, response, self.live, str(again))

    @property
    def _asked(self) -> Asked | None:
        """The first game, if it is here. A page with script says whether it thinks so too: it knows whether
        hints are on, and about games that are older than the cookie."""
        if self.form.get("asks", "" if self.by_script else "yes") != "yes":
            return None
        known = self.request.cookies.get(cookie(self.live.game.id))
        if known is None:
            return Asked(self.live.code) if self.by_script else None
        code, *numbers = known.split(".")
        times, last = (*map(whole_number, numbers[:2]), None, None)[:2]
        if code != self.live.code or times is None:
            return None
        return Asked(code, times, -1 if last is None else last)


def _is_legal(live: LiveTable, seat: Seat, move: Move) -> bool:
    try:
        live.game.check(live.state, seat, move)
    except Illegal:
        return False
    return True


def _keep(request: HTTPConnection, response: Response, live: LiveTable, value: str) -> None:
    set_cookie(response, cookie(live.game.id), value, https=request.url.scheme == "https")
