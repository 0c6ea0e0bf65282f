"""The results that the seed decides: the order of both decks, and who goes first. Used to check a shuffle."""

from collections.abc import Iterable, Mapping
from typing import Any

from app.engine.core import Event, Lot

from .cards import ROOM_DECK, SPECIAL_DECK, room_names, special_names


def lots(seats: int, options: Mapping[str, Any], log: Iterable[Event]) -> tuple[Lot, ...]:
    """The lots, as far as the log shows them: each deal reveals more of the decks."""
    happened = [*log]
    deals = [event for event in happened if event[0] == "deal"]
    rooms = tuple(name for _, _, dealt, _ in deals for name in dealt)
    specials = tuple(name for _, _, _, dealt in deals for name in dealt)
    decks = Lot(room_names(ROOM_DECK), rooms), Lot(special_names(SPECIAL_DECK), specials)
    if options["first_player"] != "random":
        return decks
    first = tuple(event[1] for event in happened if event[0] == "first")
    return (*decks, Lot(tuple(range(seats)), first, picks=True))
