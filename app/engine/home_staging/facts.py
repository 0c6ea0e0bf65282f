"""Facts for pages about the game: its homes and furniture, the numbers in its rules, and a home drawn step by
step."""

from typing import Any, NamedTuple

from app.engine.core import Line, totals

from .notation import read
from .pieces import CARDS, NUMBERS, option
from .plan import Plan, plan, site
from .scenarios import SCENARIOS
from .scoring import NO_ROOM, PARTS, count
from .state import OPTIONS, SEATS

EXAMPLE = "P"


class Drawn(NamedTuple):
    """A sheet of the example: what is drawn, and what it scores."""

    plan: Plan
    lines: tuple[Line, ...]
    totals: dict[str, int]


def _drawn(text: str) -> Drawn:
    sheet = read(EXAMPLE, text)
    lines = count(EXAMPLE, sheet).lines
    return Drawn(plan(EXAMPLE, sheet), lines, totals(PARTS, lines))


_BATHROOM = "bathroom: 20A2r3@F6 21A1@G6 22A2@F8"
_BEDSIT = "bedsit: 13B1@J8 15B1@H9 01A2r2@H11 19A1@H8 19A2@F11"
_CLOSED = f"{_BATHROOM} | F6-G9 | G9S"

FACTS: dict[str, Any] = {
    "minutes": (30, 45),
    "age": 10,
    "seats": SEATS,
    "options": OPTIONS,
    "homes": tuple(SCENARIOS.values()),
    "sites": {key: site(key) for key in SCENARIOS},
    "furniture": {
        number: tuple(option(number, card, which) for card in CARDS for which in (1, 2)) for number in NUMBERS
    },
    "no_room": -NO_ROOM,
    "example_site": site(EXAMPLE),
    "example": {
        "empty": _drawn(""),
        "open": _drawn(_BATHROOM),
        "closed": _drawn(_CLOSED),
        "finished": _drawn(f"{_CLOSED}\n{_BEDSIT} | F11-G11 H6-K11 | H10W\nfront: F10W"),
    },
}
