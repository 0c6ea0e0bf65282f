"""The table for the API: the view with names instead of numbers, and houses in the notation."""

from typing import Any

from app.engine.core import Seat, totals

from .cards import ROOM_NAMES, SCAFFOLD, SPECIAL_NAMES, room_names, special_names
from .notation import write_house
from .scoring import PARTS, score
from .state import OVER, Cards, State
from .view import view


def describe(state: State, viewer: Seat | None) -> dict[str, Any]:
    """The table as this viewer may see it. Once the game is over, each house lists its roofs on its `roof`
    line; until then, `roofs` gives their number and, while it's public, the one drafted this round."""
    seen, over = view(state, viewer), state.step == OVER
    table: dict[str, Any] = {
        "step": seen.step,
        "round": seen.round,
        "first_player": seen.marker,
        "queue": list(seen.queue),
        "display": {
            "rooms": [ROOM_NAMES[card] or None for card in seen.display.rooms],
            "specials": [SPECIAL_NAMES[card] or None for card in seen.display.specials],
        },
        "hand": {
            "room": ROOM_NAMES[seen.room] or None,
            "decor": SPECIAL_NAMES[seen.token] or None,
            "scaffold": SPECIAL_NAMES[SCAFFOLD] if seen.scaffold else None,
        },
        "houses": [write_house(house if over else house._replace(roof=b"")) for house in seen.houses],
        "roofs": [[SPECIAL_NAMES[roof] or None for roof in house.roof] for house in seen.houses],
        "discards": _names(seen.discards),
    }
    if over:
        table["scores"] = [totals(PARTS, lines) for lines in score(state)]
    return table


def _names(cards: Cards) -> dict[str, list[str]]:
    return {"rooms": [*room_names(cards.rooms)], "specials": [*special_names(cards.specials)]}
