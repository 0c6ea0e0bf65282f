"""What may be seen: the view, fading events, and other states that look the same.

Secret are the order of the decks and, until the end, every roof pile, its owner's eyes included. With *roof
memory* strict a drafted roof may be named until its round is over; with open it may be named for ever.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from app.engine.chance import shuffled
from app.engine.core import Event, Seat

from .cards import ROOFS, SPECIAL_IDS
from .house import House
from .state import HELP, OVER, Cards, State

A_ROOF = "roof"  # what is said of a roof that may no longer be named
_ROOF_SET = frozenset(ROOFS)


class View(NamedTuple):
    """The table as everybody sees it. In a house's roof pile 0 is a roof that may not be told."""

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
    """All viewers see the same, the owner of a roof pile too."""
    return View(
        state.turns,
        state.waiting,
        state.step,
        state.round,
        state.marker,
        state.queue,
        state.display,
        tuple(
            house._replace(roof=bytes(_hidden(state, seat)) + house.roof[_hidden(state, seat) :])
            for seat, house in enumerate(state.houses)
        ),
        state.room,
        state.token,
        state.scaffold,
        state.discards,
    )


def _hidden(state: State, seat: Seat) -> int:
    """How many cards of this seat's roof pile may not be told: the lowest ones."""
    if state.step == OVER or state.options.roof_memory == "open":
        return 0
    return len(state.houses[seat].roof) - (1 if state.drafted[seat] else 0)


def fade(event: Event, now: State) -> Event:
    """What may still be said of an event: with strict memory the drafted roofs of rounds gone by lose their
    names, and so do the roofs that were dealt then, or a comparison would tell."""
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
    """The hidden parts, by name, for the tests that look for leaks."""
    if state.step == OVER:
        return {}
    piles = {
        f"roof pile {seat}": tuple(house.roof[: _hidden(state, seat)])
        for seat, house in enumerate(state.houses)
    }
    return {"room deck": tuple(state.deck.rooms), "special deck": tuple(state.deck.specials), **piles}


def reseal(state: State, viewer: Seat | None, rng: Random) -> State:
    """Another state that looks the same: decks in another order, and the roofs of the piles exchanged with
    one another and with those still in the deck."""
    if state.step == OVER:
        return state
    hidden = [_hidden(state, seat) for seat in range(len(state.houses))]
    pool = [roof for house, count in zip(state.houses, hidden, strict=True) for roof in house.roof[:count]]
    roofs = shuffled([*pool, *(card for card in state.deck.specials if card in ROOFS)], rng)
    others = [card for card in state.deck.specials if card not in ROOFS]
    piles = []
    for count in hidden:
        piles.append(bytes(roofs[:count]))
        roofs = roofs[count:]
    deck = Cards(
        bytes(shuffled(state.deck.rooms, rng)),
        bytes(shuffled([*roofs, *others], rng)),
    )
    return _with_secrets(state, deck, piles)


def _with_secrets(state: State, deck: Cards, piles: list[bytes]) -> State:
    """The state, and the one that undo goes back to, with this deck and these roofs under the piles."""
    return state._replace(
        deck=deck,
        houses=tuple(
            house._replace(roof=(pile + house.roof[len(pile) :])[: len(house.roof)])
            for house, pile in zip(state.houses, piles, strict=True)
        ),
        start=None if state.start is None else _with_secrets(state.start, deck, piles),
    )
