"""Many random games: cards are conserved, and every house ends with twelve rooms."""

from collections import Counter
from random import Random

import pytest

from app.engine import dream_home
from app.engine.core import play
from app.engine.dream_home.cards import OUTSIDE, ROOM_DECK, SCAFFOLD, SPECIAL_DECK
from app.engine.dream_home.house import FRESH_CELL, SCAFFOLD_CELL, SLOTS, card_in
from app.engine.dream_home.state import State
from tests.support import conformance


def _rooms(state: State) -> Counter[int]:
    in_houses = [card_in(byte) for house in state.houses for byte in house.cells]
    cards = Counter([*state.display.rooms, *state.discards.rooms, *state.deck.rooms, *in_houses, state.room])
    del cards[0]
    return cards


def _specials(state: State) -> Counter[int]:
    """Every special card; décor cards are in the discards as soon as they are taken."""
    cards = Counter([*state.display.specials, *state.discards.specials, *state.deck.specials])
    for house in state.houses:
        cards.update(house.roof)
        cards.update(special for special in house.beside if special not in OUTSIDE)
        cards[SCAFFOLD] += house.cells.count(SCAFFOLD_CELL) + house.cells.count(FRESH_CELL)
    cards[SCAFFOLD] += state.scaffold
    del cards[0]
    return cards


def _tokens(state: State) -> Counter[int]:
    tokens = Counter(token for house in state.houses for token in house.tokens if token)
    tokens.update(special for house in state.houses for special in house.beside if special in OUTSIDE)
    tokens.update([state.token] if state.token else [])
    return tokens


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cards_are_conserved_at_every_step(seats: int) -> None:
    rooms, specials = Counter(ROOM_DECK), Counter(SPECIAL_DECK)
    for seed in range(12):
        for step in conformance.walk(dream_home, seats, seed, undo=0.1):
            assert _rooms(step.after) == rooms
            assert _specials(step.after) == specials
            assert max(_tokens(step.after).values(), default=1) == 1


def _play_out(seats: int, seed: int) -> State:
    chance = Random(seed)
    state = dream_home.new(seats, {}, seed)
    while state.waiting:
        seat = state.waiting[0]
        move = chance.choice(tuple(dream_home.moves(state, seat)))
        state, _ = play(dream_home, state, seat, state.turns[seat], move)
    return state


def _games_end_with_full_houses(seats: int, games: int) -> None:
    for seed in range(games):
        over = _play_out(seats, seed)
        for house in over.houses:
            assert all(card_in(house.cells[slot]) for slot in SLOTS), house


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ten_thousand_random_games_end_with_twelve_rooms_and_no_scaffold(seats: int) -> None:
    _games_end_with_full_houses(seats, 3334)


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_thirty_thousand_random_games_end_with_twelve_rooms_and_no_scaffold(seats: int) -> None:
    _games_end_with_full_houses(seats, 10_000)
