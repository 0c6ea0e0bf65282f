"""The table for programs: names, and sheets as text."""

from typing import Any

from app.engine.core import Seat, totals

from .notation import write
from .scoring import PARTS, score
from .state import DRAW, OVER, TOKENS, State
from .view import view


def describe(state: State, viewer: Seat | None) -> dict[str, Any]:
    """What this viewer may know. For a hidden pencil, both `pencils` and `closing` are null.

    `closing` is also null if no closing has been drawn.
    """
    seen = view(state, viewer)
    table: dict[str, Any] = {
        "step": seen.step,
        "scenario": seen.options.scenario,
        "active": seen.active,
        "room": seen.room or None,
        "card": state.card.name if seen.step in (TOKENS, DRAW) else None,
        "tokens": list(seen.tokens) if seen.step == DRAW else None,
        "cards": [card.name for card in seen.up],
        "ideas": list(seen.ideas),
        "confirmed": [seat for seat in seen.asked if seat not in seen.waiting],
        "sheets": [write(sheet) for sheet in seen.sheets],
        "pencils": [pencil and [name for name, _ in pencil.pieces] for pencil in seen.pencils],
        "closing": [
            {"cells": pencil.cells, "door": pencil.door} if pencil and pencil.cells else None
            for pencil in seen.pencils
        ],
    }
    if seen.step == OVER:
        table["scores"] = [totals(PARTS, lines) for lines in score(state)]
    return table
