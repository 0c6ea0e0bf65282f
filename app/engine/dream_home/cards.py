"""The decks, read from cards.toml: every card by its id, a small number that never changes.

Room cards have ids 1..60, starting with `living_room/1`; each has its own id because each has a different
picture. Special cards have ids 1..27, shared by all copies of a card. 0 always means "no card".
"""

import tomllib
from pathlib import Path
from typing import Any, NamedTuple


class Kind(NamedTuple):
    """A type of room."""

    key: str
    letters: str
    points: tuple[int, ...]  # for 1, 2, 3 cards
    basement: bool
    bonus_beside: str  # the room type that earns this one a bonus as a neighbour, or ""
    bonus_points: int  # the points of that bonus
    copies: int

    @property
    def largest(self) -> int:
        return len(self.points)


class Special(NamedTuple):
    key: str
    sort: str  # roof, helper, tool, decor
    room: str  # where a décor token goes: a room's key, "any", "outside"
    points: int  # of a décor token
    copies: int


def _kind(entry: dict[str, Any]) -> Kind:
    bonus = entry.get("bonus", {"beside": "", "points": 0})
    points = tuple(entry["points"])
    basement = entry.get("basement", False)
    return Kind(
        entry["key"], entry["letters"], points, basement, bonus["beside"], bonus["points"], entry["copies"]
    )


def _special(entry: dict[str, Any]) -> Special:
    return Special(
        entry["key"], entry["sort"], entry.get("room", ""), entry.get("points", 0), entry["copies"]
    )


_TOML = tomllib.loads((Path(__file__).parent / "cards.toml").read_text("utf-8"))

NO_KIND = Kind("", "", (), False, "", 0, 0)
NO_SPECIAL = Special("", "", "", 0, 0)
KINDS = (NO_KIND, *map(_kind, _TOML["room"]))
"""Room types, numbered from 1; 0 means no type."""
SPECIALS = (NO_SPECIAL, *map(_special, _TOML["special"]))

KIND_OF = bytes([0] + [number for number, kind in enumerate(KINDS) for _ in range(kind.copies)])
"""The type number of each room id."""
NUMBER_OF = tuple([0] + [copy for kind in KINDS for copy in range(1, kind.copies + 1)])
ROOM_NAMES = tuple([""] + [f"{kind.key}/{copy}" for kind in KINDS for copy in range(1, kind.copies + 1)])
SPECIAL_NAMES = tuple(special.key for special in SPECIALS)

ROOM_IDS = {name: card for card, name in enumerate(ROOM_NAMES) if card}
SPECIAL_IDS = {name: card for card, name in enumerate(SPECIAL_NAMES) if card}
KIND_NUMBERS = {kind.key: number for number, kind in enumerate(KINDS) if number}
KIND_BY_LETTERS = {kind.letters: number for number, kind in enumerate(KINDS) if number}
FIRST_CARD = tuple([0] + [KIND_OF.index(number) for number in range(1, len(KINDS))])
"""The first card of each type."""

ROOM_DECK = bytes(range(1, len(ROOM_NAMES)))
SPECIAL_DECK = bytes(card for card, special in enumerate(SPECIALS) for _ in range(special.copies))
CHILDREN = frozenset(
    ROOM_IDS[f"{entry['key']}/{number}"] for entry in _TOML["room"] for number in entry.get("children", ())
)


def _of_sort(sort: str) -> bytes:
    return bytes(card for card, special in enumerate(SPECIALS) if special.sort == sort)


ROOFS = _of_sort("roof")
TOKENS = _of_sort("decor")
ROOFER, SUPPLIER, ARCHITECT, HANDYMAN, DESIGNER = _of_sort("helper")
SCAFFOLD, DRILL, JACKHAMMER, MIXER = _of_sort("tool")
OUTSIDE = bytes(card for card in TOKENS if SPECIALS[card].room == "outside")

COLOUR = tuple(special.key.rstrip("~") if special.sort == "roof" else "" for special in SPECIALS)
WINDOW = tuple(special.key.endswith("~") for special in SPECIALS)


def room_names(cards: bytes) -> tuple[str, ...]:
    return tuple([ROOM_NAMES[card] for card in cards])


def special_names(cards: bytes) -> tuple[str, ...]:
    return tuple([SPECIAL_NAMES[card] for card in cards])


ROUNDS = 12
BYTE = tuple(bytes((number,)) for number in range(256))
"""Every byte as `bytes`, to put a card into a row of cards or into a house."""
COLUMNS = range(5)
"""The display's columns. Column 0 has the first-player marker instead of a special card."""

_SUMS = (len(ROOM_DECK), len(SPECIAL_DECK), len(TOKENS), len(CHILDREN))
if _SUMS != (60, 48, 10, 20):
    raise ValueError(f"cards.toml holds {_SUMS} rooms, specials, tokens and children, not (60, 48, 10, 20)")
