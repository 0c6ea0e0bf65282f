"""The shape of a house, and what supports what."""

import pytest

from .drawing import after, drawn, face_down_slots, face_up_slots, refusal


@pytest.mark.rule("DH-1.1", "DH-1.2")
def test_a_house_has_twelve_slots_and_solid_ground_under_the_porch() -> None:
    table = drawn("""
        step: taken
        hand: Ki
        house
        ##  ##  ##  ##  ##
        ##  ##  ##  ##  ##
        ++  ++  ++  ##  ##
    """)
    twelve = {"u0", "u1", "u2", "u3", "u4", "g0", "g1", "g2", "g3", "g4", "b3", "b4"}
    assert face_down_slots(table) == twelve
    for porch in ("b0", "b1", "b2"):
        assert refusal(table, f"place {porch} down") == "unknown_move"


@pytest.mark.rule("DH-1.4")
def test_five_slots_need_nothing_below() -> None:
    table = drawn("""
        step: taken
        hand: Ki
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert face_down_slots(table) == {"b3", "b4", "g0", "g1", "g2"}


@pytest.mark.rule("DH-1.3", "DH-1.5")
@pytest.mark.parametrize(
    ("basement", "slots", "hanging"),
    [
        ("..  ..", {"g0", "g1", "g2"}, {"g3", "g4"}),
        ("Ga  ..", {"g0", "g1", "g2", "g3"}, {"g4"}),
        ("..  Ga", {"g0", "g1", "g2", "g4"}, {"g3"}),
        ("xx  Ga", {"g0", "g1", "g2", "g3", "g4"}, set()),
    ],
)
def test_the_right_ground_slots_need_the_basement_slot_below(
    basement: str, slots: set[str], hanging: set[str]
) -> None:
    table = drawn(f"""
        step: taken
        hand: Ki
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  {basement}
    """)
    assert face_up_slots(table) == slots
    for slot in hanging:
        assert refusal(table, f"place {slot} up") == "unsupported"
        assert refusal(table, f"place {slot} down") == "unsupported"


@pytest.mark.rule("DH-1.3", "DH-1.6")
@pytest.mark.parametrize(
    ("ground", "upstairs"),
    [
        ("..  ..  ..  ..  ..", set()),
        ("Ki  ..  ..  ..  ..", {"u0"}),
        ("..  Ki  ..  ..  ..", {"u1"}),
        ("..  ..  Ki  ..  ..", {"u2"}),
        ("..  ..  ..  Ki  ..", {"u3"}),
        ("..  ..  ..  ..  Ki", {"u4"}),
        ("Ki  ..  Ba  ..  xx", {"u0", "u2", "u4"}),
    ],
)
def test_a_slot_upstairs_needs_the_ground_slot_right_below(ground: str, upstairs: set[str]) -> None:
    table = drawn(f"""
        step: taken
        hand: Pl
        house
        ..  ..  ..  ..  ..
        {ground}
        ++  ++  ++  Ga  xx
    """)
    above = {"u0", "u1", "u2", "u3", "u4"}
    assert face_up_slots(table) & above == face_down_slots(table) & above == upstairs
    for slot in above - upstairs:
        assert refusal(table, f"place {slot} up") == "unsupported"
        assert refusal(table, f"place {slot} down") == "unsupported"


@pytest.mark.rule("DH-1.7", "DH-1.8")
@pytest.mark.parametrize(("column", "slots"), [(0, {"g0", "g1", "g2"}), (1, {"b3", "b4"})])
def test_on_the_first_turn_a_room_has_three_slots_and_a_basement_room_two(
    column: int, slots: set[str]
) -> None:
    table = drawn("""
        rooms: Ki Ga .. .. ..
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert face_up_slots(after(table, f"take {column}")) == slots


@pytest.mark.rule("DH-1.9", "DH-1.10", "DH-1.11")
@pytest.mark.parametrize("carrier", ["Ki", "xx", "##", "#!"])
def test_a_room_an_empty_room_and_any_scaffold_carry(carrier: str) -> None:
    table = drawn(f"""
        step: taken
        hand: Ba
        house
        ..  ..  ..  ..  ..
        {carrier}  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert face_up_slots(table) & {"u0", "u1"} == {"u0"}


@pytest.mark.rule("DH-1.9", "DH-1.10", "DH-1.11")
@pytest.mark.parametrize("carrier", ["Ga", "xx", "##", "#!"])
def test_what_lies_in_the_basement_carries_the_ground_storey(carrier: str) -> None:
    table = drawn(f"""
        step: taken
        hand: Ba
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  {carrier}
    """)
    assert face_up_slots(table) == {"g0", "g1", "g2", "g4"}
