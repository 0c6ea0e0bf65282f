"""What the rules are told."""

from typing import Any

FACTS: dict[str, Any] = {"rounds": 3}
