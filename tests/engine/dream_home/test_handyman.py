"""The handyman: swap two cards in your house."""

from itertools import permutations

import pytest

from app.engine import dream_home
from app.engine.core import Illegal, play

from .drawing import after, drawn, offered, picture, played, points, refusal, same_picture

UPPER = [f"{storey}{column}" for storey in "ug" for column in range(5)]
SLOTS = [*UPPER, "b3", "b4"]


def swaps(*slots: str) -> set[str]:
    """All swaps among these slots, in both orders."""
    return {f"handyman {one} {other}" for one, other in permutations(slots, 2)}


@pytest.mark.rule("DH-7.18", "DH-7.19", "DH-10.25")
def test_any_two_cards_of_the_same_kind_of_storey_are_swapped() -> None:
    table = drawn("""
        round: 12
        step: help
        queue:
        rooms: .. .. .. .. ..
        discarded_specials: red
        house
        St  Lb  Gr  Pa  Sa/1
        Dr  Pl  Ki  Be  Li/1
        ++  ++  ++  Ga  Wi
        beside: handyman
    """)
    assert offered(table) == swaps(*UPPER) | swaps("b3", "b4") | {"done"}
    assert refusal(table, "handyman g3 b3") == "wrong_storey"
    assert refusal(table, "handyman b4 u0") == "wrong_storey"
    then, happened = played(table, "handyman u4 g4")
    assert happened == [("handyman", 0, "u4", "g4", "sauna/1", "living_room/1")]
    assert same_picture(
        then,
        """
        St  Lb  Gr  Pa  Li
        Dr  Pl  Ki  Be  Sa
        ++  ++  ++  Ga  Wi
        """,
    )
    assert then.discards.specials == drawn("discarded_specials: red handyman").discards.specials
    assert offered(then) == {"done", "undo"}


@pytest.mark.rule("DH-7.18")
def test_two_cards_of_one_room_are_swapped() -> None:
    table = drawn("""
        round: 12
        step: help
        queue:
        rooms: .. .. .. .. ..
        house
        Li/1*piano  Li/2  Li/3  Pa  Sa
        Ki/1  Ki/2  Be  Dr  Ba
        ++  ++  ++  Ga/1  Ga/2
        beside: handyman
    """)
    for room in (("u0", "u1", "u2"), ("g0", "g1"), ("b3", "b4")):
        assert swaps(*room) <= offered(table)
    assert same_picture(
        after(table, "handyman u2 u0"),
        """
        Li  Li  Li*piano  Pa  Sa
        Ki  Ki  Be  Dr  Ba
        ++  ++  ++  Ga  Ga
        """,
    )


@pytest.mark.rule("DH-7.18", "DH-7.21", "DH-7.19")
def test_an_empty_room_goes_anywhere_and_its_partner_must_fit() -> None:
    table = drawn("""
        round: 12
        step: help
        queue:
        rooms: .. .. .. .. ..
        house
        St  Lb  Gr  Pa  xx/Wo/1
        Dr  Pl  Ki  Be  Li
        ++  ++  ++  xx/Be/5  Wi
        beside: handyman
    """)
    assert offered(table) == swaps(*UPPER) | swaps("b3", "b4") | swaps("u4", "b3") | {"done"}
    assert refusal(table, "handyman u4 b4") == "wrong_storey"
    assert refusal(table, "handyman b3 g3") == "wrong_storey"
    assert same_picture(
        after(table, "handyman b3 b4"),
        """
        St  Lb  Gr  Pa  xx
        Dr  Pl  Ki  Be  Li
        ++  ++  ++  Wi  xx
        """,
    )
    cells = after(table, "handyman u4 b3").houses[0].cells
    assert cells[4] == table.houses[0].cells[13]  # the same card, still face-down
    assert cells[13] == table.houses[0].cells[4]


@pytest.mark.rule("DH-7.20", "DH-7.21")
def test_no_room_grows_above_its_maximum() -> None:
    table = drawn("""
        round: 12
        step: help
        queue:
        rooms: .. .. .. .. ..
        house
        Ba  St  Lb  Ki  xx/Be/8
        Pa  Sa  Dr  Pl  Ba
        ++  ++  ++  Ga  Wi
        beside: handyman
    """)
    refused = {"handyman u0 g3", "handyman g3 u0", "handyman u1 g4", "handyman g4 u1"}
    assert offered(table) == swaps(*UPPER) - refused | swaps("b3", "b4") | {"done"}
    for move in refused:
        assert refusal(table, move) == "finished"


@pytest.mark.rule("DH-7.20")
def test_on_one_storey_a_swap_may_join_rooms_too() -> None:
    table = drawn("""
        round: 12
        step: help
        queue:
        rooms: .. .. .. .. ..
        house
        Ba  St  Lb  Ba  xx/Be/8
        Pa  Sa  Dr  Pl  Gr
        ++  ++  ++  Ga  Wi
        beside: handyman
    """)
    joined = swaps("u0", "u2") | swaps("u1", "u3") | swaps("u0", "u4")
    assert offered(table) == swaps(*UPPER) - joined | swaps("b3", "b4") | {"done"}
    for move in joined:
        assert refusal(table, move) == "finished"


@pytest.mark.rule("DH-7.20")
def test_only_the_final_arrangement_counts() -> None:
    table = drawn("""
        round: 12
        step: help
        queue:
        rooms: .. .. .. .. ..
        house
        Li  Li  Ba  Li  Be
        Li  Ki  Ki  Pa  Ki
        ++  ++  ++  Ga  Wi
        beside: handyman
    """)
    # four living rooms in a row
    assert refusal(table, "handyman u2 g0") == "too_large"
    assert same_picture(
        after(table, "handyman u2 u3"),
        """
        Li  Li  Li  Ba  Be
        Li  Ki  Ki  Pa  Ki
        ++  ++  ++  Ga  Wi
        """,
    )
    assert same_picture(
        after(table, "handyman g2 g3"),
        """
        Li  Li  Ba  Li  Be
        Li  Ki  Pa  Ki  Ki
        ++  ++  ++  Ga  Wi
        """,
    )


@pytest.mark.rule("DH-7.22", "DH-7.23")
def test_tokens_travel_and_hinder_nothing() -> None:
    table = drawn("""
        round: 12
        step: help
        queue:
        rooms: .. .. .. .. ..
        house
        Li*piano  Ba  Be  Ki*cat_house  Pl
        St  Lb  Gr  Pa  Li
        ++  ++  ++  Ga  Wi
        beside: handyman
    """)
    assert offered(table) == swaps(*UPPER) | swaps("b3", "b4") | {"done"}
    assert same_picture(
        after(table, "handyman u1 g4"),
        """
        Li*piano  Li  Be  Ki*cat_house  Pl
        St  Lb  Gr  Pa  Ba
        ++  ++  ++  Ga  Wi
        """,
    )
    moved = after(table, "handyman u0 g3")
    assert same_picture(
        moved,
        """
        Pa  Ba  Be  Ki*cat_house  Pl
        St  Lb  Gr  Li*piano  Li
        ++  ++  ++  Ga  Wi
        """,
    )
    assert points(picture(moved))["decor"] == 4
    assert offered(moved) == {"done", "undo"}
    exchanged = after(table, "handyman u0 u3")
    assert picture(exchanged).split()[:5] == ["Ki*cat_house", "Ba", "Be", "Li*piano", "Pl"]


@pytest.mark.rule("DH-7.23")
def test_closed_rooms_hinder_no_handyman() -> None:
    table = drawn("""
        round: 12
        step: help
        queue:
        rooms: .. .. .. .. ..
        house
        Ki  Ki*ice_cream_machine  St  Pa  Lb
        Gr  Sa  Ki  Dr  Ba
        ++  ++  ++  Ga  Wi
        beside: handyman
    """)
    # a card of a full room can be replaced, but a third kitchen is too many
    assert offered(table) == swaps(*UPPER) - swaps("u2", "g2") | swaps("b3", "b4") | {"done"}
    assert refusal(table, "handyman u2 g2") == "finished"
    assert same_picture(
        after(table, "handyman u1 g2"),
        """
        Ki  Ki  St  Pa  Lb
        Gr  Sa  Ki*ice_cream_machine  Dr  Ba
        ++  ++  ++  Ga  Wi
        """,
    )


@pytest.mark.rule("DH-7.24", "DH-10.21")
def test_of_several_tokens_in_a_room_the_owner_keeps_one() -> None:
    table = drawn("""
        round: 12
        step: help
        queue:
        rooms: .. .. .. .. ..
        discarded_rooms: Be/8
        discarded_specials: red
        house
        Li*cat_house  Ba*painting_2  Li*piano  Be  Pl
        St  Lb  Gr  Pa  Li*painting_1
        ++  ++  ++  Ga  Wi
        beside: handyman roofer supplier
    """)
    then = after(table, "handyman u1 g4")
    asked = [("keep", "piano"), ("keep", "cat_house"), ("keep", "painting_1")]
    assert next(iter(dream_home.moves(then, 0))) == asked[0]
    assert {*dream_home.moves(then, 0)} == {*asked}
    for other in ("done", "roofer red", "supplier bedroom/8 u3"):
        assert refusal(then, other) == "keep_first"
    with pytest.raises(Illegal) as early:
        play(dream_home, then, 0, then.turns[0], ("pass",))
    assert (early.value.code, early.value.facts["first"]) == ("not_now", "keep_first")
    assert refusal(then, "keep painting_2") == "no_such_token"  # it's in another room
    kept, happened = played(then, "keep cat_house")
    assert happened == [("keep", 0, "cat_house", ("painting_1", "piano"))]
    assert picture(kept).splitlines() == [
        "Li*cat_house  Li  Li  Be  Pl",
        "St  Lb  Gr  Pa  Ba*painting_2",
        "++  ++  ++  Ga  Wi",
        "beside: roofer supplier",
    ]
    assert points(picture(kept))["decor"] == 2
    assert {move.split()[0] for move in offered(kept)} == {"roofer", "supplier", "done", "undo"}
    assert refusal(kept, "keep cat_house") == "not_now"
    assert same_picture(after(then, "undo"), picture(table))


@pytest.mark.rule("DH-10.21", "DH-7.24")
def test_each_crowded_room_is_asked_about_once() -> None:
    table = drawn("""
        round: 12
        step: help
        queue:
        rooms: .. .. .. .. ..
        house
        Li*piano  Be*canopy_bed  Ki  St  Pl
        Be*painting_1  Li*cat_house  Lb  Pa  Gr
        ++  ++  ++  Ga  Wi
        beside: handyman
    """)
    then = after(table, "handyman u1 g1")
    assert offered(then) == {"keep piano", "keep cat_house", "undo"}
    assert refusal(then, "keep canopy_bed") == "no_such_token"
    then = after(then, "keep piano")
    assert offered(then) == {"keep canopy_bed", "keep painting_1", "undo"}
    assert refusal(then, "done") == "keep_first"
    then = after(then, "keep painting_1")
    assert offered(then) == {"done", "undo"}
    assert same_picture(
        then,
        """
        Li*piano  Li  Ki  St  Pl
        Be*painting_1  Be  Lb  Pa  Gr
        ++  ++  ++  Ga  Wi
        """,
    )
