"""Houses and moves as text that people can read and draw by hand.

```
Pl  Li  Li*piano  Ba  Dr
Ba  Be*cat_house  Ki  Pa  Ki
++  ++  ++  Ga  xx
roof: red red~ blue green        (~ = window)
beside: architect drill tree_house
```

`..` empty, `xx` empty room, `##` scaffold, `#!` scaffold of this round, `++` solid ground. A cell may include
the card's number: `Li/3*piano`, or face down `xx/Be/2`. If no game can lead to the house, the drawing is
refused, and the error names the line and cell, counting from 1. More cards than the deck holds are fine.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from app.engine.core import Illegal, Move

from .cards import (
    COLOUR,
    FIRST_CARD,
    KIND_BY_LETTERS,
    KIND_OF,
    KINDS,
    NUMBER_OF,
    OUTSIDE,
    ROOFS,
    ROOM_IDS,
    SPECIAL_IDS,
    SPECIAL_NAMES,
    SPECIALS,
    WINDOW,
)
from .house import (
    BASEMENT,
    FACE_DOWN,
    FITS,
    FRESH_CELL,
    SCAFFOLD_CELL,
    SOLID,
    STOREYS,
    TYPES,
    WIDTH,
    WITH_TOKEN,
    House,
    card_in,
    face_up,
    rooms_of,
    supported,
)

_SIGNS = {0: "..", SCAFFOLD_CELL: "##", FRESH_CELL: "#!", SOLID: "++", FACE_DOWN: "xx"}
_BYTES = {sign: byte for byte, sign in _SIGNS.items()}
_CARD = re.compile(r"(xx/)?([A-Z][a-z])(?:/(\d{1,2}))?(?:\*(\w+))?", re.ASCII)
_NUMBERED = re.compile(r"([A-Z][a-z])/(\d{1,2})", re.ASCII)
_HIDDEN = re.compile(r"(\d{1,2}) hidden", re.ASCII)


class BadNotation(Illegal):
    """The drawing can't be read, or no game can lead to it."""

    def __init__(self, code: str, line: int, cell: int, text: str = "") -> None:
        super().__init__(code, line=line, cell=cell, text=text[:40])


class Row(NamedTuple):
    """A line of a drawing: its number and its words."""

    number: int
    words: list[str]


def rows(text: str) -> Iterator[Row]:
    """The lines of a drawing, without comments and blank lines."""
    for number, line in enumerate(text.split("\n"), 1):
        words = line.partition("(")[0].split()
        if words:
            yield Row(number, words)


class Numbering:
    """Numbers the unnumbered cards of a drawing, using the lowest numbers not drawn elsewhere."""

    def __init__(self, lines: Iterable[Row]) -> None:
        words = " ".join(word for row in lines for word in row.words)
        named = {(letters, int(number)) for letters, number in _NUMBERED.findall(words)}
        self.free = {
            kind: [
                FIRST_CARD[kind] + copy
                for copy in range(KINDS[kind].copies)
                if (letters, copy + 1) not in named
            ]
            for letters, kind in KIND_BY_LETTERS.items()
        }

    def card(self, kind: int) -> int:
        """An unused card of this type or, once they are all used, the first one again."""
        return self.free[kind].pop(0) if self.free[kind] else FIRST_CARD[kind]


def read_card(word: str, row: Row, cell: int, numbers: Numbering) -> tuple[int, str]:
    """The byte for a drawn room card, which may be face up or face down, and the name of its token."""
    match = _CARD.fullmatch(word)
    kind = KIND_BY_LETTERS.get(match[2], 0) if match else 0
    if not match or not kind:
        raise BadNotation("unknown_cell", row.number, cell, word)
    down, _, number, token = match.groups()
    if number is None:
        card = numbers.card(kind)
    elif 0 < int(number) <= KINDS[kind].copies:
        card = ROOM_IDS[f"{KINDS[kind].key}/{int(number)}"]
    else:
        raise BadNotation("unknown_cell", row.number, cell, word)
    if down and token:
        raise BadNotation("wrong_token", row.number, cell, token)
    return card | FACE_DOWN if down else card, token or ""


def write_card(byte: int, numbers: bool = True) -> str:
    """A room card as drawn."""
    card = card_in(byte)
    down = bool(byte & FACE_DOWN)
    if not card or (down and not numbers):
        return "xx" if down else ".."
    letters = KINDS[KIND_OF[card]].letters
    return ("xx/" if down else "") + (f"{letters}/{NUMBER_OF[card]}" if numbers else letters)


# -- houses ------------------------------------------------------------------------------------------------


def write_house(house: House, numbers: bool = False) -> str:
    """Draw a house, optionally with the numbers of its cards."""
    lines = []
    for storey in STOREYS:
        cells = []
        for cell in storey:
            byte, token = house.cells[cell], house.tokens[cell]
            sign = _SIGNS.get(byte) or write_card(byte, numbers)
            cells.append(f"{sign}*{SPECIAL_NAMES[token]}" if token else sign)
        lines.append("  ".join(cells))
    if house.roof:
        lines.append("roof: " + write_pile(house.roof))
    if house.beside:
        lines.append("beside: " + " ".join(SPECIAL_NAMES[special] for special in house.beside))
    return "\n".join(lines)


def write_pile(pile: bytes) -> str:
    hidden = pile.count(0)
    names = [SPECIAL_NAMES[roof] for roof in pile if roof]
    return " ".join([f"{hidden} hidden", *names] if hidden else names)


def read_house(text: str) -> House:
    """The house in this drawing."""
    lines = [*rows(text)]
    return read_house_rows(lines, Numbering(lines), 1)


def read_house_rows(lines: list[Row], numbers: Numbering, begin: int) -> House:
    """The house that these lines draw. If there are no lines, errors name the line `begin`."""
    last = lines[-1].number if lines else begin
    storeys = [row for row in lines if not row.words[0].endswith(":")]
    if len(storeys) != len(STOREYS):
        raise BadNotation("three_storeys", storeys[3].number if len(storeys) > 3 else last, 1)
    cells, tokens = bytearray(), bytearray()
    for row, storey in zip(storeys, STOREYS, strict=True):
        _read_storey(row, storey, numbers, cells, tokens)
    beside = roof = b""
    seen: set[str] = set()
    for row in lines:
        head, words = row.words[0], row.words[1:]
        if not head.endswith(":"):
            continue
        if head in seen or head not in ("roof:", "beside:"):
            raise BadNotation("unknown_line", row.number, 1, head)
        seen.add(head)
        if head == "roof:":
            roof = _read_roof(row, words)
        else:
            beside = _read_beside(row, words)
    house = House(bytes(cells), bytes(tokens), beside, roof)
    _refuse_impossible(house, storeys)
    return house


def _read_storey(row: Row, storey: range, numbers: Numbering, cells: bytearray, tokens: bytearray) -> None:
    if len(row.words) != WIDTH:
        raise BadNotation("five_cells", row.number, min(len(row.words), WIDTH + 1))
    for place, (cell, word) in enumerate(zip(storey, row.words, strict=True), 1):
        token = ""
        if word in _BYTES:
            byte = _BYTES[word]
        else:
            byte, token = read_card(word, row, place, numbers)
        if (byte == SOLID) is not (cell in BASEMENT[:3]):
            raise BadNotation("solid_ground", row.number, place, word)
        tokens.append(_read_token(token, byte, row, place) if token else 0)
        cells.append(byte | WITH_TOKEN if token else byte)


def _read_token(name: str, byte: int, row: Row, place: int) -> int:
    token = SPECIAL_IDS.get(name, 0)
    if token not in FITS:
        raise BadNotation("unknown_token", row.number, place, name)
    if not FITS[token][byte]:
        raise BadNotation("wrong_token", row.number, place, name)
    return token


def _read_roof(row: Row, words: list[str]) -> bytes:
    hidden = _HIDDEN.fullmatch(" ".join(words[:2]))
    pile = bytearray(int(hidden[1]) if hidden else 0)
    for place, word in enumerate(words, 1):
        if hidden and place <= 2:
            continue
        roof = SPECIAL_IDS.get(word, 0)
        if roof not in ROOFS:
            raise BadNotation("unknown_roof", row.number, place, word)
        if WINDOW[roof] and roof in pile:
            raise BadNotation("two_windows", row.number, place, COLOUR[roof])
        pile.append(roof)
    return bytes(pile)


def _read_beside(row: Row, words: list[str]) -> bytes:
    beside = bytearray()
    for place, word in enumerate(words, 1):
        special = SPECIAL_IDS.get(word, 0)
        lies_beside = special in OUTSIDE or SPECIALS[special].sort in ("helper", "tool")
        if not lies_beside or word == "scaffold":
            raise BadNotation("unknown_beside", row.number, place, word)
        beside.append(special)
    return bytes(beside)


def _refuse_impossible(house: House, storeys: list[Row]) -> None:
    """Refuse a house that no game can lead to, naming the first wrong cell."""

    def bad(code: str, cell: int) -> BadNotation:
        row = storeys[cell // WIDTH]
        return BadNotation(code, row.number, cell % WIDTH + 1, row.words[cell % WIDTH])

    for cell, byte in enumerate(house.cells):
        if face_up(byte) and KINDS[KIND_OF[card_in(byte)]].basement is not (cell in BASEMENT):
            raise bad("wrong_storey", cell)
        if byte not in (0, SOLID) and not supported(house.cells, cell):
            raise bad("unsupported", cell)
    for room in rooms_of(house.cells.translate(TYPES)):
        largest = KINDS[KIND_OF[card_in(house.cells[room.start])]].largest
        if len(room) > largest:
            raise bad("room_too_large", room[largest])
        tokens = [cell for cell in room if house.tokens[cell]]
        if len(tokens) > 1:
            raise bad("two_tokens", tokens[1])


# -- moves -------------------------------------------------------------------------------------------------


def write_move(move: Move) -> str:
    """`place g0 up`"""
    return " ".join(map(str, move))


def read_move(text: str) -> Move:
    """
    >>> read_move("drill 3 u2")
    ('drill', 3, 'u2')
    """
    return tuple(int(word) if re.fullmatch(r"\d{1,4}", word, re.ASCII) else word for word in text.split())


def write_moves(moves: Iterable[Move]) -> str:
    """The moves in sorted order, one per line, so that tests can compare them."""
    return "\n".join(sorted(map(write_move, moves)))
