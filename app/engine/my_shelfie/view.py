"""What players can see: the view, and other states that look the same.

Two things are secret: what comes out of the bag next and, until the end, other players' personal goals.
Anyone can work out how many tiles of each type are in the bag.
"""

from collections.abc import Mapping
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

from app.engine.chance import shuffled
from app.engine.core import Event, Seat

from .personal_goals import NUMBERS
from .state import OVER, State, Token

UNKNOWN = 0  # a hidden personal goal


class View(NamedTuple):
    """The table as one viewer sees it."""

    turns: tuple[int, ...]
    waiting: tuple[Seat, ...]
    step: str
    first: Seat
    room: bytes
    picked: bytes
    hand: bytes
    column: int
    shelves: tuple[bytes, ...]
    goals: bytes
    stacks: tuple[bytes, ...]
    taken: tuple[tuple[Token, ...], ...]
    filled: Seat | None
    personal: bytes
    bag: int  # how many tiles are in it


def view(state: State, viewer: Seat | None) -> View:
    return View(
        state.turns,
        state.waiting,
        state.step,
        state.first,
        state.room,
        state.picked,
        state.hand,
        state.column,
        state.shelves,
        state.goals,
        state.stacks,
        state.taken,
        state.filled,
        bytes(
            [
                UNKNOWN if seat in hidden_from(state, viewer) else card
                for seat, card in enumerate(state.personal)
            ]
        ),
        len(state.bag),
    )


def hidden_from(state: State, viewer: Seat | None) -> list[Seat]:
    """The seats whose personal goals are hidden from this viewer."""
    return [] if state.step == OVER else [seat for seat in range(len(state.personal)) if seat != viewer]


def fade(event: Event, now: State) -> Event:
    """The event unchanged: nothing in this game becomes secret again."""
    return event


def secrets(state: State, viewer: Seat | None) -> Mapping[str, tuple[Any, ...]]:
    """The hidden parts by name, for tests that look for leaks."""
    if state.step == OVER:
        return {}
    personal = tuple(state.personal[seat] for seat in hidden_from(state, viewer))
    # `luck` decides every refill, but only the next one can leak right away, so it gets its own value
    coming = sha256(state.luck + state.refills.to_bytes(2, "big")).digest()
    return {"the next filling": tuple(coming), "personal goals": personal}


def reseal(state: State, viewer: Seat | None, rng: Random) -> State:
    """Another state that looks the same to this viewer: the bag in a different order, and different personal
    goals, dealt from those the viewer hasn't seen."""
    if state.step == OVER:
        return state
    hidden = hidden_from(state, viewer)
    known = {card for seat, card in enumerate(state.personal) if seat not in hidden}
    cards = shuffled((card for card in NUMBERS if card not in known), rng)
    personal = bytes(cards.pop() if seat in hidden else card for seat, card in enumerate(state.personal))
    luck = bytes(int(rng.random() * 256) for _ in state.luck)
    return _with_secrets(state, personal, luck)


def _with_secrets(state: State, personal: bytes, luck: bytes) -> State:
    """The state with these secrets, which also go into the state that undo restores."""
    start = None if state.start is None else _with_secrets(state.start, personal, luck)
    return state._replace(personal=personal, luck=luck, start=start)
