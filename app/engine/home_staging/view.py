"""What players can see: the view, and other states that look the same.

Two things are secret. One is whether a face-down number is card A or card B. The other, unless pencils are
open, is the pencil marks that other seats have made this turn.
"""

from collections.abc import Mapping
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

from app.engine.chance import pick
from app.engine.core import Event, Seat

from .advice.proposals import proposals
from .cells import each
from .moves import numbers_to_come, pencilled, rooms_to_come, ways_left
from .pieces import option, write_name
from .placing import places
from .sheet import Pencil, Pencilled, Sheet
from .state import CLOSE, DRAW, OVER, Card, Options, State, with_pencil


class View(NamedTuple):
    """The table as one viewer sees it."""

    turns: tuple[int, ...]
    waiting: tuple[Seat, ...]
    step: str
    asked: tuple[Seat, ...]
    active: Seat
    room: str
    chosen: bool
    up: tuple[Card, ...]
    tokens: tuple[int, ...]
    sheets: tuple[Sheet, ...]
    pencils: tuple[Pencil | None, ...]  # None for those this viewer may not see
    ideas: tuple[int, ...]
    options: Options


def view(state: State, viewer: Seat | None) -> View:
    hidden = hidden_from(state, viewer)
    return View(
        state.turns,
        state.waiting,
        state.step,
        state.asked,
        state.active,
        state.room,
        state.chosen,
        state.up,
        state.tokens,
        state.sheets,
        tuple(None if seat in hidden else pencil for seat, pencil in enumerate(state.pencils)),
        state.ideas,
        state.options,
    )


def hidden_from(state: State, viewer: Seat | None) -> list[Seat]:
    """The seats whose pencils this viewer may not see."""
    if state.options.open_pencils or not state.together:
        return []
    return [seat for seat in range(len(state.pencils)) if seat != viewer]


def fade(event: Event, now: State) -> Event:
    """The event unchanged: nothing in this game becomes secret again."""
    return event


def secrets(state: State, viewer: Seat | None) -> Mapping[str, tuple[Any, ...]]:
    """The hidden parts by name, for tests that look for leaks and for taking back turns.

    Every card turned up and every turn ended reveals something, so each leads to a different value.
    """
    if state.step == OVER:
        return {}
    shown = len(state.up), len(rooms_to_come(state))
    hidden: dict[str, tuple[Any, ...]] = {
        f"pencil {seat}": ((state.step, *shown, state.pencils[seat]),) for seat in hidden_from(state, viewer)
    }
    if rooms_to_come(state) or (state.room and numbers_to_come(state)):
        hidden["cards to come"] = tuple(sha256(state.luck + bytes(shown)).digest())
    return hidden


def reseal(state: State, viewer: Seat | None, rng: Random) -> State:
    """Another state that looks the same to this viewer: with different cards to come and hidden pencils."""
    if state.step == OVER:
        return state
    for seat in hidden_from(state, viewer):
        state = with_pencil(state, seat, _another_pencil(state, seat, rng))
    return state._replace(luck=bytes(int(rng.random() * 256) for _ in state.luck))


def _another_pencil(state: State, seat: Seat, rng: Random) -> Pencil:
    """Another set of choices that this seat might have made this turn."""
    nothing = Pencil(front=state.sheets[seat].front)
    if seat not in state.asked:
        return nothing
    if state.step == CLOSE:
        closing = pick(proposals(state.options.scenario, state.sheets[seat], nothing.front), rng)
        return nothing._replace(cells=closing.cells, door=closing.door)
    assert state.step == DRAW
    empty = with_pencil(state, seat, nothing)
    how, which = pick(ways_left(empty, nothing, state.ideas[seat]), rng)
    name = option(state.card.number, state.card.card, which)
    found = [
        write_name(name, turn, how == "mirror", anchor)
        for turn, anchors in enumerate(places(pencilled(empty, seat), name, how == "mirror"))
        for anchor in each(anchors)
    ]
    return nothing._replace(pieces=(Pencilled(pick(found, rng), how),)) if found else nothing
