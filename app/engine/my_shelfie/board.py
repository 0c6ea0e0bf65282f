"""The table as a page shows it: the view, with names instead of numbers, and each move where you make it.

Players can press every tile in the living room and every column of their shelf. If the rules forbid
the move, the refusal explains why.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from app.engine.coach import SILENT, Coach
from app.engine.core import UNDO, Event, Move, Seat

from .coach import coach
from .common_goals import GOALS
from .doubt import doubt as doubt
from .facts import Card, Thing, card, example, thing
from .living_room import IN_PLAY, SIDE, cells_in, takeable
from .personal_goals import CARDS, POINTS, matches
from .scoring import GROUP_POINTS
from .shelf import CELL_NAMES, COLUMNS, WIDTH, types_of
from .state import COLUMN, DONE, LAY, LAYING, PICK, PICKING, PUT_BACK, SWAP, State
from .tiles import KEYS
from .view import View, view

_REMEMBERED = 500  # rooms and shelves: most are as they were before the last move, and as others see them


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
    """A common goal, and the viewer's progress towards it, or everybody's for a spectator."""

    key: str
    example: Card
    stack: tuple[int, ...]
    scored: tuple[tuple[Seat, int], ...]
    reached: int
    wanted: int
    mine: bool  # whether the viewer has scored it
    all_reached: tuple[int, ...]  # by seat; empty for players


class InHand(NamedTuple):
    tile: Thing
    move: Move | None  # None once it's placed


class Swap(NamedTuple):
    """Two tiles placed this turn, one on the other, and the move that swaps them."""

    lower: Thing
    upper: Thing
    move: Move


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
    swaps: tuple[Swap, ...]  # from the bottom
    picked: int
    fits: bool  # whether the picked tiles can be taken as they are
    more: bool  # whether another tile can be picked
    worth: Worth
    filled: Seat | None
    bag: int
    bar: tuple[Move, ...]
    coach: Coach

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
        _room(seen.room, seen.picked, len(seen.shelves), open_ if asked and seen.step == PICKING else None),
        tuple(
            _shelf(seen, seat, open_ if seat == viewer else frozenset()) for seat in range(len(seen.shelves))
        ),
        tuple(_goal(seen, place, viewer, state.options.squares) for place in range(len(seen.goals))),
        tuple(
            InHand(thing(tile), LAY[place] if LAY[place] in open_ else None)
            for place, tile in enumerate(state.hand)
            if tile
        ),
        _swaps(seen, viewer, open_),
        len(seen.picked),
        any(column in open_ for column in COLUMN),
        any(pick in open_ for pick in PICK.values()),
        WORTH,
        seen.filled,
        seen.bag,
        tuple(move for move in (UNDO, DONE) if move in open_),
        SILENT if viewer is None else coach(seen, viewer, tuple(open_)),
    )


# -- the living room -----------------------------------------------------------------------------------------


@lru_cache(_REMEMBERED)
def _room(
    room: bytes, picked: bytes, seats: int, offered: frozenset[Move] | None
) -> tuple[tuple[Spot, ...], ...]:
    """`offered`: the moves of somebody who is picking, who can press every tile."""
    in_play = IN_PLAY[seats]
    lines = [cell // SIDE for cell in in_play]
    columns = [cell % SIDE for cell in in_play]
    free = frozenset(cells_in(takeable(room)))
    return tuple(
        tuple(
            _spot(room[cell], cell, cell in in_play, cell in free, picked.find(cell) + 1, offered)
            for cell in range(row * SIDE + min(columns), row * SIDE + max(columns) + 1)
        )
        for row in range(min(lines), max(lines) + 1)
    )


def _spot(
    tile: int, cell: int, in_play: bool, free: bool, picked: int, offered: frozenset[Move] | None
) -> Spot:
    move = None
    if offered is not None and tile:
        move = PUT_BACK[cell] if picked else PICK[cell]
    is_offered = offered is not None and (picked > 0 or move in offered)
    return Spot(*divmod(cell, SIDE), in_play, thing(tile) if tile else None, free, picked, move, is_offered)


# -- tiles placed this turn ----------------------------------------------------------------------------------


def _swaps(seen: View, viewer: Seat | None, offered: frozenset[Move]) -> tuple[Swap, ...]:
    moves = [move for move in SWAP if move in offered]
    if viewer is None or not moves:
        return ()
    standing = seen.shelves[viewer][seen.column :: WIDTH].lstrip(b"\0")
    placed = [thing(tile) for tile in standing[: len(seen.hand)][::-1]]
    return tuple(Swap(placed[int(move[1])], placed[int(move[1]) + 1], move) for move in moves)


# -- shelves -------------------------------------------------------------------------------------------------


def _shelf(seen: View, seat: Seat, offered: frozenset[Move]) -> Shelf:
    asks = bool(offered) and seen.step == PICKING and bool(seen.picked)
    laying = seen.step == LAYING and seen.waiting == (seat,)
    columns, right = _columns(
        seen.shelves[seat],
        seen.personal[seat],
        asks,
        offered.intersection(COLUMN),
        seen.column if laying else None,
    )
    return Shelf(
        seat,
        columns,
        tuple(Token(GOALS[token.goal].key, token.points) for token in seen.taken[seat]),
        seat == seen.first,
        seat == seen.filled,
        card(seen.personal[seat]) if CARDS[seen.personal[seat]] else None,
        right,
    )


@lru_cache(_REMEMBERED)
def _columns(
    shelf: bytes, goal: int, asks: bool, offered: frozenset[Move], chosen: int | None
) -> tuple[tuple[Column, ...], int]:
    """The columns of a shelf, and how many of its cells match the personal goal."""
    wishes = CARDS[goal]
    right = matches(goal, types_of(shelf)) if wishes else []
    cells = [
        Cell(
            name,
            thing(shelf[cell]) if shelf[cell] else None,
            KEYS[wishes[cell] - 1] if wishes and wishes[cell] else "",
            cell in right,
        )
        for cell, name in enumerate(CELL_NAMES)
    ]
    columns = tuple(
        Column(
            column,
            tuple(cells[column::WIDTH]),
            COLUMN[column] if asks else None,
            COLUMN[column] in offered,
            column == chosen,
        )
        for column in COLUMNS
    )
    return columns, len(right)


def _goal(seen: View, place: int, viewer: Seat | None, squares: str) -> Goal:
    number = seen.goals[place]
    goal = GOALS[number]
    scored = tuple(
        (seat, token.points)
        for seat, tokens in enumerate(seen.taken)
        for token in tokens
        if token.goal == number
    )
    counts = [
        min(_reached(number, shelf, squares), goal.wanted)
        for seat, shelf in enumerate(seen.shelves)
        if viewer in (None, seat)
    ]
    return Goal(
        goal.key,
        example(goal.key),
        tuple(seen.stacks[place]),
        scored,
        counts[0] if viewer is not None else 0,
        goal.wanted,
        any(seat == viewer for seat, _ in scored),
        tuple(counts) if viewer is None else (),
    )


@lru_cache(_REMEMBERED)
def _reached(goal: int, shelf: bytes, squares: str) -> int:
    """How often this shelf has what a common goal wants."""
    return GOALS[goal].tally(types_of(shelf), squares)[0]
