"""The table as a page shows it: the view with names instead of numbers, and each move in the place to tap.

Whatever is hidden from the viewer plays no part in it: sheets and pencil marks come from the view.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from app.engine.coach import SILENT, Coach
from app.engine.core import UNDO, Event, Move, Seat

from ..area import write_area
from ..cells import CELLS, NAMES, SIZE, box
from ..moves import CONFIRM, WITHDRAW
from ..plan import Site, cells_path, site
from ..scenarios import SCENARIOS, Scenario
from ..sheet import Pencil
from ..state import CLOSE, DRAW, TOGETHER, State
from ..view import View, view
from .cards import Card, Choice, RoomCard, choices, furniture_cards, named, room_cards
from .closing import Closing, Fronts, as_pencilled, closing, drawn_or_proposed, fronts
from .coach import coach
from .desks import Desk, desk
from .doubt import doubt as doubt
from .hands import Hand, hands
from .lists import Listed, Spot, listed, spots
from .reading import Row, read


class Box(NamedTuple):
    """The smallest rectangle around all inside cells."""

    column: int  # A is 0
    row: int
    columns: int
    rows: int

    @property
    def cells(self) -> tuple[str, ...]:
        """Its cells in reading order."""
        return tuple(
            NAMES[SIZE * row + column]
            for row in range(self.row, self.row + self.rows)
            for column in range(self.column, self.column + self.columns)
        )


class Board(NamedTuple):
    scenario: str
    box: Box
    step: str  # room, card, tokens, draw, close, over
    waiting: tuple[Seat, ...]
    active: Seat
    room: str  # the room being furnished, or ""
    seats: tuple[Desk, ...]
    rooms: tuple[RoomCard, ...]
    cards: tuple[Card, ...]  # of the room being furnished
    options: tuple[Choice, ...]  # of the card that is up
    hands: tuple[Hand, ...]  # what the viewer can still draw
    closing: Closing | None  # if the viewer must close a room now
    fronts: Fronts | None  # if the viewer may move the front door now
    confirms: bool  # whether turns are confirmed, or end by themselves
    bar: tuple[Move, ...]  # those of undo, confirm and withdraw that are possible
    read: tuple[Row, ...]  # the viewer's plan in words, row by row
    coach: Coach

    @property
    def home(self) -> Scenario:
        return SCENARIOS[self.scenario]

    @property
    def site(self) -> Site:
        return site(self.scenario)

    def spots(self, viewer: Seat) -> list[Spot]:
        """What pressing each cell of the box does, where there is no script."""
        return spots(self.box.cells, self.hands, self.seats[viewer].pieces, self.closing)

    def listed(self, hand: Hand) -> list[Listed]:
        """All places of a piece, for a list."""
        return listed(hand)

    def outline(self, cells: Iterable[str]) -> str:
        """The border of the cells of a score line, as a path."""
        return cells_path(cells)

    def named(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """What was told, with the cards that it doesn't name."""
        return named(events)

    def marked(self, told: Sequence[tuple[str, Event]]) -> tuple[tuple[str, Event], ...]:
        """The same for a log, in which each event has its mark."""
        return tuple(zip((mark for mark, _ in told), named(event for _, event in told), strict=True))

    def area(self, cells: Iterable[str]) -> str:
        """The cells of a score line, as they are sent."""
        return write_area(sum(1 << CELLS[cell] for cell in cells))


def board(state: State, viewer: Seat | None, offered: Iterable[Move]) -> Board:
    """What this viewer sees, and the moves they can make."""
    seen, moves = view(state, viewer), frozenset(offered)
    key = seen.options.scenario
    asked = viewer if moves else None  # who can act: the viewer or nobody
    pencils = [_pencil(seen, seat, seat == asked) for seat in range(len(seen.sheets))]
    own = None if viewer is None else seen.pencils[viewer]
    hand: tuple[Hand, ...] = ()
    shut: Closing | None = None
    front: Fronts | None = None
    if asked is not None and own and state.together:
        sheet, pencil = seen.sheets[asked], pencils[asked]
        assert pencil is not None
        front = fronts(key, sheet, pencil)
        if seen.step == DRAW:
            hand = hands(state, sheet, own, seen.ideas[asked])
        else:
            shut = closing(key, sheet, own)
    up = choices(seen, own, moves)
    return Board(
        key,
        _box(key),
        seen.step,
        seen.waiting,
        seen.active,
        seen.room,
        tuple(desk(seen, seat, pencil, seat == asked) for seat, pencil in enumerate(pencils)),
        room_cards(seen, moves),
        furniture_cards(seen, moves),
        up,
        hand,
        shut,
        front,
        seen.options.confirm_turns,
        tuple(move for move in (UNDO, CONFIRM) if move in moves)
        + ((WITHDRAW,) if _through(seen, viewer) else ()),
        _read(seen, viewer, pencils),
        SILENT if asked is None else coach(seen, asked, up, hand),
    )


def _box(key: str) -> Box:
    top, bottom, left, right = box(SCENARIOS[key].inside)
    return Box(left, top, right - left + 1, bottom - top + 1)


def _pencil(seen: View, seat: Seat, asked: bool) -> Pencil | None:
    """The pencil marks to show: if the viewer must close a room, with the first proposal at least."""
    pencil = seen.pencils[seat]
    if seen.step not in TOGETHER:
        return Pencil(front=seen.sheets[seat].front)
    if asked and seen.step == CLOSE and pencil:
        return drawn_or_proposed(seen.options.scenario, seen.sheets[seat], pencil)
    return pencil


def _through(seen: View, viewer: Seat | None) -> bool:
    """Whether the viewer has confirmed and may still take that back."""
    return bool(seen.waiting) and viewer in seen.asked and viewer not in seen.waiting


def _read(seen: View, viewer: Seat | None, pencils: Sequence[Pencil | None]) -> tuple[Row, ...]:
    if viewer is None or (pencil := pencils[viewer]) is None:
        return ()
    return read(seen.options.scenario, as_pencilled(seen.sheets[viewer], pencil))
