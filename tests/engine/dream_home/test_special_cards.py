"""Tools and helpers that come with a room: they go beside the house, except the scaffold, which is placed."""

import pytest

from app.engine import dream_home
from app.engine.dream_home.cards import SPECIAL_NAMES

from .drawing import after, drawn, face_up_slots, offered, played, refusal, same_picture

TOOLS = ("drill", "jackhammer", "concrete_mixer")
HELPERS = ("roofer", "supplier", "architect", "handyman", "interior_designer")


@pytest.mark.rule("DH-5.16", "DH-5.18")
@pytest.mark.parametrize("special", TOOLS + HELPERS)
def test_tools_and_helpers_lie_beside_the_house_for_all_to_see(special: str) -> None:
    table = drawn(f"""
        rooms: Ki Be Li Ba Pl
        specials: .. {special} red green blue
        discarded_specials:
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    taken = after(table, "take 1")
    assert {move.split()[0] for move in offered(taken)} == {"place", "undo"}
    for viewer in (None, 0, 1):
        beside = dream_home.view(taken, viewer).houses[0].beside
        assert [SPECIAL_NAMES[card] for card in beside] == [special]
    kept = after(taken, "place g0 up", "done")
    assert same_picture(kept, f".. .. .. .. ..\nBe .. .. .. ..\n++ ++ ++ .. ..\nbeside: {special}")
    assert kept.discards == table.discards


@pytest.mark.rule("DH-5.16")
def test_a_tool_leaves_for_the_discards_when_it_is_used() -> None:
    table = drawn("""
        rooms: Ki Be Li Ba Pl
        discarded_specials: red
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: concrete_mixer architect concrete_mixer
    """)
    used = after(table, "mix 0 1")
    assert same_picture(
        used, ".. .. .. .. ..\n.. .. .. .. ..\n++ ++ ++ .. ..\nbeside: architect concrete_mixer"
    )
    assert [SPECIAL_NAMES[card] for card in used.discards.specials] == ["red", "concrete_mixer"]
    used_up = after(used, "mix 0 1")
    assert same_picture(used_up, ".. .. .. .. ..\n.. .. .. .. ..\n++ ++ ++ .. ..\nbeside: architect")
    assert refusal(used_up, "mix 0 1") == "no_tool"


@pytest.mark.rule("DH-5.17", "DH-5.20")
def test_a_scaffold_is_laid_in_its_turn_before_or_after_the_room() -> None:
    table = drawn("""
        rooms: Ki Be Li Ba Pl
        specials: .. scaffold red green blue
        discarded_specials:
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    taken = after(table, "take 1")
    assert taken.houses[0].beside == b""
    slots = {"g0", "g1", "g2", "b3", "b4"}
    assert offered(taken, "scaffold") == {f"scaffold {slot}" for slot in slots}
    first = after(taken, "scaffold g0")
    assert offered(first, "scaffold") == set()
    assert refusal(first, "scaffold g1") == "not_now"
    before_the_room = after(first, "place u0 up", "done")
    assert same_picture(before_the_room, "Be .. .. .. ..\n#! .. .. .. ..\n++ ++ ++ .. ..")
    room_placed = after(taken, "place g0 up")
    assert offered(room_placed) == {f"scaffold {slot}" for slot in slots - {"g0"} | {"u0"}} | {"undo"}
    assert refusal(room_placed, "done") == "scaffold_first"
    assert refusal(room_placed, "scaffold g0") == "occupied"
    after_the_room = after(room_placed, "scaffold u0", "done")
    assert same_picture(after_the_room, "#! .. .. .. ..\nBe .. .. .. ..\n++ ++ ++ .. ..")


@pytest.mark.rule("DH-5.19", "DH-4.14")
def test_the_interior_designer_works_from_the_take_for_earlier_tokens_too() -> None:
    table = drawn("""
        rooms: Ki Li Li Ba Pl
        specials: .. interior_designer architect green blue
        house
        ..  ..  ..  ..  ..
        Li*piano  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert face_up_slots(after(table, "take 1")) == {"u0", "g1", "g2"}
    placed, _ = played(table, "take 1", "place g1 up")
    assert same_picture(
        placed, ".. .. .. .. ..\nLi*piano Li .. .. ..\n++ ++ ++ .. ..\nbeside: interior_designer"
    )
    without = after(table, "take 2")
    assert face_up_slots(without) == {"u0", "g2"}
    assert refusal(without, "place g1 up") == "decorated"
