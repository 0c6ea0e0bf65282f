"""The facts on the rules page."""

from typing import Any

FACTS: dict[str, Any] = {"minutes": (5, 10), "age": 6, "rounds": 3}
