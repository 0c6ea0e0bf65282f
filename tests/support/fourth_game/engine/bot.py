"""What a state is worth to a seat: all are alike."""

from typing import Any

from app.engine.core import Seat


def value(state: Any, seat: Seat) -> float:
    return 0
