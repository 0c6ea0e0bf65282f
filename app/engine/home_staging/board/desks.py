"""What lies in front of each seat, as far as the viewer may see it."""

from functools import lru_cache
from typing import NamedTuple

from app.engine.core import Move, Seat

from ..cells import names
from ..pieces import laid
from ..plan import Plan, plan
from ..scenarios import SCENARIOS
from ..scoring import count
from ..sheet import Pencil, Sheet
from ..state import DRAW
from ..view import View
from .cards import room_state
from .closing import Earned, earned

_REMEMBERED = 1000  # sheets: most are as they were before the last move


class Pencilled(NamedTuple):
    """A piece drawn this turn."""

    name: str  # 20A2r3@F6
    piece: str  # 20A2
    how: str  # draw, other, mirror
    cells: tuple[str, ...]  # of its body, or of a rug
    move: Move | None  # erases it, for the viewer who drew it and isn't through


class RoomOnSheet(NamedTuple):
    key: str
    number: int  # from 1
    state: str  # to_come, open, done, missing
    points: int  # for its furniture in reach
    cells: str
    door: str


class Desk(NamedTuple):
    """A seat's sheet, and its part in this step."""

    seat: Seat
    plan: Plan
    asked: bool  # whether this step asks something of it
    confirmed: bool  # whether it was asked and is through
    drawn: int | None  # the pieces drawn this turn; None if hidden
    tokens: int  # how many pieces it may draw this turn
    ideas: int  # the bright ideas left, without those in the pieces that can be seen here
    pieces: tuple[Pencilled, ...]  # none if hidden
    rooms: tuple[RoomOnSheet, ...]  # in the scenario's order
    bonuses: tuple[Earned, ...]  # all bonus lines of the scenario, with what the finished rooms earn
    points: int  # the total of the finished rooms


def desk(seen: View, seat: Seat, pencil: Pencil | None, mine: bool) -> Desk:
    """A seat's desk with these pencil marks, if they can be seen. `mine`: they are the viewer's to change."""
    asked, drawing = seat in seen.asked, seen.step == DRAW
    bare = _bare_desk(seen.options.scenario, seen.sheets[seat], seat, pencil, mine and drawing)
    return bare._replace(
        asked=asked,
        confirmed=asked and seat not in seen.waiting,
        tokens=sum(seen.tokens) if drawing else 0,
        ideas=seen.ideas[seat] + bare.ideas,
    )


@lru_cache(_REMEMBERED)
def _bare_desk(key: str, sheet: Sheet, seat: Seat, pencil: Pencil | None, may_erase: bool) -> Desk:
    """What lies on it, whatever the step asks of it."""
    counted, marks = count(key, sheet), pencil or Pencil()
    points = {room: reached.body.bit_count() for room, reached in counted.reach.rooms.items()}
    return Desk(
        seat,
        plan(key, sheet, pencil),
        False,
        False,
        None if pencil is None else len(marks.pieces),
        0,
        -marks.spent,
        tuple(_pencilled(piece.name, piece.how, may_erase) for piece in marks.pieces),
        tuple(
            _room(sheet, number, room, points.get(room, 0))
            for number, room in enumerate(SCENARIOS[key].keys, 1)
        ),
        earned(counted),
        counted.total,
    )


def _pencilled(name: str, how: str, mine: bool) -> Pencilled:
    piece, _, anchor = name.partition("@")
    lies = laid(name)
    return Pencilled(name, piece[:4], how, names(lies.body or lies.rug), ("erase", anchor) if mine else None)


def _room(sheet: Sheet, number: int, key: str, points: int) -> RoomOnSheet:
    room = next((room for room in sheet.rooms if room.key == key), None)
    cells, door = (room.cells, room.door) if room else ("", "")
    return RoomOnSheet(key, number, room_state(sheet, key), points, cells, door)
