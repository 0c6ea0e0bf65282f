"""Décor: where a token goes, when it may be declined, when it is lost."""

import pytest

from app.engine.dream_home.cards import SPECIAL_NAMES
from app.engine.dream_home.state import State

from .drawing import after, drawn, face_up_slots, offered, played, points, refusal, same_picture

UPPER_ROOMS = "u0 u1 u2 u3 u4 g0 g1 g2"


def discarded(table: State) -> list[str]:
    return [SPECIAL_NAMES[special] for special in table.discards.specials]


@pytest.mark.rule("DH-5.7", "DH-5.8", "DH-12.12")
@pytest.mark.parametrize(
    ("token", "slots"),
    [
        ("piano", "u1"),
        ("canopy_bed", "u2"),
        ("hot_tub", "u4"),
        ("ice_cream_machine", "u3"),
        ("cat_house", UPPER_ROOMS),
        ("painting_1", UPPER_ROOMS),
        ("painting_2", UPPER_ROOMS),
        ("painting_3", UPPER_ROOMS),
    ],
)
def test_a_token_goes_on_a_face_up_card_of_its_room(token: str, slots: str) -> None:
    table = drawn(f"""
        step: taken
        hand: {token}
        house
        Pl  Li  Be  Ki  Ba
        Pa  Sa  Dr  ##  xx/Li/3
        ++  ++  ++  Ga  La
    """)
    valid = set(slots.split())
    assert offered(table, "decor") == {f"decor {slot}" for slot in valid} | {"decor none"}
    for slot in set(UPPER_ROOMS.split()) - valid | {"b3", "b4"}:
        assert refusal(table, f"decor {slot}") == "wrong_room"
    for slot in ("g3", "g4"):
        assert refusal(table, f"decor {slot}") == "no_face_up_room"
    for slot in valid:
        placed, events = played(table, f"decor {slot}")
        assert events == [("decor", 0, token, slot)]
        assert f"*{token}" in repr(placed.houses[0])
        assert offered(placed, "decor") == set()


@pytest.mark.rule("DH-5.8")
def test_any_room_of_the_upper_storeys_takes_a_painting_but_no_cellar() -> None:
    table = drawn("""
        step: taken
        hand: painting_1 Ki
        house
        St  Lb  Gr  ..  ..
        xx  xx  xx  ..  ..
        ++  ++  ++  Wi  Wo
    """)
    assert offered(table, "decor") == {"decor u0", "decor u1", "decor u2", "decor none"}
    assert refusal(table, "decor b3") == refusal(table, "decor b4") == "wrong_room"


@pytest.mark.rule("DH-5.7")
def test_an_empty_slot_takes_no_token() -> None:
    table = drawn("""
        step: taken
        hand: piano Li
        house
        ..  ..  ..  ..  ..
        Li  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert refusal(table, "decor g1") == refusal(table, "decor u3") == "no_face_up_room"


@pytest.mark.rule("DH-5.9", "DH-5.10")
@pytest.mark.parametrize(
    ("token", "upstairs", "slots", "furnished"),
    [
        ("piano", "Li  Li  Li  Ki  Li", "u0 u1 u2 u4", ""),  # a finished room too
        ("piano", "Li*painting_1  Li  xx  Li  Li", "u3 u4", "u0 u1"),
        ("piano", "Li  Li  Li*painting_1  Ki  Li", "u4", "u0 u1 u2"),
        ("piano", "Li  Li*painting_1  Li  Ki  Pl", "", "u0 u1 u2"),
        ("hot_tub", "Ba  xx  Ba*cat_house  Ki  Ba", "u0 u4", "u2"),
        ("cat_house", "Be*canopy_bed  Be  Ki  Ki  Ba*hot_tub", "u2 u3", "u0 u1 u4"),
    ],
)
def test_a_room_takes_one_token_whatever_its_size(
    token: str, upstairs: str, slots: str, furnished: str
) -> None:
    table = drawn(f"""
        step: taken
        hand: {token} St
        house
        {upstairs}
        xx  xx  xx  xx  xx
        ++  ++  ++  xx  xx
    """)
    assert offered(table, "decor") == {f"decor {slot}" for slot in slots.split()} | {"decor none"}
    for slot in furnished.split():
        assert refusal(table, f"decor {slot}") == "has_token"


@pytest.mark.rule("DH-5.9")
def test_rooms_above_one_another_take_a_token_each() -> None:
    table = drawn("""
        step: taken
        hand: piano
        house
        Li  ..  ..  ..  ..
        Li*cat_house  Ki  xx  xx  Li
        ++  ++  ++  xx  xx
    """)
    assert offered(table) == {"decor u0", "decor g4", "decor none"}
    assert refusal(table, "decor g0") == "has_token"


@pytest.mark.rule("DH-5.11", "DH-5.13")
def test_a_token_may_be_declined_and_its_card_is_discarded_all_the_same() -> None:
    table = drawn("""
        rooms: Ki Be Li Ba Pl
        specials: .. piano red green blue
        discarded_specials: brown
        house
        ..  ..  ..  ..  ..
        Li  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    taken = after(table, "take 1")
    assert discarded(taken) == ["brown", "piano"]
    room_placed = after(taken, "place g2 up")
    assert offered(room_placed) == {"decor g0", "decor none", "undo"}
    assert refusal(room_placed, "done") == "decor_first"
    for before in (taken, room_placed):
        declined, events = played(before, "decor none")
        assert events == [("decor", 0, "piano", "none")]
        assert refusal(declined, "decor g0") == refusal(declined, "decor none") == "not_now"
        assert declined.houses == before.houses
        assert discarded(declined) == ["brown", "piano"]
    assert offered(after(room_placed, "decor none")) == {"done", "undo"}
    assert discarded(after(room_placed, "decor g0", "done")) == ["brown", "piano"]


@pytest.mark.rule("DH-5.12")
def test_a_token_without_a_room_is_lost_without_a_move() -> None:
    table = drawn("""
        seats: 3
        rooms: Ki Be Li Ba Pl
        specials: .. piano red green blue
        discarded_specials:
        house
        ..  ..  ..  ..  ..
        Li*cat_house  xx/Li/2  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    taken = after(table, "take 1")
    assert offered(taken, "decor") == {"decor none"}
    assert offered(after(taken, "decor none", "place g2 up")) == {"done", "undo"}
    placed = after(taken, "place g2 up")
    assert offered(placed) == {"done", "undo"}
    assert refusal(placed, "decor none") == "no_room_for_token"
    assert refusal(placed, "decor g0") == "has_token"
    ended, events = played(placed, "done")
    assert events == [("lost", 0, "piano"), ("done", 0)]
    assert discarded(ended) == ["piano"]
    assert same_picture(ended, ".. .. .. .. ..\nLi*cat_house xx Be .. ..\n++ ++ ++ .. ..")
    assert refusal(after(ended, "take 2", "place g0 up"), "decor g0") == "not_now"


@pytest.mark.rule("DH-5.13", "DH-5.14", "DH-5.15", "DH-12.12")
@pytest.mark.parametrize(
    ("column", "token", "other", "decor"),
    [
        (1, "tree_house", "architect", 2),
        (2, "bird_house", "architect", 1),
        (1, "tree_house", "bird_house", 3),
        (2, "bird_house", "tree_house", 3),
    ],
)
def test_tree_house_and_bird_house_go_outside_without_a_move_and_you_can_have_both(
    column: int, token: str, other: str, decor: int
) -> None:
    table = drawn(f"""
        rooms: Ki Ga Ga Ba Pl
        specials: .. tree_house bird_house green blue
        discarded_specials:
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: {other}
    """)
    taken = after(table, f"take {column}")
    assert {move.split()[0] for move in offered(taken)} == {"place", "undo"}
    assert refusal(taken, "decor none") == "not_now"
    assert discarded(taken) == [token]
    placed = after(taken, "place b3 up")
    assert offered(placed) == {"done", "undo"}
    outside = f".. .. .. .. ..\n.. .. .. .. ..\n++ ++ ++ Ga ..\nbeside: {other} {token}"
    assert same_picture(placed, outside)
    assert points(outside)["decor"] == decor


@pytest.mark.rule("DH-5.21", "DH-4.13")
def test_a_token_placed_before_the_room_closes_for_it_and_one_placed_after_can_go_on_it() -> None:
    table = drawn("""
        rooms: Ki Li Li Ba Pl
        specials: .. piano red green blue
        house
        ..  ..  ..  ..  ..
        Li  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    taken = after(table, "take 1")
    assert face_up_slots(taken) == {"u0", "g1", "g2"}
    token_first = after(taken, "decor g0")
    assert face_up_slots(token_first) == {"u0", "g2"}
    assert refusal(token_first, "place g1 up") == "decorated"
    room_first = after(taken, "place g1 up")
    assert offered(room_first) == {"decor g0", "decor g1", "decor none", "undo"}
    assert same_picture(
        after(room_first, "decor g1", "done"),
        ".. .. .. .. ..\nLi Li*piano .. .. ..\n++ ++ ++ .. ..",
    )
    assert same_picture(
        after(token_first, "place g2 up", "done"),
        ".. .. .. .. ..\nLi*piano .. Li .. ..\n++ ++ ++ .. ..",
    )
