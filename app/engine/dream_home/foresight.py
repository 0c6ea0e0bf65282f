"""A table of Dream Home as bots see it, and how they play it on in their heads: quickly, and by one simple
policy for every seat."""

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from random import Random
from typing import NamedTuple

from .cards import HANDYMAN, KIND_OF, OUTSIDE, ROOFER, ROUNDS, SPECIALS, SUPPLIER, TOKENS
from .house import CARD, FACE_DOWN, FRESH_CELL, SCAFFOLD_CELL, SOLID, WITH_TOKEN, House
from .promise import Dwelling, Promise, laid, promise
from .state import CLEAR, CLEARED, HELP, JACK, OVER, TURN, Cards, State, clears, clockwise
from .storeys import DOWN, HANGING, SCAFFOLDED, TOKEN

SPREAD = (4.0, 3.8, 3.7, 3.5, 3.4, 3.4, 3.1, 3.0, 2.8, 2.6, 2.2, 1.8)
"""By round: how far promises are from the points in the end (standard deviation)."""
SHARPNESS = 0.78  # with this part of the spread, shares fit the results of games best
MARGIN = 0.004  # a point of margin at the end, in games won: a win by more is a little better


class Position(NamedTuple):
    """A table. Rooms are types, because it makes no difference which bathroom it is."""

    round: int
    marker: int
    queue: tuple[int, ...]  # seats that still take a pair this round, in order; () once the round is over
    clears: bool  # whether the first player still has to clear a pair
    rooms: tuple[int, ...]  # by column, 0 if gone
    specials: tuple[int, ...]
    houses: tuple[Dwelling, ...]
    room_deck: bytes  # in no particular order: sorted
    special_deck: bytes
    clearing: bool  # whether pairs are cleared in this game
    sides: bool


class Deal(NamedTuple):
    """What may be dealt next."""

    rooms: tuple[int, ...]
    specials: tuple[int, ...]


# -- seeing --------------------------------------------------------------------------------------------------


NOTHING = Cards(bytes(5), bytes(5))
HELPERS = (ROOFER, SUPPLIER, HANDYMAN)


@lru_cache(maxsize=10_000)  # a search looks at the same houses again and again
def dwelling(house: House, may_help: bool = True) -> Dwelling:
    cells = house.cells
    seen = [
        HANGING if slot < 10 and not cell and not cells[slot + 5] else BYTE[cell]
        for slot, cell in enumerate(cells)
    ]
    tokens = [token for token in house.tokens if token] + [card for card in house.beside if card in OUTSIDE]
    return Dwelling(
        bytes(seen[:5]),
        bytes(seen[5:10]),
        bytes(seen[13:]),
        bytes(sorted(house.roof)),
        sum(SPECIALS[token].points for token in tokens),
        len(tokens),
        bytes(
            sorted(
                [card for card in house.beside if card not in TOKENS and (may_help or card not in HELPERS)]
            )
        ),
    )


def _byte(cell: int) -> int:
    if cell in (0, SOLID):
        return 0
    if cell in (SCAFFOLD_CELL, FRESH_CELL):
        return SCAFFOLDED
    if FACE_DOWN <= cell < WITH_TOKEN:
        return DOWN
    card = cell & CARD
    return KIND_OF[card] + (TOKEN if cell >= WITH_TOKEN else 0) if card < SCAFFOLD_CELL else 0


BYTE = tuple(map(_byte, range(256)))


def position(state: State, round_: int) -> Position:
    """The table during this round, or right after it if the next one has already been dealt: then what was
    dealt goes back into the deck."""
    queue = _queue(state) if state.round == round_ else ()
    shown = state.display if queue else NOTHING
    rooms, specials = state.deck
    if state.round != round_:
        rooms, specials = rooms + state.display.rooms, specials + state.display.specials[1:]
    return Position(
        round_,
        state.marker,
        queue,
        state.step == CLEAR and state.round == round_,
        tuple([KIND_OF[card] for card in shown.rooms]),
        tuple(shown.specials),
        tuple([dwelling(house, _may_help(state, seat)) for seat, house in enumerate(state.houses)]),
        bytes(sorted([KIND_OF[card] for card in rooms])),
        bytes(sorted(specials)),
        clears(state),
        state.options.neighbours == "sides",
    )


def _queue(state: State) -> tuple[int, ...]:
    if state.step in (CLEAR, CLEARED):
        return clockwise(state)
    if state.step == TURN:
        return (*state.waiting, *state.queue)
    return state.queue if state.step == JACK else ()


def _may_help(state: State, seat: int) -> bool:
    """Whether this seat's helpers may still be of use."""
    return state.step not in (HELP, OVER) or seat in state.waiting or seat in state.queue


# -- playing on ----------------------------------------------------------------------------------------------


def sample(table: Position, chance: Random) -> Deal:
    """A deal from the cards that are left."""
    if table.round == ROUNDS:
        return Deal((), ())
    rooms, specials = table.room_deck, table.special_deck
    return Deal(
        tuple(chance.sample(rooms, min(5, len(rooms)))),
        (0, *chance.sample(specials, min(4, len(specials)))),
    )


class Ahead:
    """A round being played in a bot's head."""

    def __init__(self, table: Position) -> None:
        self.table = table
        self.rooms, self.specials = [*table.rooms], [*table.specials]
        self.houses, self.marker = [*table.houses], table.marker

    def _promise(self) -> Promise:
        return promise(len(self.houses), self.table.round, self.table.sides)

    def finish_round(self) -> Position:
        """Let the seats that are left take their pairs."""
        table, scale = self.table, self._promise()
        if table.clears:
            self.rooms[self._to_clear(scale, table.queue)] = 0
        for seat in table.queue:
            found = self.worths(scale, seat)
            if found:
                self._take(scale, seat, found[0][1])
        return table._replace(
            marker=self.marker,
            queue=(),
            clears=False,
            rooms=(0,) * 5,
            specials=(0,) * 5,
            houses=tuple(self.houses),
        )

    def worths(self, scale: Promise, seat: int) -> list[tuple[float, int]]:
        """The columns that are left, with what each would add for this seat; the best comes first."""
        house = self.houses[seat]
        found = [
            (
                scale.best_place(house, kind)[0] + scale.special(house, self.specials[column], kind),
                column,
            )
            for column, kind in enumerate(self.rooms)
            if kind
        ]
        found.sort(reverse=True)
        return found

    def _take(self, scale: Promise, seat: int, column: int) -> None:
        house = self.houses[seat]
        _, level, cell, byte = scale.best_place(house, self.rooms[column])
        if cell >= 0:
            house = laid(house, level, cell, byte)
        self.houses[seat] = scale.with_special(house, self.specials[column])
        if not column:
            self.marker = seat
        self.rooms[column] = 0

    def _to_clear(self, scale: Promise, order: Sequence[int]) -> int:
        """The column that is worth most to the next seat, unless it is the best one for the first."""
        mine = self.worths(scale, order[0])[0][1]
        for _, column in self.worths(scale, order[1]):
            if column not in (0, mine):
                return column
        return 1


def play_on(table: Position, deal: Deal) -> Position:
    """Play the rest of the round, and one more with this deal."""
    if table.queue:
        table = Ahead(table).finish_round()
    if table.round == ROUNDS:
        return table
    return Ahead(dealt(table, deal)).finish_round()


def dealt(table: Position, deal: Deal) -> Position:
    seats = len(table.houses)
    order = tuple((table.marker + step) % seats for step in range(seats))
    return table._replace(
        round=table.round + 1,
        queue=order,
        clears=table.clearing,
        rooms=deal.rooms,
        specials=deal.specials,
    )


# -- judging -------------------------------------------------------------------------------------------------


def worth(table: Position) -> tuple[float, ...]:
    """What each seat will have in the end, in points."""
    scale = promise(len(table.houses), table.round, table.sides)
    return tuple([scale.house(house, table.marker == seat) for seat, house in enumerate(table.houses)])


def shares(table: Position) -> tuple[float, ...]:
    """The part of games like this that each seat wins."""
    points = worth(table)
    best = max(points)
    if table.round == ROUNDS:
        winners = [value == best for value in points]
        return tuple(
            [
                won / sum(winners) + MARGIN * (value - max(_others(points, seat)))
                for seat, (won, value) in enumerate(zip(winners, points, strict=True))
            ]
        )
    heat = SHARPNESS * SPREAD[table.round]
    odds = [exp((value - best) / heat) for value in points]
    total = sum(odds)
    return tuple([odd / total for odd in odds])


def _others(points: Sequence[float], seat: int) -> list[float]:
    return [value for other, value in enumerate(points) if other != seat]
