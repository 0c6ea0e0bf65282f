"""Finished games, walked over again cell by cell."""

from itertools import combinations
from random import Random

import pytest

from app.engine import home_staging
from app.engine.home_staging.bonuses.distance import apart
from app.engine.home_staging.cells import names
from app.engine.home_staging.pieces import laid
from app.engine.home_staging.scenarios import SCENARIOS
from app.engine.home_staging.scoring import count
from app.engine.home_staging.sheet import Sheet

from .oracle import Walk


def finished(key: str) -> list[Sheet]:
    """The sheets of some random games."""
    chance = Random(key)
    sheets: list[Sheet] = []
    for seed in range(2):
        state = home_staging.new(3, {"scenario": key}, seed)
        while state.waiting:
            seat = state.waiting[0]
            state, _ = home_staging.apply(state, seat, chance.choice([*home_staging.moves(state, seat)]))
        sheets += state.sheets
    return sheets


@pytest.mark.parametrize("key", SCENARIOS)
def test_as_much_is_in_reach_and_as_far_apart(key: str) -> None:
    for sheet in finished(key):
        counted = count(key, sheet)
        walk = Walk(key, sheet, counted.front.name if counted.front else "")
        reached = {piece.name for room in counted.reach.rooms.values() for piece in room.pieces}
        assert reached == walk.in_reach()
        assert {*names(counted.reach.hall)} == walk.hall
        assert counted.furniture == sum(laid(name).body.bit_count() for name in reached)
        for one, other in combinations(sorted(reached), 2):
            if laid(one).body and laid(other).body:
                found = apart(counted.reach.home, laid(one).body, laid(other).body)
                assert found == walk.distance(one, other), (one, other)
