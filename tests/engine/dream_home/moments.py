"""Moments of recorded games, one for each thing the page can ask for: each tool, helper and step."""

from collections.abc import Callable
from typing import Any

from app.engine.dream_home.state import State

HANDS = {"place", "decor"}

# The number of a recorded game, and a test for the moment, given the state and the tags of the offered moves.
MOMENTS: dict[str, tuple[int, Callable[[State, set[Any]], bool]]] = {
    "clear": (5, lambda state, tags: "clear" in tags),
    "tools": (11, lambda state, tags: {"drill", "take"} <= tags),
    "mixer": (11, lambda state, tags: {"mix", "take"} <= tags),
    "slot": (11, lambda state, tags: "place" in tags and state.round == 6),
    "decor": (11, lambda state, tags: tags >= HANDS and state.round > 3),
    "scaffold": (11, lambda state, tags: {"place", "scaffold"} <= tags),
    "done": (11, lambda state, tags: tags == {"done", "undo"}),
    "jack": (11, lambda state, tags: "jack" in tags),
    "roofer": (11, lambda state, tags: "roofer" in tags),
    "supplier": (11, lambda state, tags: "supplier" in tags),
    "handyman": (11, lambda state, tags: "handyman" in tags),
    "keep": (1, lambda state, tags: "keep" in tags),
    "two": (7, lambda state, tags: "place" in tags and state.round == 5),
}
