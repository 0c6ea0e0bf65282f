"""Whether all that is drawn may still be reached, however rooms are closed and wherever the front door is.

Whatever comes later only takes floor away. So if something can't be reached over all the floor that is left
now, it never will be: it has no way to the door. The open room may use all the floor it could have, and the
hall all the floor that isn't the open room's for certain.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from ..cells import around, each, flood, parts, together
from ..home import Home
from ..pieces import Laid, lay
from ..reach import may_be_front


class Floor(NamedTuple):
    """The floor on a sheet after a piece is drawn."""

    inside: int  # what the open room may use
    hall: int
    pieces: tuple[Laid, ...]  # of the open room
    circulation: int  # theirs


class Prospects:
    """What may still be reached on a sheet with an open room."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.fronts = may_be_front(home)
        self.doorsteps = together(room.doorstep for room in home.built)
        hall = home.entry.free if home.entry else home.rest
        self.now = Floor(
            home.open_area & home.scenario.high & ~home.body,
            hall & ~together(piece.cells for piece in home.pieces),
            home.pieces,
            home.circulation,
        )

    def cut(self, option: str, turn: int, mirrored: bool, anchors: int) -> int:
        """Those of these anchors that would leave something with no way to the door. All must be legal."""
        return sum(1 << anchor for anchor in each(anchors) if self._cuts(lay(option, turn, mirrored, anchor)))

    def lost(self, option: str, turn: int, mirrored: bool, anchor: int) -> tuple[str, ...]:
        """The rooms, by key, that a place that `cut` returns leaves with no way to the door: those that have
        one now, or else all."""
        after = self._lost(self._after(lay(option, turn, mirrored, anchor)))
        return tuple(room for room in after if room not in self._lost_now) or after

    def _after(self, piece: Laid | None) -> Floor:
        assert piece is not None  # it is on the sheet
        return Floor(
            self.now.inside & ~piece.body,
            self.now.hall & ~piece.cells,
            (*self.now.pieces, piece),
            self.now.circulation | piece.circulation,
        )

    def _cuts(self, piece: Laid | None) -> bool:
        assert piece is not None  # it is on the sheet
        floor = self._after(piece)
        if self.whole:
            return not self._all_reached(floor)
        return self._most_of(floor) < self.most + piece.body.bit_count()

    @cached_property
    def whole(self) -> bool:
        """Whether everything on the sheet as it is now may still be reached."""
        return self._all_reached(self.now)

    @cached_property
    def _lost_now(self) -> tuple[str, ...]:
        return self._lost(self.now)

    @cached_property
    def most(self) -> int:
        """The most body cells that may still be reached, without those of a finished entry room."""
        return self._most_of(self.now)

    def _all_reached(self, floor: Floor) -> bool:
        """Whether one door and one front door may still lead to everything."""
        inside, hall, _, circulation = floor
        if self.home.furnishes_entry:
            wanted = circulation | self.doorsteps
            reached = flood(wanted & -wanted, inside) if wanted else inside
            return not wanted & ~reached and bool(reached & self.fronts)
        room = flood(circulation & -circulation, inside) if circulation else inside
        if circulation & ~room:
            return False
        begin = around(room) & hall
        if not self.doorsteps:
            return bool(flood(begin, hall) & self.fronts)
        reached = flood(self.doorsteps & -self.doorsteps, hall)
        return not self.doorsteps & ~reached and bool(reached & begin and reached & self.fronts)

    def _lost(self, floor: Floor) -> tuple[str, ...]:
        """The rooms that have no way to the door, with the doors that leave the fewest of them."""
        assert self.home.open is not None
        built = [room for room in self.home.built if room.doorstep]
        none = (*(room.key for room in built), self.home.open.key)
        ways = [
            (*(room.key for room in built if not room.doorstep & hall), *open_room)
            for hall, inside in self._ways(floor)
            for open_room in [() if inside and not floor.circulation & ~inside else (self.home.open.key,)]
        ]
        return min(ways, key=len, default=none)

    def _ways(self, floor: Floor) -> Iterator[tuple[int, int]]:
        """Each hall that a front door may lead to, with a part of the open room's floor beside it, if any."""
        rooms = parts(floor.inside)
        if self.home.furnishes_entry:
            yield from ((room, room) for room in rooms if room & self.fronts)
            return
        for hall in parts(floor.hall):
            if hall & self.fronts:
                beside = [room for room in rooms if around(room) & hall]
                yield from ((hall, room) for room in beside or [0])

    def _most_of(self, floor: Floor) -> int:
        rooms = parts(floor.inside)
        if self.home.furnishes_entry:
            return max(
                (self._in_rooms(room) + _in_room(floor, room) for room in rooms if room & self.fronts),
                default=0,
            )
        return max(
            (
                self._in_rooms(hall)
                + max((_in_room(floor, room) for room in rooms if around(room) & hall), default=0)
                for hall in parts(floor.hall)
                if hall & self.fronts
            ),
            default=0,
        )

    def _in_rooms(self, hall: int) -> int:
        """The body cells in reach in the finished rooms with doors to this hall."""
        return sum(room.reached.body.bit_count() for room in self.home.built if room.doorstep & hall)


def _in_room(floor: Floor, room: int) -> int:
    """The body cells of the open room's pieces that can be reached over this part of its floor."""
    return sum(piece.body.bit_count() for piece in floor.pieces if not piece.circulation & ~room)
