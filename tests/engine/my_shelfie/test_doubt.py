"""A newcomer is asked about a column only if the tiles would score at least three points more in another."""

from app.engine.doubt import Doubt
from app.engine.move_text import move_of
from app.engine.my_shelfie.doubt import doubt

from .drawing import after, drawn

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
THREE_CATS = """
    .....
    .....
    .....
    .....
    C....
    CC..F
"""
FULL_BESIDE_THEM = """
    .B...
    .F...
    .B...
    .T...
    CB...
    CC..F
"""


def asked(shelf: str, move: str, *picks: str, **options: object) -> Doubt | None:
    state = after(drawn(CATS_TO_TAKE, shelf, personal=(7, 2), **options), *picks)  # type: ignore[arg-type]
    return doubt(state, 0, move_of(move))


CATS = "pick 3 3", "pick 3 4"


def test_tiles_that_would_make_a_larger_group_elsewhere_are_asked_about() -> None:
    found = asked(THREE_CATS, "column 4", *CATS)
    assert found
    assert found.better in (("column", 0), ("column", 1))
    assert found.more - found.gain >= 3


def test_the_best_column_is_no_question() -> None:
    found = asked(THREE_CATS, "column 4", *CATS)
    assert found
    assert doubt(after(drawn(CATS_TO_TAKE, THREE_CATS, personal=(7, 2)), *CATS), 0, found.better) is None


def test_a_column_without_space_is_never_suggested() -> None:
    found = asked(FULL_BESIDE_THEM, "column 4", *CATS)
    assert found
    assert found.better == ("column", 0)
    assert asked(FULL_BESIDE_THEM, "column 1", *CATS) is None  # it is refused


def test_the_top_token_of_a_common_goal_counts() -> None:
    corners = """
        C...C
        B...F
        F...B
        B...F
        F...B
        T...C
    """
    open_corner = corners.replace("C...C", "....C", 1).replace("T...C", "C...C")
    found = asked(open_corner, "column 2", "pick 3 3", goals=("four_corners", "x_shape"))
    assert found
    assert found.better == ("column", 0)
    assert found.more - found.gain >= 8
    assert asked(open_corner, "column 2", "pick 3 3", goals=("six_pairs", "x_shape")) is None


def test_nothing_is_asked_before_tiles_are_picked_or_about_other_moves() -> None:
    assert asked(THREE_CATS, "column 4") is None
    assert asked(THREE_CATS, "pick 3 4", "pick 3 3") is None
    assert asked(THREE_CATS, "done", *CATS) is None
    assert asked(THREE_CATS, "column 9", *CATS) is None


def test_every_turn_is_a_round_of_its_own() -> None:
    first, later = asked(THREE_CATS, "column 4", *CATS), asked(FULL_BESIDE_THEM, "column 4", *CATS)
    assert first
    assert later
    assert first.round != later.round
