"""A house: three storeys, twelve slots, and the rules for which card can go where.

```
u0 u1 u2 u3 u4        0  1  2  3  4
g0 g1 g2 g3 g4        5  6  7  8  9
++ ++ ++ b3 b4       10 11 12 13 14
```

A house is fifteen bytes, one per cell, so a single `bytes.translate` maps the whole house. Whether a card can
go on a storey depends only on which cells hold the same type, and which of those have a token. On import, we
build a table of all such storeys; `moves`, `check`, drill, supplier, handyman and "why not?" all use it.
"""

import re
from itertools import product
from typing import NamedTuple

from .cards import BYTE, DESIGNER, KIND_OF, KINDS, ROOM_DECK, SPECIALS, TOKENS

# A cell is 0 if empty, the card's id if a room card lies there face up, or one of these. Face-down cards and
# cards with a token keep their id too (64 by itself is a card whose id the drawing doesn't show).
SCAFFOLD_CELL, FRESH_CELL, SOLID = 61, 62, 63
FACE_DOWN, WITH_TOKEN, CARD = 64, 128, 63

SLOT_NAMES = ("u0", "u1", "u2", "u3", "u4", "g0", "g1", "g2", "g3", "g4", "", "", "", "b3", "b4")
SLOTS = tuple(cell for cell, name in enumerate(SLOT_NAMES) if name)
SLOT: dict[str | int, int] = {SLOT_NAMES[slot]: slot for slot in SLOTS}
WIDTH = 5
STOREYS = tuple(range(start, start + WIDTH) for start in (0, 5, 10))
BASEMENT = STOREYS[2]


class House(NamedTuple):
    """The cards and tokens in the slots, the cards and tokens beside the house, and the roof pile (0:
    hidden)."""

    cells: bytes = bytes(10) + bytes((SOLID, SOLID, SOLID, 0, 0))
    tokens: bytes = bytes(15)
    beside: bytes = b""
    roof: bytes = b""

    def __repr__(self) -> str:
        from .notation import write_house  # a drawing is easier to read than fifteen numbers

        return f"read_house('''\n{write_house(self, numbers=True)}''')"


EMPTY_HOUSE = House()


def _mapping(values: dict[int, int], default: int = 0) -> bytes:
    return bytes(values.get(byte, default) for byte in range(256))


def _face_up(card: int) -> tuple[int, int]:
    return card, card | WITH_TOKEN


# -- maps over all cells at once -------------------------------------------------------------------------

PLAIN, DECORATED = 1, 2
OWN = tuple(
    _mapping(
        {card: PLAIN for card in ROOM_DECK if KIND_OF[card] == kind}
        | {card | WITH_TOKEN: DECORATED for card in ROOM_DECK if KIND_OF[card] == kind}
    )
    for kind in range(len(KINDS))
)
"""For each type, a table that maps its face-up cards to PLAIN or DECORATED and everything else to 0."""
SAME = tuple(own.replace(bytes((DECORATED,)), bytes((PLAIN,))) for own in OWN)
"""For each type, a table that maps its face-up cards to PLAIN, with or without a token."""
TYPES = _mapping({byte: KIND_OF[card] for card in ROOM_DECK for byte in _face_up(card)})
"""Maps a face-up card to its type number and everything else to 0."""
FREE, OPEN, TAKEN = 0, 1, 2
OPENNESS = _mapping({0: FREE, SCAFFOLD_CELL: OPEN}, default=TAKEN)
"""FREE: an empty cell. OPEN: a scaffold from an earlier round, which supports cards and can be replaced."""
SETTLED = _mapping({FRESH_CELL: SCAFFOLD_CELL} | {byte: byte for byte in range(256) if byte != FRESH_CELL})
FITS = {
    token: _mapping(
        {
            card: 1
            for card in ROOM_DECK
            if not KINDS[KIND_OF[card]].basement and SPECIALS[token].room in ("any", KINDS[KIND_OF[card]].key)
        }
    )
    for token in TOKENS
}
"""For each token, the face-up cards it may go to: the right room types, without a token."""

# -- where a card can go ---------------------------------------------------------------------------------

Verdicts = tuple[str, ...]
"""For each cell, the code of why a card can't be placed there face-up, or ''."""


def _verdict(storey: bytes, column: int, largest: int, designer: bool) -> str:
    """Why a card can't go in this column, or ''. `storey` marks the other cells of the card's type. A room of
    that type has at most `largest` cards."""
    left = column
    while left > 0 and storey[left - 1]:
        left -= 1
    right = column
    while right < WIDTH - 1 and storey[right + 1]:
        right += 1
    rooms = (storey[left:column], storey[column + 1 : right + 1])
    if any(len(room) >= largest for room in rooms):
        return "finished"
    if not designer and any(DECORATED in room for room in rooms):
        return "decorated"
    if sum(map(len, rooms)) + 1 > largest:
        return "too_large"
    if sum(room.count(DECORATED) for room in rooms) > 1:
        return "two_tokens"
    return ""


def _verdicts(largest: int, designer: bool) -> dict[bytes, Verdicts]:
    return {
        storey: tuple(_verdict(storey, column, largest, designer) for column in range(WIDTH))
        for storey in map(bytes, product((0, PLAIN, DECORATED), repeat=WIDTH))
    }


_TABLES = {
    (largest, designer): _verdicts(largest, designer) for largest in (1, 2, 3) for designer in (False, True)
}
_BY_KIND = tuple(
    tuple(_TABLES[kind.largest, designer] if kind.key else {} for kind in KINDS) for designer in (False, True)
)
_IS_BASEMENT = tuple(kind.basement for kind in KINDS)
_WRONG = ("wrong_storey",) * WIDTH


def verdicts(house: House, kind: int) -> Verdicts:
    """For each of the fifteen cells, why a card of this type can't go there face up. This ignores support
    and any card that is already in the cell."""
    own = house.cells.translate(OWN[kind])
    return _all_storeys(own, _BY_KIND[DESIGNER in house.beside][kind], kind)


def misfits(cells: bytes, kind: int) -> Verdicts:
    """The verdicts as they would be if tokens didn't close rooms: only storey and size count. An empty room
    (0) fits anywhere."""
    if not kind:
        return ("",) * len(cells)
    return _all_storeys(cells.translate(SAME[kind]), _TABLES[KINDS[kind].largest, True], kind)


def _all_storeys(own: bytes, table: dict[bytes, Verdicts], kind: int) -> Verdicts:
    if _IS_BASEMENT[kind]:
        return _WRONG + _WRONG + table[own[10:]]
    return table[own[:5]] + table[own[5:10]] + _WRONG


def why_not_face_up(house: House, kind: int, slot: int) -> str:
    """The verdict for this slot alone."""
    if _IS_BASEMENT[kind] is not (slot >= BASEMENT.start):
        return "wrong_storey"
    start = slot - slot % WIDTH
    own = house.cells[start : start + WIDTH].translate(OWN[kind])
    return _BY_KIND[DESIGNER in house.beside][kind][own][slot - start]


# -- sets of slots: bit s is slot s ------------------------------------------------------------------------

ALL_SLOTS = sum(1 << slot for slot in SLOTS)
_LEGAL = {
    key: {
        storey: sum(1 << column for column, why in enumerate(reasons) if not why)
        for storey, reasons in table.items()
    }
    for key, table in _TABLES.items()
}
_LEGAL_BY_KIND = tuple(
    tuple(_LEGAL[kind.largest, designer] if kind.key else {} for kind in KINDS) for designer in (False, True)
)
# Both stay small: support allows some 77,000 patterns, but with three scaffolds only a few thousand occur.
_OPEN: dict[bytes, int] = {}
_FREE: dict[bytes, int] = {}


def face_up_slots(house: House, kind: int) -> int:
    """The slots where a card of this type can go face up: the verdicts as a set."""
    own = house.cells.translate(OWN[kind])
    table = _LEGAL_BY_KIND[DESIGNER in house.beside][kind]
    if _IS_BASEMENT[kind]:
        return table[own[10:]] << 10
    return table[own[:5]] | table[own[5:10]] << 5


def fitting_slots(cells: bytes, kind: int) -> int:
    """The slots where a card of this type could go if tokens didn't close rooms: the misfits as a set."""
    if not kind:
        return ALL_SLOTS
    same = cells.translate(SAME[kind])
    table = _LEGAL[KINDS[kind].largest, True]
    if _IS_BASEMENT[kind]:
        return table[same[10:]] << 10
    return table[same[:5]] | table[same[5:10]] << 5


def open_slots(cells: bytes) -> int:
    """The slots where a room card can go face down. It can go there face up too if the verdicts allow it."""
    pattern = cells.translate(OPENNESS)
    slots = _OPEN.get(pattern)
    if slots is None:
        slots = _OPEN[pattern] = sum(1 << slot for slot in SLOTS if not why_not_open(cells, slot))
    return slots


def free_slots(cells: bytes) -> int:
    """The slots where a scaffold can go: empty ones with support."""
    pattern = cells.translate(OPENNESS)
    slots = _FREE.get(pattern)
    if slots is None:
        slots = _FREE[pattern] = sum(
            1 << slot for slot in in_order(open_slots(cells)) if pattern[slot] == FREE
        )
    return slots


def in_order(slots: int) -> list[int]:
    """The slots of a set, in reading order."""
    return [slot for slot in SLOTS if slots >> slot & 1]


def slot_names(slots: int) -> list[str]:
    """The names of the slots in a set, in reading order."""
    return [SLOT_NAMES[slot] for slot in in_order(slots)]


def why_not_open(cells: bytes, slot: int) -> str:
    """Why no room card can go in this slot, or ''."""
    if cells[slot] == FRESH_CELL:
        return "fresh_scaffold"
    if cells[slot] not in (0, SCAFFOLD_CELL):
        return "occupied"
    if not supported(cells, slot):
        return "unsupported"
    return ""


def supported(cells: bytes, slot: int) -> bool:
    return slot >= BASEMENT.start or cells[slot + WIDTH] != 0


# -- rooms ------------------------------------------------------------------------------------------------


_RUN = re.compile(rb"([^\0])\1*", re.DOTALL)


def face_up(byte: int) -> bool:
    """Whether a cell holds a face-up room card."""
    return 0 < byte < SCAFFOLD_CELL or byte > WITH_TOKEN


def card_in(byte: int) -> int:
    """The room card in a cell, face up or face down, or 0."""
    return 0 if SCAFFOLD_CELL <= byte <= SOLID else byte & CARD


def room_of(types: bytes, slot: int) -> range:
    """The cells of the room that the face-up card in this slot belongs to, in a house mapped by TYPES."""
    first = last = slot
    start = slot - slot % WIDTH
    while first > start and types[first - 1] == types[slot]:
        first -= 1
    while last < start + WIDTH - 1 and types[last + 1] == types[slot]:
        last += 1
    return range(first, last + 1)


def rooms_of(types: bytes) -> list[range]:
    """All rooms of a house mapped by TYPES, in reading order."""
    return [
        range(run.start(), run.end())
        for storey in STOREYS
        for run in _RUN.finditer(types, storey.start, storey.stop)
    ]


def token_slots(house: House, token: int) -> list[int]:
    """The slots whose card can take this token."""
    fit = house.cells.translate(FITS[token])
    if not any(house.tokens):
        return [slot for slot in range(10) if fit[slot]]
    types = house.cells.translate(TYPES)
    return [
        slot
        for slot in range(10)
        if fit[slot] and not any(house.tokens[cell] for cell in room_of(types, slot))
    ]


def crowded_room(house: House) -> range | None:
    """The first room with several tokens, or None. Only a handyman can create such a room."""
    if sum(map(bool, house.tokens)) < 2:
        return None
    for room in rooms_of(house.cells.translate(TYPES)):
        if sum(bool(house.tokens[cell]) for cell in room) > 1:
            return room
    return None


# -- changes -----------------------------------------------------------------------------------------------


def put(cells: bytes, slot: int, byte: int) -> bytes:
    """The cells (or tokens) with one byte changed."""
    return cells[:slot] + BYTE[byte] + cells[slot + 1 :]


def exchange(house: House, slot: int, card: int) -> House:
    """The house with this card replacing the one in the slot, face up. If the old card has a token, the token
    is lost."""
    return house._replace(cells=put(house.cells, slot, card), tokens=put(house.tokens, slot, 0))
