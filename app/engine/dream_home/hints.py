"""The points a move would score: the difference between the house's visible points before and after it."""

from typing import NamedTuple

from app.engine.core import Line, Move, Seat

from .cards import KIND_OF
from .house import SLOT_NAMES, House, face_up_slots, in_order, open_slots, put
from .rules import apply
from .scoring import score_house
from .state import State


def in_sight(house: House, neighbours: str) -> tuple[Line, ...]:
    """Every score line of a house except the roof line, because nobody may look at the roof."""
    return tuple(line for line in score_house(house, neighbours) if line.part != "roof")


def gain(state: State, seat: Seat, move: Move) -> int:
    """The points this move would add to the seat's house."""
    after, _ = apply(state, seat, move)
    return _worth(after.houses[seat], state) - _worth(state.houses[seat], state)


class Places(NamedTuple):
    """The slots of a house where a room card could go right now."""

    up: tuple[str, ...]
    down: tuple[str, ...]  # only face down


def places(house: House, room: int) -> Places:
    open_now = open_slots(house.cells)
    up = open_now & face_up_slots(house, KIND_OF[room])
    return Places(_names(up), _names(open_now & ~up))


def _names(slots: int) -> tuple[str, ...]:
    return tuple(SLOT_NAMES[slot] for slot in in_order(slots))


def best_place(state: State, seat: Seat, room: int) -> tuple[int, str] | None:
    """The most points this room card could add to the seat's house, and the slot that adds them. None if the
    card can't go anywhere face up."""
    house = state.houses[seat]
    places = in_order(open_slots(house.cells) & face_up_slots(house, KIND_OF[room]))
    scores = [
        (_worth(house._replace(cells=put(house.cells, slot, room)), state), SLOT_NAMES[slot])
        for slot in places
    ]
    if not scores:
        return None
    most, where = max(scores, key=lambda score: score[0])
    return most - _worth(house, state), where


def _worth(house: House, state: State) -> int:
    return sum(line.points for line in in_sight(house, state.options.neighbours))
