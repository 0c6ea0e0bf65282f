"""The 132 item tiles: 22 of each of six types, each type with three pictures that don't affect the rules.

A tile is a byte: 0 means no tile, 1 to 3 are the pictures of the first type, 4 to 6 those of the second…
`bytes.translate(TYPES)` turns tiles into the numbers of their types, 1 to 6.
"""

KEYS = ("cats", "books", "games", "frames", "trophies", "plants")
LETTERS = "CBGFTP"
TYPE_NUMBERS = range(1, len(KEYS) + 1)
COPIES = (8, 7, 7)  # of each picture of a type
PICTURES = len(COPIES)
BAG = bytes(
    1 + kind * PICTURES + picture
    for kind in range(len(KEYS))
    for picture, copies in enumerate(COPIES)
    for _ in range(copies)
)
TYPES = bytes((tile + PICTURES - 1) // PICTURES for tile in range(256))


_KEY_OF = ("", *(kind for kind in KEYS for _ in COPIES))


def key(tile: int) -> str:
    """The name of a tile's type."""
    return _KEY_OF[tile]


def keys(tiles: bytes) -> tuple[str, ...]:
    return tuple([_KEY_OF[tile] for tile in tiles])


def picture(tile: int) -> int:
    """Which picture of its type a tile shows: 0, 1 or 2."""
    return (tile - 1) % PICTURES
