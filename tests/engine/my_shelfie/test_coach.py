"""The coach says one thing a turn in the first rounds, and only what is true on this table."""

import pytest

from app.engine import my_shelfie
from app.engine.coach import Coach
from app.engine.core import offers
from app.engine.my_shelfie.board import board
from app.engine.my_shelfie.state import State, Token

from .drawing import EMPTY, after, drawn

CATS_TO_TAKE = """
    .........
    .........
    .........
    ...CC....
    .........
    ......T..
    .........
    .........
    .........
"""
NO_CATS = """
    .........
    .........
    .........
    ...BB....
    .........
    ......T..
    .........
    .........
    .........
"""
TWO_CATS = """
    .....
    .....
    .....
    .....
    .....
    CC..F
"""
TWO_AND_A_TROPHY = """
    .....
    .....
    .....
    .....
    ....C
    CC.GG
"""
SEVEN = """
    .....
    .....
    .....
    ....F
    ...FG
    CF.GC
"""
NINE = """
    .....
    .....
    ....B
    ...BF
    .C.FG
    CF.GC
"""
GOAL_WITH_A_TROPHY_LOW = 1  # wants one in the third column's lowest cell


def hears(state: State, seat: int = 0) -> Coach:
    return board(state, seat, offers(my_shelfie, state, seat)).coach


def says(room: str, shelf: str, **options: object) -> object:
    return hears(drawn(room, shelf, **options)).says  # type: ignore[arg-type]


def test_the_first_turn_tells_what_may_be_taken() -> None:
    assert hears(drawn(CATS_TO_TAKE, EMPTY)) == Coach(True, ("take",))


def test_a_hint_stays_while_tiles_are_picked_and_goes_once_they_are_placed() -> None:
    start = drawn(CATS_TO_TAKE, EMPTY)
    assert hears(after(start, "pick 3 3")) == Coach(True, ("take",))
    assert hears(after(start, "pick 3 3", "column 0")) == Coach(False)
    later = drawn(CATS_TO_TAKE, TWO_CATS)
    assert hears(after(later, "pick 3 3")) == hears(later) != Coach(False)


def test_nobody_hears_anything_in_somebody_elses_turn() -> None:
    assert hears(drawn(CATS_TO_TAKE, EMPTY), seat=1) == Coach(False)


def test_spectators_hear_nothing() -> None:
    assert board(drawn(CATS_TO_TAKE, EMPTY), None, ()).coach == Coach(False)


def test_tiles_that_make_a_group_are_named_with_what_they_add() -> None:
    assert says(CATS_TO_TAKE, TWO_CATS) == ("group", "cats", 2, 4, 3)


def test_a_group_counts_what_it_already_scores() -> None:
    shelf = """
        .....
        .....
        .....
        .....
        .....
        CCC.F
    """
    assert says(CATS_TO_TAKE.replace("T", "P"), shelf) == ("group", "cats", 2, 5, 3)


def test_no_group_is_named_without_tiles_for_it() -> None:
    assert says(NO_CATS, TWO_CATS, personal=(1, 2)) == ("wish", "trophies", 2)


def test_the_largest_gain_is_named() -> None:
    room = """
        .........
        .........
        .........
        ..CCC....
        .........
        .........
        .........
        .........
        .........
    """
    assert says(room, TWO_CATS) == ("group", "cats", 3, 5, 5)


def test_no_group_is_named_when_its_column_is_too_full() -> None:
    shelf = """
        .....
        C....
        B....
        F....
        G....
        B....
    """
    assert says(CATS_TO_TAKE.replace("T", "P"), shelf) == ("wish", "plants", 0)


def test_a_tile_that_the_personal_goal_wants_is_named_with_its_column() -> None:
    assert says(CATS_TO_TAKE, TWO_AND_A_TROPHY, personal=(1, 2)) == ("wish", "trophies", 2)


def test_no_wish_is_named_without_a_tile_for_it() -> None:
    room = NO_CATS.replace("T", "P")
    assert says(room, TWO_CATS, personal=(1, 2)) == ("token", "six_pairs", 8)


def test_in_a_later_turn_the_first_token_is_named() -> None:
    assert says(NO_CATS, SEVEN) == ("token", "six_pairs", 8)


def test_a_token_already_scored_is_not_named() -> None:
    state = drawn(NO_CATS, SEVEN)
    state = state._replace(taken=((Token(state.goals[0], 8, b""),), ()), stacks=(b"\4", b"\x08\4"))
    assert hears(state).says == ("token", "x_shape", 8)


@pytest.mark.parametrize("room", [CATS_TO_TAKE, NO_CATS])
def test_after_the_first_tiles_the_coach_is_silent(room: str) -> None:
    assert hears(drawn(room, NINE)) == Coach(False)


def test_a_hint_gives_away_nothing_that_its_reader_may_not_see() -> None:
    for personal in ((1, 2), (1, 5), (1, 9)):
        assert says(NO_CATS, TWO_CATS, personal=personal) == ("wish", "trophies", 2)
