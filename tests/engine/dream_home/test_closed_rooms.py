"""A décor token closes its room, unless its owner has the interior designer."""

import pytest

from .drawing import after, drawn, face_down_slots, face_up_slots, refusal, same_picture

UPSTAIRS = ("u0", "u1", "u2", "u3", "u4")


@pytest.mark.rule("DH-4.13", "DH-4.14", "DH-4.15")
@pytest.mark.parametrize(
    ("card", "upstairs", "alone", "with_designer"),
    [
        ("Li", "Li*piano  ..  ..  ..  Li", "-- decorated ok ok --", "-- ok ok ok --"),
        ("Li", "..  Li  Li*cat_house  ..  ..", "decorated -- -- decorated ok", "ok -- -- ok ok"),
        ("Li", "Li*piano  Li  ..  ..  ..", "-- -- decorated ok ok", "-- -- ok ok ok"),
        ("Li", "..  Li  Li*piano  ..  ..", "decorated -- -- decorated ok", "ok -- -- ok ok"),
        ("Li", "Li  ..  Li*piano  ..  ..", "-- decorated -- decorated ok", "-- ok -- ok ok"),
        ("Li", "Li*piano  ..  Li  ..  ..", "-- decorated -- ok ok", "-- ok -- ok ok"),
        (
            "Li",
            "Li*piano  ..  Li*painting_1  ..  ..",
            "-- decorated -- decorated ok",
            "-- two_tokens -- ok ok",
        ),
        (
            "Li",
            "Li*piano  Li  ..  Li*painting_1  ..",
            "-- -- decorated -- decorated",
            "-- -- too_large -- ok",
        ),
        ("Li", "Li  Li*piano  Li  ..  ..", "-- -- -- finished ok", "-- -- -- finished ok"),
        ("Ki", "Ki*ice_cream_machine  ..  ..  Ki  ..", "-- decorated ok -- ok", "-- ok ok -- ok"),
        ("Ki", "Ki*painting_2  ..  Ki  ..  ..", "-- decorated -- ok ok", "-- too_large -- ok ok"),
        ("Be", "..  ..  ..  Be*canopy_bed  ..", "ok ok decorated -- decorated", "ok ok ok -- ok"),
        ("Be", "..  ..  Be*canopy_bed  Be  ..", "ok finished -- -- finished", "ok finished -- -- finished"),
        ("Ba", "..  Ba*hot_tub  ..  ..  ..", "finished -- finished ok ok", "finished -- finished ok ok"),
        ("Ki", "Li*piano  ..  Ba*hot_tub  ..  Pl*painting_3", "-- ok -- ok --", "-- ok -- ok --"),
        ("Pl", "..  ..  ..  ..  Pl*cat_house", "ok ok ok decorated --", "ok ok ok ok --"),
    ],
)
def test_a_token_closes_its_room_but_not_for_the_interior_designer(
    card: str, upstairs: str, alone: str, with_designer: str
) -> None:
    for beside, verdicts in (("architect", alone), ("interior_designer", with_designer)):
        table = drawn(f"""
            step: taken
            hand: {card}
            house
            {upstairs}
            xx  xx  xx  xx  xx
            ++  ++  ++  xx  xx
            beside: {beside}
        """)
        by_slot = dict(zip(UPSTAIRS, verdicts.split(), strict=True))
        assert face_up_slots(table) == {slot for slot, verdict in by_slot.items() if verdict == "ok"}
        for slot, verdict in by_slot.items():
            if verdict != "ok":
                assert refusal(table, f"place {slot} up") == verdict.replace("--", "occupied")


@pytest.mark.rule("DH-4.13")
def test_a_token_closes_neither_another_type_nor_another_storey_nor_a_room_apart() -> None:
    table = drawn("""
        step: taken
        hand: Li
        house
        Be*canopy_bed  ..  ..  ..  ..
        Li*piano  Ki  ..  Ki  Pl
        ++  ++  ++  xx  xx
    """)
    assert face_up_slots(table) == {"u1", "u3", "u4", "g2"}


@pytest.mark.rule("DH-4.14")
def test_the_designer_of_another_player_opens_nothing() -> None:
    table = drawn("""
        step: taken
        hand: Li
        house
        ..  ..  ..  ..  ..
        Li*piano  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: interior_designer
    """)
    assert face_up_slots(table) == {"u0", "g2"}
    assert refusal(table, "place g1 up") == "decorated"


@pytest.mark.rule("DH-4.15")
def test_between_two_tokens_a_card_of_their_type_lies_face_down() -> None:
    table = drawn("""
        step: taken
        hand: Li
        house
        ..  ..  ..  ..  ..
        Li*piano  ..  Li*cat_house  ..  ..
        ++  ++  ++  ..  ..
        beside: interior_designer
    """)
    assert face_up_slots(table) == {"u0", "u2"}
    assert face_down_slots(table) == {"u0", "u2", "g1", "b3", "b4"}
    laid = after(table, "place g1 down")
    assert same_picture(
        laid,
        """
        ..  ..  ..  ..  ..
        Li*piano  xx  Li*cat_house  ..  ..
        ++  ++  ++  ..  ..
        beside: interior_designer
        """,
    )
