"""The table before the first turn."""

from collections import Counter

import pytest

from app.engine import my_shelfie
from app.engine.core import Illegal
from app.engine.my_shelfie.living_room import IN_PLAY
from app.engine.my_shelfie.notation import write_room, write_shelf
from app.engine.my_shelfie.personal_goals import CARDS, NUMBERS
from app.engine.my_shelfie.tiles import BAG, KEYS, TYPES, key, picture

from .drawing import EMPTY, drawn, offered, rows, shelf

SEEDS = range(200)


@pytest.mark.rule("MS-2.1")
def test_there_are_22_tiles_of_each_type_in_three_pictures() -> None:
    six_types = """
        .....
        .....
        .....
        .....
        ....P
        CBGFT
    """
    assert len(BAG) == 132
    assert Counter(map(key, BAG)) == dict.fromkeys(KEYS, 22)
    for kind in KEYS:
        assert Counter(picture(tile) for tile in BAG if key(tile) == kind) == {0: 8, 1: 7, 2: 7}
    assert {key(tile) for tile in shelf(six_types) if tile} == {*KEYS}


@pytest.mark.rule("MS-1.3", "MS-2.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_cell_in_play_is_filled_and_the_rest_is_in_the_bag(seats: int) -> None:
    empty = """
        .....
        .....
        .....
        .....
        .....
        .....
    """
    state = my_shelfie.new(seats, {}, 1)
    assert [cell for cell, tile in enumerate(state.room) if tile] == sorted(IN_PLAY[seats])
    assert sorted(state.room.replace(b"\0", b"") + state.bag) == sorted(BAG)
    assert [write_shelf(each) for each in state.shelves] == [rows(empty)] * seats


def test_every_tile_may_lie_anywhere() -> None:
    lying = [my_shelfie.new(2, {}, seed).room for seed in SEEDS]
    for cell in IN_PLAY[2]:
        assert len({TYPES[room[cell]] for room in lying}) == len(KEYS)
    assert len({tuple(write_room(room)) for room in lying}) == len(SEEDS)


@pytest.mark.rule("MS-2.3", "MS-2.4")
def test_two_common_goals_or_one_in_a_first_game() -> None:
    table = drawn(
        """
        .........
        .........
        .........
        ....CB...
        .........
        .........
        .........
        .........
        .........
        """,
        goals=("x_shape",),
        first_game=True,
    )
    assert (len(table.goals), len(table.stacks)) == (1, 1)
    assert offered(table)
    dealt = [my_shelfie.new(2, {}, seed).goals for seed in SEEDS]
    assert all(len({*goals}) == 2 for goals in dealt)
    assert {goal for goals in dealt for goal in goals} == {*range(12)}
    assert {len(my_shelfie.new(2, {"first_game": True}, seed).goals) for seed in SEEDS} == {1}


@pytest.mark.rule("MS-2.5")
@pytest.mark.parametrize(("seats", "stack"), [(2, [8, 4]), (3, [8, 6, 4]), (4, [8, 6, 4, 2])])
def test_the_tokens_on_a_common_goal(seats: int, stack: list[int]) -> None:
    assert [[*each] for each in my_shelfie.new(seats, {}, 1).stacks] == [stack, stack]
    table = drawn(
        """
        .........
        .........
        .........
        ....CB...
        .........
        .........
        .........
        .........
        .........
        """,
        *[EMPTY] * seats,
    )
    assert [[*each] for each in table.stacks] == [stack, stack]


@pytest.mark.rule("MS-2.6")
def test_each_player_has_a_personal_goal_of_their_own() -> None:
    first_card = """
        P.F..
        ....C
        ...B.
        .G...
        .....
        ..T..
    """
    assert CARDS[1] == shelf(first_card).translate(TYPES)
    dealt = [my_shelfie.new(4, {}, seed).personal for seed in SEEDS]
    assert all(len({*cards}) == 4 for cards in dealt)
    assert {card for cards in dealt for card in cards} == {*NUMBERS}


# By card: the row and column of each type, in the order of the letters.
PLACES = """
    14 23 31 02 52 00
    20 34 22 54 43 11
    31 50 13 10 34 22
    42 41 04 22 20 33
    53 32 50 31 11 44
    04 23 41 43 02 50
    00 52 44 13 30 21
    11 43 53 04 22 30
    22 34 02 50 41 44
    33 20 11 41 04 53
    44 11 20 32 53 02
    50 02 44 22 33 11
"""


def test_the_cards_say_what_the_table_of_their_cells_says() -> None:
    assert [*NUMBERS] == [*range(1, 13)]
    for card, places in zip(CARDS[1:], PLACES.strip().split("\n"), strict=True):
        table = {int(place[0]) * 5 + int(place[1]): kind for kind, place in enumerate(places.split(), 1)}
        assert {cell: kind for cell, kind in enumerate(card) if kind} == table


@pytest.mark.rule("MS-2.7")
def test_the_first_player_is_random() -> None:
    anybody = """
        .........
        .........
        .........
        ....CB...
        .........
        .........
        .........
        .........
        .........
    """
    assert drawn(anybody, first=1).first == 1
    dealt = [my_shelfie.new(3, {}, seed) for seed in SEEDS]
    assert {state.first for state in dealt} == {0, 1, 2}
    assert all(state.waiting == (state.first,) for state in dealt)


def test_the_opening_says_who_goes_first_and_names_the_common_goals() -> None:
    state = my_shelfie.new(2, {}, 5)
    (_, first), (_, goals) = my_shelfie.opening(state)
    assert first == state.first
    assert [goal["goal"] for goal in my_shelfie.describe(state, None)["goals"]] == [*goals]


@pytest.mark.parametrize("seats", [0, 1, 5, True, "2", None])
def test_only_for_two_to_four(seats: int) -> None:
    with pytest.raises(Illegal) as refused:
        my_shelfie.new(seats, {}, 1)
    assert refused.value.code == "bad_seats"
