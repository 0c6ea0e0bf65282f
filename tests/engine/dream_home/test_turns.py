"""A turn: tools first, then a column must be taken, then its room and special card are placed."""

import pytest

from .drawing import after, drawn, house, offered, played, refusal, same_picture

TAKES = {"take 0", "take 1", "take 2", "take 3", "take 4"}


@pytest.mark.rule("DH-3.9")
def test_any_number_of_tools_may_be_used_in_any_order_before_a_column_is_taken() -> None:
    table = drawn("""
        rooms: Ki/1 Be/1 Li/1 Ba/1 Pl/1
        house
        ..  ..  ..  ..  ..
        St  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: concrete_mixer drill drill concrete_mixer
    """)
    mixed = after(table, "mix 0 1")
    assert {move.split()[0] for move in offered(mixed)} == {"take", "drill", "mix", "undo"}
    drilled = after(mixed, "drill 0 g0", "drill 2 g0")
    assert {move.split()[0] for move in offered(drilled)} == {"take", "mix", "undo"}
    last = after(drilled, "mix 2 4")
    assert offered(last) == TAKES | {"undo"}
    assert last.display.rooms == drawn("rooms: St/1 Ki/1 Pl/1 Ba/1 Be/1").display.rooms
    assert same_picture(last, "..  ..  ..  ..  ..\nLi  ..  ..  ..  ..\n++  ++  ++  ..  ..")
    drill_first = after(table, "drill 1 g0", "mix 0 1", "drill 2 g0")
    assert {move.split()[0] for move in offered(drill_first)} == {"take", "mix", "undo"}


@pytest.mark.rule("DH-3.10")
def test_no_tool_is_used_after_a_column_is_taken() -> None:
    table = drawn("""
        rooms: Ki Be Li Ba Pl
        house
        ..  ..  ..  ..  ..
        St  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: concrete_mixer drill
    """)
    placing = after(table, "take 0")
    assert {move.split()[0] for move in offered(placing)} == {"place", "undo"}
    assert refusal(placing, "mix 1 2") == refusal(placing, "drill 1 g0") == "not_now"
    placed = after(placing, "place g1 up")
    assert offered(placed) == {"done", "undo"}
    assert refusal(placed, "mix 1 2") == refusal(placed, "drill 1 g0") == "not_now"


@pytest.mark.rule("DH-3.11")
@pytest.mark.parametrize(
    ("column", "tool", "move"), [(1, "drill", "drill 1 g0"), (2, "concrete_mixer", "mix 3 4")]
)
def test_a_tool_is_used_in_a_later_turn_than_it_was_taken_in(column: int, tool: str, move: str) -> None:
    table = drawn("""
        seats: 2
        options: family=on
        rooms: Ki Be Li Ba Pl
        specials: .. drill concrete_mixer red blue
        deck_rooms: St Ki Be Ki Ki
        deck_specials: red green blue brown
    """)
    taken = after(table, f"take {column}", "place g0 up")
    assert offered(taken) == {"done", "undo"}
    assert refusal(taken, move) == "not_now"
    next_turn = after(taken, "done", "take 3", "place g0 up", "done")
    assert (next_turn.round, next_turn.waiting) == (2, (0,))
    assert {each.split()[0] for each in offered(next_turn)} == {"take", move.split()[0]}
    used = after(next_turn, move)
    assert offered(used) == TAKES | {"undo"}


@pytest.mark.rule("DH-3.12")
def test_a_turn_cannot_end_without_a_column() -> None:
    table = drawn("""
        rooms: Ki Be Li Ba Pl
        house
        xx  xx  xx  xx  ..
        xx  xx  xx  xx  xx
        ++  ++  ++  Ga  xx
    """)
    assert offered(table) == TAKES
    for move in ("done", "pass", "place u4 up", "decor none"):
        assert refusal(table, move) == "not_now"


@pytest.mark.rule("DH-3.13")
@pytest.mark.parametrize("gone", [0, 1, 4])
def test_a_column_that_is_gone_cannot_be_taken(gone: int) -> None:
    rooms = ["Ki", "Be", "Li", "Ba", "Pl"]
    rooms[gone] = ".."
    table = drawn(f"""
        rooms: {" ".join(rooms)}
    """)
    assert offered(table) == TAKES - {f"take {gone}"}
    assert refusal(table, f"take {gone}") == "column_gone"
    (next_gone, *_) = (column for column in range(5) if column != gone)
    turn = after(table, f"take {next_gone}", "place g0 down", "done")
    assert turn.waiting == (1,)
    assert offered(turn) == TAKES - {f"take {gone}", f"take {next_gone}"}
    assert refusal(turn, f"take {next_gone}") == "column_gone"
    assert refusal(turn, "take 5") == "unknown_move"


@pytest.mark.rule("DH-3.14", "DH-4.1")
@pytest.mark.parametrize(
    ("column", "card", "special"),
    [
        (1, "bedroom/2", "drill"),
        (2, "living_room/3", "red~"),
        (3, "bathroom/4", "supplier"),
        (4, "playroom/5", "scaffold"),
    ],
)
def test_a_column_brings_its_room_and_its_special(column: int, card: str, special: str) -> None:
    table = drawn("""
        marker: 1
        waiting: 0
        rooms: Ki/1 Be/2 Li/3 Ba/4 Pl/5
        specials: .. drill red~ supplier scaffold
    """)
    taken, events = played(table, f"take {column}")
    assert events == [("take", 0, 1, column, card, special)]
    assert taken.display.rooms == table.display.rooms.replace(table.display.rooms[column : column + 1], b"\0")
    gone = table.display.specials[column : column + 1]
    assert taken.display.specials == table.display.specials.replace(gone, b"\0")
    assert (taken.marker, taken.waiting) == (1, (0,))
    placed, events = played(taken, "place g1 up")
    assert events == [("place", 0, card, "g1", "up", "")]
    assert placed.houses[0].cells[6] == table.display.rooms[column]
    assert placed.houses[1] == table.houses[1]


@pytest.mark.rule("DH-3.15", "DH-2.5")
def test_column_0_brings_its_room_and_the_marker() -> None:
    table = drawn("""
        marker: 1
        waiting: 0
        rooms: Ki/1 Be/2 Li/3 Ba/4 Pl/5
        specials: .. drill red~ supplier scaffold
    """)
    taken, events = played(table, "take 0")
    assert events == [("take", 0, 1, 0, "kitchen/1", "marker")]
    assert taken.marker == 0
    assert (
        taken.display
        == drawn("""
        rooms: .. Be/2 Li/3 Ba/4 Pl/5
        specials: .. drill red~ supplier scaffold
    """).display
    )
    assert (taken.houses[0].beside, taken.houses[0].roof) == (b"", b"")
    assert taken.discards == table.discards
    assert after(taken, "place g0 up").houses[0] == house("""
        ..    ..  ..  ..  ..
        Ki/1  ..  ..  ..  ..
        ++    ++  ++  ..  ..
    """)


@pytest.mark.rule("DH-3.16")
def test_a_turn_ends_when_room_and_special_are_resolved() -> None:
    table = drawn("""
        seats: 3
        rooms: Ki Be Li Ba Pl
        specials: .. piano red~ drill scaffold
        house
        ..  ..  ..  ..  ..
        Li  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    taken = after(table, "take 1")
    assert refusal(taken, "done") == "room_first"
    placed = after(taken, "place g1 up")
    assert refusal(placed, "done") == "decor_first"
    resolved = after(placed, "decor g0")
    assert (resolved.waiting, offered(resolved)) == ((0,), {"done", "undo"})
    ended, events = played(resolved, "done")
    assert (ended.waiting, events) == ((1,), [("done", 0)])
    scaffold = after(table, "take 4", "place g1 up")
    assert refusal(scaffold, "done") == "scaffold_first"
    assert after(scaffold, "scaffold g2", "done").waiting == (1,)
