"""Which step of a replay somebody asks for, and from whose view."""

from app.engine.core import Illegal, Seat
from app.live.live_table import LiveTable
from app.pages.replay import Replay
from app.table.visitor import Visitor
from app.web.errors import Problem
from app.web.numbers import whole_number

TABLE = "table"  # the view that everybody has


def step_of(shown: Replay, typed: str) -> int:
    number = whole_number(typed)
    if number is None:
        raise Problem(422, Illegal("bad_request", field="move"))
    if not shown.first <= number <= shown.last:
        raise Problem(404, Illegal("no_such_step"))
    return number


def views_of(live: LiveTable, who: Visitor) -> list[Seat]:
    """The seats whose view this visitor may have: everybody's after the end, and their own before it."""
    return [*range(len(live.table.places))] if live.is_finished else [*who.seats(live.table)]


def viewer_of(live: LiveTable, who: Visitor, view: str) -> Seat | None:
    if view == TABLE:
        return None
    seat = whole_number(view)
    if seat is None or seat >= len(live.table.places):
        raise Problem(422, Illegal("bad_request", field="view"))
    if seat not in views_of(live, who):
        raise Problem(403, Illegal("not_your_seat"))
    return seat
