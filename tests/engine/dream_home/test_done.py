"""When a player can say `done`, and what that ends; turns that end by themselves."""

import pytest

from .drawing import after, drawn, offered, played, refusal


@pytest.mark.rule("DH-10.4", "DH-10.13")
def test_done_ends_a_turn_once_the_room_is_placed() -> None:
    table = drawn("""
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert refusal(table, "done") == "not_now"
    taken = after(table, "take 0")
    assert offered(taken, "done") == set()
    assert refusal(taken, "done") == "room_first"
    placed = after(taken, "place g0 up")
    assert offered(placed) == {"done", "undo"}
    assert refusal(placed, "place g1 up") == "not_now"
    done, happened = played(placed, "done")
    assert happened == [("done", 0)]
    assert (done.waiting, done.step) == ((1,), "turn")


@pytest.mark.rule("DH-10.5")
def test_done_ends_the_placing_of_a_jackhammered_room() -> None:
    table = drawn("""
        step: jack
        queue: 0 1
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: jackhammer
    """)
    assert refusal(table, "done") == "not_now"
    assert refusal(after(table, "jack 1"), "done") == "room_first"
    placed = after(table, "jack 1", "place g0 up")
    assert (placed.waiting, offered(placed)) == ((0,), {"done", "undo"})
    assert after(placed, "done").waiting == (1,)


@pytest.mark.rule("DH-10.26")
def test_the_clearing_of_a_pair_ends_by_itself() -> None:
    table = drawn("""
        step: clear
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert offered(table) == {f"clear {column}" for column in (1, 2, 3, 4)}
    assert refusal(table, "done") == "not_now"
    cleared, happened = played(table, "clear 4")
    assert [event[0] for event in happened] == ["clear"]
    assert (cleared.waiting, cleared.step, cleared.queue) == ((0,), "turn", (1,))
    assert offered(cleared) == {"take 0", "take 1", "take 2", "take 3", "undo"}
    assert refusal(cleared, "done") == "not_now"


@pytest.mark.rule("DH-10.26")
def test_the_clearing_ends_by_itself_for_a_first_player_with_a_jackhammer() -> None:
    table = drawn("""
        step: clear
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: jackhammer
    """)
    cleared = after(table, "clear 4")
    assert (cleared.waiting, cleared.step) == ((0,), "jack")
    assert offered(cleared) == {"pass", "jack 0", "jack 1", "jack 2", "jack 3", "undo"}


@pytest.mark.rule("DH-10.6")
def test_done_ends_the_clearing_of_a_pair_if_another_seat_is_asked_next() -> None:
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
    cleared = after(table, "clear 4")
    assert offered(cleared) == {"done", "undo"}
    assert refusal(cleared, "take 1") == "cleared_unfinished"
    assert refusal(cleared, "clear 1") == "not_now"
    done = after(cleared, "done")
    assert (done.waiting, done.step) == ((1,), "jack")


@pytest.mark.rule("DH-10.27")
def test_done_ends_the_clearing_of_a_pair_in_games_begun_under_rules_1() -> None:
    table = drawn("""
        options: rules=1
        step: clear
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    cleared = after(table, "clear 4")
    assert offered(cleared) == {"done", "undo"}
    assert refusal(cleared, "take 1") == "cleared_unfinished"
    done, happened = played(cleared, "done")
    assert happened == [("done", 0)]
    assert (done.waiting, done.step, done.queue) == ((0,), "turn", (1,))
    assert refusal(done, "undo") == "nothing_to_undo"


@pytest.mark.rule("DH-10.7")
def test_done_ends_the_helpers_of_a_player() -> None:
    table = drawn("""
        round: 12
        step: help
        rooms: .. .. .. .. ..
        discarded_specials: red
        house
        Li  Ba  Ki  St  Pl
        Lb  Li  Sa  Pa  Gr
        ++  ++  ++  Ga  Wi
        beside: roofer handyman
    """)
    used = after(table, "roofer red")
    assert used.waiting == (0,)
    assert "done" in offered(used)
    assert after(used, "done").waiting == ()
    assert after(table, "done").waiting == ()


@pytest.mark.rule("DH-10.14")
def test_done_waits_for_the_scaffold() -> None:
    table = drawn("""
        step: taken
        hand: scaffold
        house
        ..  ..  ..  ..  ..
        Li  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert offered(table) == {f"scaffold {slot}" for slot in ("u0", "g1", "g2", "b3", "b4")}
    assert refusal(table, "done") == "scaffold_first"
    assert offered(after(table, "scaffold g1"), "done") == {"done"}


@pytest.mark.rule("DH-10.14")
def test_done_does_not_wait_for_a_scaffold_without_a_slot() -> None:
    table = drawn("""
        round: 11
        step: taken
        hand: scaffold
        house
        ##  Ba  Ki  St  Pl
        Lb  Li  Sa  Pa  Gr
        ++  ++  ++  Ga  Wi
    """)
    assert offered(table) == {"done"}
    assert after(table, "done").waiting == (1,)


@pytest.mark.rule("DH-10.15", "DH-10.16")
def test_done_waits_for_the_decor_to_be_placed_or_declined() -> None:
    table = drawn("""
        step: taken
        hand: piano
        house
        ..  ..  ..  ..  ..
        Li  Li  Be  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert offered(table) == {"decor g0", "decor g1", "decor none"}
    assert refusal(table, "done") == "decor_first"
    for choice in ("decor g1", "decor none"):
        then, happened = played(table, choice)
        assert happened == [("decor", 0, "piano", choice.split()[1])]
        assert offered(then, "done") == {"done"}
        assert after(then, "done").waiting == (1,)


@pytest.mark.rule("DH-10.16")
def test_decor_may_be_declined_before_the_room_is_placed() -> None:
    table = drawn("""
        step: taken
        hand: Li piano
        house
        ..  ..  ..  ..  ..
        Be  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert offered(table, "decor") == {"decor none"}
    declined = after(table, "decor none")
    assert refusal(declined, "done") == "room_first"
    placed = after(declined, "place g1 up")
    assert offered(placed) == {"done"}  # the living room came too late
    assert refusal(placed, "decor g1") == "not_now"


@pytest.mark.rule("DH-10.17", "DH-10.16")
def test_decor_without_a_room_is_lost_with_done() -> None:
    table = drawn("""
        step: taken
        hand: Li/2 piano
        house
        ..  ..  ..  ..  ..
        Li*cat_house  ..  Be  ..  ..
        ++  ++  ++  ..  ..
    """)
    placed = after(table, "place u0 down")
    assert offered(placed) == {"done"}
    assert refusal(placed, "decor none") == "no_room_for_token"
    done, happened = played(placed, "done")
    assert happened == [("lost", 0, "piano"), ("done", 0)]
    assert (done.waiting, done.token) == ((1,), 0)
    found = after(table, "place u0 up")
    assert offered(found) == {"decor u0", "decor none"}


@pytest.mark.rule("DH-10.18")
def test_with_confirm_turns_off_a_turn_ends_with_its_last_choice() -> None:
    table = drawn("""
        options: confirm_turns=off
        rooms: Be/1 Ki/1 Pl St Lb
        specials: .. piano red scaffold drill
        house
        ..  ..  ..  ..  ..
        Be  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert after(table, "take 0").waiting == (0,)
    done, happened = played(table, "take 0", "place g1 up")
    assert happened[1:] == [("place", 0, "bedroom/1", "g1", "up", ""), ("done", 0)]
    assert (done.waiting, done.step) == ((1,), "turn")
    assert refusal(done, "undo") == "nothing_to_undo"
    lost, happened = played(table, "take 1", "place g1 up")
    assert [event[0] for event in happened] == ["take", "place", "lost", "done"]
    assert lost.waiting == (1,)
    assert after(table, "take 3", "place g1 up").waiting == (0,)
    assert after(table, "take 3", "place g1 up", "scaffold g2").waiting == (1,)


@pytest.mark.rule("DH-10.18")
def test_with_confirm_turns_off_a_choice_keeps_the_turn_open() -> None:
    table = drawn("""
        options: confirm_turns=off
        rooms: Be/1 Ki/1 Pl St Lb
        specials: .. piano red scaffold drill
        house
        ..  ..  ..  ..  ..
        Li  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: concrete_mixer
    """)
    assert after(table, "mix 0 1").waiting == (0,)
    placed = after(table, "take 1", "place g1 up")
    assert (placed.waiting, offered(placed)) == ((0,), {"decor g0", "decor none", "undo"})
    assert after(placed, "decor none").waiting == (1,)
    assert after(table, "take 1", "decor g0").waiting == (0,)
    assert after(table, "take 1", "decor g0", "place g1 up").waiting == (1,)


@pytest.mark.rule("DH-10.19")
def test_with_confirm_turns_off_a_clearing_ends_by_itself_if_another_seat_is_asked_next() -> None:
    table = drawn("""
        options: confirm_turns=off
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
    then, happened = played(table, "clear 1")
    assert [event[0] for event in happened] == ["clear", "done"]
    assert (then.waiting, then.step) == ((1,), "jack")


@pytest.mark.rule("DH-10.9")
def test_with_confirm_turns_off_a_clearing_can_be_undone_by_a_seat_that_goes_on() -> None:
    table = drawn("""
        options: confirm_turns=off
        step: clear
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    cleared = after(table, "clear 1")
    assert (cleared.waiting, cleared.step) == ((0,), "turn")
    assert after(cleared, "undo")._replace(turns=table.turns) == table


@pytest.mark.rule("DH-10.19")
def test_with_confirm_turns_off_placing_a_jackhammered_room_ends_by_itself() -> None:
    table = drawn("""
        options: confirm_turns=off
        step: jack
        queue: 0 1
        rooms: Be Ki Pl St Lb
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
    assert after(table, "jack 1").waiting == (0,)
    then, happened = played(table, "jack 1", "place g0 up")
    assert [event[0] for event in happened] == ["jack", "place", "done"]
    assert (then.waiting, then.step) == ((1,), "jack")
    passed = after(table, "pass", "pass")
    assert (passed.waiting, passed.step) == ((0,), "turn")


@pytest.mark.rule("DH-10.19")
def test_with_confirm_turns_off_the_helpers_end_by_themselves() -> None:
    table = drawn("""
        options: confirm_turns=off
        round: 12
        step: help
        rooms: .. .. .. .. ..
        discarded_specials: red
        house
        Li*piano  Ba  Ki  St  Pl
        Lb  Li*cat_house  Sa  Pa  Gr
        ++  ++  ++  Ga  Wi
        beside: roofer handyman
    """)
    roofed = after(table, "roofer red")
    assert roofed.waiting == (0,)
    assert after(roofed, "handyman u1 g1").waiting == (0,)  # which token?
    assert after(roofed, "handyman u1 g1", "keep piano").waiting == ()
    assert after(roofed, "handyman b3 b4").waiting == ()
    assert after(table, "done").waiting == ()


@pytest.mark.rule("DH-10.18")
def test_confirm_turns_is_on_unless_the_host_says_otherwise() -> None:
    table = drawn("""
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert after(table, "take 0", "place g0 up").waiting == (0,)
