"""One drawn sheet: floors, furniture, walls, doors and windows, with the pencil marks of the current turn."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ..cells import SIZE, Edge, Line, each, line, together
from ..home import Built, Home, home
from ..picture import walls, windows
from ..pieces import Laid, read_name, shapes
from ..scoring import Tally, count, out_of_reach
from ..sheet import Pencil, Sheet, closed, with_pieces
from .paths import UNIT, dots, edge_transform, middle, outline, strokes
from .site import home_box, scenario_box, seen_box, small_box


class Floor(NamedTuple):
    """The floor of a room."""

    number: int  # 1 to 5, the room's place in the scenario
    room: str  # its key
    state: str  # `open` while it is furnished, `proposed` while its closing is pencilled, then `done`
    path: str  # the outline of its cells; while it is open, of the cells of its pieces
    tag: tuple[int, int]  # the middle of the cell where its number is least in the way


class Furniture(NamedTuple):
    """A piece: its symbol, moved and turned to its place."""

    option: str  # `20A2`
    name: str  # `20A2r3@F6`
    transform: str
    pencilled: bool  # drawn this turn
    rug: bool  # lies under everything else; rugs come first


class Leaf(NamedTuple):
    """A door. The transform moves what is drawn along the top of the first cell, opening downwards."""

    edge: str  # `G9S`
    transform: str
    settled: (
        bool  # not only proposed: the door of a finished room, a front door that is set or counts at the end
    )


class Plan(NamedTuple):
    """What is drawn on a sheet, from the floor upwards. Any path may be empty."""

    scenario: str
    box: str  # the view box, the same for all sheets of a scenario
    near: str  # the view box of the home alone
    small: str  # the same without the names of its lines
    seen: str  # and with the trees that windows may look at
    floors: tuple[Floor, ...]
    corridor: str  # fill: the corridor, once there is a room
    doorsteps: str  # outlines: the cells outside doors, while rooms that must leave them free are to come
    bodies: str  # fill: all cells with a body
    dots: str  # stroke: the circulation
    furniture: tuple[Furniture, ...]
    pencilled: str  # outlines: the bodies and rugs drawn this turn
    stranded: str  # outlines: the bodies and rugs in finished rooms that nobody can reach
    inner: str  # stroke: the walls between rooms and around pillars; the outer ones are the site's
    proposed: str  # stroke: the walls that the pencilled closing would build
    doors: tuple[Leaf, ...]
    front: Leaf | None  # the one that is set; otherwise the best, from the first room on
    windows: str  # stroke: those that earn a bonus


@lru_cache(maxsize=2000)
def plan(scenario: str, sheet: Sheet, pencil: Pencil | None = None) -> Plan:
    """The drawing of a sheet, with this turn's pencil marks if the viewer may see them."""
    pencil = pencil or Pencil()
    counted = count(scenario, _pencilled(sheet, pencil))
    here = counted.reach.home
    closing = here.built[-1] if pencil.cells else None
    pieces = sorted(_pieces(here), key=lambda piece: not piece.rug)
    fresh = {piece.name for piece in pencil.pieces}
    walls_now = _inner(here)
    standing = _inner(home(scenario, sheet)) & walls_now if closing else walls_now
    return Plan(
        scenario,
        scenario_box(scenario),
        home_box(scenario),
        small_box(scenario),
        seen_box(scenario),
        tuple(_floors(here, counted, closing)),
        outline(counted.reach.corridor) if here.built else "",
        outline(_kept_free(here)),
        outline(together(piece.body for piece in pieces)),
        dots(together(piece.circulation for piece in pieces)),
        tuple(_furniture(piece, piece.name in fresh) for piece in pieces),
        _outlines(piece for piece in pieces if piece.name in fresh),
        _outlines(piece for piece, _ in out_of_reach(counted.reach)),
        strokes(standing),
        strokes(walls_now - standing),
        tuple(_leaf(room.door, room is not closing) for room in here.built if room.door),
        _front(counted, pencil.front or sheet.front),
        strokes(line(edge) for edge in windows(counted)),
    )


def _pencilled(sheet: Sheet, pencil: Pencil) -> Sheet:
    """The sheet as it would be if the turn ended with these pencil marks."""
    if pencil.pieces:
        sheet = with_pieces(sheet, tuple(piece.name for piece in pencil.pieces))
    if pencil.cells:
        sheet = closed(sheet, pencil.cells, pencil.door)
    return sheet._replace(front=pencil.front or sheet.front)


# -- floors --------------------------------------------------------------------------------------------------


def _floors(here: Home, counted: Tally, closing: Built | None) -> Iterator[Floor]:
    for room in here.built:
        state = "proposed" if room is closing else "done"
        tag = _tag(room.region, room.pieces, here, counted)
        yield Floor(room.place + 1, room.key, state, outline(room.region), tag)
    if here.open and here.pieces:
        cells = together(piece.cells for piece in here.pieces)
        place = here.scenario.keys.index(here.open.key)
        tag = _tag(cells, here.pieces, here, counted)
        yield Floor(place + 1, here.open.key, "open", outline(cells), tag)


def _tag(cells: int, pieces: tuple[Laid, ...], here: Home, counted: Tally) -> tuple[int, int]:
    """A free cell if possible, and never one that a door opens into if there is another without a body."""
    body = together(piece.body for piece in pieces)
    used = together(piece.circulation | piece.rug for piece in pieces)
    doors = together(room.door.here for room in here.built if room.door) | here.doorsteps
    if counted.front:
        doors |= counted.front.here
    choices = cells & ~body & ~used & ~doors, cells & ~body & ~doors, cells & ~body, cells
    return middle(each(next(filter(None, choices)))[0])


def _kept_free(here: Home) -> int:
    """The doorsteps, as long as another room could want them."""
    return 0 if _is_over(here) else here.doorsteps & ~here.finished


def _is_over(here: Home) -> bool:
    """Whether no room is to come."""
    return len(here.built) + len(here.missing) == len(here.scenario.rooms)


# -- furniture -----------------------------------------------------------------------------------------------


def _pieces(here: Home) -> Iterator[Laid]:
    for room in here.built:
        yield from room.pieces
    yield from here.pieces


def _outlines(pieces: Iterator[Laid]) -> str:
    return "".join(outline(piece.body | piece.rug) for piece in pieces)


def _furniture(piece: Laid, pencilled: bool) -> Furniture:
    return Furniture(piece.piece.option, piece.name, lie(piece.name), pencilled, bool(piece.rug))


def lie(name: str) -> str:
    """The transform of a piece's symbol. The symbol fills the box around the piece's cells as the data draws
    it, from 0, 0."""
    said = read_name(name)
    assert said is not None
    shape = shapes(said.option, said.mirrored)[said.turn]
    cells = (*shape.body, *shape.circulation, *shape.rug)
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    high, wide = max(row for row, _ in cells) - top + 1, max(column for _, column in cells) - left + 1
    row, column = divmod(said.anchor, SIZE)
    x, y, turn = UNIT * (column + left), UNIT * (row + top), said.turn
    if turn in (1, 2):  # where the symbol's upper left corner lands
        x += UNIT * wide
    if turn in (2, 3):
        y += UNIT * high
    if said.mirrored:  # as if it came from the right
        x += (UNIT * wide, 0, -UNIT * wide, 0)[turn]
        y += (0, UNIT * high, 0, -UNIT * high)[turn]
    rotated = f"rotate({90 * turn})" if turn else ""
    return f"translate({x} {y}){rotated}{'scale(-1 1)' if said.mirrored else ''}"


# -- walls ---------------------------------------------------------------------------------------------------


def _doors(here: Home) -> set[Line]:
    return {line(room.door) for room in here.built if room.door}


def _inner(here: Home) -> set[Line]:
    scenario = here.scenario
    inner = {line(edge) for edge in walls(here) if not edge.here & scenario.outer[edge.side]}
    return inner - _doors(here)


def _front(counted: Tally, name: str) -> Leaf | None:
    edge = counted.front
    settled = edge is not None and (edge.name == name or _is_over(counted.reach.home))
    return _leaf(edge, settled) if edge and (settled or counted.reach.home.built) else None


def _leaf(edge: Edge, settled: bool) -> Leaf:
    return Leaf(edge.name, edge_transform(edge), settled)
