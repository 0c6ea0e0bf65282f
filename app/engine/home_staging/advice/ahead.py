"""One sheet, played on alone in the head: nothing that others draw changes what a seat may do."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from ..cells import around, each, together
from ..home import Home, home
from ..moves import OPTIONS
from ..pieces import PIECES, laid, write_name
from ..placing import places
from ..sheet import Sheet, begun, closed, with_pieces
from .proposals import proposals
from .worth import worth

LOOKED_AT = 10  # ways to draw a piece whose worth is computed


class Drawing(NamedTuple):
    """Everybody draws from this card, with so many tokens on each of its options."""

    card: str  # `20A`
    tokens: tuple[int, int]


class Opening(NamedTuple):
    """Everybody begins this room."""

    room: str


class Closing(NamedTuple):
    """Everybody closes the open room."""


Step = Drawing | Opening | Closing


class Way(NamedTuple):
    """A way to draw one piece, and what the home is worth then."""

    worth: float
    name: str


def played(scenario: str, sheet: Sheet, steps: Iterable[Step]) -> Sheet:
    """The sheet after these steps, each taken in the way that looks best."""
    for step in steps:
        if isinstance(step, Drawing):
            sheet = drawn(scenario, sheet, step)
        elif isinstance(step, Opening):
            sheet = begun(sheet, step.room)
        else:
            sheet = shut(scenario, sheet)
    return sheet


@lru_cache(maxsize=4000)
def drawn(scenario: str, sheet: Sheet, drawing: Drawing) -> Sheet:
    """The sheet with those of these pieces that are worth drawing, one after the other."""
    left = list(drawing.tokens)
    while any(left):
        options = [f"{drawing.card}{which}" for which in OPTIONS if left[which - 1]]
        best = max(_ways(scenario, sheet, options), default=None)
        if best is None or best.worth <= worth_of(scenario, sheet):
            break
        sheet = with_pieces(sheet, (best.name,))
        left[PIECES[best.name[:4]].which - 1] -= 1
    return sheet


def _ways(scenario: str, sheet: Sheet, options: list[str]) -> Iterator[Way]:
    """The ways to draw one more piece that look best at first sight."""
    now = home(scenario, sheet)
    names = [
        write_name(option, turn, False, anchor)
        for option in options
        for turn, anchors in enumerate(places(now, option, mirrored=False))
        for anchor in each(anchors)
    ]
    for name in at_first_sight(now, names):
        yield Way(worth_of(scenario, with_pieces(sheet, (name,))), name)


def at_first_sight(now: Home, names: Iterable[str]) -> list[str]:
    """The pieces that use little room for their size and leave little open floor beside them."""
    used = together(piece.cells for piece in now.pieces)

    def crowding(name: str) -> int:
        piece = laid(name)
        cells = used | piece.cells
        beside = around(cells) & ~cells & now.open_area
        return 2 * cells.bit_count() + beside.bit_count() - 2 * piece.body.bit_count()

    return sorted(names, key=lambda name: (crowding(name), name))[:LOOKED_AT]


@lru_cache(maxsize=4000)
def shut(scenario: str, sheet: Sheet) -> Sheet:
    """The sheet with its open room closed as first proposed; without a piece, it doesn't exist."""
    if not sheet.rooms[-1].pieces:
        return closed(sheet, "", "-")
    best = proposals(scenario, sheet, sheet.front)[0]
    return closed(sheet, best.cells, best.door)


@lru_cache(maxsize=4000)
def worth_of(scenario: str, sheet: Sheet) -> float:
    return worth(home(scenario, sheet), sheet.front)
