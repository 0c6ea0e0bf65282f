"""The games that somebody has played, and what they add up to. Pure functions over finished games."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import NamedTuple

from app.engine.core import Line, Seat

MONTHS = 8  # in the chart
MOST_RIVALS = 12


class Player(NamedTuple):
    """Somebody in a finished game; players who share a rank are equal."""

    name: str
    colour: str
    is_bot: bool
    points: int
    rank: int


class Played(NamedTuple):
    """A finished game, seen from one of its seats."""

    code: str
    game: str
    at: float  # when it ended
    players: tuple[Player, ...]
    seat: Seat
    best: Mapping[str, Line]  # this seat's best line in each part of the score
    evening: str = ""  # the code of its evening

    @property
    def me(self) -> Player:
        return self.players[self.seat]

    @property
    def others(self) -> list[tuple[Seat, Player]]:
        return [(seat, player) for seat, player in enumerate(self.players) if seat != self.seat]

    @property
    def is_alone(self) -> bool:
        return len(self.players) == 1

    @property
    def is_won(self) -> bool:
        """Whether it was won, perhaps with others; nobody wins a game alone."""
        return not self.is_alone and self.me.rank == 1


def ranks(points: Sequence[int], winners: Sequence[Seat]) -> list[int]:
    """Everybody's rank. The game decides who wins, so of equal points not all need be first."""
    order = [(seat in winners, total) for seat, total in enumerate(points)]
    return [1 + sum(other > own for other in order) if not own[0] else 1 for own in order]


class Streak(NamedTuple):
    """Games won one after another: the most ever, and those up to the latest game."""

    best: int
    now: int


def streak(games: Iterable[Played]) -> Streak:
    """The streaks in games that are given latest first."""
    best = now = 0
    for played in sorted(games, key=lambda played: played.at):
        if not played.is_alone:
            now = now + 1 if played.is_won else 0
            best = max(best, now)
    return Streak(best, now)


class Rival(NamedTuple):
    """Somebody one has played against, with how often either came before the other."""

    name: str
    colour: str
    seat: Seat  # where they sat last
    is_bot: bool
    ahead: int
    behind: int

    @property
    def share(self) -> int:
        """One's own share of the games that weren't ties, in percent."""
        return round(100 * self.ahead / max(1, self.ahead + self.behind))


def head_to_head(games: Iterable[Played]) -> list[Rival]:
    """Those one has met most often. People are told apart by name alone, and come before bots."""
    found: dict[tuple[bool, str], Rival] = {}
    met: dict[tuple[bool, str], int] = {}
    for played in sorted(games, key=lambda played: played.at):
        for seat, other in played.others:
            key = other.is_bot, other.name.casefold()
            before = found.get(key)
            ahead, behind = (before.ahead, before.behind) if before else (0, 0)
            ahead += played.me.rank < other.rank
            behind += other.rank < played.me.rank
            found[key] = Rival(other.name, other.colour, seat, other.is_bot, ahead, behind)
            met[key] = met.get(key, 0) + 1
    most_met = sorted(found, key=lambda key: (key[0], -met[key], key[1]))
    return [found[key] for key in most_met[:MOST_RIVALS]]


class Month(NamedTuple):
    first: date
    games: int
    wins: int


def by_month(games: Sequence[Played]) -> list[Month]:
    """The months from the first game to the latest, but only the last few."""
    played: dict[date, list[Played]] = {}
    for each in games:
        played.setdefault(datetime.fromtimestamp(each.at).date().replace(day=1), []).append(each)
    return [
        Month(month, len(found), sum(each.is_won for each in found))
        for month in [*_months(min(played), max(played))][-MONTHS:]
        for found in [played.get(month, [])]
    ]


def _months(first: date, last: date) -> Iterator[date]:
    while first <= last:
        yield first
        first = date(first.year + first.month // 12, first.month % 12 + 1, 1)


class Night(NamedTuple):
    """An evening, with how many of one's games it had and when the last one ended."""

    code: str
    at: float
    games: int


def evenings(games: Iterable[Played]) -> list[Night]:
    """The evenings of these games, the latest first."""
    ends: dict[str, list[float]] = {}
    for played in games:
        if played.evening:
            ends.setdefault(played.evening, []).append(played.at)
    return sorted((Night(code, max(at), len(at)) for code, at in ends.items()), key=lambda night: -night.at)


class Best(NamedTuple):
    """The line of a score sheet that ever brought most in its part, and the game it comes from."""

    line: Line
    played: Played


def records(games: Iterable[Played]) -> dict[str, list[Best]]:
    """For each game, the best line in each part of its score that ever brought points; the first to bring as
    many counts."""
    found: dict[str, dict[str, Best]] = {}
    for played in sorted(games, key=lambda played: played.at):
        bests = found.setdefault(played.game, {})
        for part, line in played.best.items():
            if line.points > (bests[part].line.points if part in bests else 0):
                bests[part] = Best(line, played)
    return {game: [*bests.values()] for game, bests in found.items() if bests}
