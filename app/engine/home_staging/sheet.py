"""The drawing on a sheet and the pencil marks of the current turn, stored as names and text only."""

from typing import NamedTuple

from .cells import NO_EDGE


class Room(NamedTuple):
    """A room that was begun. It has no cells while it is open. If it still has none when it ends, the room
    doesn't exist."""

    key: str
    pieces: tuple[str, ...] = ()  # the names of the placed pieces, in the order drawn
    over: bool = False
    cells: str = ""
    door: str = NO_EDGE

    @property
    def exists(self) -> bool:
        return bool(self.cells)


class Sheet(NamedTuple):
    rooms: tuple[Room, ...] = ()  # in the order they were furnished; only the last may be open
    front: str = ""  # the front door, if it is set

    @property
    def open(self) -> Room | None:
        return self.rooms[-1] if self.rooms and not self.rooms[-1].over else None


class Pencilled(NamedTuple):
    """A piece drawn this turn, and how the seat got it."""

    name: str
    how: str  # "draw", "other", "mirror"


class Pencil(NamedTuple):
    """What a seat has done in the current turn."""

    pieces: tuple[Pencilled, ...] = ()
    cells: str = ""  # the cells of its closing
    door: str = NO_EDGE
    front: str = ""  # the current front door, whether set this turn or earlier

    @property
    def spent(self) -> int:
        """The bright ideas that these pieces take."""
        return sum(how != "draw" for _, how in self.pieces)


def begun(sheet: Sheet, key: str) -> Sheet:
    """The sheet with this room open."""
    return sheet._replace(rooms=(*sheet.rooms, Room(key)))


def with_pieces(sheet: Sheet, names: tuple[str, ...]) -> Sheet:
    """The sheet with these pieces in its open room."""
    *before, room = sheet.rooms
    return sheet._replace(rooms=(*before, room._replace(pieces=room.pieces + names)))


def closed(sheet: Sheet, cells: str, door: str) -> Sheet:
    """The sheet with its open room finished. If `cells` is empty, the room doesn't exist."""
    *before, room = sheet.rooms
    return sheet._replace(rooms=(*before, room._replace(over=True, cells=cells, door=door)))
