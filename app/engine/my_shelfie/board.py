"""The table as a page shows it: the view, with names instead of numbers, and each move where you make it.

Players can press every tile in the living room and every column of their shelf. If the rules forbid
the move, the refusal explains why.
"""

from collections.abc import Iterable
from typing import NamedTuple

from app.engine.core import UNDO, Event, Move, Seat

from .common_goals import GOALS
from .facts import Card, Thing, card, example, thing
from .living_room import IN_PLAY, SIDE, cells_in, takeable
from .personal_goals import CARDS, POINTS, matches
from .scoring import GROUP_POINTS
from .shelf import CELL_NAMES, COLUMNS, WIDTH, types_of
from .state import COLUMN, DONE, LAY, LAYING, PICK, PICKING, State
from .tiles import KEYS
from .view import View, view


class Spot(NamedTuple):
    """A cell of the living room."""

    row: int
    column: int
    in_play: bool
    tile: Thing | None
    free: bool  # whether at least one side of the tile is free
    picked: int  # its position among the picked tiles, from 1; 0 if it isn't picked
    move: Move | None  # what pressing it does; pressing a picked tile puts it back
    offered: bool


class Cell(NamedTuple):
    """A cell of a shelf."""

    name: str
    tile: Thing | None
    wish: str  # the type the personal goal wants here, if the viewer knows it
    right: bool  # whether the tile is what the goal wants


class Column(NamedTuple):
    number: int
    cells: tuple[Cell, ...]  # from the top
    move: Move | None
    offered: bool
    chosen: bool  # whether the tiles in hand go here


class Token(NamedTuple):
    goal: str
    points: int


class Shelf(NamedTuple):
    seat: Seat
    columns: tuple[Column, ...]
    tokens: tuple[Token, ...]
    first: bool  # whether it's the first player's
    full: bool  # whether it has the end token
    wishes: Card | None  # the personal goal, if the viewer knows it
    right: int  # how many cells match it


class Goal(NamedTuple):
    """A common goal, and the viewer's progress towards it."""

    key: str
    example: Card
    stack: tuple[int, ...]
    scored: tuple[tuple[Seat, int], ...]
    reached: int
    wanted: int
    mine: bool  # whether the viewer has scored it


class InHand(NamedTuple):
    tile: Thing
    move: Move | None  # None once it's placed


class Worth(NamedTuple):
    """What else scores at the end, besides tokens. Each pair holds a count and the points it is worth."""

    right: tuple[tuple[int, int], ...]  # matching cells of a personal goal
    groups: tuple[tuple[int, int], ...]  # tiles in a group; the last pair also covers larger groups


WORTH = Worth(
    tuple(enumerate(POINTS))[1:], tuple((size, points) for size, points in enumerate(GROUP_POINTS) if points)
)


class Board(NamedTuple):
    step: str
    first: Seat
    waiting: tuple[Seat, ...]
    room: tuple[tuple[Spot, ...], ...]  # the rows and columns in play
    shelves: tuple[Shelf, ...]  # by seat
    goals: tuple[Goal, ...]
    hand: tuple[InHand, ...]
    picked: int
    fits: bool  # whether the picked tiles can be taken as they are
    worth: Worth
    filled: Seat | None
    bag: int
    bar: tuple[Move, ...]

    def last_laid(self, events: Iterable[Event]) -> tuple[tuple[str, ...], ...]:
        """The cells that each seat filled on its last turn, according to these events."""
        last = {event[1]: (event[2], len(event[3])) for event in events if event[0] == "place"}
        return tuple(
            tuple(cell.name for cell in shelf.columns[column].cells if cell.tile)[:count]
            for shelf in self.shelves
            for column, count in [last.get(shelf.seat, (0, 0))]
        )


def board(state: State, viewer: Seat | None, offered: Iterable[Move]) -> Board:
    """What this viewer sees, and the moves they can make."""
    seen, open_ = view(state, viewer), frozenset(offered)
    asked = bool(open_)
    return Board(
        seen.step,
        seen.first,
        seen.waiting,
        _room(seen, open_, asked),
        tuple(
            _shelf(seen, seat, open_ if seat == viewer else frozenset()) for seat in range(len(seen.shelves))
        ),
        tuple(_goal(seen, place, viewer, state.options.strict) for place in range(len(seen.goals))),
        tuple(
            InHand(thing(tile), LAY[place] if LAY[place] in open_ else None)
            for place, tile in enumerate(state.hand)
            if tile
        ),
        len(seen.picked),
        any(column in open_ for column in COLUMN),
        WORTH,
        seen.filled,
        seen.bag,
        tuple(move for move in (UNDO, DONE) if move in open_),
    )


# -- the living room -----------------------------------------------------------------------------------------


def _room(seen: View, offered: frozenset[Move], asked: bool) -> tuple[tuple[Spot, ...], ...]:
    in_play = IN_PLAY[len(seen.shelves)]
    lines = [cell // SIDE for cell in in_play]
    columns = [cell % SIDE for cell in in_play]
    free = frozenset(cells_in(takeable(seen.room)))
    picking = asked and seen.step == PICKING
    return tuple(
        tuple(
            _spot(seen, row * SIDE + column, free, offered, picking)
            for column in range(min(columns), max(columns) + 1)
        )
        for row in range(min(lines), max(lines) + 1)
    )


def _spot(seen: View, cell: int, free: frozenset[int], offered: frozenset[Move], picking: bool) -> Spot:
    tile = seen.room[cell]
    picked = seen.picked.find(cell) + 1
    if picked:
        move = UNDO if picking and offered.intersection(COLUMN) else None
    else:
        move = PICK[cell] if picking and tile else None
    return Spot(
        *divmod(cell, SIDE),
        cell in IN_PLAY[len(seen.shelves)],
        thing(tile) if tile else None,
        cell in free,
        picked,
        move,
        move in offered,
    )


# -- shelves -------------------------------------------------------------------------------------------------


def _shelf(seen: View, seat: Seat, offered: frozenset[Move]) -> Shelf:
    shelf, wishes = seen.shelves[seat], CARDS[seen.personal[seat]]
    right = matches(seen.personal[seat], types_of(shelf)) if wishes else []
    cells = [
        Cell(
            name,
            thing(shelf[cell]) if shelf[cell] else None,
            KEYS[wishes[cell] - 1] if wishes and wishes[cell] else "",
            cell in right,
        )
        for cell, name in enumerate(CELL_NAMES)
    ]
    asks = bool(offered) and seen.step == PICKING and bool(seen.picked)
    return Shelf(
        seat,
        tuple(
            Column(
                column,
                tuple(cells[column::WIDTH]),
                COLUMN[column] if asks else None,
                COLUMN[column] in offered,
                seen.step == LAYING and seen.waiting == (seat,) and seen.column == column,
            )
            for column in COLUMNS
        ),
        tuple(Token(GOALS[token.goal].key, token.points) for token in seen.taken[seat]),
        seat == seen.first,
        seat == seen.filled,
        card(seen.personal[seat]) if wishes else None,
        len(right),
    )


def _goal(seen: View, place: int, viewer: Seat | None, strict: bool) -> Goal:
    number = seen.goals[place]
    goal = GOALS[number]
    scored = tuple(
        (seat, token.points)
        for seat, tokens in enumerate(seen.taken)
        for token in tokens
        if token.goal == number
    )
    count = goal.tally(types_of(seen.shelves[viewer]), strict)[0] if viewer is not None else 0
    return Goal(
        goal.key,
        example(goal.key),
        tuple(seen.stacks[place]),
        scored,
        min(count, goal.wanted),
        goal.wanted,
        any(seat == viewer for seat, _ in scored),
    )
