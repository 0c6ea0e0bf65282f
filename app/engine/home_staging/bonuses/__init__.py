"""Evaluates each word of a scenario's bonus lines for a home. The result is the cells that make the
word hold, or None."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from ..cells import SIDES, Edge, around, box, rectangle, together
from ..reach import Reach
from ..scenarios import SEEN, Scenario
from ..words import Bonus, Word
from .distance import between, from_front, over_hall

COURT = "court"
FRONT = "front"


class Earned(NamedTuple):
    """How often a bonus is earned, and the cells that earned it."""

    times: int
    cells: int


NOTHING = Earned(0, 0)


def earned(bonus: Bonus, reach: Reach, front: Edge | None) -> Earned:
    return _PER[bonus.per](bonus, reach, front)


@cache
def by_edge(scenario: Scenario) -> tuple[int, ...]:
    """The bonuses whose result may depend on which of several front doors into the same hall is used."""
    return tuple(
        place for place, bonus in enumerate(scenario.bonuses) if any(_looks_at_edge(scenario, bonus))
    )


def _looks_at_edge(scenario: Scenario, bonus: Bonus) -> Iterator[bool]:
    for word in bonus.conditions:
        yield word.name == "dist" and FRONT in word.args
        yield word.name in ("window", "view") and scenario.entry in word.args


# -- how often a bonus counts --------------------------------------------------------------------------------


def _once(bonus: Bonus, reach: Reach, front: Edge | None) -> Earned:
    cells = 0
    for word in bonus.conditions:
        found = holds(word, reach, front)
        if found is None:
            return NOTHING
        cells |= found
    return Earned(1, cells)


def _per_room(bonus: Bonus, reach: Reach, front: Edge | None) -> Earned:
    found = [cells for word in bonus.conditions if (cells := holds(word, reach, front)) is not None]
    return Earned(len(found), together(found))


def _at_window(bonus: Bonus, reach: Reach, front: Edge | None) -> Earned:
    outer = reach.home.scenario.outer_any  # there can't be a body just inside the front door
    found = [body for body in reach.bodies.get(bonus.number, []) if body & outer]
    return Earned(len(found), together(found))


def _beside(bonus: Bonus, reach: Reach, front: Edge | None) -> Earned:
    beside = reach.home.beside
    others = reach.bodies.get(bonus.limit, [])
    found = [
        body
        for place, body in enumerate(reach.bodies.get(bonus.number, []))
        if beside(body)
        & together(other for at, other in enumerate(others) if bonus.number != bonus.limit or at != place)
    ]
    return Earned(len(found), together(found))


def _beyond(bonus: Bonus, reach: Reach, front: Edge | None) -> Earned:
    bodies = reach.bodies.get(bonus.number, [])
    times = max(0, len(bodies) - bonus.limit)
    return Earned(times, together(bodies) if times else 0)


def _per_seat(bonus: Bonus, reach: Reach, front: Edge | None) -> Earned:
    room = reach.rooms.get(bonus.room)
    return _up_to(bonus.limit, together(piece.seats for piece in room.pieces) if room else 0)


def _per_plant(bonus: Bonus, reach: Reach, front: Edge | None) -> Earned:
    plants = together(piece.plants for room in reach.rooms.values() for piece in room.pieces)
    return _up_to(bonus.limit, plants)


def _up_to(limit: int, cells: int) -> Earned:
    return Earned(min(limit, cells.bit_count()), cells)


_PER: dict[str, Callable[[Bonus, Reach, Edge | None], Earned]] = {
    "": _once,
    "room": _per_room,
    "at_window": _at_window,
    "beside": _beside,
    "beyond": _beyond,
    "seat": _per_seat,
    "plant": _per_plant,
}

# -- conditions ----------------------------------------------------------------------------------------------


def holds(word: Word, reach: Reach, front: Edge | None) -> int | None:
    """The cells that make a condition hold, or None if it doesn't hold. The set of cells may be empty."""
    return _WORDS[word.name](word, reach, front)


def _compared(word: Word, value: int | None) -> bool:
    if value is None:
        return False
    return value >= word.limit if word.compares == ">=" else value <= word.limit


def _regions(word: Word, reach: Reach) -> list[int] | None:
    """The regions of the rooms this word names; None if one of the rooms doesn't exist or isn't in reach."""
    rooms = [reach.rooms.get(key) for key in word.args]
    return [room.room.region for room in rooms if room] if all(rooms) else None


def _all_cards(word: Word, reach: Reach, front: Edge | None) -> int | None:
    room = reach.rooms.get(word.args[0])
    if room is None:
        return None
    wanted = int(word.args[1]) if len(word.args) > 1 else 1
    numbers = [piece.piece.number for piece in room.pieces]
    cards = reach.home.scenario.rooms[room.room.place].cards
    if any(numbers.count(card.number) < wanted for card in cards):
        return None
    return together(piece.body for piece in room.pieces)


def _rect(word: Word, reach: Reach, front: Edge | None) -> int | None:
    regions = _regions(word, reach)
    return regions[0] if regions and regions[0] == rectangle(*box(regions[0])) else None


def _area(word: Word, reach: Reach, front: Edge | None) -> int | None:
    regions = _regions(word, reach)
    return regions[0] if regions and _compared(word, regions[0].bit_count()) else None


def _area_gap(word: Word, reach: Reach, front: Edge | None) -> int | None:
    regions = _regions(word, reach)
    if not regions:
        return None
    areas = [region.bit_count() for region in regions]
    return together(regions) if _compared(word, max(areas) - min(areas)) else None


def _free(word: Word, reach: Reach, front: Edge | None) -> int | None:
    room = reach.rooms.get(word.args[0])
    return room.room.free if room and _compared(word, room.room.free.bit_count()) else None


def _window(word: Word, reach: Reach, front: Edge | None) -> int | None:
    return together(edges_of(word, reach, front)) or None


def looking(scenario: Scenario, looks: str) -> tuple[int, ...]:
    """For each side, the cells whose window there looks out on this side, this ground or a court."""
    if looks == COURT:
        return scenario.to_court
    if looks in SEEN:
        return scenario.views[looks]
    return tuple(cells if name == looks else 0 for name, cells in zip(SIDES, scenario.outer, strict=True))


def edges_of(word: Word, reach: Reach, front: Edge | None) -> tuple[int, ...]:
    """For each side, the room's cells with a window on that side that makes a `window` or `view` condition
    hold."""
    room = reach.rooms.get(word.args[0])
    if room is None:
        return (0, 0, 0, 0)
    region, sides = room.room.region, looking(reach.home.scenario, word.args[1])
    found = [region & cells for cells in sides]
    if front:
        found[front.side] &= ~front.here
    return tuple(found)


def _borders(word: Word, reach: Reach, front: Edge | None) -> int | None:
    regions = _regions(word, reach)
    if not regions:
        return None
    one, other = regions
    beside = around(one) & other | around(other) & one
    if word.negated:
        return None if beside else 0
    return beside or None


def _avoids(word: Word, reach: Reach, front: Edge | None) -> int | None:
    room = reach.rooms.get(word.args[0])
    if room is None:
        return None
    return None if room.room.region & reach.home.scenario.farthest[word.args[1]] else room.room.region


def _apart(word: Word, reach: Reach, front: Edge | None) -> int | None:
    regions = _regions(word, reach)
    if not regions:
        return None
    one, other = regions
    return None if any(part & one and part & other for part in reach.home.scenario.buildings) else one | other


def _count(word: Word, reach: Reach, front: Edge | None) -> int | None:
    bodies = reach.bodies.get(int(word.args[0]), [])
    return together(bodies) if _compared(word, len(bodies)) else None


def _seats(word: Word, reach: Reach, front: Edge | None) -> int | None:
    room = reach.rooms.get(word.args[0])
    if room is None:
        return None
    seats = together(piece.seats for piece in room.pieces)
    return seats if _compared(word, seats.bit_count()) else None


def _body_on(word: Word, reach: Reach, front: Edge | None) -> int | None:
    cells = reach.body & reach.home.scenario.ground[word.args[0]]
    return cells if _compared(word, cells.bit_count()) else None


def _dist(word: Word, reach: Reach, front: Edge | None) -> int | None:
    one, other = word.args
    if other != FRONT:
        near = _compared(word, between(reach, int(one), int(other)))
    elif front:
        rings = from_front(reach, int(one))
        near = _compared(word, next((n for n, ring in enumerate(rings, 1) if ring & front.here), None))
    else:
        near = False
    return together(reach.bodies[int(one)] + reach.bodies.get(_number(other), [])) if near else None


def _number(arg: str) -> int:
    return 0 if arg == FRONT else int(arg)


def _door_dist(word: Word, reach: Reach, front: Edge | None) -> int | None:
    rooms = [reach.rooms.get(key) for key in word.args]
    steps = [room.room.doorstep for room in rooms if room]
    if len(steps) < 2 or not all(steps):
        return None
    return together(steps) if _compared(word, over_hall(reach.hall, *steps)) else None


def _corridor(word: Word, reach: Reach, front: Edge | None) -> int | None:
    if not reach.rooms:
        return None
    return reach.corridor if _compared(word, reach.corridor.bit_count()) else None


_WORDS: dict[str, Callable[[Word, Reach, Edge | None], int | None]] = {
    "all_cards": _all_cards,
    "rect": _rect,
    "area": _area,
    "area_gap": _area_gap,
    "free": _free,
    "window": _window,
    "view": _window,
    "borders": _borders,
    "avoids": _avoids,
    "apart": _apart,
    "count": _count,
    "seats": _seats,
    "body_on": _body_on,
    "dist": _dist,
    "door_dist": _door_dist,
    "corridor": _corridor,
}
