"""The front door, and the rooms and pieces within reach of it."""

from collections.abc import Iterator
from functools import cached_property

from .cells import EDGES, Edge, around, flood, parts, together
from .home import Home, Reached


class Reach:
    """A home, as far as it can be reached from its front door. Without a front door, nothing is in reach."""

    def __init__(self, home: Home, hall: int) -> None:
        self.home = home
        self.hall = hall  # the corridor, or the part of the entry room that is in reach
        entry = home.entry
        found = [room.reached for room in home.built if room.doorstep & hall]
        if entry and hall:
            found.append(Reached(entry, hall))
        self.rooms = {
            reached.room.key: reached for reached in sorted(found, key=lambda each: each.room.place)
        }
        self.ways: dict[
            int, list[int]
        ] = {}  # for each number, the distances from the pieces with it: see bonuses/distance.py

    @cached_property
    def bodies(self) -> dict[int, list[int]]:
        """By number, the body of each piece in reach; 0 for a rug."""
        found: dict[int, list[int]] = {}
        for room in self.rooms.values():
            for piece in room.pieces:
                found.setdefault(piece.piece.number, []).append(piece.body)
        return found

    @cached_property
    def body(self) -> int:
        """All body cells in reach."""
        return together(room.body for room in self.rooms.values())

    @cached_property
    def corridor(self) -> int:
        return 0 if self.home.entry else self.hall


def left_for_rooms(reach: Reach) -> int:
    """The number of connected cells left for future rooms. If any room is in reach, only cells that the hall
    leads to count."""
    home = reach.home
    left = home.scenario.inside & ~home.finished
    if reach.rooms and not home.entry:
        return flood(reach.hall, reach.hall | left & home.scenario.low).bit_count()
    beside = around(reach.hall) if reach.rooms else left
    return max((part.bit_count() for part in parts(left) if part & beside), default=0)


def may_be_front(home: Home) -> int:
    """The cells that may have the front door on one side."""
    ground = home.entry.region if home.entry else ~home.finished
    return home.scenario.front_cells & ground & ~home.body


def is_front(home: Home, name: str) -> bool:
    """Whether this edge may be the front door."""
    edge = EDGES[name]
    return edge in home.scenario.fronts and bool(edge.here & may_be_front(home))


def fronts(home: Home) -> list[Edge]:
    """All edges that may be the front door, in order."""
    cells = may_be_front(home)
    return [edge for edge in home.scenario.fronts if edge.here & cells]


def reaches(home: Home) -> Iterator[tuple[Reach, list[Edge]]]:
    """Each different hall with the front doors that lead into it, ordered by the first of those doors."""
    possible = fronts(home)
    ground = home.entry.free if home.entry else home.rest
    while possible:
        hall = flood(possible[0].here, ground)
        yield Reach(home, hall), [edge for edge in possible if edge.here & hall]
        possible = [edge for edge in possible if not edge.here & hall]
