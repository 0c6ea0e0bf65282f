"""The concrete mixer: swap two room cards on the display."""

from itertools import permutations

import pytest

from .drawing import after, drawn, offered, played, refusal


@pytest.mark.rule("DH-6.16", "DH-6.1")
def test_two_room_cards_change_columns_and_the_specials_stay() -> None:
    table = drawn("""
        rooms: Be/1 Ki/2 Pl/3 St Lb
        specials: .. red drill blue~ piano
        discarded_specials: green
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: concrete_mixer architect
    """)
    then, happened = played(table, "mix 3 0")
    assert happened == [("mix", 0, 3, 0, "study/1", "bedroom/1")]
    expected = drawn("""
        rooms: St Ki/2 Pl/3 Be/1 Lb
        specials: .. red drill blue~ piano
        discarded_specials: green concrete_mixer
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: architect
    """)
    assert then.display == expected.display
    assert then.discards.specials == expected.discards.specials
    assert then.houses == expected.houses
    assert offered(then) == {*(f"take {column}" for column in range(5)), "undo"}


@pytest.mark.rule("DH-6.17", "DH-10.25")
def test_any_two_columns_with_a_card_may_be_mixed_in_either_order() -> None:
    table = drawn("""
        rooms: Be .. Pl St ..
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: concrete_mixer
    """)
    assert offered(table, "mix") == {f"mix {one} {other}" for one, other in permutations((0, 2, 3), 2)}
    for gone in ("mix 0 1", "mix 1 0", "mix 4 3", "mix 1 4"):
        assert refusal(table, gone) == "column_gone"
    assert refusal(table, "mix 2 2") == "unknown_move"


@pytest.mark.rule("DH-6.17")
def test_the_last_of_four_players_can_still_mix() -> None:
    table = drawn("""
        seats: 4
        waiting: 2
        rooms: Be/1 Ki/2 Pl/3 St Lb
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: concrete_mixer
    """)
    table = table._replace(queue=(3, 0, 1))
    for column in (2, 0, 1):
        table = after(table, f"take {column}", "place g0 up", "done")
    assert table.waiting == (1,)
    assert offered(table) == {"take 3", "take 4", "mix 3 4", "mix 4 3"}
    assert after(table, "mix 4 3").display.rooms == drawn("rooms: .. .. .. Lb St").display.rooms


@pytest.mark.rule("DH-6.15")
def test_a_mixer_works_before_the_column_is_taken_and_not_after() -> None:
    table = drawn("""
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        Ba  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: concrete_mixer
    """)
    assert len(offered(table, "mix")) == 20
    for steps in (["take 0"], ["take 0", "place g1 up"]):
        then = after(table, *steps)
        assert offered(then, "mix") == set()
        assert refusal(then, "mix 1 2") == "not_now"


@pytest.mark.rule("DH-6.15")
def test_a_mixer_works_on_its_owners_turn_only() -> None:
    table = drawn("""
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: drill
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: concrete_mixer
    """)
    assert offered(table, "mix") == set()
    assert refusal(table, "mix 1 2") == "no_tool"
    assert offered(table, "mix", seat=1) == set()
    assert refusal(table, "mix 1 2", seat=1) == "not_your_turn"


@pytest.mark.rule("DH-6.15")
@pytest.mark.parametrize("step", ["clear", "jack"])
def test_a_mixer_waits_for_the_turns(step: str) -> None:
    table = drawn(f"""
        step: {step}
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: concrete_mixer jackhammer
    """)
    assert offered(table, "mix") == set()
    assert refusal(table, "mix 1 2") == "not_now"
