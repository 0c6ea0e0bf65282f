"""Moments of recorded games at which the page asks for something else."""

from collections.abc import Callable
from typing import Any

from app.engine.my_shelfie.state import State


def laid(state: State) -> int:
    """Tiles on all shelves."""
    return sum(map(bool, b"".join(state.shelves)))


# The number of a recorded game; and whether a seat that is offered moves with these tags is at such a moment.
MOMENTS: dict[str, tuple[int, Callable[[State, set[Any]], bool]]] = {
    "picked": (3, lambda state, tags: {"pick", "column"} <= tags and laid(state) > 20),
    "laying": (3, lambda state, tags: "lay" in tags and laid(state) > 40),
    "laid": (3, lambda state, tags: "done" in tags and laid(state) > 60),
    "two": (6, lambda state, tags: "column" in tags and laid(state) > 10),
}
