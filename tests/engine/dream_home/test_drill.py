"""The drill: swap a room card on the display with one in your house."""

import pytest

from .drawing import after, drawn, offered, picture, played, points, refusal, same_picture


@pytest.mark.rule("DH-6.4", "DH-6.6", "DH-6.1")
def test_the_two_cards_change_places_and_the_drill_is_gone() -> None:
    table = drawn("""
        rooms: Be/1 Ki/2 Pl/1 St Lb
        discarded_specials: blue
        house
        ..  ..  ..  ..  ..
        Ba/4  Li/5  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: architect drill drill
    """)
    then, happened = played(table, "drill 1 g1")
    assert happened == [("drill", 0, 1, "g1", "kitchen/2", "living_room/5", "")]
    expected = drawn("""
        rooms: Be/1 Li/5 Pl/1 St Lb
        discarded_specials: blue drill
        house
        ..  ..  ..  ..  ..
        Ba/4  Ki/2  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: architect drill
    """)
    assert then.display.rooms == expected.display.rooms
    assert then.display.specials == table.display.specials
    assert then.houses == expected.houses
    assert then.discards.specials == expected.discards.specials
    assert then.discards.rooms == table.discards.rooms


@pytest.mark.rule("DH-6.3")
def test_a_drill_works_before_the_column_is_taken_and_not_after() -> None:
    table = drawn("""
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        Ba  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: drill
    """)
    assert offered(table, "drill") == {f"drill {column} g0" for column in range(5)}
    for steps in (["take 0"], ["take 0", "place g1 up"]):
        then = after(table, *steps)
        assert offered(then, "drill") == set()
        assert refusal(then, "drill 1 g0") == "not_now"


@pytest.mark.rule("DH-6.3")
def test_a_drill_works_on_its_owners_turn_only() -> None:
    table = drawn("""
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        Ba  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        house
        ..  ..  ..  ..  ..
        Li  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: drill
    """)
    assert offered(table, "drill") == set()
    assert refusal(table, "drill 1 g0") == "no_tool"
    assert offered(table, "drill", seat=1) == set()
    assert refusal(table, "drill 1 g0", seat=1) == "not_your_turn"
    others_turn = after(table, "take 0", "place g1 up", "done")
    assert offered(others_turn, "drill") == {f"drill {column} g0" for column in (1, 2, 3, 4)}


@pytest.mark.rule("DH-6.3")
@pytest.mark.parametrize("step", ["clear", "jack"])
def test_a_drill_waits_for_the_turns(step: str) -> None:
    table = drawn(f"""
        step: {step}
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        Ba  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: drill jackhammer
    """)
    assert offered(table, "drill") == set()
    assert refusal(table, "drill 1 g0") == "not_now"


@pytest.mark.rule("DH-6.2")
def test_a_drill_taken_in_the_last_round_is_never_used() -> None:
    table = drawn("""
        round: 12
        waiting: 1
        rooms: Be/1 Ki Pl St ..
        specials: .. drill red blue ..
        house
        Li  Be  Ki  Ba  Pl
        Ba  Be  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
        house
        Li  Be  Ki  Ba  ..
        Ba  Be  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
    """)
    then, happened = played(table, "take 1", "place u4 down", "done")
    assert then.waiting == ()
    assert same_picture(
        then,
        """
        Li  Be  Ki  Ba  xx
        Ba  Be  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
        beside: drill
        """,
        seat=1,
    )
    assert [event[0] for event in happened] == ["take", "place", "done", "sweep", "reveal", "reveal", "end"]


@pytest.mark.rule("DH-6.5")
def test_the_drill_reaches_column_0() -> None:
    table = drawn("""
        rooms: Be/1 .. .. .. Lb
        house
        ..  ..  ..  ..  ..
        Ba/4  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: drill
    """)
    assert offered(table, "drill") == {"drill 0 g0", "drill 4 g0"}
    then = after(table, "drill 0 g0")
    assert then.display.rooms == drawn("rooms: Ba/4 .. .. .. Lb").display.rooms
    assert then.marker == 0
    assert same_picture(
        then,
        """
        ..  ..  ..  ..  ..
        Be  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        """,
    )


@pytest.mark.rule("DH-6.7")
def test_basement_cards_swap_only_with_basement_cards() -> None:
    table = drawn("""
        rooms: Wi So Be St La
        house
        Ki  ..  ..  ..  ..
        Ba  ..  ..  Pl  ..
        ++  ++  ++  Ga  Wo
        beside: drill
    """)
    upstairs = {f"drill {column} {slot}" for column in (2, 3) for slot in ("u0", "g0", "g3")}
    basement = {f"drill {column} {slot}" for column in (0, 1, 4) for slot in ("b3", "b4")}
    assert offered(table, "drill") == upstairs | basement
    assert refusal(table, "drill 0 g3") == "wrong_storey"
    assert refusal(table, "drill 2 b3") == "wrong_storey"


@pytest.mark.rule("DH-6.8")
def test_the_incoming_card_joins_no_finished_room() -> None:
    table = drawn("""
        rooms: Ki .. .. .. Ba
        house
        ..  ..  ..  ..  ..
        Ki  Ki  Li  Ba  Pl
        ++  ++  ++  Ga  Wi
        beside: drill
    """)
    # kitchens: g0 and g1 can be replaced; bathrooms: only g3 itself and slots that don't touch it
    assert offered(table, "drill") == {
        "drill 0 g0",
        "drill 0 g1",
        "drill 0 g3",
        "drill 0 g4",
        "drill 4 g0",
        "drill 4 g1",
        "drill 4 g3",
    }
    assert refusal(table, "drill 0 g2") == "finished"
    assert refusal(table, "drill 4 g4") == "finished"


@pytest.mark.rule("DH-6.8")
def test_the_incoming_card_makes_no_room_above_its_maximum() -> None:
    table = drawn("""
        rooms: Li/9 .. .. .. ..
        house
        Li  Be  Li  Ki  ..
        Li  Li  Be  Li  ..
        ++  ++  ++  Ga  ..
        beside: drill
    """)
    # u1 makes a room of three; g2 would make one of four
    assert offered(table, "drill") == {
        f"drill 0 {slot}" for slot in ("u0", "u1", "u2", "u3", "g0", "g1", "g3")
    }
    assert refusal(table, "drill 0 g2") == "too_large"


@pytest.mark.rule("DH-6.9", "DH-6.12")
def test_a_token_left_behind_closes_its_room_to_the_incoming_card() -> None:
    table = drawn("""
        rooms: Li/9 .. .. .. ..
        house
        ..  ..  ..  ..  ..
        Li*piano  Li  Ki  Be  ..
        ++  ++  ++  Ga  ..
        beside: drill
    """)
    # the card with the token can go: without it the room is open
    assert offered(table, "drill") == {"drill 0 g0", "drill 0 g3"}
    assert refusal(table, "drill 0 g1") == "decorated"
    assert refusal(table, "drill 0 g2") == "decorated"


@pytest.mark.rule("DH-6.9")
def test_for_the_interior_designer_tokens_close_nothing_to_the_drill() -> None:
    table = drawn("""
        rooms: Li/9 .. .. .. ..
        house
        ..  ..  ..  ..  ..
        Li*piano  Li  Ki  Be  Li*cat_house
        ++  ++  ++  Ga  Wi
        beside: drill interior_designer
    """)
    assert offered(table, "drill") == {f"drill 0 g{column}" for column in range(5)}
    assert same_picture(
        after(table, "drill 0 g2"),
        """
        ..  ..  ..  ..  ..
        Li*piano  Li  Li  Be  Li*cat_house
        ++  ++  ++  Ga  Wi
        beside: interior_designer
        """,
    )


@pytest.mark.rule("DH-6.9")
def test_the_incoming_card_brings_no_two_tokens_into_one_room() -> None:
    table = drawn("""
        rooms: Li/9 .. .. .. ..
        house
        ..  ..  ..  ..  ..
        Li*piano  Ki  Li*cat_house  Be  ..
        ++  ++  ++  Ga  ..
        beside: drill interior_designer
    """)
    assert offered(table, "drill") == {"drill 0 g0", "drill 0 g2", "drill 0 g3"}
    assert refusal(table, "drill 0 g1") == "two_tokens"


@pytest.mark.rule("DH-6.10")
def test_a_card_is_cut_out_of_the_middle_of_a_room() -> None:
    table = drawn("""
        rooms: Ki Li/9 .. .. ..
        house
        ..  ..  ..  ..  ..
        Li  Li  Li  ..  ..
        ++  ++  ++  Ga  ..
        beside: drill
    """)
    assert points(picture(table))["rooms"] == 9
    assert refusal(after(table, "take 1"), "place g3 up") == "finished"
    then = after(table, "drill 0 g1")
    assert same_picture(
        then,
        """
        ..  ..  ..  ..  ..
        Li  Ki  Li  ..  ..
        ++  ++  ++  Ga  ..
        """,
    )
    assert points(picture(then))["rooms"] == 1 + 1 + 1
    assert points(picture(after(then, "take 1", "place g3 up")))["rooms"] == 1 + 1 + 4


@pytest.mark.rule("DH-6.11", "DH-6.6")
def test_a_card_that_supports_others_can_be_drilled() -> None:
    table = drawn("""
        rooms: Be Wi .. .. ..
        house
        ..  ..  ..  Pl  ..
        ..  ..  ..  Ki  ..
        ++  ++  ++  Ga  ..
        beside: drill
    """)
    assert offered(table, "drill") == {"drill 0 u3", "drill 0 g3", "drill 1 b3"}
    assert same_picture(
        after(table, "drill 1 b3"),
        """
        ..  ..  ..  Pl  ..
        ..  ..  ..  Ki  ..
        ++  ++  ++  Wi  ..
        """,
    )


@pytest.mark.rule("DH-6.12")
def test_a_token_on_the_outgoing_card_is_lost() -> None:
    table = drawn("""
        rooms: Be/1 .. .. .. ..
        discarded_specials: piano
        house
        ..  ..  ..  ..  ..
        Li/2*piano  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: drill
    """)
    then, happened = played(table, "drill 0 g0")
    assert happened == [("drill", 0, 0, "g0", "bedroom/1", "living_room/2", "piano")]
    assert then.display.rooms == drawn("rooms: Li/2 .. .. .. ..").display.rooms
    assert points(picture(then)) == {"rooms": 1, "decor": 0, "functionality": 0, "roof": 0, "total": 1}
    assert not any(then.houses[0].tokens)


@pytest.mark.rule("DH-6.13")
def test_empty_rooms_scaffolds_and_empty_slots_cannot_be_drilled() -> None:
    table = drawn("""
        rooms: Be Ga .. .. ..
        house
        ..  ..  ..  ..  ..
        Ba  xx/Ki/3  ##  ..  ..
        ++  ++  ++  ##  xx/Wi/1
        beside: drill
    """)
    assert offered(table, "drill") == {"drill 0 g0"}
    for slot in ("u0", "u4", "g1", "g2"):
        assert refusal(table, f"drill 0 {slot}") == "no_face_up_room"
    for slot in ("b3", "b4"):
        assert refusal(table, f"drill 1 {slot}") == "no_face_up_room"


@pytest.mark.rule("DH-6.13")
def test_a_drill_in_a_house_without_face_up_cards_waits() -> None:
    table = drawn("""
        rooms: Be Ga St Lb Pl
        house
        ..  ..  ..  ..  ..
        xx/Ki/3  ..  ..  ..  ..
        ++  ++  ++  ##  ..
        beside: drill
    """)
    assert offered(table) == {f"take {column}" for column in range(5)}


@pytest.mark.rule("DH-6.14")
def test_columns_that_are_gone_cannot_be_drilled() -> None:
    table = drawn("""
        step: clear
        seats: 3
        rooms: Be Ki St Lb Pl
        house
        ..  ..  ..  ..  ..
        Be  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        house
        ..  ..  ..  ..  ..
        Ba  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: drill
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: jackhammer
    """)
    then = after(table, "clear 1", "done", "jack 2", "place g0 up", "done", "take 0", "place g1 up", "done")
    assert then.waiting == (1,)
    assert offered(then, "drill") == {"drill 3 g0", "drill 4 g0"}
    for column in (0, 1, 2):
        assert refusal(then, f"drill {column} g0") == "column_gone"
