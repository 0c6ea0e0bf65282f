"""The table as the API describes it."""

from random import Random

from app.engine import my_shelfie
from app.engine.core import totals

from .drawing import EMPTY, after, drawn, rows

ROOM = """
    .........
    .........
    ...CBG...
    ....F....
    ....T....
    .........
    ...PP....
    .........
    .........
"""


def test_a_table_in_the_middle_of_a_turn() -> None:
    table = drawn(ROOM, EMPTY, "..... ..... ..... ..... ..... ....P", personal=(4, 7))
    picking = my_shelfie.describe(after(table, "pick 2 3", "pick 2 4"), 0)
    assert picking["picked"] == [[2, 3], [2, 4]]
    assert picking["board"] == rows(ROOM)
    laid = my_shelfie.describe(after(table, "pick 2 3", "pick 2 4", "column 0"), 1)
    assert laid == {
        "step": "laid",
        "first_player": 0,
        "board": rows(ROOM.replace("CBG", "..G")),
        "picked": [],
        "hand": [None, None],
        "column": 0,
        "shelves": [
            [".....", ".....", ".....", ".....", "B....", "C...."],
            [".....", ".....", ".....", ".....", ".....", "....P"],
        ],
        "goals": [{"goal": "six_pairs", "tokens": [8, 4]}, {"goal": "x_shape", "tokens": [8, 4]}],
        "tokens": [[], []],
        "end_token": None,
        "personal": [None, 7],
        "bag": 132 - 8,
    }
    next_turn = my_shelfie.describe(after(table, "pick 2 3", "pick 2 4", "column 0", "done"), 1)
    assert (next_turn["hand"], next_turn["column"]) == ([], None)


def test_a_table_of_rules_1_while_tiles_are_placed() -> None:
    table = drawn(ROOM)
    table = table._replace(options=table.options._replace(rules=1))
    laying = my_shelfie.describe(after(table, "pick 2 3", "pick 2 4", "column 0", "lay 1"), 1)
    assert laying["step"] == "laying"
    assert (laying["hand"], laying["column"]) == (["cats", None], 0)
    assert laying["shelves"][0][-1] == "B...."


def test_at_the_end_the_scores_and_all_goals_are_told() -> None:
    chance = Random(7)
    state = my_shelfie.new(3, {}, 7)
    while state.waiting:
        told = my_shelfie.describe(state, None)
        assert "scores" not in told
        assert told["personal"] == [None, None, None]
        move = chance.choice(tuple(my_shelfie.moves(state, state.waiting[0])))
        state, _ = my_shelfie.apply(state, state.waiting[0], move)
    over = my_shelfie.describe(state, None)
    assert over["scores"] == [totals(my_shelfie.parts, lines) for lines in my_shelfie.score(state)]
    assert [*over["scores"][0]] == ["common", "end_token", "personal", "adjacent", "total"]
    assert over["personal"] == [*state.personal]
    assert over["end_token"] == state.filled
    assert any(each["tokens"] < [8, 6, 4] for each in over["goals"]) == any(over["tokens"])
