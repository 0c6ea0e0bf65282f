"""Common goals of columns, lines and diagonals, with shelves that meet them and shelves that don't quite."""

import pytest

from .drawing import cells, met, tally


@pytest.mark.rule("MS-5.5")
def test_three_columns_of_at_most_three_types() -> None:
    three = """
        C.B.G
        C.F.G
        T.F.G
        T.F.G
        P.T.G
        P.TCG
    """
    assert met("three_columns_max3", three)
    assert len(cells("three_columns_max3", three)) == 18
    one_is_not_full = """
        C...G
        C.F.G
        T.F.G
        T.F.G
        P.T.G
        P.TCG
    """
    assert not met("three_columns_max3", one_is_not_full)
    one_has_four_types = """
        C.B.G
        C.F.G
        T.F.G
        T.F.G
        P.T.G
        P.CCG
    """
    assert not met("three_columns_max3", one_has_four_types)


@pytest.mark.rule("MS-5.7")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("P.... .P... ..P.. ...P. ....P .....", [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4)]),
        ("..... P.... .P... ..P.. ...P. ....P", [(1, 0), (2, 1), (3, 2), (4, 3), (5, 4)]),
        ("....P ...P. ..P.. .P... P.... .....", [(0, 4), (1, 3), (2, 2), (3, 1), (4, 0)]),
        ("..... ....P ...P. ..P.. .P... P....", [(1, 4), (2, 3), (3, 2), (4, 1), (5, 0)]),
    ],
)
def test_there_are_four_diagonals(text: str, expected: list[tuple[int, int]]) -> None:
    assert cells("diagonal5", text) == expected
    broken = """
        .....
        P....
        .P...
        ..C..
        ...P.
        ....P
    """
    assert not met("diagonal5", broken)
    assert tally("diagonal5", broken) == 4
    four_long = """
        .....
        .....
        P....
        .P...
        ..P..
        ...P.
    """
    assert not met("diagonal5", four_long)


@pytest.mark.rule("MS-5.8")
def test_four_lines_of_at_most_three_types() -> None:
    four = """
        .....
        .....
        CCBBG
        TTTTT
        CBCBC
        PPFFP
    """
    assert met("four_rows_max3", four)
    one_is_not_full = """
        .....
        .....
        CCBB.
        TTTTT
        CBCBC
        PPFFP
    """
    assert not met("four_rows_max3", one_is_not_full)
    one_has_four_types = """
        .....
        .....
        CFBBG
        TTTTT
        CBCBC
        PPFFP
    """
    assert not met("four_rows_max3", one_has_four_types)
    assert tally("four_rows_max3", one_has_four_types) == 3


@pytest.mark.rule("MS-5.9")
def test_two_columns_of_six_types() -> None:
    two = """
        C...P
        B...T
        G...F
        F...G
        T...B
        P...C
    """
    assert met("two_columns_all_different", two)
    one_type_twice = """
        C...P
        B...T
        G...F
        F...G
        T...B
        C...C
    """
    assert not met("two_columns_all_different", one_type_twice)
    one_is_not_full = """
        C....
        B...T
        G...F
        F...G
        T...B
        P...C
    """
    assert not met("two_columns_all_different", one_is_not_full)


@pytest.mark.rule("MS-5.10")
def test_two_lines_of_five_types() -> None:
    two = """
        .....
        .....
        .....
        CBGFT
        CCCCC
        PTFGB
    """
    assert met("two_rows_all_different", two)
    one_type_twice = """
        .....
        .....
        .....
        CBGFC
        CCCCC
        PTFGB
    """
    assert not met("two_rows_all_different", one_type_twice)
    one_is_not_full = """
        .....
        .....
        .....
        CBGF.
        CCCCC
        PTFGB
    """
    assert not met("two_rows_all_different", one_is_not_full)
