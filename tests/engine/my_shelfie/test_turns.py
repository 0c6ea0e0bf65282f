"""The end of a turn: tokens of common goals, the first full shelf, the end of the game."""

import pytest

from app.engine import my_shelfie
from app.engine.core import Event
from app.engine.my_shelfie.common_goals import GOAL_KEYS
from app.engine.my_shelfie.state import OVER, State

from .drawing import EMPTY, after, drawn, picture, played, told

TAKE_FRAMES = ("pick 3 4", "column 0", "done")
ROOM = """
    .........
    .........
    ...CBG...
    ....F....
    .........
    .........
    ...PP....
    .........
    .........
"""


def tokens(state: State, seat: int = 0) -> list[tuple[str, int]]:
    return [(GOAL_KEYS[token.goal], token.points) for token in state.taken[seat]]


# -- common goals --------------------------------------------------------------------------------------------

CORNERS = """
    ....F
    T...T
    T...T
    T...T
    T...T
    F...F
"""


@pytest.mark.rule("MS-5.14")
def test_meeting_a_goal_takes_its_top_token() -> None:
    table = drawn(
        ROOM,
        """
        ....F
        T...T
        T...T
        T...T
        T...T
        F...F
        """,
        CORNERS,
        EMPTY,
        goals=("four_corners", "x_shape"),
    )
    met, events = played(table, *TAKE_FRAMES)
    assert events[-1] == ("goal", 0, "four_corners", 8)
    assert tokens(met) == [("four_corners", 8)]
    assert [*met.stacks[0]] == [6, 4]
    assert [*met.stacks[1]] == [8, 6, 4]
    second = after(met._replace(room=table.room), *TAKE_FRAMES)
    assert tokens(second, 1) == [("four_corners", 6)]


@pytest.mark.rule("MS-5.15")
def test_each_player_scores_each_goal_once() -> None:
    table = drawn(ROOM, CORNERS, goals=("four_corners", "x_shape"))
    met = after(table, *TAKE_FRAMES)
    again = after(met._replace(waiting=(0,), room=table.room), "pick 2 3", "column 1", "done")
    assert tokens(again) == tokens(met) == [("four_corners", 8)]
    assert [*again.stacks[0]] == [4]
    shelf = """
        F...F
        T...T
        T...T
        T...T
        T...T
        FC..F
    """
    assert picture(again) == shelf.split()


@pytest.mark.rule("MS-5.16")
def test_both_goals_in_one_turn() -> None:
    table = drawn(
        ROOM,
        """
        ....F
        F...T
        F...T
        F...T
        T...F
        F...F
        """,
        goals=("eight_same", "four_corners"),
    )
    met, events = played(table, *TAKE_FRAMES)
    assert events[-2:] == [("goal", 0, "eight_same", 8), ("goal", 0, "four_corners", 8)]
    assert tokens(met) == [("eight_same", 8), ("four_corners", 8)]


@pytest.mark.rule("MS-5.17")
def test_goals_score_at_the_end_of_your_own_turn_and_not_before() -> None:
    table = drawn(
        ROOM,
        EMPTY,
        """
        F...F
        T...T
        T...T
        T...T
        T...T
        F...F
        """,
        goals=("four_corners", "x_shape"),
    )
    others_turn = after(table, *TAKE_FRAMES)
    assert tokens(others_turn, 1) == []
    laid = after(others_turn, "pick 2 3", "column 1")
    assert tokens(laid, 1) == []
    assert tokens(after(laid, "done"), 1) == [("four_corners", 8)]


# -- the first full shelf, and the end -----------------------------------------------------------------------

ONE_MISSING = """
    .CBGF
    BGFTP
    CTPCB
    BGFTP
    GPCBG
    FTPCB
"""


@pytest.mark.rule("MS-6.1", "MS-6.3")
def test_the_first_full_shelf_takes_the_end_token_and_the_round_is_finished() -> None:
    table = drawn(
        ROOM,
        """
        .CBGF
        BGFTP
        CTPCB
        BGFTP
        GPCBG
        FTPCB
        """,
        EMPTY,
        EMPTY,
    )
    full, events = played(table, *TAKE_FRAMES)
    assert events[-1] == ("full", 0)
    assert (full.filled, full.waiting) == (0, (1,))
    next_ = after(full, "pick 2 3", "column 0", "done")
    assert next_.waiting == (2,)
    over = after(next_, "pick 2 4", "column 0", "done")
    assert (over.waiting, over.step) == ((), OVER)
    assert over.filled == 0


@pytest.mark.rule("MS-6.4")
def test_if_the_last_of_the_round_fills_a_shelf_the_game_ends_at_once() -> None:
    table = drawn(
        ROOM,
        EMPTY,
        """
        .CBGF
        BGFTP
        CTPCB
        BGFTP
        GPCBG
        FTPCB
        """,
        EMPTY,
        first=2,
        seat=1,
    )
    over, events = played(table, *TAKE_FRAMES)
    assert (over.waiting, over.filled) == ((), 1)
    assert ("full", 1) in events
    assert events[-1][0] == "end"


@pytest.mark.rule("MS-6.3", "MS-2.7")
@pytest.mark.parametrize("first", range(3))
@pytest.mark.parametrize("seat", range(3))
def test_all_have_had_equally_many_turns(first: int, seat: int) -> None:
    table = drawn(
        """
        .........
        ...CC....
        ...CBG...
        ....F....
        .........
        .........
        ...PP....
        .........
        .........
        """,
        *[ONE_MISSING if each == seat else EMPTY for each in range(3)],
        first=first,
        seat=seat,
    )
    state, turns = table, 0
    while state.waiting:
        who = state.waiting[0]
        assert who == (seat + turns) % 3
        pick = sorted(" ".join(map(str, move)) for move in my_shelfie.moves(state, who))[0]
        state = after(state, pick, "column 0", "done")
        turns += 1
    assert turns == (first - 1 - seat) % 3 + 1


@pytest.mark.rule("MS-6.2")
def test_only_the_first_full_shelf_gets_the_point() -> None:
    table = drawn(
        ROOM,
        """
        .CBGF
        BGFTP
        CTPCB
        BGFTP
        GPCBG
        FTPCB
        """,
        ONE_MISSING,
    )
    over, events = played(table, *TAKE_FRAMES, "pick 2 3", "column 0", "done")
    assert [event for event in events if event[0] == "full"] == [("full", 0)]
    assert over.filled == 0
    by_part = [[line.part for line in lines] for lines in my_shelfie.score(over)]
    assert ["end_token" in parts for parts in by_part] == [True, False]


@pytest.mark.rule("MS-6.5")
def test_goals_come_before_the_end_token_and_the_end_token_before_the_refill() -> None:
    table = drawn(
        """
        .........
        .........
        ...C.....
        ....F....
        .........
        .........
        ...P.....
        .........
        .........
        """,
        ONE_MISSING,
        goals=("two_rows_all_different", "x_shape"),
    )
    assert [event[0] for event in told(table, *TAKE_FRAMES)] == ["pick", "place", "goal", "full", "refill"]


# -- the reveal ----------------------------------------------------------------------------------------------


@pytest.mark.rule("MS-9.1")
def test_at_the_end_the_personal_goals_are_shown() -> None:
    table = drawn(
        ROOM,
        EMPTY,
        """
        .CBGF
        BGFTP
        CTPCB
        BGFTP
        GPCBG
        FTPCB
        """,
        seat=1,
        personal=(5, 9),
    )
    events: list[Event] = told(table, *TAKE_FRAMES)
    assert [event[:3] for event in events if event[0] == "reveal"] == [("reveal", 0, 5), ("reveal", 1, 9)]
    assert events[-1] == ("end", (1,))
