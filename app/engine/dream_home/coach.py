"""A hint for a first game: at most one a turn, about what this player can see on the table. After the first
rounds there are none. And a doubt: whether a room would score much more in another slot."""

from collections.abc import Iterator

from app.engine import doubt as doubts
from app.engine.coach import SILENT, Coach
from app.engine.core import Move, Seat
from app.engine.doubt import Doubt

from .cards import DESIGNER, KIND_OF, KINDS, ROOFS, SPECIALS, TOKENS, Kind
from .hints import gain, places
from .house import SLOT, SLOTS, TYPES, House, put, room_of, token_slots
from .rules import moves as legal
from .scoring import ROOF_CARDS, score_house
from .state import CLEAR, TURN, State
from .view import View

ROUNDS = 4
Hint = tuple[str | int, ...]


def coach(seen: View, seat: Seat, moves: tuple[Move, ...], neighbours: str) -> Coach:
    """What a newcomer in this seat should hear now."""
    if seen.round > ROUNDS or not moves:
        return SILENT
    begins = not any(seen.houses[seat].cells[slot] for slot in SLOTS)
    if seen.step == CLEAR and seen.round == 1:
        return Coach(begins, ("clear",))
    if seen.step != TURN:
        return Coach(begins)
    if seen.round == 1:
        return Coach(begins, ("pick",))
    return Coach(begins, next(_of_the_table(seen, seat, moves, neighbours), ()))


def _of_the_table(seen: View, seat: Seat, moves: tuple[Move, ...], neighbours: str) -> Iterator[Hint]:
    """The hints about what lies on the display, starting with the most useful."""
    house = seen.houses[seat]
    columns = [int(move[1]) for move in moves if move[0] == "take"]
    rooms = [seen.display.rooms[column] for column in columns]
    specials = [seen.display.specials[column] for column in columns]
    joins = [hint for room in rooms for hint in _joins(house, room)]
    yield from sorted(joins, key=_gained, reverse=True)
    for room in rooms:
        yield from _beside(house, room, neighbours)
    for token in specials:
        if token in TOKENS and token_slots(house, token):
            yield "token", SPECIALS[token].key, SPECIALS[token].points + (DESIGNER in house.beside)
    if any(special in ROOFS for special in specials) and len(house.roof) < ROOF_CARDS:
        yield "roof", len(house.roof)
    for room in rooms:
        if KINDS[KIND_OF[room]].basement:
            yield "basement", KINDS[KIND_OF[room]].key


def _joins(house: House, room: int) -> Iterator[Hint]:
    """Where this card would make a bigger room that scores more than its cards apart."""
    kind = KINDS[KIND_OF[room]]
    for name in places(house, room).up:
        joined = room_of(put(house.cells, SLOT[name], room).translate(TYPES), SLOT[name])
        points, apart = kind.points[len(joined) - 1], _apart(joined, SLOT[name], kind)
        if len(joined) > 1 and points > apart:
            yield "join", kind.key, len(joined), points, apart


def _apart(joined: range, slot: int, kind: Kind) -> int:
    """What these cards would score if this slot's card lay elsewhere, alone."""
    parts = (slot - joined.start, 1, joined.stop - slot - 1)
    return sum(kind.points[size - 1] for size in parts if size)


def _gained(hint: Hint) -> int:
    return int(hint[3]) - int(hint[4])


def _beside(house: House, room: int, neighbours: str) -> Iterator[Hint]:
    """Whether this card could go next to the room that it likes."""
    kind = KINDS[KIND_OF[room]]
    for name in places(house, room).up if kind.bonus_beside else ():
        after = house._replace(cells=put(house.cells, SLOT[name], room))
        for line in score_house(after, neighbours):
            if line.code == "room_beside" and line.cells[0] == name:
                yield "beside", kind.key, kind.bonus_beside, line.points, kind.points[0]
                return


def doubt(state: State, seat: Seat, move: Move) -> Doubt | None:
    """With a token in hand nobody is asked: it may be meant for a room in that slot."""
    if move[0] != "place" or state.token:
        return None
    placings = [each for each in legal(state, seat) if each[0] == "place"]
    gains = {each: gain(state, seat, each) for each in placings if each == move or each[1] != move[1]}
    return doubts.doubt(state.round, move, gains)
