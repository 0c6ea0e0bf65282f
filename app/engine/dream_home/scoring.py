"""The score of a house: every line of the score sheet, with the cells that earn the points.

A cell is a slot (`u0`), a roof card by its place in the pile (`roof0`), or a token outside (`tree_house`).
"""

from functools import cache, lru_cache

from app.engine.core import Line, Seat

from .cards import (
    ARCHITECT,
    CHILDREN,
    COLOUR,
    DESIGNER,
    KIND_NUMBERS,
    KINDS,
    OUTSIDE,
    ROOFS,
    SPECIAL_NAMES,
    SPECIALS,
    WINDOW,
    Kind,
)
from .house import FACE_DOWN, SLOT_NAMES, SLOTS, STOREYS, TYPES, WIDTH, WITH_TOKEN, House, rooms_of
from .state import State

PARTS = ("rooms", "decor", "functionality", "roof")
ROOF_CARDS = 4
_COLOURS = tuple((roof, roof + 1) for roof in ROOFS[::2])  # each colour without and with a window
MISMATCHED_ROOF, UNIFORM_ROOF = 3, 8
BATHROOM = KIND_NUMBERS["bathroom"]
BASICS = (BATHROOM, KIND_NUMBERS["kitchen"], KIND_NUMBERS["bedroom"])
FUNCTIONALITY, FUNCTIONALITY_WITH_ARCHITECT = 3, 4
_REMEMBERED = 1000  # houses: a page shows what each move would score, step by step for the same house


def score(state: State) -> tuple[tuple[Line, ...], ...]:
    return tuple(score_house(house, state.options.neighbours) for house in state.houses)


@lru_cache(_REMEMBERED)
def score_house(house: House, neighbours: str) -> tuple[Line, ...]:
    types = house.cells.translate(TYPES)
    return (
        *_rooms(types, neighbours),
        *_empty_rooms(house),
        *_decor(house),
        *_functionality(types, ARCHITECT in house.beside),
        *_roof(house.roof),
    )


def _names(cells: list[int]) -> tuple[str, ...]:
    return tuple([SLOT_NAMES[cell] for cell in cells])


# -- rooms ---------------------------------------------------------------------------------------------------


def _rooms(types: bytes, neighbours: str) -> list[Line]:
    lines = []
    for room in rooms_of(types):
        kind = KINDS[types[room.start]]
        named = _named_neighbours(types, room.start, kind, neighbours) if kind.bonus_beside else []
        if named:
            args = (kind.key, kind.bonus_beside)
            lines.append(Line("rooms", "room_beside", args, kind.bonus_points, _names([room.start, *named])))
        else:
            lines.append(_room(types[room.start], room.start, room.stop))
    return lines


@cache
def _room(kind: int, start: int, stop: int) -> Line:
    key, size = KINDS[kind].key, stop - start
    return Line("rooms", "room", (key, size), KINDS[kind].points[size - 1], SLOT_NAMES[start:stop])


def _named_neighbours(types: bytes, cell: int, kind: Kind, neighbours: str) -> list[int]:
    """The neighbouring cells that hold the type of room that earns this one a bonus."""
    wanted = KIND_NUMBERS[kind.bonus_beside]
    return [other for other in _beside(cell, neighbours) if types[other] == wanted]


def _beside(cell: int, neighbours: str) -> list[int]:
    """The cells that share a side with this one; with `row`, only those on the same storey."""
    column = cell % WIDTH
    beside = [cell - 1] if column > 0 else []
    if column < WIDTH - 1:
        beside.append(cell + 1)
    if neighbours == "sides":
        beside += [other for other in (cell - WIDTH, cell + WIDTH) if 0 <= other < len(SLOT_NAMES)]
    return beside


def _empty_rooms(house: House) -> list[Line]:
    cells = house.cells
    empty = [slot for slot in SLOTS if FACE_DOWN <= cells[slot] < WITH_TOKEN]
    if not empty:
        return []
    points = len(empty) if ARCHITECT in house.beside else 0
    return [Line("rooms", "empty_rooms", (len(empty),), points, _names(empty))]


# -- décor ---------------------------------------------------------------------------------------------------


def _decor(house: House) -> list[Line]:
    if not any(house.tokens) and not house.beside:
        return []
    placed = [(token, SLOT_NAMES[slot]) for slot, token in enumerate(house.tokens) if token]
    placed += [(token, SPECIAL_NAMES[token]) for token in house.beside if token in OUTSIDE]
    lines = [_token(token, cell) for token, cell in placed]
    if placed and DESIGNER in house.beside:
        cells = tuple(cell for _, cell in placed)
        lines.append(Line("decor", "interior_designer", (len(placed),), len(placed), cells))
    return lines


@cache
def _token(token: int, cell: str) -> Line:
    return Line("decor", "token", (SPECIAL_NAMES[token],), SPECIALS[token].points, (cell,))


# -- home functionality --------------------------------------------------------------------------------------


def _functionality(types: bytes, architect: bool) -> list[Line]:
    points = FUNCTIONALITY_WITH_ARCHITECT if architect else FUNCTIONALITY
    lines = []
    baths = [types.find(BATHROOM, storey.start, storey.stop) for storey in STOREYS[:2]]
    if min(baths) >= 0:
        lines.append(Line("functionality", "bathrooms", (), points, _names(baths)))
    basics = [types.find(kind) for kind in BASICS]
    if min(basics) >= 0:
        lines.append(Line("functionality", "basics", (), points, _names(basics)))
    return lines


# -- roof ----------------------------------------------------------------------------------------------------


def _roof(pile: bytes) -> list[Line]:
    if not pile:
        return []
    used, uniform = best_roof(pile)
    cells = tuple([f"roof{place}" for place in used])
    if len(used) < ROOF_CARDS:
        return [Line("roof", "incomplete", (len(used),), 0, cells)]
    if uniform:
        lines = [Line("roof", "uniform", (COLOUR[pile[used[0]]],), UNIFORM_ROOF, cells)]
    else:
        lines = [Line("roof", "mismatched", (), MISMATCHED_ROOF, cells)]
    windows = tuple([f"roof{place}" for place in used if WINDOW[pile[place]]])
    if windows:
        lines.append(Line("roof", "windows", (len(windows),), len(windows), windows))
    return lines


def best_roof(pile: bytes) -> tuple[list[int], bool]:
    """The places of the best four cards in the pile, and whether they share a colour. Four of a colour beat
    any four windows (8 points to 7), and using a window is always worth it."""
    uniform = [
        (window in pile, plain, window)
        for plain, window in (_COLOURS if len(pile) >= ROOF_CARDS else ())
        if pile.count(plain) + pile.count(window) >= ROOF_CARDS
    ]
    useful = max(uniform)[1:] if uniform else ROOFS
    with_window = [place for place, roof in enumerate(pile) if roof in useful and WINDOW[roof]]
    without = [place for place, roof in enumerate(pile) if roof in useful and not WINDOW[roof]]
    return (with_window + without)[:ROOF_CARDS], bool(uniform)


# -- the winners ---------------------------------------------------------------------------------------------


def children(house: House) -> int:
    """How many children hide in this house's face-up rooms."""
    return sum((byte & ~WITH_TOKEN) in CHILDREN for byte in house.cells)


def winners(state: State) -> tuple[Seat, ...]:
    """The seats with the most points; with hide-and-seek, the most hidden children break a tie."""
    results = [
        (sum(line.points for line in lines), children(house) if state.options.hide_and_seek else 0)
        for house, lines in zip(state.houses, score(state), strict=True)
    ]
    best = max(results)
    return tuple(seat for seat, result in enumerate(results) if result == best)
