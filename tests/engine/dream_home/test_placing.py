"""Where a room card can go face up: free slots, scaffolds, storeys, and the largest room of its type."""

import pytest

from .drawing import (
    after,
    drawn,
    face_down_slots,
    face_up_slots,
    offered,
    played,
    points,
    refusal,
    same_picture,
)

UPSTAIRS = ("u0", "u1", "u2", "u3", "u4")


@pytest.mark.rule("DH-4.1", "DH-4.2")
def test_a_room_card_is_laid_once_in_its_owners_house_and_stays() -> None:
    table = drawn("""
        rooms: Ki Be Li Ba Pl
        options: family=on
        house
        ..  ..  ..  ..  ..
        ..  Ba  ..  ..  ..
        ++  ++  ++  ..  ..
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    placed = after(table, "take 0", "place g0 up")
    assert same_picture(placed, ".. .. .. .. ..\nKi Ba .. .. ..\n++ ++ ++ .. ..")
    assert placed.houses[1] == table.houses[1]
    assert offered(placed) == {"done", "undo"}
    assert refusal(placed, "place g2 up") == refusal(placed, "place g2 down") == "not_now"
    later = after(placed, "done", "take 1", "place g0 up", "done", "take 0")
    assert face_down_slots(later) == {"u0", "u1", "g2", "b3", "b4"}
    assert refusal(later, "place g0 up") == refusal(later, "place g0 down") == "occupied"


@pytest.mark.rule("DH-4.3")
def test_a_slot_that_holds_a_card_takes_no_other() -> None:
    table = drawn("""
        step: taken
        hand: Ki
        house
        Be*canopy_bed  ..  ..  ..  ..
        Li  xx  xx/Ki/3  ..  ..
        ++  ++  ++  ..  Ga
    """)
    assert face_up_slots(table) == {"u1", "u2", "g4"}
    assert face_down_slots(table) == {"u1", "u2", "g4", "b3"}
    for slot in ("u0", "g0", "g1", "g2", "b4"):
        assert refusal(table, f"place {slot} up") == "occupied"
        assert refusal(table, f"place {slot} down") == "occupied"


@pytest.mark.rule("DH-4.4", "DH-4.5")
@pytest.mark.parametrize(("way", "cell"), [("up", "Ki"), ("down", "xx")])
def test_a_card_replaces_an_old_scaffold_which_is_discarded(way: str, cell: str) -> None:
    table = drawn("""
        step: taken
        hand: Ki/2
        discarded_specials: red
        house
        ..  ..  ..  ..  ..
        Be  ##  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert face_up_slots(table) == {"u0", "u1", "g1", "g2"}
    placed, events = played(table, f"place g1 {way}")
    assert same_picture(placed, f".. .. .. .. ..\nBe {cell} .. .. ..\n++ ++ ++ .. ..")
    assert placed.discards.specials == drawn("rooms: Ki\ndiscarded_specials: red scaffold").discards.specials
    assert events == [("place", 0, "kitchen/2", "g1", way, "scaffold")]
    beside = after(table, f"place g2 {way}")
    assert same_picture(beside, f".. .. .. .. ..\nBe ## {cell} .. ..\n++ ++ ++ .. ..")
    assert beside.discards == table.discards


@pytest.mark.rule("DH-4.6", "DH-4.17")
def test_a_scaffold_of_this_round_cannot_be_replaced_before_the_next() -> None:
    table = drawn("""
        options: family=on
        rooms: Ki Be Li Ba Pl
        specials: .. scaffold red red blue
        deck_rooms: Ki Be Li Ba Pl
    """)
    laid = after(table, "take 1", "scaffold g0")
    assert face_up_slots(laid) == face_down_slots(laid) - {"b3", "b4"} == {"u0", "g1", "g2"}
    assert same_picture(laid, ".. .. .. .. ..\n#! .. .. .. ..\n++ ++ ++ .. ..")
    assert refusal(laid, "place g0 up") == refusal(laid, "place g0 down") == "fresh_scaffold"
    next_turn = after(laid, "place g1 up", "done", "take 2", "place g0 up", "done", "take 0")
    assert next_turn.waiting == (0,)
    assert face_up_slots(next_turn) == {"u0", "u1", "g0", "g2"}
    assert face_down_slots(next_turn) == {"u0", "u1", "g0", "g2", "b3", "b4"}


@pytest.mark.rule("DH-4.7", "DH-4.16")
def test_a_card_needs_support_face_up_and_face_down() -> None:
    table = drawn("""
        step: taken
        hand: Pl
        house
        Ki  ..  ..  ..  ..
        Be  xx  ..  ..  ..
        ++  ++  ++  ..  ##
    """)
    assert face_up_slots(table) == {"u1", "g2", "g4"}
    assert face_down_slots(table) == {"u1", "g2", "g4", "b3", "b4"}
    for slot in ("u2", "u3", "u4", "g3"):
        assert refusal(table, f"place {slot} up") == refusal(table, f"place {slot} down") == "unsupported"


@pytest.mark.rule("DH-4.8", "DH-4.9", "DH-12.6")
@pytest.mark.parametrize(
    ("cards", "storeys"),
    [("Li Be Ki Ba Pl Pa Sa Dr St Lb Gr", {"u", "g"}), ("Ga So Wi Wo La", {"b"})],
)
def test_a_room_lies_face_up_on_the_storeys_of_its_kind_only(cards: str, storeys: set[str]) -> None:
    for card in cards.split():
        table = drawn(f"""
            step: taken
            hand: {card}
            house
            ##  ##  ##  ##  ##
            ##  ##  ##  ##  ##
            ++  ++  ++  ##  ##
        """)
        every_slot = face_down_slots(table)
        assert len(every_slot) == 12
        assert face_up_slots(table) == {slot for slot in every_slot if slot[0] in storeys}
        for slot in every_slot - face_up_slots(table):
            assert refusal(table, f"place {slot} up") == "wrong_storey"


@pytest.mark.rule("DH-4.10", "DH-4.11", "DH-4.12")
@pytest.mark.parametrize(
    ("card", "upstairs", "verdicts"),
    [
        ("Li", "..  ..  ..  ..  ..", "ok ok ok ok ok"),
        ("Li", "Li  ..  ..  ..  Li", "-- ok ok ok --"),
        ("Li", "Li  ..  Li  ..  ..", "-- ok -- ok ok"),
        ("Li", "Li  Li  ..  ..  ..", "-- -- ok ok ok"),
        ("Li", "Li  Li  ..  Li  ..", "-- -- too_large -- ok"),
        ("Li", "..  Li  ..  Li  Li", "ok -- too_large -- --"),
        ("Li", "Li  Li  ..  Li  Li", "-- -- too_large -- --"),
        ("Li", "Li  Li  Li  ..  ..", "-- -- -- finished ok"),
        ("Li", "..  Li  Li  Li  ..", "finished -- -- -- finished"),
        ("Li", "..  ..  Li  Li  Li", "ok finished -- -- --"),
        ("Be", "Be  ..  ..  ..  Be", "-- ok ok ok --"),
        ("Be", "Be  ..  Be  ..  ..", "-- too_large -- ok ok"),
        ("Be", "Be  Be  ..  ..  Be", "-- -- finished ok --"),
        ("Be", "Be  Be  ..  Be  Be", "-- -- finished -- --"),
        ("Ki", "..  Ki  Ki  ..  ..", "finished -- -- finished ok"),
        ("Pl", "Pl  ..  ..  Pl  Pl", "-- ok finished -- --"),
        ("Ba", "Ba  ..  ..  ..  ..", "-- finished ok ok ok"),
        ("Ba", "..  ..  ..  ..  Ba", "ok ok ok finished --"),
        ("Ba", "Ba  ..  Ba  ..  Ki", "-- finished -- finished --"),
        ("Pa", "..  ..  Pa  ..  ..", "ok finished -- finished ok"),
        ("Sa", "..  Sa  ..  ..  ..", "finished -- finished ok ok"),
        ("Dr", "..  ..  ..  Dr  ..", "ok ok finished -- finished"),
        ("St", "St  ..  ..  ..  ..", "-- finished ok ok ok"),
        ("Lb", "Lb  ..  ..  ..  ..", "-- finished ok ok ok"),
        ("Gr", "Gr  ..  ..  ..  ..", "-- finished ok ok ok"),
        ("Ki", "Ba  ..  Ba  ..  St", "-- ok -- ok --"),
        ("Pa", "Ki  Ki  ..  ..  ..", "-- -- ok ok ok"),
    ],
)
def test_no_room_grows_beyond_its_maximum(card: str, upstairs: str, verdicts: str) -> None:
    table = drawn(f"""
        step: taken
        hand: {card}
        house
        {upstairs}
        xx  xx  xx  xx  xx
        ++  ++  ++  xx  xx
    """)
    by_slot = dict(zip(UPSTAIRS, verdicts.split(), strict=True))
    assert face_up_slots(table) == {slot for slot, verdict in by_slot.items() if verdict == "ok"}
    assert face_down_slots(table) == {slot for slot, verdict in by_slot.items() if verdict != "--"}
    for slot, verdict in by_slot.items():
        if verdict != "ok":
            assert refusal(table, f"place {slot} up") == verdict.replace("--", "occupied")


@pytest.mark.rule("DH-4.11", "DH-4.12")
@pytest.mark.parametrize("card", ["Ga", "So", "Wi", "Wo", "La"])
@pytest.mark.parametrize("there", ["Ga", "So", "Wi", "Wo", "La"])
def test_in_the_basement_only_garages_share_a_room(card: str, there: str) -> None:
    table = drawn(f"""
        step: taken
        hand: {card}
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  {there}  ..
    """)
    if card == there != "Ga":
        assert face_up_slots(table) == set()
        assert refusal(table, "place b4 up") == "finished"
    else:
        assert face_up_slots(table) == {"b4"}


@pytest.mark.rule("DH-4.10")
def test_a_room_ends_at_the_edge_of_its_storey() -> None:
    table = drawn("""
        step: taken
        hand: Ba
        house
        ..  ..  ..  ..  ..
        Ba  xx  xx  xx  ..
        ++  ++  ++  xx  xx
    """)
    assert face_up_slots(table) == {"u0", "u1", "u2", "u3", "g4"}
    laid = after(table, "place g4 up")
    assert same_picture(laid, ".. .. .. .. ..\nBa xx xx xx Ba\n++ ++ ++ xx xx")
    top_right = drawn("""
        step: taken
        hand: Ba
        house
        ..  ..  ..  ..  ..
        Ba  xx  xx  xx  xx
        ++  ++  ++  xx  xx
    """)
    assert face_up_slots(top_right) == {"u0", "u1", "u2", "u3", "u4"}


@pytest.mark.rule("DH-4.10", "DH-4.22")
def test_rooms_above_one_another_are_never_one_room() -> None:
    table = drawn("""
        step: taken
        hand: Li
        house
        ..  ..  ..  ..  ..
        Li  Li  Li  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert face_up_slots(table) == {"u0", "u1", "u2"}
    bath = drawn("""
        step: taken
        hand: Ba
        house
        ..  ..  ..  ..  ..
        Ba*hot_tub  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert face_up_slots(bath) == {"u0", "g2"}
    stacked = """
        Li  Ki  Pl  ..  ..
        Li  Ki  Pl  ..  ..
        ++  ++  ++  ..  ..
    """
    assert points(stacked)["rooms"] == 2 * (1 + 1 + 2)
    side_by_side = """
        ..  ..  ..  ..  ..
        Li  Li  Ki  Ki  Pl
        ++  ++  ++  xx  xx
    """
    assert points(side_by_side)["rooms"] == 4 + 6 + 2
