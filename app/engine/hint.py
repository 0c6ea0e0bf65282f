"""A hint: what a strong bot would do in a seat's place, and why, for any game.

It is made as a bot's turn is: from a state that the seat imagines, so it holds nothing that the seat can't
know.
"""

from collections.abc import Callable
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from . import record, registry, wire
from .chance import stream
from .core import Event, Game, Line, Move, Seat
from .halving import halve
from .thinking import Mind, Turn, candidates, imagined, mind_of, whole_turns

PLAYOUTS, SECONDS = 64, 2.0  # for finding the best turn
COMPARED, LATEST = 24, 3.5  # deals on which it is compared with the other turn; seconds from the beginning
CLEARLY = 5  # games in 100
MOST_LINES = 2  # of the score that are told
SHUFFLES = 4  # other states that look the same, in which the score has to be the same to be told


class Choice(NamedTuple):
    """A whole turn, and what the seat has of it."""

    moves: tuple[Move, ...]
    told: str  # what happens then, as text: events have all kinds of fields
    scores: int  # at once
    wins: int  # of 100 games that are played on; 0 if that isn't known

    @property
    def events(self) -> tuple[Event, ...]:
        events: tuple[Event, ...] = record.frozen(wire.parse(self.told))
        return events


class Hint(NamedTuple):
    best: Choice
    other: Choice | None = None  # the turn that scores most at once, or else the next best; None without one
    lines: tuple[Line, ...] = ()  # what the best one scores and the other doesn't

    @property
    def is_clear(self) -> bool:
        """Whether the best turn wins clearly more games than the other."""
        return self.other is not None and self.best.wins >= self.other.wins + CLEARLY


def hint(game: Game[Any], state: Any, seat: Seat, seed: str, clock: Callable[[], float] = monotonic) -> Hint:
    """What to do in this seat's place. The same seed and the same knowledge lead to the same hint."""
    began = clock()
    chance = stream(seed, f"hint {seat} {state.turns[seat]}")
    mind, seen = mind_of(game), imagined(game, state, seat, chance)
    turns = whole_turns(game, mind, seen, seat, in_time=lambda: clock() < began + SECONDS)
    good = candidates(turns)
    deals: list[Any] = []

    def share(turn: Turn, deal: int) -> float:
        if deal == len(deals):
            deals.append(mind.sample(good[0].position, chance))
        return mind.shares(mind.play_on(turn.position, deals[deal]))[seat]

    verdict = halve(
        len(good),
        min(PLAYOUTS, mind.most_playouts),
        lambda each, deal: share(good[each], deal),
        lambda: clock() < began + SECONDS,
    )
    best = good[verdict.best]
    count = _Count(game, seen, seat, chance)
    rest = [turn for turn in (*good, *turns[:2]) if turn is not best]
    if not rest:
        return Hint(_choice(mind, count, best))
    others = [turn for turn in rest if turn.moves[0] != best.moves[0]] or rest
    other = max(others, key=lambda turn: count.scores(turn.moves))  # the first of equals
    wins = (0, 0)
    if len(seen.turns) > 1 and registry.has_part(game.id, "mind"):
        wins = _compared(share, best, other, lambda: clock() < began + LATEST)
    return Hint(
        _choice(mind, count, best, wins[0]),
        _choice(mind, count, other, wins[1]),
        count.only(best.moves, other.moves),
    )


def _compared(
    share: Callable[[Turn, int], float], one: Turn, other: Turn, in_time: Callable[[], bool]
) -> tuple[int, int]:
    """How many of 100 games each of them wins, over the same deals; zeros if there is no time for that."""
    won = [0.0, 0.0]
    for deal in range(COMPARED):
        if not in_time():
            return 0, 0
        won = [each + share(turn, deal) for each, turn in zip(won, (one, other), strict=True)]
    first, second = (min(100, max(0, round(100 * each / COMPARED))) for each in won)
    return first, second


def _choice(mind: Mind, count: "_Count", turn: Turn, wins: int = 0) -> Choice:
    tell = getattr(mind, "told", None)  # games whose log tells a turn later, or not exactly, tell it here
    events = tell(count.seen, count.seat, turn.moves) if tell else count.made(turn.moves)[1]
    return Choice(turn.moves, wire.dumps(events), count.scores(turn.moves), wins)


class _Count:
    """What turns score at once, as far as the seat may know."""

    def __init__(self, game: Game[Any], seen: Any, seat: Seat, chance: Random) -> None:
        self.seen, self.seat = seen, seat
        self._game = game
        self._seeds = [chance.random() for _ in range(SHUFFLES)]
        self._lines: dict[tuple[Move, ...], tuple[Line, ...]] = {}

    def made(self, moves: tuple[Move, ...]) -> tuple[Any, tuple[Event, ...]]:
        """What these moves lead to, and what happens then."""
        state, told = self.seen, list[Event]()
        for move in moves:
            state, events = self._game.apply(state, self.seat, move)
            told += events
        return state, tuple(told)

    def lines(self, moves: tuple[Move, ...]) -> tuple[Line, ...]:
        """The seat's score after these moves, without what depends on things that it can't know."""
        if moves not in self._lines:
            after, game = self.made(moves)[0], self._game
            lines = game.score(after)[self.seat]
            if {*game.parts} != {*game.open_parts}:
                others = [game.reseal(after, self.seat, Random(seed)) for seed in self._seeds]
                scores = [game.score(other)[self.seat] for other in others]
                lines = tuple(line for line in lines if all(line in score for score in scores))
            self._lines[moves] = lines
        return self._lines[moves]

    def scores(self, moves: tuple[Move, ...]) -> int:
        return sum(line.points for line in self.lines(moves)) - sum(line.points for line in self.lines(()))

    def only(self, moves: tuple[Move, ...], others: tuple[Move, ...]) -> tuple[Line, ...]:
        """The lines that these moves score and neither the others nor what is there already."""
        known = {*self.lines(()), *self.lines(others)}
        new = [line for line in self.lines(moves) if line not in known and line.points > 0]
        return tuple(sorted(new, key=lambda line: -line.points)[:MOST_LINES])
