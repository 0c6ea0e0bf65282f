"""Moments of recorded games at which a newcomer is asked about a move."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from app.engine import registry
from app.engine.core import Seat
from app.engine.doubt import Doubt
from scripts import golden


class Doubted(NamedTuple):
    number: int  # of the recorded game
    steps: int  # how many of its moves are made by then
    seat: Seat
    doubt: Doubt


@cache
def doubted(game: str) -> Doubted:
    """The first such moment of its recorded games."""
    return next(_all(game))


def _all(game: str) -> Iterator[Doubted]:
    judge, rules = registry.part(game, "board").doubt, registry.game(game)
    for path in sorted((golden.GOLDEN / game).glob("*.jsonl")):
        for steps, step in enumerate(golden.replay(golden.read(path).record)):
            for seat in step.before.waiting:
                for move in rules.moves(step.before, seat):
                    if found := judge(step.before, seat, move):
                        yield Doubted(int(path.name[:2]), steps, seat, found)
