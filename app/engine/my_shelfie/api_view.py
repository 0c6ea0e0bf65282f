"""The table for the API: the view, with names instead of numbers and the shelves and living room as text."""

from typing import Any

from app.engine.core import Seat, totals

from .common_goals import GOAL_KEYS
from .living_room import SIDE
from .notation import write_room, write_shelf
from .scoring import PARTS, score
from .state import OVER, State
from .tiles import key
from .view import view


def describe(state: State, viewer: Seat | None) -> dict[str, Any]:
    """What this viewer may know; `personal` is null for every goal hidden from them."""
    seen = view(state, viewer)
    table: dict[str, Any] = {
        "step": seen.step,
        "first_player": seen.first,
        "board": write_room(seen.room),
        "picked": [[*divmod(cell, SIDE)] for cell in seen.picked],
        "hand": [key(tile) if tile else None for tile in seen.hand],
        "column": seen.column if seen.hand else None,
        "shelves": [write_shelf(shelf) for shelf in seen.shelves],
        "goals": [
            {"goal": GOAL_KEYS[goal], "tokens": [*stack]}
            for goal, stack in zip(seen.goals, seen.stacks, strict=True)
        ],
        "tokens": [
            [{"goal": GOAL_KEYS[token.goal], "points": token.points} for token in tokens]
            for tokens in seen.taken
        ],
        "end_token": seen.filled,
        "personal": [card or None for card in seen.personal],
        "bag": seen.bag,
    }
    if seen.step == OVER:
        table["scores"] = [totals(PARTS, lines) for lines in score(state)]
    return table
