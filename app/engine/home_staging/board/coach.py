"""A hint for a first game: at most one a step, about what this player can see on the table. It stays while
they draw. After the first cards and the first room there are none."""

from collections.abc import Iterator

from app.engine.coach import Coach
from app.engine.core import Seat

from ..cells import CELLS, NAMES, SIZE
from ..scenarios import SCENARIOS
from ..state import CLOSE, DRAW, ROOM, TOKENS
from ..view import View
from .cards import Choice
from .hands import Hand, Turn

FIRST_CARDS = 5
Hint = tuple[str | int, ...]


def coach(seen: View, seat: Seat, options: tuple[Choice, ...], hands: tuple[Hand, ...]) -> Coach:
    """What a newcomer in this seat, who can act, should hear now."""
    return Coach(_is_blank(seen, seat), next(_hints(seen, seat, options, hands), ()))


def _is_blank(seen: View, seat: Seat) -> bool:
    """Whether this seat hasn't drawn anything yet."""
    pencil = seen.pencils[seat]
    return not any(room.pieces for room in seen.sheets[seat].rooms) and not (pencil and pencil.pieces)


def _hints(seen: View, seat: Seat, options: tuple[Choice, ...], hands: tuple[Hand, ...]) -> Iterator[Hint]:
    rooms = seen.sheets[seat].rooms
    if seen.step == ROOM and not rooms:
        yield ("room",)
    if seen.step == CLOSE and len(rooms) == 1:
        to_come = len(SCENARIOS[seen.options.scenario].keys) - len(rooms)
        yield from [("close", to_come)] if to_come else ()
    if len(seen.up) > FIRST_CARDS:
        return
    if seen.step == TOKENS:
        yield from _larger(options)
    if seen.step == DRAW and hands:
        yield from _drawing(len(seen.up) - 1, hands)


def _larger(options: tuple[Choice, ...]) -> Iterator[Hint]:
    """The option that scores more."""
    less, more = sorted(options, key=lambda option: option.points)
    if less.points < more.points:
        yield "larger", more.piece


def _drawing(before: int, hands: tuple[Hand, ...]) -> Iterator[Hint]:
    """The hints about the pieces in hand: for each card, another one comes first."""
    if before == 0:
        yield from _worth(hands)
    lessons = (_against_a_wall, _ways_blocked, _windows, _idea)
    for at in range(len(lessons)):
        yield from lessons[(before + at - 1) % len(lessons)](hands)


def _worth(hands: tuple[Hand, ...]) -> Iterator[Hint]:
    for hand in hands:
        if hand.how == "draw" and hand.turns[0].body and hand.turns[0].circulation:
            yield "worth", hand.piece


def _against_a_wall(hands: tuple[Hand, ...]) -> Iterator[Hint]:
    for hand in hands:
        if hand.how == "draw" and hand.turns[0].sides:
            yield "wall", hand.piece


def _ways_blocked(hands: tuple[Hand, ...]) -> Iterator[Hint]:
    for hand in hands:
        if hand.how == "draw" and any(turn.cut for turn in hand.turns):
            yield "blocked", hand.piece


def _windows(hands: tuple[Hand, ...]) -> Iterator[Hint]:
    for hand in hands:
        if hand.how == "draw" and any(_touches(turn, {*hand.windows}) for turn in hand.turns):
            yield "window", hand.piece


def _touches(turn: Turn, cells: set[str]) -> bool:
    """Whether the piece turned like this could have its body on one of these cells."""
    grounds = [divmod(CELLS[anchor], SIZE) for anchor in turn.legal]
    return any(
        NAMES[SIZE * (top + down) + left + right] in cells
        for top, left in grounds
        for down, right in turn.body
    )


def _idea(hands: tuple[Hand, ...]) -> Iterator[Hint]:
    for hand in hands:
        if hand.how == "other":
            yield "idea", hand.piece
