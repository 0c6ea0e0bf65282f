"""The scaffold: placed on the turn it is taken, it supports the cards above until a room replaces it."""

import pytest

from .drawing import after, drawn, offered, picture, played, points, refusal, same_picture


@pytest.mark.rule("DH-6.30", "DH-6.31")
def test_a_scaffold_is_laid_on_any_empty_supported_slot() -> None:
    table = drawn("""
        step: taken
        hand: Be scaffold
        house
        ..  ##  ..  ..  ..
        Li  Ki  ..  ..  ..
        ++  ++  ++  Ga  ..
    """)
    assert offered(table, "scaffold") == {f"scaffold {slot}" for slot in ("u0", "g2", "g3", "b4")}
    assert refusal(table, "scaffold u1") == "occupied"
    assert refusal(table, "scaffold g0") == "occupied"
    for high in ("u2", "u3", "g4", "u4"):
        assert refusal(table, f"scaffold {high}") == "unsupported"
    then, happened = played(table, "scaffold b4")
    assert happened == [("scaffold", 0, "b4")]
    assert same_picture(
        then,
        """
        ..  ##  ..  ..  ..
        Li  Ki  ..  ..  ..
        ++  ++  ++  Ga  #!
        """,
    )
    assert offered(then, "scaffold") == set()
    assert refusal(then, "scaffold g2") == "not_now"


@pytest.mark.rule("DH-6.30")
def test_without_a_scaffold_none_can_be_placed() -> None:
    table = drawn("""
        step: taken
        hand: Be
        house
        ..  ..  ..  ..  ..
        Li  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert offered(table, "scaffold") == set()
    assert refusal(table, "scaffold g1") == "not_now"


@pytest.mark.rule("DH-6.31", "DH-6.32")
def test_room_and_scaffold_go_in_either_order() -> None:
    table = drawn("""
        rooms: Be Ki Pl St Lb
        specials: .. scaffold .. .. ..
        house
        ..  ..  ..  ..  ..
        Li  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert refusal(after(table, "take 1"), "done") == "room_first"
    scaffold_open = after(table, "take 1", "place g1 up")
    assert offered(scaffold_open) == {*(f"scaffold {s}" for s in ("u0", "u1", "g2", "b3", "b4")), "undo"}
    assert refusal(scaffold_open, "done") == "scaffold_first"
    room_open = after(table, "take 1", "scaffold g2")
    assert offered(room_open, "done") == set()
    assert refusal(room_open, "done") == "room_first"
    one, other = after(scaffold_open, "scaffold g2"), after(room_open, "place g1 up")
    assert one.houses == other.houses
    assert offered(one) == offered(other) == {"done", "undo"}


@pytest.mark.rule("DH-6.33")
def test_a_scaffold_carries_a_room_in_the_turn_it_is_laid() -> None:
    table = drawn("""
        step: taken
        hand: Be scaffold
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    before = {"place g0 up", "place g1 up", "place g2 up"}
    assert {move for move in offered(table, "place") if move.endswith("up")} == before
    laid = after(table, "scaffold b4")
    assert offered(laid, "place") == {
        *(f"place {slot} up" for slot in ("g0", "g1", "g2", "g4")),
        *(f"place {slot} down" for slot in ("g0", "g1", "g2", "g4", "b3")),
    }


@pytest.mark.rule("DH-6.33")
def test_a_scaffold_carries_another_scaffold() -> None:
    table = drawn("""
        step: taken
        hand: scaffold
        house
        ..  ..  ..  ..  ..
        ##  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert offered(table, "scaffold") == {f"scaffold {slot}" for slot in ("u0", "g1", "g2", "b3", "b4")}
    assert same_picture(
        after(table, "scaffold u0"),
        """
        #!  ..  ..  ..  ..
        ##  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        """,
    )


@pytest.mark.rule("DH-6.34")
def test_a_scaffold_without_a_slot_is_discarded() -> None:
    table = drawn("""
        round: 11
        rooms: Be/1 Ki Pl St ..
        specials: .. scaffold .. .. ..
        discarded_specials: red
        house
        ..  ##  Ba  Li  Be
        Li  Ki  Ba  Li  Be
        ++  ++  ++  Ga  Wi
    """)
    taken = after(table, "take 1")
    assert offered(taken, "scaffold") == {"scaffold u0"}
    then, happened = played(taken, "place u0 down")
    assert offered(then) == {"done", "undo"}
    assert refusal(then, "scaffold u1") == "occupied"
    then, happened = played(then, "done")
    assert happened == [("lost", 0, "scaffold"), ("done", 0)]
    assert then.discards.specials == drawn("discarded_specials: red scaffold").discards.specials
    assert then.scaffold == 0
    assert then.waiting == (1,)


@pytest.mark.rule("DH-6.34", "DH-6.32")
def test_a_room_in_place_of_a_scaffold_leaves_the_slot_for_the_new_one() -> None:
    table = drawn("""
        round: 11
        step: taken
        hand: Be/1 scaffold
        house
        ..  ##  Ba  Li  Be
        Li  Ki  Ba  Li  Be
        ++  ++  ++  Ga  Wi
    """)
    then = after(table, "place u1 up")
    assert offered(then) == {"scaffold u0"}
    assert refusal(then, "done") == "scaffold_first"


@pytest.mark.rule("DH-6.35")
def test_a_fresh_scaffold_is_not_replaced_in_its_own_round() -> None:
    table = drawn("""
        step: taken
        hand: Be/1
        house
        ..  ..  ..  ..  ..
        #!  ##  Li  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert offered(table, "place") == {
        *(f"place {slot} up" for slot in ("u0", "u1", "u2", "g1")),
        *(f"place {slot} down" for slot in ("u0", "u1", "u2", "g1", "b3", "b4")),
    }
    assert refusal(table, "place g0 up") == "fresh_scaffold"
    assert refusal(table, "place g0 down") == "fresh_scaffold"


@pytest.mark.rule("DH-6.35")
def test_from_the_next_round_on_a_room_replaces_the_scaffold() -> None:
    table = drawn("""
        options: family=on
        rooms: Be/1 Ki Pl St Lb
        specials: .. scaffold red .. ..
        deck_rooms: Be/3 Be/4 Be/5 Be/6 Be/7
        deck_specials: blue blue blue blue
        discarded_specials:
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    next_round = after(
        table, "take 1", "scaffold g0", "place g1 up", "done", "take 2", "place g0 up", "done", "take 3"
    )
    assert next_round.round == 2
    assert offered(next_round, "place") == {
        *(f"place {slot} up" for slot in ("u0", "u1", "g0", "g2")),
        *(f"place {slot} down" for slot in ("u0", "u1", "g0", "g2", "b3", "b4")),
    }
    then, happened = played(next_round, "place g0 up")
    assert happened == [("place", 0, "bedroom/6", "g0", "up", "scaffold")]
    assert same_picture(
        then,
        """
        ..  ..  ..  ..  ..
        Be  Ki  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: blue
        """,
    )
    assert then.discards.specials == drawn("discarded_specials: scaffold").discards.specials


@pytest.mark.rule("DH-6.36")
@pytest.mark.parametrize("way", ["up", "down"])
def test_the_scaffold_that_a_room_replaces_is_discarded(way: str) -> None:
    table = drawn("""
        step: taken
        hand: Be/1
        discarded_specials: red
        house
        ##  ..  ..  ..  ..
        ##  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    then, happened = played(table, f"place g0 {way}")
    assert happened == [("place", 0, "bedroom/1", "g0", way, "scaffold")]
    assert then.discards.specials == drawn("discarded_specials: red scaffold").discards.specials
    assert picture(then).split() == [
        *("##", "..", "..", "..", ".."),
        *("Be" if way == "up" else "xx", "..", "..", "..", ".."),
        *("++", "++", "++", "..", ".."),
    ]


@pytest.mark.rule("DH-6.37")
def test_a_scaffold_scores_nothing_and_separates_rooms() -> None:
    scored = points("""
        Ba  ..  ..  ..  ..
        Li  ##  Li  #!  ..
        ++  ++  ++  ##  ..
        beside: architect
    """)
    assert scored == {"rooms": 1 + 1 + 1, "decor": 0, "functionality": 0, "roof": 0, "total": 3}


@pytest.mark.rule("DH-6.38")
def test_a_scaffold_of_the_last_round_is_discarded_at_once() -> None:
    table = drawn("""
        round: 12
        rooms: Be/1 Ki Pl St ..
        specials: .. scaffold .. .. ..
        discarded_specials: red
        house
        ..  Be  Ba  Li  Be
        Li  Ki  Ba  Li  Be
        ++  ++  ++  Ga  Wi
    """)
    then, happened = played(table, "take 1")
    assert happened == [("take", 0, 12, 1, "kitchen/2", "scaffold"), ("lost", 0, "scaffold")]
    assert offered(then) == {"place u0 up", "place u0 down", "undo"}
    assert then.discards.specials == drawn("discarded_specials: red scaffold").discards.specials


@pytest.mark.rule("DH-6.38")
def test_a_scaffold_of_the_round_before_is_laid() -> None:
    table = drawn("""
        round: 11
        rooms: Be/1 Ki Pl St ..
        specials: .. scaffold .. .. ..
        discarded_specials: red
        house
        ..  ..  Ba  Li  Be
        Li  Ki  Ba  Li  Be
        ++  ++  ++  Ga  Wi
    """)
    then = after(table, "take 1")
    assert offered(then, "scaffold") == {"scaffold u0", "scaffold u1"}
    assert then.discards.specials == table.discards.specials


@pytest.mark.rule("DH-6.39")
@pytest.mark.parametrize("slot", ["u0", "u4"])
def test_wherever_the_scaffold_lies_the_room_has_a_slot(slot: str) -> None:
    table = drawn("""
        round: 11
        step: taken
        hand: Be scaffold
        house
        ..  Ki  Ba  Li  ..
        Li  Ki  Ba  Li  Be
        ++  ++  ++  Ga  Wi
    """)
    other = {"u0": "u4", "u4": "u0"}[slot]
    assert offered(table, "scaffold") == {"scaffold u0", "scaffold u4"}
    assert offered(after(table, f"scaffold {slot}"), "place") == {f"place {other} up", f"place {other} down"}


@pytest.mark.rule("DH-6.39")
def test_with_one_column_left_the_room_has_a_slot_on_the_scaffold() -> None:
    table = drawn("""
        round: 11
        step: taken
        hand: Be scaffold
        house
        ..  Ki  Ba  Li  Ki
        ..  Ki  Ba  Li  Be
        ++  ++  ++  Ga  Wi
    """)
    assert offered(table, "scaffold") == {"scaffold g0"}
    assert offered(after(table, "scaffold g0"), "place") == {"place u0 up", "place u0 down"}
