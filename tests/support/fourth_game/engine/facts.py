"""The facts on the rules page."""

from typing import Any

FACTS: dict[str, Any] = {"rounds": 3}
