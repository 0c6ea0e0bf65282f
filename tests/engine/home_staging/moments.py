"""Moments of recorded games, one for each thing the page can ask for."""

from collections.abc import Callable
from typing import Any

from app.engine.home_staging import moves
from app.engine.home_staging.state import State


def rooms(state: State) -> int:
    """How many rooms are finished or being furnished."""
    return len(state.sheets[0].rooms)


def own(state: State) -> Any:
    """The pencil of the seat that is asked first."""
    return state.pencils[state.waiting[0]]


# The number of a recorded game, and a test for the moment, given the state and the tags of the offered moves.
MOMENTS: dict[str, tuple[int, Callable[[State, set[Any]], bool]]] = {
    "room": (20, lambda state, tags: "room" in tags and rooms(state) > 0),
    "card": (20, lambda state, tags: "card" in tags and rooms(state) > 1),
    "tokens": (23, lambda state, tags: "tokens" in tags and rooms(state) > 1),
    "several-tokens": (
        21,
        lambda state, tags: "tokens" in tags and len([*moves(state, state.waiting[0])]) > 2,
    ),
    "placing": (23, lambda state, tags: "draw" in tags and rooms(state) > 1 and len(state.waiting) > 2),
    "bright-idea": (22, lambda state, tags: bool({"other", "mirror"} & tags) and not own(state).pieces),
    "one-drawn": (21, lambda state, tags: "draw" in tags and bool(own(state).pieces)),
    "all-drawn": (23, lambda state, tags: state.step == "draw" and tags == {"confirm", "undo"}),
    "closing": (23, lambda state, tags: "close" in tags and rooms(state) > 1),
    "closed": (23, lambda state, tags: state.step == "close" and "confirm" in tags and rooms(state) > 1),
    "alone": (1, lambda state, tags: "draw" in tags and rooms(state) > 1),
    "barge": (12, lambda state, tags: "draw" in tags and rooms(state) > 1),
}
