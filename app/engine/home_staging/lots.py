"""The first thing the seed decides: who begins. This is for anyone who wants to repeat the draw.

The cards follow from the bytes drawn next: `housewarming verify-shuffle` draws them again.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from app.engine.core import Event, Lot


def lots(seats: int, options: Mapping[str, Any], log: Iterable[Event]) -> tuple[Lot, ...]:
    """Who begins is public from the start."""
    if options["first_player"] != "random":
        return ()
    first = tuple(event[1] for event in log if event[0] == "first")
    return (Lot(tuple(range(seats)), first, picks=True),)
