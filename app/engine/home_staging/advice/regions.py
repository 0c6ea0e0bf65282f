"""Candidate regions for closing a room: the minimum its pieces need, plus larger, more regular shapes that
contain it."""

from collections.abc import Iterable

from ..cells import SIZE, around, box, each, flood, parts, rectangle, to_side, together
from ..home import Home
from ..reach import may_be_front

AS_IT_IS = ((0, 0, 0, 0),)
GROWN = (
    *((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)),
    *((1, 0, 1, 0), (1, 0, 0, 1), (0, 1, 1, 0), (0, 1, 0, 1)),
)
"""How far to grow a box at its top, bottom, left and right: on one side, or on two adjacent sides."""


def candidates(home: Home) -> list[int]:
    """Different regions that the open room could have. The room must contain a piece."""
    area = home.open_parts[0]
    least = snug(home, area)
    notched = _notched(least, area)
    found = [least, notched]
    found += _boxes(least, area, (*AS_IT_IS, *GROWN))
    for size in _wanted_sizes(home):
        found += [_grown(region, area, size) for region in (least, notched) if region.bit_count() < size]
    if home.furnishes_entry:
        whole = _with_ways_in(home, least, area)
        found += [whole, _notched(whole, area), *_boxes(whole, area, AS_IT_IS), area]
    return list(dict.fromkeys(found))


def snug(home: Home, area: int) -> int:
    """All cells of the room's pieces, joined by shortest paths that use free floor wherever possible."""
    cells = together(piece.cells for piece in home.pieces)
    floor = home.circulation | home.rugs
    cells |= _joined(floor, area & home.walking)
    return _joined(cells, area)


def _joined(cells: int, ground: int) -> int:
    """These cells, plus a path over this ground from each part to the nearest other part, if such a path
    exists."""
    alone = 0  # parts with no path to any other
    while True:
        separate = [part for part in parts(cells) if not part & alone]
        if len(separate) < 2:
            return cells
        way = way_between(separate[0], cells & ~separate[0] & ~alone, ground)
        if not way:
            alone |= separate[0]
        cells |= way


def way_between(begin: int, goal: int, ground: int) -> int:
    """The cells of a shortest path between two sets of cells; 0 if there is none."""
    rings = [begin]
    walked = begin
    while not around(rings[-1]) & goal:
        ring = around(rings[-1]) & ground & ~walked
        if not ring:
            return 0
        rings.append(ring)
        walked |= ring
    way, end = 0, around(goal)
    for ring in reversed(rings[1:]):
        end &= ring
        end &= -end
        way |= end
        end = around(end)
    return way


def _notched(region: int, area: int) -> int:
    """The region with its notches filled. A notch is a cell enclosed on three sides by the region or by
    unusable cells."""
    while True:
        left = area & ~region
        shut = [~to_side(left, side) for side in range(4)]
        threes = [shut[side] & shut[(side + 1) % 4] & shut[(side + 2) % 4] for side in range(4)]
        notches = left & around(region) & together(threes)
        if not notches:
            return region
        region |= notches


def _boxes(region: int, area: int, ways: Iterable[tuple[int, int, int, int]]) -> list[int]:
    """The box around a region, grown in each of these ways and clipped to the area."""
    top, bottom, left, right = box(region)
    return [
        flood(
            region,
            area
            & rectangle(
                max(0, top - up),
                min(SIZE - 1, bottom + down),
                max(0, left - west),
                min(SIZE - 1, right + east),
            ),
        )
        for up, down, west, east in ways
    ]


def _wanted_sizes(home: Home) -> list[int]:
    """The sizes that would earn the open room a bonus, judging by what is known so far."""
    assert home.open is not None
    key, sizes = home.open.key, []
    areas = {room.key: room.region.bit_count() for room in home.built}
    for bonus in home.scenario.bonuses:
        for word in bonus.conditions:
            if word.name == "area" and word.args == (key,):
                sizes.append(word.limit)
            if word.name == "area_gap" and key in word.args:
                others = [areas[other] for other in word.args if other in areas]
                sizes += [size for other in others for size in (other - word.limit, other)]
    return sizes


def _grown(region: int, area: int, size: int) -> int:
    """The region grown cell by cell. Cells touching it on most sides come first, then those within its box,
    then reading order."""
    within = rectangle(*box(region))
    while region.bit_count() < size and (border := around(region) & area & ~region):
        sides = [to_side(region, side) for side in range(4)]
        region |= 1 << min(
            each(border),
            key=lambda cell: (-sum(side >> cell & 1 for side in sides), not within >> cell & 1, cell),
        )
    return region


def _with_ways_in(home: Home, least: int, area: int) -> int:
    """The region, joined to all doorsteps and to the nearest cell that may have the front door."""
    cells = least | home.doorsteps & area
    doors = may_be_front(home) & area
    if doors and not least & doors:
        way = way_between(least, doors, area & home.walking) or way_between(least, doors, area)
        end = around(way or least) & doors
        cells |= way | end & -end
    return _joined(_joined(cells, area & home.walking), area)
