"""The living room: its cells, and which tiles can be taken together."""

import pytest

from app.engine import my_shelfie
from app.engine.core import Illegal, Move
from app.engine.my_shelfie.living_room import IN_PLAY, SIDE, takes
from app.engine.my_shelfie.notation import write_room
from app.engine.my_shelfie.state import MOVES, State

from .drawing import (
    EMPTY,
    ROOM_FOR_ONE,
    ROOM_FOR_TWO,
    after,
    drawn,
    offered,
    refusal,
    room,
    rows,
)

FOR_TWO = """
    .........
    ...CC....
    ...CCC...
    ..CCCCCC.
    .CCCCCCC.
    .CCCCCC..
    ...CCC...
    ....CC...
    .........
"""
FOR_THREE = """
    ...C.....
    ...CC....
    ..CCCCC..
    ..CCCCCCC
    .CCCCCCC.
    CCCCCCC..
    ..CCCCC..
    ....CC...
    .....C...
"""
FOR_FOUR = """
    ...CC....
    ...CCC...
    ..CCCCC..
    .CCCCCCCC
    CCCCCCCCC
    CCCCCCCC.
    ..CCCCC..
    ...CCC...
    ....CC...
"""
SPARSE = """
    .........
    .........
    ...CBG...
    ....F....
    ....T....
    .........
    ...P.....
    .........
    .........
"""


@pytest.mark.parametrize(
    ("players", "shape", "count"), [(2, FOR_TWO, 29), (3, FOR_THREE, 37), (4, FOR_FOUR, 45)]
)
def test_each_number_of_players_has_its_cells(players: int, shape: str, count: int) -> None:
    in_play = bytes(1 if cell in IN_PLAY[players] else 0 for cell in range(SIDE * SIDE))
    assert write_room(in_play) == rows(shape)
    assert len(IN_PLAY[players]) == count


@pytest.mark.rule("MS-1.1", "MS-1.2")
def test_more_players_add_cells_and_remove_none() -> None:
    """Three players use all cells that two use, and four use all that three use."""
    two, three, four = ({*IN_PLAY[players]} for players in (2, 3, 4))
    assert two < three < four
    for shape in (FOR_TWO, FOR_THREE, FOR_FOUR):
        turned = [row[::-1] for row in reversed(rows(shape))]
        assert turned == rows(shape)
        assert [row[::-1] for row in rows(shape)] != rows(shape), "the mirror image is a different room"
    edge = """
        ...C.....
        .........
        .........
        .........
        .........
        .........
        .........
        .........
        .........
    """
    assert room(edge, 3) == room(edge, 4)


@pytest.mark.rule("MS-3.4", "MS-3.5")
def test_a_tile_needs_one_free_side_only() -> None:
    """A side is free next to an empty cell, an unused cell or the edge."""
    inside = (24, 33, 34, 35, 42, 43, 44, 45, 46, 53, 54, 55, 64)
    enclosed = {divmod(cell, 10) for cell in inside}
    expected = {
        f"pick {cell // SIDE} {cell % SIDE}" for cell in IN_PLAY[2] if divmod(cell, SIDE) not in enclosed
    }
    table = drawn("""
        .........
        ...CB....
        ...GFT...
        ..PCBGFT.
        .TPCBGFT.
        .GBCBGF..
        ...PCB...
        ....GF...
        .........
    """)
    assert offered(table, "pick") == expected
    for row, column in enclosed:
        assert refusal(table, f"pick {row} {column}") == "no_free_side"
    assert refusal(table, "pick 0 3") == "no_tile"
    assert refusal(table, "pick 0 0") == "unknown_move"


@pytest.mark.rule("MS-3.1", "MS-3.2", "MS-3.3")
def test_one_two_or_three_tiles_in_a_line_without_a_gap() -> None:
    sparse = """
        .........
        .........
        ...CBG...
        ....F....
        ....T....
        .........
        ...P.....
        .........
        .........
    """
    table = drawn(sparse)
    assert len(offered(table, "pick")) == 6
    one = after(table, "pick 2 3")
    assert offered(one, "pick") == {"pick 2 4", "pick 2 5"}
    assert refusal(one, "pick 3 4") == "not_in_line"
    assert refusal(one, "pick 2 3") == "picked_already"
    two = after(one, "pick 2 4")
    assert offered(two, "pick") == {"pick 2 5"}
    three = after(two, "pick 2 5")
    assert offered(three, "pick") == set()
    assert refusal(three, "pick 3 4") == "three_at_most"
    down = after(table, "pick 3 4", "pick 4 4")
    assert offered(down, "pick") == {"pick 2 4"}


@pytest.mark.rule("MS-3.7")
def test_tiles_may_be_picked_in_any_order_if_no_gap_stays() -> None:
    table = drawn("""
        .........
        .........
        ...CBG...
        ...F.T...
        .........
        .........
        .........
        .........
        .........
    """)
    ends = after(table, "pick 2 3", "pick 2 5")
    assert offered(ends) == {"pick 2 4", "undo"}
    assert refusal(ends, "column 0") == "gap_left"
    assert offered(after(ends, "pick 2 4"), "column") == {f"column {each}" for each in range(5)}
    gap = after(table, "pick 3 3")
    assert offered(gap, "pick") == {"pick 2 3"}
    assert refusal(gap, "pick 3 5") == "gap_stays"


LINE = """
    .........
    .........
    ...CBG...
    .........
    ....T....
    .........
    .........
    .........
    .........
"""


@pytest.mark.rule("MS-3.11")
@pytest.mark.parametrize(
    ("picked", "back", "stays"),
    [
        ("3 4", "4", "3"),
        ("3 4", "3", "4"),
        ("3 4 5", "5", "3 4"),
        ("3 4 5", "3", "4 5"),
        ("5 4 3", "4", "5"),
        ("3 5 4", "4", "3"),
        ("3 5", "3", "5"),
    ],
)
def test_one_picked_tile_can_be_put_back(picked: str, back: str, stays: str) -> None:
    table = drawn("""
        .........
        .........
        ...CBG...
        .........
        ....T....
        .........
        .........
        .........
        .........
    """)
    state = after(table, *[f"pick 2 {column}" for column in picked.split()], f"put_back 2 {back}")
    assert state == after(table, *[f"pick 2 {column}" for column in stays.split()])._replace(
        turns=state.turns
    )


@pytest.mark.rule("MS-3.11")
def test_once_the_last_tile_is_put_back_nothing_is_left_to_undo() -> None:
    table = drawn(LINE)
    state = after(table, "pick 2 3", "put_back 2 3")
    assert state._replace(turns=table.turns) == table
    assert state.turns[0] == table.turns[0] + 2
    assert refusal(state, "undo") == "nothing_to_undo"


@pytest.mark.rule("MS-3.11")
def test_only_picked_tiles_can_be_put_back_and_only_before_a_column_is_chosen() -> None:
    table = drawn(LINE)
    assert refusal(table, "put_back 2 3") == "not_picked"
    assert refusal(table, "put_back 0 0") == "unknown_move"
    assert refusal(after(table, "pick 2 3", "column 0"), "put_back 2 3") == "not_now"
    assert refusal(after(table, "pick 2 3"), "put_back 2 3", seat=1) == "not_your_turn"


def test_every_legal_move_is_listed_except_putting_tiles_back() -> None:
    for table in (drawn(LINE), drawn(FOR_TWO), drawn(LINE, ROOM_FOR_ONE)):
        for steps in ((), ("pick 2 3",), ("pick 2 3", "column 0")):
            state = after(table, *steps)
            listed = {" ".join(map(str, move)) for move in my_shelfie.moves(state, 0)}
            assert listed == {" ".join(map(str, move)) for move in MOVES if is_legal(state, move)}


def is_legal(state: State, move: Move) -> bool:
    if move[0] == "put_back":
        return False
    try:
        my_shelfie.check(state, 0, move)
    except Illegal:
        return False
    return True


@pytest.mark.rule("MS-3.7")
def test_a_tile_that_cannot_be_taken_rules_out_picks_on_both_sides_of_it() -> None:
    table = drawn("""
        .........
        .........
        ....B....
        ...CPG...
        ....F....
        .........
        .........
        .........
        .........
    """)
    assert offered(after(table, "pick 3 3"), "pick") == set()
    assert refusal(after(table, "pick 3 3"), "pick 3 5") == "gap_stays"


@pytest.mark.rule("MS-3.6")
def test_no_more_tiles_than_fit_in_the_roomiest_column() -> None:
    one_cell_free = """
        .CBGF
        BGFTP
        CTPCB
        BGFTP
        GPCBG
        FTPCB
    """
    table = drawn(SPARSE, one_cell_free)
    one = after(table, "pick 2 3")
    assert offered(one) == {"column 0", "undo"}
    assert refusal(one, "pick 2 4") == "shelf_has_no_room"
    assert refusal(one, "column 1") == "column_too_full"
    two_free = drawn(SPARSE, ROOM_FOR_TWO)
    assert offered(after(two_free, "pick 2 3"), "pick") == {"pick 2 4"}
    assert refusal(after(two_free, "pick 2 3"), "pick 2 5") == "shelf_has_no_room"
    assert offered(after(two_free, "pick 2 3", "pick 2 4")) == {"column 0", "undo"}


@pytest.mark.rule("MS-3.8", "MS-3.9")
def test_something_must_be_taken_and_one_tile_always_can() -> None:
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
        ROOM_FOR_ONE,
    )
    assert offered(table) == {"pick 3 4", "pick 3 5"}
    assert refusal(table, "done") == "take_first"
    assert refusal(table, "column 0") == "pick_first"
    assert refusal(table, "lay 0") == "not_now"


@pytest.mark.rule("MS-3.10")
def test_a_tile_freed_this_turn_has_to_wait_for_the_next() -> None:
    table = drawn("""
        .........
        .........
        ....B....
        ...CPG...
        ...TFB...
        .........
        .........
        .........
        .........
    """)
    assert refusal(after(table, "pick 2 4"), "pick 3 4") == "no_free_side"
    assert "pick 3 4" in offered(after(table, "pick 2 4", "column 0", "done"), "pick")


# -- counts of takes -----------------------------------------------------------------------------------------


@pytest.mark.rule("MS-3.1", "MS-3.4")
@pytest.mark.parametrize(
    ("living_room", "players", "counts"),
    [
        (FOR_TWO, 2, (16, 24, 24)),
        (FOR_THREE, 3, (20, 32, 32)),
        (FOR_FOUR, 4, (20, 28, 28)),
        (SPARSE, 2, (6, 10, 12)),
        (
            """
            .........
            ...C.....
            ...C.....
            ...C.....
            ...CCCC..
            ...C.....
            .........
            .........
            .........
            """,
            2,
            (8, 15, 20),
        ),
        (
            """
            .........
            .........
            ....C....
            ...CCC...
            ..CCCCC..
            ...CCC...
            ....C....
            .........
            .........
            """,
            2,
            (8, 8, 8),
        ),
    ],
)
def test_the_takes_of_drawn_rooms_are_counted(
    living_room: str, players: int, counts: tuple[int, int, int]
) -> None:
    lying = room(living_room, players)
    assert tuple(len(takes(lying, most)) for most in (1, 2, 3)) == counts


def test_what_can_be_picked_step_by_step_is_what_can_be_taken() -> None:
    """The list of takes and the offered moves are computed separately, and agree."""
    for living_room in (FOR_TWO, SPARSE):
        for shelf, most in ((EMPTY, 3), (ROOM_FOR_TWO, 2), (ROOM_FOR_ONE, 1)):
            reached, states = set(), [drawn(living_room, shelf)]
            while states:
                state = states.pop()
                if offered(state, "column"):
                    reached.add(bytes(sorted(state.picked)))
                states += [after(state, move) for move in offered(state, "pick")]
            assert reached == {*takes(room(living_room), most)}
