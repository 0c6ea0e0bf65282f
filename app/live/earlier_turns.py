"""Finds in a table's log the turn that a player takes back."""

from collections.abc import Awaitable, Callable, Collection
from typing import Any, NamedTuple

from app.engine import take_back, wire
from app.engine.core import Event, Game, Illegal, Move, Seat
from app.engine.take_back import TAKE_BACK, Made, taken_back
from app.storage.schema import Entry

LONGEST_TURN = 100  # in moves, including undone ones; a longer turn can't be taken back
MOST_READ = 10  # times as many, for a turn that is taken back after others have moved


Read = Callable[[int, int], Awaitable[list[Entry]]]  # what follows a version, so many entries


class TakenBackSince(Exception):
    """A turn has been taken back since somebody asked for it: they have pressed twice."""


class Back(NamedTuple):
    """What to write to the log, after this version of it."""

    after: int
    turn: int
    move: Move
    events: tuple[Event, ...]
    state: Any


async def last_turn(read: Read, game: Game[Any], version: int, seat: Seat) -> Back:
    """The last turn, if it was the seat's, nobody has moved since and it revealed nothing."""
    entries = await read(max(0, version - LONGEST_TURN), LONGEST_TURN)
    made = [_made(game, entry) for entry in entries]
    if not made:
        raise Illegal("nothing_to_take_back")
    state, events = taken_back(game, made, seat)
    return Back(made[-1].version, made[-1].state.turns[seat], TAKE_BACK, events, state)


async def any_turn(
    read: Read,
    game: Game[Any],
    version: int,
    now: Any,
    seat: Seat,
    answered: Collection[Move] = (),
    seen: int | None = None,
) -> Back:
    """The seat's last turn that isn't undone yet, whatever has happened since; none that is `answered` in
    advance. Raises TakenBackSince if any turn was taken back after the version that was `seen`."""
    made: list[Made] = []  # newest first
    at = version
    for _ in range(MOST_READ):
        for entry in reversed(await read(max(0, at - LONGEST_TURN), min(at, LONGEST_TURN))):
            if entry.version == at:  # otherwise it was undone
                goal = take_back.version_of(move_of(entry))
                if goal and seen is not None and entry.version > seen:
                    raise TakenBackSince
                made += [] if goal else [_made(game, entry)]
                at = goal or at - 1
        try:
            back = take_back.taken_back_freely(game, now, made, seat, answered)
        except Illegal:
            if not at:
                raise
        else:
            return Back(version, now.turns[seat], take_back.move_to(back.version), back.events, back.state)
    raise Illegal("nothing_to_take_back")


def move_of(entry: Entry) -> Move | None:
    return tuple(wire.parse(entry.move)) if entry.move is not None else None


def _made(game: Game[Any], entry: Entry) -> Made:
    return Made(entry.seat, wire.loads(game.state_type, entry.state), entry.version)
