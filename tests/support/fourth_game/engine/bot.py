"""The value of a state to a seat: always the same."""

from typing import Any

from app.engine.core import Seat


def value(state: Any, seat: Seat) -> float:
    return 0
