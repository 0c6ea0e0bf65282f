"""Empty rooms: any card can go face down in any open slot; they join and close nothing."""

import pytest

from .drawing import after, drawn, face_down_slots, face_up_slots, points, refusal, same_picture


@pytest.mark.rule("DH-4.16", "DH-4.17")
def test_a_card_can_go_face_down_even_where_it_cannot_go_face_up() -> None:
    table = drawn("""
        step: taken
        hand: Ba
        house
        Ba  ..  ..  ..  ..
        Ba  ..  ##  #!  ..
        ++  ++  ++  xx  ..
    """)
    assert face_up_slots(table) == {"u2", "u3", "g2"}
    assert face_down_slots(table) == {"u2", "u3", "g1", "g2", "b4"}
    assert refusal(table, "place g3 down") == "fresh_scaffold"
    assert refusal(table, "place g3 up") == "fresh_scaffold"
    on_purpose = after(table, "place g2 down")
    assert same_picture(on_purpose, "Ba .. .. .. ..\nBa .. xx #! ..\n++ ++ ++ xx ..")


@pytest.mark.rule("DH-4.18")
@pytest.mark.parametrize("card", ["Ga", "La", "Li", "Ba", "St"])
def test_any_card_may_lie_face_down_on_any_storey(card: str) -> None:
    table = drawn(f"""
        step: taken
        hand: {card}
        house
        ..  ..  ..  ..  ..
        Ki  ..  ..  ..  ..
        ++  ++  ++  ..  Ga
    """)
    assert face_down_slots(table) == {"u0", "g1", "g2", "g4", "b3"}
    upstairs = after(table, "place u0 down")
    assert same_picture(upstairs, "xx .. .. .. ..\nKi .. .. .. ..\n++ ++ ++ .. Ga")
    downstairs = after(table, "place b3 down")
    assert same_picture(downstairs, ".. .. .. .. ..\nKi .. .. .. ..\n++ ++ ++ xx Ga")


@pytest.mark.rule("DH-4.19", "DH-4.20")
@pytest.mark.parametrize(
    ("card", "ground", "slots"),
    [
        ("Li", "Li  Li  xx/Li/9  ..  xx", {"g3"}),  # three in a row by cards, but the third isn't seen
        ("Li", "Li  ..  xx/Li/8  xx/Li/9  xx", {"g1"}),
        ("Ba", "xx/Ba/1  ..  xx/Ba/2  xx/Ba/3  xx", {"g1"}),  # a hidden bathroom is no bathroom
        ("Be", "Be  xx  ..  Be  xx", {"g2"}),
        ("Be", "Be  Be  xx  ..  xx", {"g3"}),
        ("Ki", "Ki*painting_1  xx  ..  xx  xx", {"g2"}),  # the token doesn't close past an empty room
    ],
)
def test_an_empty_room_joins_nothing_and_closes_nothing(card: str, ground: str, slots: set[str]) -> None:
    table = drawn(f"""
        step: taken
        hand: {card}
        house
        ..  ..  ..  ..  ..
        {ground}
        ++  ++  ++  xx  xx
    """)
    assert {slot for slot in face_up_slots(table) if slot[0] == "g"} == slots


@pytest.mark.rule("DH-4.20", "DH-4.21")
def test_empty_rooms_stand_side_by_side_and_are_worth_0() -> None:
    table = drawn("""
        step: taken
        hand: Li
        house
        ..  ..  ..  ..  ..
        xx/Li/1  xx/Li/2  ..  xx/Li/4  Li
        ++  ++  ++  xx/Ga/1  xx/Li/5
    """)
    laid = after(table, "place g2 down")
    assert same_picture(laid, ".. .. .. .. ..\nxx xx xx xx Li\n++ ++ ++ xx xx")
    assert face_down_slots(table) == {"u0", "u1", "u3", "u4", "g2"}
    full_of_nothing = """
        xx  xx  xx  xx  xx
        xx  xx  xx  xx  Li
        ++  ++  ++  xx  xx
    """
    assert points(full_of_nothing) == {"rooms": 1, "decor": 0, "functionality": 0, "roof": 0, "total": 1}
