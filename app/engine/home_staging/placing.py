"""Finds every legal place for a piece, and gives the reason why any other place is refused."""

from functools import cache
from typing import NamedTuple

from .cells import EDGES_OF, EVERYWHERE, NAMES, SIZE, first, flood, to_side
from .home import Home
from .pieces import Laid, Name, Place, lay, shapes


class Refusal(NamedTuple):
    """The reason for a refusal, and the first cell in the way, if there is one."""

    code: str
    cell: str | None = None


class Obstacle(NamedTuple):
    """A reason for refusing cells, and the cells it applies to."""

    code: str
    cells: int


def refusal(home: Home, name: Name) -> Refusal | None:
    """Why a piece may not be drawn in this place in the open room; None if it may."""
    if code := no_such_turn(name):
        return Refusal(code)
    piece = lay(*name)
    if piece is None:
        return Refusal("outside", NAMES[name.anchor])
    scenario, flat = home.scenario, piece.circulation | piece.rug
    return first_in_the_way(
        Obstacle("outside", piece.cells & ~scenario.inside),
        Obstacle("bridge", piece.cells & scenario.bridge),
        Obstacle("low", flat & scenario.low),
        Obstacle("finished_room", piece.cells & home.finished),
        Obstacle("doorstep", (piece.body if home.furnishes_entry else piece.cells) & home.doorsteps),
        Obstacle("overlap", _overlap(home, piece)),
        Obstacle("no_wall", _without_wall(home, name, piece)),
        Obstacle("cut_off", piece.cells & ~_part(home, name.anchor)),
    )


def first_in_the_way(*obstacles: Obstacle) -> Refusal | None:
    return next((Refusal(code, NAMES[first(cells)]) for code, cells in obstacles if cells), None)


def _overlap(home: Home, piece: Laid) -> int:
    body = piece.body & (home.open_body | home.circulation | home.rugs)
    return body | piece.circulation & home.open_body | piece.rug & (home.open_body | home.rugs)


def no_such_turn(name: Name) -> str:
    """Why a piece can't be turned or mirrored like this; "" if it can."""
    turns = shapes(name.option, name.mirrored)
    if not turns:
        return "mirror_is_turn"
    return "" if name.turn < len(turns) else "no_such_turn"


def _without_wall(home: Home, name: Name, piece: Laid) -> int:
    """The body cells that have a side which must be against a wall but isn't."""
    cells = 0
    no_wall = home.scenario.inside & ~home.finished & piece.against
    for offset, side in _offsets(name.option, name.mirrored)[name.turn].sides:
        edge = EDGES_OF[name.anchor + offset][side]
        if edge.beyond & no_wall:
            cells |= edge.here
    return cells


def _part(home: Home, anchor: int) -> int:
    """The part of the open area that must contain the whole room."""
    return home.open_parts[0] if home.pieces else flood(1 << anchor, home.open_area)


# -- all places ----------------------------------------------------------------------------------------------


class Offsets(NamedTuple):
    """The offsets of a piece's cells from its anchor, as differences of cell numbers."""

    body: tuple[int, ...]
    circulation: tuple[int, ...]
    rug: tuple[int, ...]
    sides: tuple[tuple[int, int], ...]


@cache
def _offsets(option: str, mirrored: bool) -> tuple[Offsets, ...]:
    def away(places: tuple[Place, ...]) -> tuple[int, ...]:
        return tuple(SIZE * row + column for row, column in places)

    return tuple(
        Offsets(
            away(shape.body),
            away(shape.circulation),
            away(shape.rug),
            tuple((SIZE * row + column, side) for (row, column), side in shape.sides),
        )
        for shape in shapes(option, mirrored)
    )


def places(home: Home, option: str, mirrored: bool) -> tuple[int, ...]:
    """For each turn, the anchors at which a piece may be drawn in the open room.

    All anchors are tried at once. Take the ground where a given cell of the piece may lie, and shift it back
    by that cell's offset: the result is every anchor that puts the cell there.
    """
    fits = home.scenario.fits(option, mirrored)
    found = [0] * len(fits)
    offsets = _offsets(option, mirrored)
    walls = _walls(home) if any(each.sides for each in offsets) else ()
    for part in home.open_parts:
        unbuilt = part & ~home.open_body
        for_body = unbuilt & ~(home.circulation | home.rugs | home.doorsteps)
        for_rug = unbuilt & ~home.rugs
        for turn, each in enumerate(offsets):
            anchors = fits[turn] & for_body if each.body else fits[turn]
            for ground, distances in (
                (for_body, each.body),
                (unbuilt, each.circulation),
                (for_rug, each.rug),
            ):
                for distance in distances:
                    anchors &= ground >> distance if distance >= 0 else ground << -distance
            for distance, side in each.sides:
                anchors &= walls[side] >> distance if distance >= 0 else walls[side] << -distance
            found[turn] |= anchors
    return tuple(found)


def _walls(home: Home) -> tuple[int, ...]:
    """For each side, the cells that now have a wall on it."""
    no_wall = home.scenario.inside & ~home.finished
    return tuple(EVERYWHERE & ~to_side(no_wall, (side + 2) % 4) for side in range(4))
