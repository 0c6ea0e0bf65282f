"""Suggested ways to close a room, best first. There is always at least one. These are advice, not rules."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from ..area import write_area
from ..cells import NO_EDGE, Edge, flood, to_side
from ..closing import doors
from ..home import Home, home
from ..reach import left_for_rooms
from ..scoring import tally
from ..sheet import Sheet
from .regions import candidates

AT_MOST = 8
LOOKED_AT_AGAIN = 3  # if doors or distances earn points, the number of regions to try with every door
REST = 0.25  # the value of a cell left for future rooms


class Proposal(NamedTuple):
    cells: str
    door: str


class _Closing(NamedTuple):
    """A closing, with the values it is ranked by: lower is better."""

    cost: float
    walls: int
    size: int
    cells: str
    place: int  # the door's position among those tried
    door: str
    region: int


@lru_cache(maxsize=500)
def proposals(scenario: str, sheet: Sheet, front: str) -> tuple[Proposal, ...]:
    """Suggested closings for a sheet's open room, which must contain a piece. `front` is the front door, or
    "" if none is set."""
    before = home(scenario, sheet)
    found = sorted(
        min(_closings(before, front, region, unlike(before, region))) for region in candidates(before)
    )
    if _doors_matter(before):
        again = found[:LOOKED_AT_AGAIN]
        found[:LOOKED_AT_AGAIN] = [
            min(_closings(before, front, each.region, doors(before, each.region))) for each in again
        ]
        found.sort()
    return tuple(Proposal(each.cells, each.door) for each in found[:AT_MOST])


def _doors_matter(home: Home) -> bool:
    """Whether any bonus depends on doors or distances."""
    return any(
        word.name in ("dist", "door_dist") for bonus in home.scenario.bonuses for word in bonus.conditions
    )


def unlike(home: Home, region: int) -> Iterator[Edge]:
    """The first door that joins each pair of floor areas, one inside the region and one outside it."""
    floor = region & home.walking
    outside = home.entry.free if home.entry else home.rest & ~region
    joined: list[tuple[int, int]] = []
    for door in doors(home, region):
        if not any(door.here & inner and door.beyond & outer for inner, outer in joined):
            joined.append((flood(door.here, floor), flood(door.beyond, outside)))
            yield door


def _closings(before: Home, front: str, region: int, doors: Iterable[Edge]) -> Iterator[_Closing]:
    """One closing of this region for each of these doors, or a single closing without a door if there are
    none."""
    scenario = before.scenario
    left = scenario.inside & ~before.finished & ~region
    walls = sum((region & to_side(left, side)).bit_count() for side in range(4))
    to_come = len(before.built) + len(before.missing) + 1 < len(scenario.rooms)
    names = [door.name for door in doors] or [NO_EDGE]
    for place, name in enumerate(names):
        counted = tally(before.finish(region, name), front)
        worth = counted.total + (REST * left_for_rooms(counted.reach) if to_come else 0)
        yield _Closing(-worth, walls, region.bit_count(), write_area(region), place, name, region)
