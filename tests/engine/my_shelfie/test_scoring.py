"""Points and winners, with the rulebook's own examples."""

import pytest

from app.engine import my_shelfie
from app.engine.core import totals
from app.engine.my_shelfie.common_goals import GOAL_KEYS
from app.engine.my_shelfie.personal_goals import POINTS, matches
from app.engine.my_shelfie.scoring import adjacent
from app.engine.my_shelfie.shelf import types_of
from app.engine.my_shelfie.state import OVER, State, Token

from .drawing import EMPTY, drawn, shelf

TOKENS = (Token(GOAL_KEYS.index("six_pairs"), 8, b""), Token(GOAL_KEYS.index("x_shape"), 4, b""))


def _groups(text: str) -> list[tuple[str, int, int]]:
    return [(str(line.args[0]), int(line.args[1]), line.points) for line in adjacent(types_of(shelf(text)))]


def _table(*shelves: str, **how: object) -> State:
    nothing = " ".join(["........."] * 9)
    return drawn(nothing, *shelves, **how)._replace(waiting=(), step=OVER)  # type: ignore[arg-type]


def _points(state: State, seat: int = 0) -> dict[str, int]:
    return totals(my_shelfie.parts, my_shelfie.score(state)[seat])


@pytest.mark.rule("MS-8.1", "MS-8.2", "MS-8.3", "MS-8.7")
def test_the_books_first_example_is_worth_36() -> None:
    """Six trophies, five cats and five plants: 18. Four cells of the personal goal: 6. Two tokens: 12."""
    example = """
        PGFBG
        TTBGC
        TTGBC
        TTFGC
        PPPPC
        PBGFC
    """
    table = _table(example, personal=(1, 2))._replace(taken=(TOKENS, ()))
    assert {*_groups(example)} == {("trophies", 6, 8), ("cats", 5, 5), ("plants", 5, 5)}
    assert _points(table) == {"common": 12, "end_token": 0, "personal": 6, "adjacent": 18, "total": 36}


@pytest.mark.rule("MS-8.3", "MS-8.7")
def test_the_books_second_example_is_worth_21() -> None:
    example = """
        PPPPC
        PPPPC
        TTCCC
        TTFFG
        BBFFG
        CGBBG
    """
    assert {*_groups(example)} == {
        ("plants", 8, 8),
        ("trophies", 4, 3),
        ("cats", 5, 5),
        ("frames", 4, 3),
        ("games", 3, 2),
    }
    assert sum(points for _, _, points in _groups(example)) == 21


@pytest.mark.rule("MS-8.2")
@pytest.mark.parametrize(("right", "points"), [*enumerate((0, 1, 2, 4, 6, 9, 12))])
def test_personal_goals(right: int, points: int) -> None:
    rows = ["P.F..", "....C", "...B.", ".G...", ".....", "..T.."]
    cells = [(0, 0), (0, 2), (1, 4), (2, 3), (3, 1), (5, 2)]
    for row, column in cells[right:]:
        rows[row] = rows[row][:column] + "." + rows[row][column + 1 :]
    full = """
        P.F..
        ....C
        ...B.
        .G...
        .....
        ..T..
    """
    assert len(matches(1, types_of(shelf(full)))) == 6
    drawn_shelf = types_of(shelf(" ".join(rows)))
    assert len(matches(1, drawn_shelf)) == right
    assert POINTS[right] == points
    assert _points(_table(" ".join(rows)))["personal"] == points


@pytest.mark.rule("MS-8.3")
@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("..... ..... ..... ..... ..... CC...", 0),
        ("..... ..... ..... ..... ..... CCC..", 2),
        ("..... ..... ..... ..... ..... CCCC.", 3),
        ("..... ..... ..... ..... ..... CCCCC", 5),
        ("..... ..... ..... ..... C.... CCCCC", 8),
        ("..... ..... ..... CCCCC CCCCC CCCCC", 8),
        ("..... ..... ..... ..... C.C.C .C.C.", 0),
        ("..... ..... C.... C.... C.... BBB.C", 4),
    ],
)
def test_groups_by_their_size(text: str, points: int) -> None:
    corners_are_no_sides = """
        .....
        .....
        .....
        .....
        C.C.C
        .C.C.
    """
    assert _groups(corners_are_no_sides) == []
    assert sum(each for _, _, each in _groups(text)) == points


@pytest.mark.rule("MS-8.1", "MS-8.4")
def test_tokens_and_the_end_token() -> None:
    table = _table(
        """
        CBGFT
        BGFTP
        CTPCB
        BGFTP
        GPCBG
        FTPCB
        """,
        EMPTY,
        filled=0,
        personal=(2, 3),
    )._replace(taken=(TOKENS[:1], TOKENS[1:]))
    assert _points(table)["common"] == 8
    assert _points(table)["end_token"] == 1
    assert _points(table, 1)["common"] == 4
    assert _points(table, 1)["end_token"] == 0


@pytest.mark.rule("MS-8.5")
def test_most_points_win() -> None:
    table = _table(
        """
        .....
        .....
        .....
        .....
        .....
        CCC..
        """,
        """
        .....
        .....
        .....
        .....
        .....
        CCCC.
        """,
        EMPTY,
    )
    assert my_shelfie.winners(table) == (1,)


@pytest.mark.rule("MS-8.6")
@pytest.mark.parametrize(("first", "winner"), [(0, 2), (1, 2), (2, 1), (3, 2)])
def test_in_a_tie_the_last_in_turn_order_wins(first: int, winner: int) -> None:
    three = """
        .....
        .....
        .....
        .....
        .....
        CCC..
    """
    table = _table(EMPTY, three, three, EMPTY, first=first)
    assert my_shelfie.winners(table) == (winner,)


def test_every_line_says_which_cells_it_comes_from() -> None:
    table = _table(
        """
        .....
        .....
        .....
        .....
        ....C
        CCC.C
        """,
        personal=(5, 6),
    )._replace(taken=((Token(2, 8, bytes([0, 4])),), ()))
    lines = {line.part: line for line in my_shelfie.score(table)[0]}
    assert lines["common"].args == ("four_corners",)
    assert lines["common"].cells == ("0,0", "0,4")
    assert lines["adjacent"].cells == ("5,0", "5,1", "5,2")
    assert lines["personal"].cells == ()
