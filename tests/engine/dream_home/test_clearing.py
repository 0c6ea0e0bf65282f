"""Two or three seats: the first player clears a pair before the turns."""

import pytest

from .drawing import after, drawn, offered, played, refusal

CLEARINGS = {"clear 1", "clear 2", "clear 3", "clear 4"}
TAKES = {"take 0", "take 1", "take 2", "take 3", "take 4"}


@pytest.mark.rule("DH-3.2", "DH-3.3", "DH-3.6")
@pytest.mark.parametrize(
    ("seats", "family", "asked"),
    [
        (2, "off", CLEARINGS),
        (3, "off", CLEARINGS),
        (4, "off", TAKES),
        (2, "on", TAKES),
        (3, "on", TAKES),
        (4, "on", TAKES),
    ],
)
def test_a_pair_is_cleared_with_two_or_three_seats_but_not_in_the_family_variant(
    seats: int, family: str, asked: set[str]
) -> None:
    table = drawn(f"""
        seats: {seats}
        options: family={family}
        marker: 1
        waiting: 0
        rooms: Ki Be Li Ba Pa
    """)
    dealt = after(table, "take 1", "place g0 up", "done")
    assert dealt.waiting == (1,)
    assert offered(dealt) == asked


@pytest.mark.rule("DH-3.4")
def test_one_pair_is_cleared_and_never_column_0() -> None:
    table = drawn("""
        seats: 3
        step: clear
        rooms: Ki Be Li Ba Pa
        specials: .. drill red~ piano red
    """)
    assert offered(table) == CLEARINGS
    assert refusal(table, "clear 0") == "unknown_move"
    assert refusal(table, "clear 1", seat=1) == "not_your_turn"
    assert refusal(table, "done") == refusal(table, "pass") == "not_now"
    assert refusal(table, "take 0") == refusal(table, "take 1") == "clear_first"
    cleared = after(table, "clear 4")
    assert offered(cleared) == TAKES - {"take 4"} | {"undo"}
    assert refusal(cleared, "clear 1") == "not_now"


@pytest.mark.rule("DH-3.4", "DH-3.5", "DH-3.13")
@pytest.mark.parametrize("column", [1, 2, 3, 4])
def test_a_cleared_pair_lies_in_the_discards_and_not_on_the_display(column: int) -> None:
    table = drawn("""
        seats: 3
        step: clear
        marker: 2
        rooms: Ki/1 Be/2 Li/3 Ba/4 Pa/1
        specials: .. drill red~ piano blue
        discarded_rooms: Ga/1
        discarded_specials: scaffold
    """)
    rooms, specials = table.display
    cleared, events = played(table, f"clear {column}")
    assert cleared.display.rooms == rooms[:column] + b"\0" + rooms[column + 1 :]
    assert cleared.display.specials == specials[:column] + b"\0" + specials[column + 1 :]
    assert cleared.discards.rooms == table.discards.rooms + rooms[column : column + 1]
    assert cleared.discards.specials == table.discards.specials + specials[column : column + 1]
    card = ["", "bedroom/2", "living_room/3", "bathroom/4", "pantry/1"][column]
    assert events == [("clear", 2, column, card, ["", "drill", "red~", "piano", "blue"][column])]
    assert cleared.waiting == (2,)
    assert offered(cleared, "take") == TAKES - {f"take {column}"}
    assert refusal(cleared, f"take {column}") == "column_gone"


@pytest.mark.rule("DH-3.5")
def test_helpers_find_a_cleared_pair() -> None:
    table = drawn("""
        seats: 2
        round: 12
        step: clear
        rooms: Ki/1 Be/2 Li/3 Ba/4 Ga/1
        specials: .. drill red~ piano blue
        discarded_rooms:
        discarded_specials:
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  xx  ..
        beside: roofer supplier
    """)
    turns = ["take 0", "place g0 down", "done", "take 1", "place g0 down", "done"]
    end = after(table, "clear 2", *turns)
    assert end.step == "help"
    assert offered(end, "roofer") == {"roofer red~", "roofer blue"}
    assert {move for move in offered(end, "supplier") if "living_room" in move} == {
        "supplier living_room/3 g0"
    }
