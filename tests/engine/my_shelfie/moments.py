"""Moments of recorded games, one for each thing the page can ask for."""

from collections.abc import Callable
from typing import Any

from app.engine.my_shelfie.state import State


def laid(state: State) -> int:
    """The number of tiles on all shelves."""
    return sum(map(bool, b"".join(state.shelves)))


def own(state: State) -> int:
    """The number of tiles on the shelf of the seat whose turn it is."""
    return sum(map(bool, state.shelves[state.waiting[0]]))


# The number of a recorded game, and a test for the moment, given the state and the tags of the offered moves.
MOMENTS: dict[str, tuple[int, Callable[[State, set[Any]], bool]]] = {
    "picked": (5, lambda state, tags: {"pick", "column"} <= tags and len(state.bag) < 6),  # a short bag
    "swapping": (5, lambda state, tags: "swap" in tags and own(state) > 26),  # a shelf that is nearly full
    "laid": (
        10,
        lambda state, tags: "done" in tags and len(state.taken[state.waiting[0]]) == 2,
    ),  # both goals
    "two": (15, lambda state, tags: "column" in tags and laid(state) > 10),
}
