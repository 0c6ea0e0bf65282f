"""The pictures of all options on their cards, written from the pieces as the rules have them: the cells of a
piece as floor, what must stay free, and the walls behind it."""

from app.engine.home_staging.cells import EDGES_OF, SIZE, Line, each, line
from app.engine.home_staging.pieces import PIECES, Place
from app.engine.home_staging.plan.paths import UNIT, dots, outline, strokes

MARGIN = 4
STORY = "<!-- An option on its card: the piece, its cells, what must stay free, and the walls behind it. -->"


class Flat:
    """A piece that isn't turned, moved to the upper left corner of the sheet."""

    def __init__(self, option: str) -> None:
        self.option = option
        shape = PIECES[option].turns[0]
        all_cells = (*shape.body, *shape.circulation, *shape.rug)
        self._top, self._left = (min(place[axis] for place in all_cells) for axis in (0, 1))
        self.rows, self.columns = (
            max(place[axis] for place in all_cells) - least + 1
            for axis, least in ((0, self._top), (1, self._left))
        )
        self.body, self.circulation = self._cells(shape.body), self._cells(shape.circulation)
        self.cells = self._cells(all_cells)
        self.walls = {line(EDGES_OF[self._cell(place)][side]) for place, side in shape.sides}

    def _cell(self, place: Place) -> int:
        return SIZE * (place[0] - self._top) + place[1] - self._left

    def _cells(self, places: tuple[Place, ...]) -> int:
        return sum(1 << self._cell(place) for place in places)

    @property
    def between(self) -> set[Line]:
        """The lines between its cells."""
        return {
            line(edge) for cell in each(self.cells) for edge in EDGES_OF[cell] if edge.beyond & self.cells
        }


def written() -> str:
    """The source file."""
    symbols = "\n".join(map(_symbol, PIECES))
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{STORY}\n{symbols}\n</svg>\n'


def _symbol(option: str) -> str:
    piece = Flat(option)
    return "\n".join(
        (
            f'<symbol id="c-{option}" viewBox="{_box(piece)}">',
            _path("cells", outline(piece.cells)) + _path("lines", strokes(piece.between)),
            _path("foot", outline(piece.body)) + _path("dots", dots(piece.circulation)),
            f'<use href="#p-{option}"/>' + _path("back", strokes(piece.walls)),
            "</symbol>",
        )
    )


def _box(piece: Flat) -> str:
    """Around the middle of the piece. Both options of a card are drawn to one scale."""
    card = [Flat(option) for option in PIECES if option[:3] == piece.option[:3]]
    wide, high = max(each.columns for each in card), max(each.rows for each in card)
    left, top = UNIT * (piece.columns - wide) // 2, UNIT * (piece.rows - high) // 2
    return f"{left - MARGIN} {top - MARGIN} {UNIT * wide + 2 * MARGIN} {UNIT * high + 2 * MARGIN}"


def _path(look: str, path: str) -> str:
    return f'<path class="{look}" d="{path}"/>' if path else ""
