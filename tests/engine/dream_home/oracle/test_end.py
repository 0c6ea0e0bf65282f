"""The second referee at the end of the game: helpers, tokens that meet, winners."""

import pytest

from tests.engine.dream_home.oracle.referee import Oracle
from tests.engine.dream_home.oracle.scoring import SLOTS
from tests.engine.dream_home.oracle.tables import NOTHING, ended, house, moves, play, table

FULL = "Pl Ba Be*canopy_bed Be Ki | Li Li*piano Pl Li Li*cat_house | Ga xx"


def test_helpers_are_asked_clockwise_from_the_marker_and_only_if_they_can_do_something() -> None:
    roofer, supplier = FULL + " beside: roofer", FULL + " beside: supplier architect"
    oracle = ended(roofer, supplier, roofer, FULL, rooms="bathroom/1", roofs="red~ piano", marker=1)
    assert oracle.waiting == (1,)
    play(oracle, ("done",))
    assert oracle.moves(2) == {("roofer", "red~"), ("done",)}
    play(oracle, ("roofer", "red~"))
    assert oracle.house(2).splitlines()[3:] == ["roof: red~"]
    assert oracle.moves(2) == {("done",)}
    play(oracle, ("done",))
    assert (oracle.phase, oracle.roof_discards) == ("over", [])  # nothing is left for the roofer of seat 0


def test_a_supplied_card_is_judged_without_the_outgoing_one() -> None:
    oracle = ended(FULL + " beside: supplier", rooms="bedroom/1 garage/1")
    supplies = moves(oracle, "supplier")
    assert {slot for _, card, slot in supplies if card == "garage/1"} == {"b3", "b4"}
    # not u1, u3 or u4: each is next to a bedroom closed by a token or by its size
    assert {slot for _, card, slot in supplies if card == "bedroom/1"} == set(SLOTS) - {
        "u1",
        "u3",
        "u4",
        "b3",
        "b4",
    }
    play(oracle, ("supplier", "bedroom/1", "u2"))
    assert oracle.room_discards == ["bedroom/u2", "garage/1"]
    assert house(oracle).startswith("Pl Ba Be Be Ki |")
    assert oracle.moves(0) == {("done",)}


def test_a_handyman_looks_at_the_final_arrangement_only() -> None:
    oracle = ended(FULL + " beside: handyman")
    swaps = moves(oracle, "handyman")
    assert ("handyman", "u2", "u3") in swaps  # two cards of one room
    assert ("handyman", "b3", "b4") in swaps  # an empty room
    assert ("handyman", "u0", "b4") not in swaps  # no playroom in the basement
    assert ("handyman", "u0", "b3") not in swaps  # nor a garage upstairs
    assert ("handyman", "g2", "g3") in swaps  # Li Li*piano Li beside a token
    assert ("handyman", "g2", "g0") not in swaps  # four living rooms
    assert ("handyman", "u4", "u1") in swaps
    assert swaps == {("handyman", other, one) for _, one, other in swaps}


def test_an_empty_room_can_be_swapped_with_a_room_on_any_storey() -> None:
    oracle = ended("Pl Ba Be xx Ki | Li St Pl Li Ki | Ga Ga beside: handyman")
    assert ("handyman", "b3", "u3") not in moves(oracle, "handyman")
    oracle = ended("Pl Ba Be xx Ki | Li St Pl Li Ki | Ga xx beside: handyman")
    assert {("handyman", "u3", "b4"), ("handyman", "u3", "g4")} <= moves(oracle, "handyman")


def test_tokens_that_meet_leave_one_of_the_owners_choice() -> None:
    oracle = ended("Pl Ba Be Ba Ki | Li*piano Pl Li*painting_2 Ki St | Ga xx beside: handyman")
    play(oracle, ("handyman", "g1", "g0"))
    assert oracle.moves(0) == {("keep", "piano"), ("keep", "painting_2")}
    play(oracle, ("keep", "painting_2"))
    assert house(oracle) == "Pl Ba Be Ba Ki | Pl Li Li*painting_2 Ki St | Ga xx"
    assert oracle.moves(0) == {("done",)}


def test_two_rooms_where_tokens_meet_are_asked_in_reading_order() -> None:
    oracle = ended(
        "Li*painting_1 Ki*painting_2 xx Ba Pl | Ki*cat_house Li*piano Be Pl St | Ga xx beside: handyman",
        options={"confirm_turns": False},
    )
    play(oracle, ("handyman", "u1", "g1"))
    assert oracle.moves(0) == {("keep", "painting_1"), ("keep", "piano")}
    play(oracle, ("keep", "piano"))
    assert oracle.moves(0) == {("keep", "cat_house"), ("keep", "painting_2")}
    play(oracle, ("keep", "painting_2"))
    assert oracle.waiting == ()
    assert house(oracle) == "Li Li*piano xx Ba Pl | Ki Ki*painting_2 Be Pl St | Ga xx"


def test_the_tie_break_counts_children_of_face_up_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Oracle, "CHILDREN", {"bathroom/g1", "library/g0"})
    homes = (NOTHING, ".. .. .. .. .. | St xx .. .. .. | .. ..", ".. .. .. .. .. | Lb .. .. .. .. | .. ..")
    assert ended(*homes).winners() == (1, 2)
    assert ended(*homes, options={"hide_and_seek": True}).winners() == (2,)
    assert table().winners() == ()
