"""What is in reach."""

import pytest

from app.engine.home_staging.cells import names

from .drawing import asked, counted

BATHROOM = "bathroom: 20A2r3@F6 21A1@G6 22A2@F8 | F6-G9 | G9S"


@pytest.mark.rule("HS-10.1")
def test_the_hall_is_the_corridor_or_what_is_reached_of_the_entry_room() -> None:
    assert names(counted("P", f"{BATHROOM}\nfront: F10W").reach.hall)[0] == "H6"
    cut = "wine_bar: 32A1@E6 | D6-E6 | -"
    assert counted("8", cut).reach.hall == 0
    shop = "shop: 05A1@G3 11B2@H7 | G3-J10 | -"
    assert "G3" not in names(counted("3", shop).reach.hall)
    assert "G4" in names(counted("3", shop).reach.hall)


@pytest.mark.rule("HS-10.2")
def test_a_room_is_in_reach_if_its_doorstep_is_in_the_hall() -> None:
    text = "bathroom: 20A2r3@F9 | F9-K10 | K10S\nbedsit: 13B1@F6 | F6-H8 | H8E"
    assert [*counted("P", f"{text}\nfront: I6N").reach.rooms] == ["bedsit"]
    assert [*counted("P", f"{text}\nfront: F11W").reach.rooms] == ["bathroom"]
    shop = "shop: 05A1@G3 | G3-J10 | -"
    assert [*counted("3", shop).reach.rooms] == ["shop"]
    assert [*counted("P", "bedsit: 13B1@F6 | F6-K11 | -").reach.rooms] == []


@pytest.mark.rule("HS-10.3")
def test_inside_a_room_one_walks_over_all_cells_without_a_body() -> None:
    reached = counted("P", BATHROOM).reach.rooms["bathroom"]
    assert names(reached.cells) == ("G7", "G8", "G9")
    barred = "bathroom: 22B2r1@H7 20A2@F6 | F6-I9 | F9S"
    assert "F7" in names(counted("P", barred).reach.rooms["bathroom"].cells)
    low = "bedroom: 13B2@D5 | C4-E8 | E6E"
    assert not counted("12", low).reach.rooms["bedroom"].cells & counted("12", low).reach.home.scenario.low


@pytest.mark.rule("HS-10.4")
def test_a_piece_is_in_reach_if_all_of_its_circulation_is() -> None:
    text = "bedsit: 13A2@I6 19A1@K7"
    answer = asked("score", "P", f"{text} | I6-K8 | I8W")
    assert answer["out_of_reach"] == ["13A2@I6"]
    text = "nursery: 26A2@G3"
    assert asked("score", "7", f"{text} | F3-J5 | F5S")["out_of_reach"] == []
    assert asked("score", "7", f"{text} | F3-J3 F4 | F4S")["out_of_reach"] == ["26A2@G3"]
    pots = asked("score", "P", "bedsit: 19A1@J6 19A1@K7 | J6-K8 | J8W")
    assert pots["out_of_reach"] == []  # without circulation they need their room alone


@pytest.mark.rule("HS-10.5")
def test_what_is_out_of_reach_scores_nothing_but_stands_in_the_way_and_is_counted() -> None:
    text = "bedsit: 13A2@I6 19A1@K7 | I6-K8 | I8W"
    answer = asked("score", "P", text)
    assert (answer["furniture"], answer["pieces"]) == (1, 2)
    out = [line for line in answer["lines"] if line["code"] == "out_of_reach"]
    assert [(line["args"], line["points"], line["cells"]) for line in out] == [
        (("bedsit", "13A2"), 0, ("I6", "J6"))
    ]
    assert "K6" not in names(counted("P", text).reach.rooms["bedsit"].cells)
