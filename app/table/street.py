"""The running score of an evening: a street in which every guest has a house. Pure functions.

A game is worth one floor for playing, one more for everybody you beat, and half a floor for everybody you tie
with. So a bigger table is worth more, a game alone is worth one floor, and latecomers start at the ground.
Bots get no house, but they can be beaten.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from app.engine.core import Seat
from app.table.my_games import Player
from app.table.seating import PlaceId

HALVES = 2  # in a floor, so that half a floor is a whole number


class Game(NamedTuple):
    """A finished game of an evening. A chain of rematches keeps its places' ids, so they tell who is who."""

    code: str
    game: str
    began: float
    at: float  # when it ended
    chain: str  # the code of the first table of its chain of rematches
    places: tuple[PlaceId, ...]
    players: tuple[Player, ...]
    first: Seat | None  # who began, if it was one player alone

    @property
    def minutes(self) -> int:
        return round((self.at - self.began) / 60)


class Guest(NamedTuple):
    """Somebody in the evening, by the name and colour that they had last."""

    name: str
    colour: str
    halves: tuple[int | None, ...]  # the half floors from each game; None: they weren't in it
    wins: int
    seat: Seat  # where they sat last
    rank: int = 0  # guests who share a rank are equal

    @property
    def total(self) -> int:
        return sum(filter(None, self.halves))

    @property
    def floors(self) -> float:
        return self.total / HALVES

    @property
    def games(self) -> int:
        return sum(each is not None for each in self.halves)

    @property
    def order(self) -> tuple[int, int, int]:
        """More floors come first, then more games won, then fewer games played."""
        return -self.total, -self.wins, self.games


def halves(players: Sequence[Player], seat: Seat) -> int:
    """The half floors that a game is worth to the person in this seat."""
    own = players[seat].rank
    beaten = sum(other.rank > own for other in players)
    tied = sum(other.rank == own for other in players) - 1
    return HALVES + HALVES * beaten + tied


def guests(games: Sequence[Game]) -> list[Guest]:
    """Everybody who has played, the first one first. The games have to be in the order of their ends."""
    ordered = sorted((_guest(sat, len(games)) for sat in _followed(games)), key=lambda guest: guest.order)
    return [
        guest._replace(rank=1 + next(i for i, each in enumerate(ordered) if each.order == guest.order))
        for guest in ordered
    ]


Sat = list[tuple[int, Game, Seat]]  # somebody's games, by their number


def _followed(games: Iterable[Game]) -> list[Sat]:
    """The games of each guest. At a rematch, their place tells who they are, and elsewhere their name."""
    found: list[Sat] = []
    for number, game in enumerate(games):
        seated = [seat for seat, player in enumerate(game.players) if not player.is_bot]
        known = {seat: sat for seat in seated if (sat := _of_place(found, game, seat))}
        for seat in seated:
            here = [id(sat) for sat in known.values()]
            if seat not in known and (
                sat := _of_name([sat for sat in found if id(sat) not in here], game, seat)
            ):
                known[seat] = sat
        for seat in seated:
            if seat not in known:
                found.append(known.setdefault(seat, []))
            known[seat].append((number, game, seat))
    return found


def _of_place(found: Iterable[Sat], game: Game, seat: Seat) -> Sat | None:
    at = game.chain, game.places[seat]
    return next(
        (sat for sat in found if any((each.chain, each.places[seat]) == at for _, each, seat in sat)), None
    )


def _of_name(found: Iterable[Sat], game: Game, seat: Seat) -> Sat | None:
    name = game.players[seat].name.casefold()
    return next((sat for sat in found if _latest(sat).name.casefold() == name), None)


def _latest(sat: Sat) -> Player:
    _, game, seat = sat[-1]
    return game.players[seat]


def _guest(sat: Sat, games: int) -> Guest:
    by_number = {number: halves(game.players, seat) for number, game, seat in sat}
    wins = sum(game.players[seat].rank == 1 and len(game.players) > 1 for _, game, seat in sat)
    latest, seat = _latest(sat), sat[-1][2]
    of_each = tuple(by_number.get(number) for number in range(games))
    return Guest(latest.name, latest.colour, of_each, wins, seat)
