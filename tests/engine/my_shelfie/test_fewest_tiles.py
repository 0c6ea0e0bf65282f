"""A shelf with fewer tiles than a goal takes isn't asked whether it meets it."""

from random import Random

import pytest

from app.engine.my_shelfie.common_goals import GOALS, Goal
from app.engine.my_shelfie.shelf import COLUMNS, EMPTY_SHELF, lay, spaces

from .drawing import met, shelf

SMALLEST = {
    "six_pairs": "..... ..... ..... PP... CBGFT CBGFT",
    "four_quads": "..... ..... CBGF. CBGF. CBGF. CBGF.",
    "four_corners": "C...C B...B B...B B...B B...B C...C",
    "two_squares": "..... ..... ..... ..... CCBB. CCBB.",
    "three_columns_max3": "CBG.. CBG.. CBG.. CBG.. CBG.. CBG..",
    "eight_same": "..... ..... ..... ..... CCCC. CCCC.",
    "diagonal5": "..... C.... BC... BBC.. BBBC. BBBBC",
    "four_rows_max3": "..... ..... CBGCB CBGCB CBGCB CBGCB",
    "two_columns_all_different": "CC... BB... GG... FF... TT... PP...",
    "two_rows_all_different": "..... ..... ..... ..... CBGFT BGFTP",
    "x_shape": "..... ..... ..... C.C.. BCB.. CBC..",
    "staircase": "..... C.... BC... BBC.. BBBC. BBBBC",
}


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: goal.key)
def test_the_smallest_shelf_that_meets_a_goal_has_the_fewest_tiles(goal: Goal) -> None:
    text = SMALLEST[goal.key]
    assert met(goal.key, text)
    assert len(shelf(text)) - shelf(text).count(0) == goal.fewest


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: goal.key)
def test_no_shelf_with_fewer_tiles_meets_a_goal(goal: Goal) -> None:
    chance = Random(goal.key)
    for _ in range(1500):
        types = EMPTY_SHELF
        kinds = chance.randint(1, 6)
        for _ in range(goal.fewest - 1):
            roomy = [column for column in COLUMNS if spaces(types)[column]]
            types = lay(types, chance.choice(roomy), chance.randint(1, kinds))
        assert not goal.met(types, "loose")
