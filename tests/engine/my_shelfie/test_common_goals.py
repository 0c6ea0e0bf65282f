"""The twelve common goals, each with shelves that meet it and shelves that don't quite."""

import pytest

from app.engine.my_shelfie.common_goals import GOALS

from .drawing import EMPTY, cells, met, tally


@pytest.mark.rule("MS-5.1")
def test_six_pairs() -> None:
    six = """
        .....
        .....
        CC.BB
        GG.FF
        TT.PP
        CBGFT
    """
    assert met("six_pairs", six)
    assert len(cells("six_pairs", six)) == 12
    two_of_one_type = """
        .....
        .....
        CCTCC
        GBTFF
        GBTPP
        CFGTC
    """
    assert met("six_pairs", two_of_one_type)
    four_in_a_block_are_one_group = """
        .....
        .....
        CCBBB
        CCBBB
        TTGPP
        TTGPP
    """
    assert not met("six_pairs", four_in_a_block_are_one_group)
    assert tally("six_pairs", four_in_a_block_are_one_group) == 5
    only_corners_touch = """
        .....
        .....
        CBCBC
        BCBCB
        CBCBC
        BCBCB
    """
    assert tally("six_pairs", only_corners_touch) == 0


@pytest.mark.rule("MS-5.2")
def test_four_groups_of_four() -> None:
    four = """
        C....
        C...P
        CTTTP
        CTBBP
        GGGBP
        FFGBF
    """
    assert met("four_quads", four)
    five_and_more_count_once = """
        CCCCC
        CCCCC
        BBBBB
        BBBBB
        GGGGG
        TFTFT
    """
    assert not met("four_quads", five_and_more_count_once)
    assert tally("four_quads", five_and_more_count_once) == 3
    three_in_the_last_group = """
        .....
        CCCC.
        BBBB.
        GGGG.
        FFFC.
        TPTP.
    """
    assert not met("four_quads", three_in_the_last_group)


@pytest.mark.rule("MS-5.3")
def test_four_corners() -> None:
    corners = """
        T...T
        .....
        .....
        .....
        .....
        T...T
    """
    assert cells("four_corners", corners) == [(0, 0), (0, 4), (5, 0), (5, 4)]
    one_is_another = """
        T...C
        .....
        .....
        .....
        .....
        T...T
    """
    assert not met("four_corners", one_is_another)
    assert tally("four_corners", one_is_another) == 3
    assert not met("four_corners", EMPTY)


@pytest.mark.rule("MS-5.4")
def test_two_squares_loosely() -> None:
    two_types = """
        .....
        .....
        .....
        .....
        CC.BB
        CC.BB
    """
    assert met("two_squares", two_types)
    beside_each_other_of_one_type = """
        .....
        .....
        .....
        .....
        CCCC.
        CCCC.
    """
    assert met("two_squares", beside_each_other_of_one_type)
    with_cells_in_common = """
        .....
        .....
        .....
        CCC..
        CCC..
        .....
    """
    assert not met("two_squares", with_cells_in_common)
    assert tally("two_squares", with_cells_in_common) == 1


@pytest.mark.rule("MS-5.13")
def test_two_squares_strictly_are_whole_groups() -> None:
    whole = """
        .....
        .....
        .....
        .....
        CC.CC
        CC.CC
    """
    assert met("two_squares", whole, "strict")
    side_by_side = """
        .....
        .....
        .....
        .....
        CCCC.
        CCCC.
    """
    assert met("two_squares", side_by_side, "loose")
    assert not met("two_squares", side_by_side, "strict")
    with_a_fifth = """
        .....
        .....
        .....
        C....
        CC.BB
        CC.BB
    """
    assert met("two_squares", with_a_fifth, "loose")
    assert not met("two_squares", with_a_fifth, "strict")
    four_but_no_square = """
        .....
        .....
        .....
        .....
        CC.BB
        CC.BB
    """.replace("CC.BB", "CCCCB", 1).replace("CC.BB", "BB.BB", 1)
    assert not met("two_squares", four_but_no_square, "strict")


@pytest.mark.rule("MS-5.18")
def test_two_squares_of_the_same_type() -> None:
    alike = """
        .....
        .....
        .....
        .....
        CC.CC
        CC.CC
    """
    assert met("two_squares", alike, "same")
    beside_each_other = """
        .....
        .....
        .....
        .....
        CCCC.
        CCCC.
    """
    assert met("two_squares", beside_each_other, "same")
    unlike = """
        .....
        .....
        .....
        .....
        CC.BB
        CC.BB
    """
    assert met("two_squares", unlike, "loose")
    assert not met("two_squares", unlike, "same")
    with_a_third = """
        .....
        .....
        BB...
        BB...
        CC.BB
        CC.BB
    """
    assert cells("two_squares", with_a_third, "same") == [
        *((2, 0), (2, 1), (3, 0), (3, 1)),
        *((4, 3), (4, 4), (5, 3), (5, 4)),
    ]
    with_cells_in_common = """
        .....
        .....
        .....
        CC...
        CC...
        CC...
    """
    assert not met("two_squares", with_cells_in_common, "same")


@pytest.mark.rule("MS-5.6")
def test_eight_of_a_kind_anywhere() -> None:
    eight = """
        .....
        .....
        C....
        TCC..
        PCTCC
        CTPTC
    """
    assert len(cells("eight_same", eight)) == 8
    assert met("eight_same", eight.replace("P", "C"))
    seven = """
        .....
        .....
        .....
        TCC..
        PCTCC
        CTPTC
    """
    assert not met("eight_same", seven)
    assert tally("eight_same", seven) == 7


@pytest.mark.rule("MS-5.11")
@pytest.mark.parametrize("row", range(1, 5))
@pytest.mark.parametrize("column", range(1, 4))
def test_an_x_of_one_type_anywhere(row: int, column: int) -> None:
    arms = [
        (row - 1, column - 1),
        (row - 1, column + 1),
        (row, column),
        (row + 1, column - 1),
        (row + 1, column + 1),
    ]
    text = " ".join("".join("F" if (y, x) in arms else "." for x in range(5)) for y in range(6))
    assert cells("x_shape", text) == arms
    a_plus_is_no_x = """
        .....
        .....
        .....
        ..F..
        .FFF.
        ..F..
    """
    assert not met("x_shape", a_plus_is_no_x)
    another_middle = """
        .....
        .....
        .....
        .F.F.
        ..C..
        .F.F.
    """
    assert not met("x_shape", another_middle)
    assert tally("x_shape", another_middle) == 4


@pytest.mark.rule("MS-5.12")
def test_stairs() -> None:
    five_high = """
        .....
        C....
        BG...
        FTP..
        CBGF.
        TPCBG
    """
    six_high = """
        C....
        BG...
        FTP..
        CBGF.
        TPCBG
        FTPCB
    """
    assert met("staircase", five_high)
    assert met("staircase", six_high)
    for stairs in (five_high, six_high):
        assert met("staircase", " ".join(row[::-1] for row in stairs.split())), "in a mirror"
    one_too_high = """
        .....
        CP...
        BG...
        FTP..
        CBGF.
        TPCBG
    """
    assert not met("staircase", one_too_high)
    assert tally("staircase", one_too_high) == 4
    one_column_empty = """
        .....
        .....
        C....
        FT...
        CBG..
        TPCB.
    """
    assert not met("staircase", one_column_empty)
    flat = """
        .....
        .....
        .....
        .....
        TPCBG
        TPCBG
    """
    assert not met("staircase", flat)


def test_nothing_meets_any_goal_on_an_empty_shelf() -> None:
    for goal in GOALS:
        assert not met(goal.key, EMPTY), goal.key
