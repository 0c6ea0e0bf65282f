"""The twelve personal goal cards: six cells each, one per type."""

from .tiles import LETTERS

POINTS = (0, 1, 2, 4, 6, 9, 12)  # by the number of cells that match the card

_CARDS = """
    P.F.. ..... ..... ....G ..... ..T.C
    ....C .P... F..G. ..... .T... .....
    ...B. C.G.. ..P.. T.F.. ..... ...B.
    .G... ....B .C..T ...P. .FB.. .....
    ..... ...T. ..... .BC.. ....P .G.F.
    ..T.. ....F B.... ..... G..C. P....

    C.... ....F ..G.. ....T ..P.. ..B..
    ...F. .C... ..... .G... .B... .P...
    .P... ..T.. ..C.. B.... G.... ..F..
    T.... P.... ....B ...C. ..F.. ...T.
    ....G ...B. .T..P .F... ....C ....G
    ..B.. ...G. F.... ...P. ...T. C....
"""


def _drawn() -> tuple[bytes, ...]:
    rows = [line.split() for line in _CARDS.split("\n") if line.strip()]
    bands = [rows[:6], rows[6:]]
    return tuple(
        bytes(LETTERS.find(letter) + 1 for row in band for letter in row[card])
        for band in bands
        for card in range(6)
    )


CARDS = (b"", *_drawn())
"""For each card, numbered from 1: the type that it shows in each cell of a shelf, or 0."""
NUMBERS = range(1, len(CARDS))
_SHOWN = tuple([(cell, kind) for cell, kind in enumerate(card) if kind] for card in CARDS)


def matches(card: int, types: bytes) -> list[int]:
    """The cells of a shelf that hold what the card shows."""
    return [cell for cell, kind in _SHOWN[card] if types[cell] == kind]
