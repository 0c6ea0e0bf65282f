"""What is in reach, and how far things are, told again cell by cell: slow, but simple."""

from collections import deque
from collections.abc import Iterable

from app.engine.home_staging.area import area
from app.engine.home_staging.cells import EDGES, NAMES, names
from app.engine.home_staging.pieces import laid
from app.engine.home_staging.scenarios import SCENARIOS
from app.engine.home_staging.sheet import Sheet

STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


def beyond(cell: str, side: str) -> str:
    """The cell on that side, or nothing."""
    row, column = int(cell[1:]) - 1 + STEPS[side][0], "ABCDEFGHIJKLMNOP".index(cell[0]) + STEPS[side][1]
    return NAMES[16 * row + column] if row in range(16) and column in range(16) else ""


class Walk:
    """A sheet, walked over from its front door."""

    def __init__(self, scenario: str, sheet: Sheet, front: str) -> None:
        plan = SCENARIOS[scenario].plan
        signs = {
            NAMES[16 * row + column]: sign
            for row, line in enumerate(plan)
            for column, sign in enumerate(line)
        }
        self.walkable = {cell for cell, sign in signs.items() if sign in "ib"}
        self.high = {cell for cell, sign in signs.items() if sign == "i"}
        self.rooms = {room.key: room for room in sheet.rooms if room.exists}
        self.region = {key: {*names(area(room.cells))} for key, room in self.rooms.items()}
        self.owner = {cell: key for key, region in self.region.items() for cell in region}
        self.body = {cell for room in sheet.rooms for name in room.pieces for cell in names(laid(name).body)}
        self.doors = {
            (room.door[:-1], beyond(room.door[:-1], room.door[-1]))
            for room in self.rooms.values()
            if room.door != "-"
        }
        self.entry = SCENARIOS[scenario].entry if SCENARIOS[scenario].entry in self.rooms else ""
        self.hall = self._hall(front)

    def may_step(self, cell: str, other: str) -> bool:
        same = self.owner.get(cell) == self.owner.get(other)
        return same or (cell, other) in self.doors or (other, cell) in self.doors

    def _hall(self, front: str) -> set[str]:
        if not front:
            return set()
        ground = self.high if self.entry else self.walkable
        return self.flood(front[:-1], {cell for cell in ground if self.owner.get(cell, "") == self.entry})

    def flood(self, begin: str, ground: Iterable[str]) -> set[str]:
        free, seen, queue = {*ground} - self.body, {begin}, deque([begin])
        while queue:
            cell = queue.popleft()
            for side in STEPS:
                if (other := beyond(cell, side)) in free and other not in seen:
                    seen.add(other)
                    queue.append(other)
        return seen

    def in_reach(self) -> set[str]:
        """The pieces of finished rooms that are in reach."""
        found = set()
        for key, room in self.rooms.items():
            if key == self.entry:
                reached = self.hall
            elif room.door != "-" and beyond(room.door[:-1], room.door[-1]) in self.hall:
                reached = self.flood(room.door[:-1], self.region[key] & self.high)
            else:
                continue
            if reached:
                found |= {name for name in room.pieces if {*names(laid(name).circulation)} <= reached}
        return found

    def distance(self, one: str, other: str) -> int | None:
        """Between the bodies of two pieces."""
        begin, end = ({*names(laid(name).body)} for name in (one, other))
        if any(self._beside(cell) & end for cell in begin):
            return 0
        length = dict.fromkeys(self._around(begin), 1)
        queue = deque(length)
        goal = self._around(end)
        while queue:
            cell = queue.popleft()
            if cell in goal:
                return length[cell]
            for near in self._beside(cell) & (self.walkable - self.body):
                if near not in length:
                    length[near] = length[cell] + 1
                    queue.append(near)
        return None

    def _beside(self, cell: str) -> set[str]:
        return {other for side in STEPS if (other := beyond(cell, side)) and self.may_step(cell, other)}

    def _around(self, cells: set[str]) -> set[str]:
        return {other for cell in cells for other in self._beside(cell)} & (self.walkable - self.body)


assert {*EDGES} == {f"{cell}{side}" for cell in NAMES for side in STEPS}
