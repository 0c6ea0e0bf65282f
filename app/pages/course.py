"""How a finished game went: everybody's points round by round, the best turn, and what made the difference.

It is read once from the stored states and kept with the table, because a finished game doesn't change.
"""

import asyncio
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from app.engine import record, take_back, wire
from app.engine.core import Event, Game, Seat, totals
from app.live.earlier_turns import move_of
from app.live.live_table import LiveTable, Slot
from app.storage.schema import Entry

_READ_AT_ONCE = 100
TOLD = "place"  # the event that says what a turn built, in games that have it


class Turn(NamedTuple):
    seat: Seat
    round: int
    gain: int  # public points
    event: Event | None  # what to tell of it


class Course(NamedTuple):
    rounds: tuple[tuple[int, ...], ...]  # everybody's public points after each round
    best: Turn | None  # the turn that brought the most
    totals: tuple[int, ...]


class _Made(NamedTuple):
    seat: Seat | None
    round: int  # of the game, if it counts them
    points: tuple[int, ...]
    events: tuple[Event, ...]
    shared: bool  # by seats that move at the same time, in no order


_known: Slot[list[Course]] = Slot(lambda live: [])


async def course(live: LiveTable) -> Course:
    """The course of a finished game."""
    known = _known.of(live)
    if not known:
        made: list[tuple[int, _Made]] = []  # each with its version
        version = 0
        while entries := await live.store.entries(live.id, version, _READ_AT_ONCE):
            await asyncio.to_thread(_read_on, live.game, entries, made)
            version = entries[-1].version
        known[:] = [followed(live.game, live.state, [each for _, each in made])]
    return known[0]


def _read_on(game: Game[Any], entries: Sequence[Entry], made: list[tuple[int, _Made]]) -> None:
    """Add these entries, and drop what a practice went back over."""
    for entry in entries:
        if goal := take_back.version_of(move_of(entry)):
            while made[-1][0] > goal:
                made.pop()
            continue
        state = wire.loads(game.state_type, entry.state)
        events = record.frozen(wire.parse(entry.events))
        made.append((entry.version, made_of(game, state, entry.seat, events)))


def made_of(game: Game[Any], state: Any, seat: Seat | None, events: tuple[Event, ...]) -> _Made:
    points = tuple(
        sum(line.points for line in lines if line.part in game.open_parts) for lines in game.score(state)
    )
    return _Made(seat, getattr(state, "round", 0), points, events, bool(game.shared_turn(state)))


def followed(game: Game[Any], state: Any, made: Sequence[_Made]) -> Course:
    sums = tuple(totals(game.parts, lines)["total"] for lines in game.score(state))
    if any(each.shared for each in made):
        return Course((), None, sums)
    turns = list(_turns(made, len(sums)))
    best = max(turns, key=lambda turn: turn.gain, default=None)
    return Course(tuple(_rounds(made, turns, len(sums))), best if best and best.gain > 0 else None, sums)


def _turns(made: Sequence[_Made], seats: int) -> Iterable[Turn]:
    """Each run of moves by one seat in one round, with what it changed: the last may also begin the next."""
    before, begun = made[0], 1
    number = 0
    for at in range(1, len(made) + 1):
        same_round = made[at - 1].round == made[begun - 1].round
        if at < len(made) and made[at].seat == made[begun].seat and same_round:
            continue
        seat, after = made[begun].seat, made[at - 1]
        if seat is not None:
            told = [event for each in made[begun:at] for event in each.events if event[0] == TOLD]
            counted = made[begun - 1].round or made[begun].round or number // seats + 1
            gain = after.points[seat] - before.points[seat]
            yield Turn(seat, counted, gain, told[-1] if told else None)
            number += 1
        before, begun = after, at


def _rounds(made: Sequence[_Made], turns: Sequence[Turn], seats: int) -> Iterable[tuple[int, ...]]:
    if made[-1].round:
        for each, after in pairwise(made):
            if after.round != each.round:
                yield after.points
        yield made[-1].points
        return
    number, last = 0, made[0]
    for each in made[1:]:
        if each.seat != last.seat and last.seat is not None:
            number += 1
            if number % seats == 0:
                yield last.points
        last = each
    yield last.points
