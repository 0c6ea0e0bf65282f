"""The supplier: replace a card in your house with a discarded room."""

import pytest

from .drawing import after, drawn, offered, picture, played, points, refusal, same_picture


@pytest.mark.rule("DH-7.11")
def test_the_supplied_card_takes_the_place_of_one_that_goes_to_the_discards() -> None:
    table = drawn("""
        round: 12
        step: help
        queue:
        rooms: .. .. .. .. ..
        discarded_rooms: St Be/4 Lb
        discarded_specials: red
        house
        Li  Be/1  Ki  Ba/3  Pl
        Ba  Li  Ki  Pl  Gr
        ++  ++  ++  Ga  Wi
        beside: supplier
    """)
    then, happened = played(table, "supplier bedroom/4 u3")
    assert happened == [("supplier", 0, "bedroom/4", "u3", "bathroom/3", "")]
    assert same_picture(
        then,
        """
        Li  Be  Ki  Be  Pl
        Ba  Li  Ki  Pl  Gr
        ++  ++  ++  Ga  Wi
        """,
    )
    left = drawn("discarded_rooms: St Lb Ba/3\ndiscarded_specials: red supplier")
    assert then.discards == left.discards
    assert refusal(then, "supplier study/1 u0") == "no_helper"


@pytest.mark.rule("DH-7.11", "DH-7.14")
def test_only_discarded_cards_are_supplied_and_only_to_storeys_of_their_kind() -> None:
    table = drawn("""
        round: 12
        step: help
        queue:
        rooms: .. .. .. .. ..
        discarded_rooms: La St
        house
        Li  Be  Ki  Ba  Pl
        Ba  Li  Ki  Pl  Gr
        ++  ++  ++  Ga  Wi
        beside: supplier
    """)
    upstairs = {f"supplier study/1 {storey}{column}" for storey in "ug" for column in range(5)}
    assert offered(table) == {*upstairs, "supplier laundry/1 b3", "supplier laundry/1 b4", "done"}
    assert refusal(table, "supplier laundry/1 g3") == "wrong_storey"
    assert refusal(table, "supplier study/1 b3") == "wrong_storey"
    assert refusal(table, "supplier library/1 g3") == "not_in_discards"
    assert refusal(table, "supplier game_room/1 g3") == "not_in_discards"


@pytest.mark.rule("DH-7.12", "DH-7.13", "DH-7.11")
def test_an_empty_room_is_replaced_by_a_face_up_card() -> None:
    table = drawn("""
        round: 12
        step: help
        queue:
        rooms: .. .. .. .. ..
        discarded_rooms: Be/2
        house
        xx/Wi/1  Be/1  Ki  Ba  Pl
        Ba  Li  Ki  Pl  Gr
        ++  ++  ++  xx/Be/5  Ga
        beside: supplier
    """)
    then, happened = played(table, "supplier bedroom/2 u0")
    assert happened == [("supplier", 0, "bedroom/2", "u0", "wine_cellar/1", "")]
    assert same_picture(
        then,
        """
        Be  Be  Ki  Ba  Pl
        Ba  Li  Ki  Pl  Gr
        ++  ++  ++  xx  Ga
        """,
    )
    assert points(picture(then))["rooms"] == points(picture(table))["rooms"] + 3
    assert then.discards.rooms == drawn("discarded_rooms: Wi/1").discards.rooms


@pytest.mark.rule("DH-7.15")
def test_no_supplied_card_makes_a_room_too_large() -> None:
    table = drawn("""
        round: 12
        step: help
        queue:
        rooms: .. .. .. .. ..
        discarded_rooms: Li/9
        house
        Li  Be  Li  Be  Li
        Li  Li  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
        beside: supplier
    """)
    allowed = ("u0", "u1", "u2", "u3", "u4", "g0", "g1", "g3", "g4")
    assert offered(table, "supplier") == {f"supplier living_room/9 {slot}" for slot in allowed}
    assert refusal(table, "supplier living_room/9 g2") == "too_large"


@pytest.mark.rule("DH-7.15")
def test_a_finished_room_takes_no_supplied_card_but_in_its_own_place() -> None:
    table = drawn("""
        round: 12
        step: help
        queue:
        rooms: .. .. .. .. ..
        discarded_rooms: Ki/8 Ba/9
        house
        Li  Ki  Ki  Pl  Ba
        Li  Be  St  Li  Pl
        ++  ++  ++  Ga  Wi
        beside: supplier
    """)
    ground = {f"supplier {card} g{column}" for card in ("kitchen/8", "bathroom/9") for column in range(5)}
    assert offered(table, "supplier") == ground | {
        *(f"supplier kitchen/8 {slot}" for slot in ("u1", "u2", "u4")),
        *(f"supplier bathroom/9 {slot}" for slot in ("u0", "u1", "u2", "u4")),
    }
    assert refusal(table, "supplier kitchen/8 u0") == "finished"
    assert refusal(table, "supplier kitchen/8 u3") == "finished"
    assert refusal(table, "supplier bathroom/9 u3") == "finished"


@pytest.mark.rule("DH-7.16")
def test_the_rest_of_a_room_closed_by_a_token_stays_closed() -> None:
    table = drawn("""
        round: 12
        step: help
        queue:
        rooms: .. .. .. .. ..
        discarded_rooms: Li/9
        house
        Be  Li*piano  Li  Ki  Pl
        Ba  Be  Ki  St  Pl
        ++  ++  ++  Ga  Wi
        beside: supplier
    """)
    allowed = ("u1", "u4", *(f"g{column}" for column in range(5)))
    assert offered(table, "supplier") == {f"supplier living_room/9 {slot}" for slot in allowed}
    for slot in ("u0", "u2", "u3"):
        assert refusal(table, f"supplier living_room/9 {slot}") == "decorated"


@pytest.mark.rule("DH-7.16")
def test_with_the_interior_designer_the_rest_of_the_room_is_open() -> None:
    table = drawn("""
        round: 12
        step: help
        queue:
        rooms: .. .. .. .. ..
        discarded_rooms: Li/9
        house
        Be  Li*piano  Li  Ki  Li*cat_house
        Ba  Li*painting_1  Ki  Li*painting_2  Pl
        ++  ++  ++  Ga  Wi
        beside: interior_designer supplier
    """)
    allowed = ("u0", "u1", "u2", "u4", "g0", "g1", "g3", "g4")
    assert offered(table, "supplier") == {f"supplier living_room/9 {slot}" for slot in allowed}
    assert refusal(table, "supplier living_room/9 u3") == "too_large"
    assert refusal(table, "supplier living_room/9 g2") == "two_tokens"


@pytest.mark.rule("DH-7.17")
def test_a_token_on_the_card_taken_out_is_lost() -> None:
    table = drawn("""
        round: 12
        step: help
        queue:
        rooms: .. .. .. .. ..
        discarded_rooms: Li/9
        house
        Be  Li/1*piano  Li  Ki  Pl
        Ba  Be  Ki  St  Pl
        ++  ++  ++  Ga  Wi
        beside: supplier
    """)
    then, happened = played(table, "supplier living_room/9 u1")
    assert happened == [("supplier", 0, "living_room/9", "u1", "living_room/1", "piano")]
    assert same_picture(
        then,
        """
        Be  Li  Li  Ki  Pl
        Ba  Be  Ki  St  Pl
        ++  ++  ++  Ga  Wi
        """,
    )
    assert (points(picture(table))["decor"], points(picture(then))["decor"]) == (3, 0)
    assert offered(after(then, "undo")) == {*offered(table)}
