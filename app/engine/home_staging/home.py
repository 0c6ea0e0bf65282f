"""Everything about a sheet that does not depend on its front door, such as walls, doorsteps, and where each
door leads."""

from functools import cached_property, lru_cache

from .area import area
from .cells import EAST, EDGES, Edge, flood, parts, to_side, together
from .pieces import Laid, laid
from .scenarios import SCENARIOS, Scenario
from .sheet import Room, Sheet


class Built:
    """A finished room that exists."""

    def __init__(
        self, scenario: Scenario, key: str, pieces: tuple[Laid, ...], region: int, door: str
    ) -> None:
        self.key = key
        self.place = scenario.keys.index(key)
        self.pieces = pieces
        self.region = region
        self.door: Edge | None = EDGES.get(door)
        self.doorstep = self.door.beyond if self.door else 0
        self.body = together(piece.body for piece in pieces)
        self.free = region & scenario.high & ~self.body
        inside = flood(self.door.here, self.free) if self.door else 0
        self.reached = Reached(self, inside)


class Reached:
    """The parts of a room that can be reached from the cells just inside its door."""

    def __init__(self, room: Built, cells: int) -> None:
        self.room = room
        self.cells = cells
        self.pieces = tuple(piece for piece in room.pieces if not piece.circulation & ~cells)
        self.body = together(piece.body for piece in self.pieces)


class Home:
    """A sheet as sets of cells. It includes everything that is drawn except the front door, which is ignored
    even if it is set."""

    def __init__(
        self, scenario: Scenario, built: tuple[Built, ...], missing: tuple[str, ...], room: Room | None
    ) -> None:
        self.scenario = scenario
        self.built = built
        self.missing = missing  # the rooms that don't exist because they ended without a piece
        self.open = room
        self.pieces = tuple(map(laid, room.pieces)) if room else ()  # of the open room
        self.circulation = together(piece.circulation for piece in self.pieces)
        self.rugs = together(piece.rug for piece in self.pieces)
        self.open_body = together(piece.body for piece in self.pieces)
        self.body = self.open_body | together(each.body for each in built)
        self.finished = together(each.region for each in built)
        self.doorsteps = together(each.doorstep for each in built)

    @cached_property
    def entry(self) -> Built | None:
        """The entry room, or None if it isn't finished yet or if the home has a corridor instead."""
        return next((room for room in self.built if room.key == self.scenario.entry), None)

    @property
    def furnishes_entry(self) -> bool:
        return self.open is not None and self.open.key == self.scenario.entry

    @cached_property
    def closed_off(self) -> int:
        """The cells that the open room may not use: finished rooms and, unless it is the entry room,
        doorsteps."""
        return self.finished if self.furnishes_entry else self.finished | self.doorsteps

    @cached_property
    def open_area(self) -> int:
        return self.scenario.furnished & ~self.closed_off

    @cached_property
    def open_parts(self) -> list[int]:
        """The connected parts of the open area in which the open room may lie. Bodies don't divide a part."""
        if not self.pieces:
            return parts(self.open_area)
        return [flood(self.pieces[0].cells & -self.pieces[0].cells, self.open_area)]

    @cached_property
    def rest(self) -> int:
        """The walkable cells that belong to no finished room and hold no body."""
        return self.scenario.walkable & ~self.finished & ~self.body

    @cached_property
    def walking(self) -> int:
        return self.scenario.walkable & ~self.body

    @cached_property
    def openings(self) -> tuple[int, int]:
        """The cells from which you can step east, and those from which you can step south: inside a room,
        outside all rooms, or through a door."""
        zones = [*(room.region for room in self.built), self.scenario.inside & ~self.finished]
        east = together(zone & to_side(zone, 3) for zone in zones)
        south = together(zone & to_side(zone, 0) for zone in zones)
        for room in self.built:
            if room.door:
                cells = room.door.here | room.door.beyond
                if room.door.side % 2 == EAST:
                    east |= cells & -cells
                else:
                    south |= cells & -cells
        return east, south

    def beside(self, cells: int) -> int:
        """The cells you can reach from these in one step, without going through walls."""
        east, south = self.openings
        return (cells & east) << 1 | cells >> 1 & east | (cells & south) << 16 | cells >> 16 & south

    def finish(self, region: int, door: str) -> "Home":
        """The home with its open room closed with this region and door."""
        assert self.open is not None
        built = Built(self.scenario, self.open.key, self.pieces, region, door)
        return Home(self.scenario, (*self.built, built), self.missing, None)


@lru_cache(maxsize=2000)
def home(scenario: str, sheet: Sheet) -> Home:
    """The home drawn on a sheet."""
    plan = SCENARIOS[scenario]
    built = tuple(_built(scenario, room) for room in sheet.rooms if room.exists)
    missing = tuple(room.key for room in sheet.rooms if room.over and not room.exists)
    return Home(plan, built, missing, sheet.open)


@lru_cache(maxsize=2000)
def _built(scenario: str, room: Room) -> Built:
    return Built(SCENARIOS[scenario], room.key, tuple(map(laid, room.pieces)), area(room.cells), room.door)
