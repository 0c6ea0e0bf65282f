"""The referee's answers to questions about a drawn house."""

from collections.abc import Mapping
from typing import Any

from app.engine.core import Illegal, Question, totals

from .cards import KIND_NUMBERS
from .house import House, face_up_slots, open_slots, slot_names
from .notation import read_house
from .scoring import PARTS, score_house
from .state import read_options


def _score(fields: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """The score of a house, in total by category and line by line."""
    house = _house(fields)
    if 0 in house.roof:
        raise Illegal("hidden_roof")
    lines = score_house(house, read_options(options).neighbours)
    return {**totals(PARTS, lines), "lines": [line._asdict() for line in lines]}


def _places(fields: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Where a card of this room can go."""
    house = _house(fields)
    read_options(options)
    kind = KIND_NUMBERS.get(fields["room"])
    if kind is None:
        raise Illegal("unknown_room", rooms=tuple(KIND_NUMBERS))
    slots = open_slots(house.cells)
    return {"face_up": slot_names(slots & face_up_slots(house, kind)), "face_down": slot_names(slots)}


def _house(fields: Mapping[str, Any]) -> House:
    return read_house(fields["house"])


QUESTIONS = {
    "score": Question({"house": str}, _score),
    "places": Question({"house": str, "room": str}, _places),
}
