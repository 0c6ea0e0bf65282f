"""The first things the seed decides, who begins and the goals, for anyone who wants to repeat the deal.

The tiles come from separate streams: `housewarming verify-shuffle` draws them again.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from app.engine.core import Event, Lot

from .common_goals import GOAL_KEYS
from .personal_goals import NUMBERS


def lots(seats: int, options: Mapping[str, Any], log: Iterable[Event]) -> tuple[Lot, ...]:
    """The common goals are public from the start, the personal ones only at the end."""
    happened = [*log]
    first = tuple(event[1] for event in happened if event[0] == "first")
    goals = tuple(goal for event in happened if event[0] == "goals" for goal in event[1])
    personal = tuple(event[2] for event in happened if event[0] == "reveal")
    return (
        Lot(tuple(range(seats)), first, picks=True),
        Lot(GOAL_KEYS, goals),
        Lot(tuple(NUMBERS), personal),
    )
