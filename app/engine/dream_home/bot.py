"""Estimates a state's value to a seat. This depends on its house, how the house could still grow, and the
best use of the cards in hand. The estimate never looks at a deck or another player's roof pile."""

from app.engine.core import Seat

from .cards import COLOUR, HANDYMAN, JACKHAMMER, KIND_OF, KINDS, ROUNDS, SPECIALS, TOKENS
from .house import TYPES, WIDTH, House, face_up_slots, in_order, open_slots, put, rooms_of, token_slots
from .scoring import ROOF_CARDS, score_house
from .state import State

GROWTH = 0.35  # factor for the points that one more card would add to a room that can still grow
ROOF_CARD, ROOF_MATCH = 0.7, 0.5  # per roof card towards four; per extra card of the most common colour
TOOL, ARCHITECT_OR_DESIGNER, END_HELPER = 0.4, 1.5, 2.0


def value(state: State, seat: Seat) -> float:
    house = state.houses[seat]
    if not state.room or state.waiting != (seat,):
        return _worth(state, house) + _token_worth(state, seat, house)
    return max(
        _worth(state, laid) + _token_worth(state, seat, laid) for laid in _placements(house, state.room)
    )


def _placements(house: House, room: int) -> list[House]:
    """The house with this card face up in each slot it fits. If it fits nowhere, the house is unchanged,
    because a face-down card scores nothing."""
    slots = in_order(open_slots(house.cells) & face_up_slots(house, KIND_OF[room]))
    return [house._replace(cells=put(house.cells, slot, room)) for slot in slots] or [house]


def _token_worth(state: State, seat: Seat, house: House) -> float:
    if not state.token or state.waiting != (seat,):
        return 0
    return SPECIALS[state.token].points if token_slots(house, state.token) else 0


def _worth(state: State, house: House) -> float:
    points = sum(line.points for line in score_house(house, state.options.neighbours))
    left = (ROUNDS - state.round) / ROUNDS
    return points + _roof_promise(house.roof) + left * (_growth(house) + _beside(house))


def _roof_promise(pile: bytes) -> float:
    """The value of an unfinished roof. It doesn't score yet, but every card brings it closer."""
    if not pile or len(pile) >= ROOF_CARDS:
        return 0
    colours = [COLOUR[roof] for roof in pile]
    return ROOF_CARD * len(pile) + ROOF_MATCH * (max(map(colours.count, colours)) - 1)


def _growth(house: House) -> float:
    """The points that rooms could still gain by growing into an open slot."""
    types = house.cells.translate(TYPES)
    open_ = in_order(open_slots(house.cells))
    promise = 0.0
    for room in rooms_of(types):
        kind = KINDS[types[room.start]]
        storey = room.start // WIDTH
        beside = [cell for cell in (room.start - 1, room.stop) if cell // WIDTH == storey and cell in open_]
        if len(room) < kind.largest and beside:
            promise += GROWTH * (kind.points[len(room)] - kind.points[len(room) - 1])
    return promise


def _beside(house: House) -> float:
    worth = 0.0
    for special in house.beside:
        if special in TOKENS:
            continue
        sort = SPECIALS[special].sort
        if sort == "tool":
            worth += TOOL * (2 if special == JACKHAMMER else 1)
        else:
            worth += END_HELPER if special == HANDYMAN else ARCHITECT_OR_DESIGNER
    return worth
