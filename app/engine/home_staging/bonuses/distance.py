"""Distances. A distance is the number of cells on the walk from one thing to another."""

from collections.abc import Iterator

from ..cells import around, together
from ..home import Home
from ..reach import Reach


def rings(home: Home, cells: int) -> Iterator[int]:
    """The cells within a walk of one, two, three … cells. The starting cells count as the first cell of the
    walk."""
    walked = cells & home.walking
    while walked:
        yield walked
        more = walked | home.beside(walked) & home.walking
        if more == walked:
            return
        walked = more


def apart(home: Home, one: int, others: int) -> int | None:
    """The distance between two bodies; None if no walk connects them."""
    if not one or not others:
        return None
    if home.beside(one) & others:
        return 0
    goal = home.beside(others)
    for length, walked in enumerate(rings(home, home.beside(one)), 1):
        if walked & goal:
            return length
    return None


def between(reach: Reach, number: int, other: int) -> int | None:
    """The smallest distance between two different pieces with these numbers."""
    bodies = reach.bodies.get(number, [])
    if number == other:
        pairs = [(body, together(bodies[place:])) for place, body in enumerate(bodies, 1)]
    else:
        pairs = [(together(bodies), together(reach.bodies.get(other, [])))]
    found = [length for one, rest in pairs if (length := apart(reach.home, one, rest)) is not None]
    return min(found, default=None)


def from_front(reach: Reach, number: int) -> list[int]:
    """The cells within one, two, three … cells of a piece with this number, counting both ends."""
    if number not in reach.ways:
        body = together(reach.bodies.get(number, []))
        reach.ways[number] = list(rings(reach.home, reach.home.beside(body)))
    return reach.ways[number]


def over_hall(hall: int, begin: int, end: int) -> int | None:
    """The number of cells from one doorstep to another across the hall, counting both."""
    walked, length = begin & hall, 1
    while not walked & end:
        more = around(walked) & hall
        if more == walked:
            return None
        walked, length = more, length + 1
    return length
