"""A hint for a first game: at most one a turn, about what this player can see on the table. It stays while
they pick tiles. After the first rounds there are none."""

from collections.abc import Iterator

from app.engine.coach import SILENT, Coach
from app.engine.core import Move, Seat

from .common_goals import GOALS
from .living_room import MOST, cells_in, takeable, takes
from .personal_goals import CARDS
from .scoring import adjacent
from .shelf import COLUMNS, WIDTH, groups, lay, roomiest, space, types_of
from .state import PICKING
from .tiles import KEYS, TYPES
from .view import View

FIRST_TILES = 8  # on the shelf; with more, the player knows how it goes
Hint = tuple[str | int, ...]


def coach(seen: View, seat: Seat, moves: tuple[Move, ...]) -> Coach:
    """What a newcomer in this seat should hear now."""
    shelf = seen.shelves[seat]
    tiles = len(shelf) - shelf.count(0)
    if not moves or tiles > FIRST_TILES:
        return SILENT
    if seen.step != PICKING:
        return Coach(not tiles)
    if not tiles:
        return Coach(True, ("take",))
    lessons = (_groups(seen, shelf), _wishes(seen, seat, shelf), _tokens(seen, seat))
    first = lessons[(tiles - 1) // MOST]  # another one each turn
    return Coach(False, next((hint for lesson in (first, *lessons) for hint in lesson), ()))


def _groups(seen: View, shelf: bytes) -> Iterator[Hint]:
    """The tiles of one type that would add most to what the groups on this shelf score."""
    before = _points(types_of(shelf))
    offered = {
        bytes(seen.room[cell] for cell in line) for line in takes(seen.room, min(MOST, roomiest(shelf)))
    }
    alike = {tiles.translate(TYPES) for tiles in offered if len({*tiles.translate(TYPES)}) == 1}
    found = []
    for kinds in alike:
        for column in COLUMNS:
            if len(kinds) > space(shelf, column):
                continue
            after, place = types_of(shelf), 0
            for kind in kinds:
                place = (space(after, column) - 1) * WIDTH + column
                after = lay(after, column, kind)
            group = next(group for group in groups(after) if place in group)
            gained = _points(after) - before
            if len(group) > len(kinds) and gained > 0:
                found.append((gained, -len(kinds), kinds[0], len(group)))
    for gained, taken, kind, size in sorted(found, reverse=True)[:1]:
        yield "group", KEYS[kind - 1], -taken, size, gained


def _points(types: bytes) -> int:
    return sum(line.points for line in adjacent(types))


def _wishes(seen: View, seat: Seat, shelf: bytes) -> Iterator[Hint]:
    """Where a tile that can be taken would land on a cell in which the personal goal wants it."""
    free = {TYPES[seen.room[cell]] for cell in cells_in(takeable(seen.room))}
    for column in COLUMNS:
        height = space(shelf, column)
        wanted = CARDS[seen.personal[seat]][(height - 1) * WIDTH + column] if height else 0
        if wanted in free:
            yield "wish", KEYS[wanted - 1], column


def _tokens(seen: View, seat: Seat) -> Iterator[Hint]:
    """A common goal that this player hasn't scored, with what its top token is worth."""
    scored = {token.goal for token in seen.taken[seat]}
    for goal, stack in zip(seen.goals, seen.stacks, strict=True):
        if stack and goal not in scored:
            yield "token", GOALS[goal].key, stack[0]
