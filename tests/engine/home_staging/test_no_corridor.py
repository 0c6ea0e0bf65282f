"""Homes without a corridor: all doors lead to the entry room."""

import pytest

from app.engine.home_staging.cells import names

from .drawing import asked, closing, counted, drawn, place

TOILET = "toilet: 20A1r3@B9 21B2r3@B10 | B9-C10 | C9E"
SHOP = "shop: 05A1@G3 11B2@H7 | D9-F10 G3-J10 | -"


@pytest.mark.rule("HS-8.1")
def test_the_front_door_opens_into_the_entry_room() -> None:
    text = f"{TOILET}\nshop: 05A1@G3 11B2@H7 | D9-F10 G3-J10 | -"
    answer = asked("score", "3", text)
    assert answer["out_of_reach"] == []
    assert answer["front"] in asked_fronts(text)
    assert counted("3", text).reach.hall == drawn("3", text).built[1].free


def asked_fronts(text: str) -> list[str]:
    home = drawn("3", text)
    shop = home.built[1].region
    return [edge.name for edge in home.scenario.fronts if edge.here & shop]


@pytest.mark.rule("HS-8.2")
def test_the_entry_room_has_no_door_of_its_own() -> None:
    text = f"{TOILET}\nshop: 05A1@G3 11B2@H7"
    assert closing("3", text, "D9-F10 G3-J10", "-") == ""
    assert closing("3", text, "D9-F10 G3-J10", "G5W") == "entry_has_no_door"
    assert closing("3", text, "D9-F10 G3-J10", "XYZ") == "entry_has_no_door"
    assert asked("doors", "3", text, cells="D9-F10 G3-J10")["doors"] == []


@pytest.mark.rule("HS-8.3")
def test_before_the_entry_room_is_finished_others_keep_doorsteps_that_it_may_take_in() -> None:
    assert closing("3", TOILET.partition(" |")[0], "B9-C10", "C9E") == ""
    text = f"{TOILET}\nshop: 05A1@G3"
    assert closing("3", text, "D9-F10 G3-J10", "-") == ""
    assert place("3", text, "31A1@E9") == ""  # circulation on the doorstep
    assert place("3", text, "11B2r1@D9") == "doorstep D9"
    assert closing("3", f"{TOILET}\nreading_cafe: 19A1@D8", "D8-D9", "D8N") == "doorstep D9"


@pytest.mark.rule("HS-8.4")
def test_once_it_is_finished_doors_are_cut_into_the_wall_that_is_shared() -> None:
    text = "shop: 05A1@G3 11B2@H7 | G3-J10 | -\nreading_cafe: 02A1@E3"
    assert closing("3", text, "E3-F5", "F5E") == ""
    assert closing("3", text, "E3-F5", "F3E") == "body_at_door"  # the wall of books in G3
    assert closing("3", text, "E3-F5", "F5S") == "leads_nowhere"
    assert closing("3", text, "E3-F5", "E5W") == "leads_nowhere"
    assert closing("3", text, "E3-F4", "-") == ""  # no edge could be one
    cellar = "wine_bar: 32A1@E6 | D3-E7 | -\nstore: 10A1@F3"
    assert closing("8", cellar, "F3-G4", "F3W") == "low_at_door"
    assert asked("doors", "3", text, cells="E3-F5")["doors"] == ["F5E"]


@pytest.mark.rule("HS-8.5")
def test_a_doorstep_that_it_did_not_take_in_leads_nowhere() -> None:
    text = f"{TOILET}\nshop: 05A1@G3 11B2@H7 | G3-J10 | -"
    answer = asked("score", "3", text)
    assert answer["out_of_reach"] == ["20A1r3@B9", "21B2r3@B10"]
    assert names(drawn("3", text).doorsteps) == ("D9",)
    assert place("3", f"{text}\nreading_cafe:", "02B1r1@E9") == "doorstep D9"


@pytest.mark.rule("HS-8.6")
def test_without_its_entry_room_a_home_has_a_corridor() -> None:
    text = f"shop: -\n{TOILET}"
    assert asked("score", "3", text)["out_of_reach"] == []
    cafe = f"{text}\nreading_cafe: 02A1@E3"
    assert closing("3", cafe, "E3-F5", "F5E") == ""
    assert closing("3", cafe, "E3-F5", "-") == "door_missing"
    assert counted("3", text).reach.corridor
    assert not counted("3", f"{TOILET}\n{SHOP}").reach.corridor
