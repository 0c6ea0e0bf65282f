"""What players can see: the view, events that lose details over time, and other states that look the same.

Two things are secret: the order of the decks and, until the end, every roof pile, even from its owner. With
strict *roof memory* a drafted roof is public until its round is over; with open memory it stays public.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from app.engine.chance import shuffled
from app.engine.core import Event, Seat

from .cards import ROOFS, SPECIAL_IDS
from .house import House
from .state import HELP, OVER, Cards, State

A_ROOF = "roof"  # stands for a roof in the log once it is no longer public
_ROOF_SET = frozenset(ROOFS)


class View(NamedTuple):
    """The table as everyone sees it. In a roof pile, 0 stands for a hidden roof."""

    turns: tuple[int, ...]
    waiting: tuple[Seat, ...]
    step: str
    round: int
    marker: Seat
    queue: tuple[Seat, ...]
    display: Cards
    houses: tuple[House, ...]
    room: int
    token: int
    scaffold: int
    discards: Cards


def view(state: State, viewer: Seat | None) -> View:
    """The table as this viewer sees it. Everyone sees the same: not even owners know their roof piles."""
    return View(
        state.turns,
        state.waiting,
        state.step,
        state.round,
        state.marker,
        state.queue,
        state.display,
        tuple(_seen(house, _hidden(state, seat)) for seat, house in enumerate(state.houses)),
        state.room,
        state.token,
        state.scaffold,
        state.discards,
    )


def _seen(house: House, hidden: int) -> House:
    return house._replace(roof=bytes(hidden) + house.roof[hidden:]) if hidden else house


def _hidden(state: State, seat: Seat) -> int:
    """How many cards at the bottom of this seat's roof pile are hidden."""
    if state.step == OVER or state.options.roof_memory == "open":
        return 0
    return len(state.houses[seat].roof) - (1 if state.drafted[seat] else 0)


def fade(event: Event, now: State) -> Event:
    """The event as players may see it now. With strict memory, roofs drafted in earlier rounds lose their
    names. So do roofs dealt in those rounds, because the deal would give the drafted ones away."""
    if now.step == OVER or now.options.roof_memory == "open" or event[0] not in ("deal", "take"):
        return event
    dealt = event[1] if event[0] == "deal" else event[2]
    if dealt == now.round and now.step != HELP:
        return event
    if event[0] == "deal":
        return (*event[:3], tuple(map(_unnamed, event[3])))
    return (*event[:5], _unnamed(event[5]))


def _unnamed(special: str) -> str:
    return A_ROOF if SPECIAL_IDS.get(special) in _ROOF_SET else special


def secrets(state: State, viewer: Seat | None) -> Mapping[str, tuple[Any, ...]]:
    """The hidden parts of the state, by name, for tests that look for leaks."""
    if state.step == OVER:
        return {}
    piles = {
        f"roof pile {seat}": tuple(house.roof[: _hidden(state, seat)])
        for seat, house in enumerate(state.houses)
    }
    return {"room deck": tuple(state.deck.rooms), "special deck": tuple(state.deck.specials), **piles}


def reseal(state: State, viewer: Seat | None, rng: Random) -> State:
    """Another state that looks the same to this viewer: the decks reshuffled, and hidden roofs swapped among
    the piles and the deck."""
    if state.step == OVER:
        return state
    hidden = [_hidden(state, seat) for seat in range(len(state.houses))]
    pool = [roof for house, count in zip(state.houses, hidden, strict=True) for roof in house.roof[:count]]
    roofs = shuffled(sorted([*pool, *(card for card in state.deck.specials if card in ROOFS)]), rng)
    others = sorted(card for card in state.deck.specials if card not in ROOFS)
    piles = []
    for count in hidden:
        piles.append(bytes(roofs[:count]))
        roofs = roofs[count:]
    deck = Cards(
        bytes(shuffled(sorted(state.deck.rooms), rng)),
        bytes(shuffled([*roofs, *others], rng)),
    )
    return _with_secrets(state, deck, piles)


def _with_secrets(state: State, deck: Cards, piles: list[bytes]) -> State:
    """The state with this deck and these hidden roofs. They also replace the ones in the state for undo."""
    return state._replace(
        deck=deck,
        houses=tuple(
            house._replace(roof=(pile + house.roof[len(pile) :])[: len(house.roof)])
            for house, pile in zip(state.houses, piles, strict=True)
        ),
        start=None if state.start is None else _with_secrets(state.start, deck, piles),
    )


def recall(state: State, viewer: Seat | None, rng: Random) -> State:
    """Like `reseal`, but for a viewer who remembers everything they ever saw. Every roof was public when it
    was drafted, so only the decks are made up."""
    if state.step == OVER:
        return state
    deck = Cards(
        bytes(shuffled(sorted(state.deck.rooms), rng)), bytes(shuffled(sorted(state.deck.specials), rng))
    )
    return state._replace(deck=deck, start=None if state.start is None else state.start._replace(deck=deck))
