"""The jackhammer: a room card instead of a turn, before the turns begin."""

import pytest

from .drawing import after, drawn, offered, picture, played, refusal, same_picture


@pytest.mark.rule("DH-6.18", "DH-6.29")
def test_the_window_opens_after_the_clearing_for_owners_only() -> None:
    table = drawn("""
        step: clear
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: jackhammer
    """)
    assert refusal(table, "jack 1") == "not_now"
    window = after(table, "clear 1", "done")
    assert (window.waiting, window.step) == ((1,), "jack")
    assert offered(window) == {"pass", "jack 0", "jack 2", "jack 3", "jack 4"}
    assert refusal(window, "jack 1") == "column_gone"
    for early in ("take 0", "place g0 up", "done", "clear 2"):
        assert refusal(window, early) == "not_now"


@pytest.mark.rule("DH-6.18")
def test_the_jackhammer_cannot_be_used_on_a_turn() -> None:
    table = drawn("""
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: jackhammer
    """)
    assert offered(table) == {f"take {column}" for column in range(5)}
    assert refusal(table, "jack 1") == "not_now"
    assert refusal(table, "pass") == "not_now"
    taken = after(table, "take 0")
    assert refusal(taken, "jack 1") == "not_now"
    assert refusal(taken, "pass") == "not_now"


@pytest.mark.rule("DH-6.1", "DH-6.19", "DH-6.20", "DH-6.22")
def test_the_room_is_placed_at_once_and_the_special_discarded() -> None:
    table = drawn("""
        step: jack
        rooms: Be Ki Pl/2 St Lb
        specials: .. red drill blue~ piano
        discarded_specials: green
        house
        ..  ..  ..  ..  ..
        ##  Pl  Pl  ..  ..
        ++  ++  ++  ..  ..
        beside: jackhammer architect
    """)
    then, happened = played(table, "jack 2")
    assert happened == [("jack", 0, 2, "playroom/2", "drill")]
    assert then.discards.specials == drawn("discarded_specials: green jackhammer drill").discards.specials
    assert then.display == drawn("rooms: Be Ki .. St Lb\nspecials: .. red .. blue~ piano").display
    assert offered(then) == {
        *(f"place {slot} up" for slot in ("u0", "u1", "u2")),
        *(f"place {slot} down" for slot in ("u0", "u1", "u2", "g0", "b3", "b4")),
        "undo",
    }
    assert refusal(then, "place g0 up") == "finished"
    assert refusal(then, "done") == "room_first"
    placed = after(then, "place g0 down")
    assert offered(placed) == {"done", "undo"}
    assert same_picture(
        placed,
        """
        ..  ..  ..  ..  ..
        xx  Pl  Pl  ..  ..
        ++  ++  ++  ..  ..
        beside: architect
        """,
    )


@pytest.mark.rule("DH-6.20")
@pytest.mark.parametrize("column", [1, 2, 3, 4])
def test_no_special_comes_with_a_jackhammer(column: int) -> None:
    table = drawn("""
        step: jack
        rooms: Be Ki Pl St Lb
        specials: .. red architect scaffold piano
        discarded_specials:
        house
        ..  ..  ..  ..  ..
        Li  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: jackhammer
    """)
    special = table.display.specials[column]
    then = after(table, f"jack {column}", "place g1 up")
    house = then.houses[0]
    assert (house.beside, house.roof, then.token, then.scaffold) == (b"", b"", 0, 0)
    assert then.discards.specials[1:] == bytes((special,))


@pytest.mark.rule("DH-6.21", "DH-6.22")
def test_column_0_brings_no_marker() -> None:
    table = drawn("""
        step: jack
        waiting: 1
        queue: 0 1
        rooms: Be/1 Ki Pl St Lb
        discarded_specials:
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: jackhammer
    """)
    then, happened = played(table, "jack 0", "place g0 up", "done")
    assert happened == [
        ("jack", 1, 0, "bedroom/1", ""),
        ("place", 1, "bedroom/1", "g0", "up", ""),
        ("done", 1),
    ]
    assert then.marker == 0
    assert then.discards.specials == drawn("discarded_specials: jackhammer").discards.specials
    assert offered(then) == {f"take {column}" for column in (1, 2, 3, 4)}
    assert refusal(then, "take 0") == "column_gone"
    next_round = after(then, "take 1", "place g0 up", "done")
    assert (next_round.round, next_round.waiting, next_round.marker) == (2, (0,), 0)


@pytest.mark.rule("DH-6.23", "DH-6.24")
def test_play_starts_with_the_next_player_who_still_has_a_turn() -> None:
    table = drawn("""
        step: jack
        seats: 3
        marker: 1
        queue: 1 2 0
        rooms: Be .. Pl St Lb
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: jackhammer
    """)
    then = after(table, "jack 2", "place g0 up", "done")
    assert (then.waiting, then.step) == ((2,), "turn")
    then = after(then, "take 3", "place g0 up", "done")
    assert (then.waiting, then.step) == ((0,), "turn")
    then = after(then, "take 4", "place g0 up", "done")
    assert then.round == 2  # seat 1 had no turn,
    assert then.waiting == (1,)  # and goes first again, as nobody took column 0


@pytest.mark.rule("DH-6.25")
def test_owners_are_asked_clockwise_from_the_first_player() -> None:
    table = drawn("""
        options: family=on
        seats: 3
        marker: 2
        waiting: 1
        queue:
        rooms: .. .. .. St Lb
        house
        ..  ..  ..  ..  ..
        Li  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: jackhammer
        house
        ..  ..  ..  ..  ..
        Be  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        house
        ..  ..  ..  ..  ..
        Ki  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: jackhammer
    """)
    first = after(table, "take 3", "place g1 down", "done")
    assert (first.round, first.waiting, first.step) == (2, (2,), "jack")
    second = after(first, "pass")
    assert (second.waiting, second.step) == ((0,), "jack")
    turns = after(second, "pass")
    assert (turns.waiting, turns.step, turns.queue) == ((2,), "turn", (0, 1))


@pytest.mark.rule("DH-6.26")
def test_two_jackhammers_are_not_used_in_one_round() -> None:
    table = drawn("""
        step: jack
        queue: 0 1
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: jackhammer jackhammer
    """)
    placed = after(table, "jack 1", "place g0 up")
    assert offered(placed) == {"done", "undo"}
    assert refusal(placed, "jack 2") == "not_now"
    then = after(placed, "done")
    assert (then.waiting, then.step) == ((1,), "turn")
    assert picture(then).endswith("beside: jackhammer")


@pytest.mark.rule("DH-6.27")
def test_drill_and_mixer_cannot_be_combined_with_a_jackhammer() -> None:
    table = drawn("""
        step: jack
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        Li  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: jackhammer drill concrete_mixer
    """)
    assert offered(table) == {"pass", *(f"jack {column}" for column in range(5))}
    for state in (table, after(table, "jack 1"), after(table, "jack 1", "place g1 up")):
        assert refusal(state, "drill 0 g0") == "not_now"
        assert refusal(state, "mix 0 2") == "not_now"


@pytest.mark.rule("DH-6.28", "DH-6.25")
def test_when_all_have_used_one_the_round_ends_without_turns() -> None:
    table = drawn("""
        step: jack
        marker: 1
        queue: 1 0
        rooms: Be/1 Ki/1 Pl/1 St Lb
        specials: .. red blue green brown
        discarded_rooms:
        discarded_specials:
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: jackhammer
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: jackhammer
    """)
    then, happened = played(table, "jack 0", "place g0 up", "done", "jack 3", "place g0 up", "done")
    assert [event[0] for event in happened] == [
        "jack",
        "place",
        "done",
        "jack",
        "place",
        "done",
        "sweep",
        "deal",
    ]
    assert (then.round, then.waiting, then.step, then.marker) == (2, (1,), "clear", 1)
    left = drawn("""
        discarded_rooms: Ki/1 Pl/1 Lb
        discarded_specials: jackhammer jackhammer green red blue brown
    """)
    assert then.discards == left.discards


@pytest.mark.rule("DH-6.29")
def test_a_player_who_passes_keeps_jackhammer_and_turn_and_is_asked_again_next_round() -> None:
    table = drawn("""
        options: family=on
        step: jack
        queue: 0 1
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: jackhammer
    """)
    then, happened = played(table, "pass")
    assert happened == [("pass", 0)]
    assert (then.waiting, then.step, then.queue) == ((0,), "turn", (1,))
    assert then.houses == table.houses
    then = after(then, "take 0", "place g0 up", "done", "take 1", "place g0 up", "done")
    assert (then.round, then.waiting, then.step) == (2, (0,), "jack")


@pytest.mark.rule("DH-6.2")
def test_a_jackhammer_taken_in_the_last_round_is_never_used() -> None:
    table = drawn("""
        round: 12
        waiting: 1
        rooms: Be/1 Ki Pl St ..
        specials: .. jackhammer red blue ..
        house
        Li  Be  Ki  Ba  Pl
        Ba  Be  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
        house
        Li  Be  Ki  Ba  ..
        Ba  Be  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
    """)
    then = after(table, "take 1", "place u4 down", "done")
    assert (then.waiting, then.step) == ((), "over")
    assert picture(then, 1).endswith("beside: jackhammer")
