"""What is true after every move of many random games."""

import pytest

from app.cli.simulate import simulate
from app.engine import my_shelfie
from app.engine.core import play
from app.engine.my_shelfie.living_room import takes
from app.engine.my_shelfie.shelf import COLUMNS, WIDTH
from app.engine.my_shelfie.state import OVER, PICKING, State
from app.engine.my_shelfie.tiles import BAG
from tests.support import conformance

TILES = sorted(BAG)


def _tiles(state: State) -> list[int]:
    everywhere = state.room + state.hand + state.bag + b"".join(state.shelves)
    return sorted(everywhere.replace(b"\0", b""))


def _stands(shelf: bytes) -> bool:
    """Whether every tile is on another tile or at the bottom."""
    return all(b"\0" not in shelf[column::WIDTH].lstrip(b"\0") for column in COLUMNS)


@pytest.mark.parametrize("seats", my_shelfie.seats)
def test_tiles_are_conserved_and_stand_on_one_another(seats: int) -> None:
    for seed in range(12):
        for step in conformance.walk(my_shelfie, seats, seed, undo=0.1):
            assert _tiles(step.after) == TILES
            assert all(map(_stands, step.after.shelves))
            if step.after.step == PICKING:
                assert takes(step.after.room, 1), "the living room is never empty when a turn begins"


@pytest.mark.parametrize("seats", my_shelfie.seats)
def test_a_game_ends_after_equally_many_turns_with_a_full_shelf(seats: int) -> None:
    for seed in range(60):
        turns = [0] * seats
        for step in conformance.walk(my_shelfie, seats, seed):
            turns[step.seat] += step.seat not in step.after.waiting
            state = step.after
        assert len({*turns}) == 1, turns
        assert state.step == OVER
        assert 0 not in state.shelves[state.filled]
        for tokens in state.taken:
            assert len({token.goal for token in tokens}) == len(tokens)


def test_the_value_of_a_state_wins_against_chance() -> None:
    report = simulate(my_shelfie, ["greedy", "random"], 200, "two seats")
    assert report["wins"]["greedy"] >= 180


def test_a_wide_open_game_goes_through_play() -> None:
    state = my_shelfie.new(4, {"confirm_turns": False}, 3)
    while state.waiting:
        seat = state.waiting[0]
        move = tuple(my_shelfie.moves(state, seat))[-1]
        state, _ = play(my_shelfie, state, seat, state.turns[seat], move)
    assert state.step == OVER
