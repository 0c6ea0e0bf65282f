"""Closing a room: its cells and its door."""

import pytest

from app.engine.home_staging.cells import names

from .drawing import after, asked, closing, drawn, offered, place, played, refusal, table, texts

OPEN = "bathroom: 20A2r3@F6 21A1@G6"


@pytest.mark.rule("HS-7.1")
def test_a_room_is_closed_by_its_cells_and_its_door_and_may_hold_unused_cells() -> None:
    start = table("P", OPEN, closes=True)
    state, events = played(start, "0 close F6-I9 I9S", "0 confirm")
    assert events[1] == ("closed", 0, "bathroom", "F6-I9", "I9S")
    assert texts(state)[0].splitlines()[0] == f"{OPEN} | F6-I9 | I9S"
    assert place("P", f"{OPEN} | F6-I9 | I9S\nbedsit:", "15A1@F10") == ""  # the new wall behind it


@pytest.mark.rule("HS-7.2")
@pytest.mark.parametrize(
    ("scenario", "text", "cells", "why"),
    [
        ("P", OPEN, "F6-G7", ""),
        ("P", OPEN, "G7-F6", "bad_cells"),
        ("P", OPEN, "F6 Q1", "bad_cells"),
        ("P", OPEN, "", "bad_cells"),
        ("P", "bathroom:", "F6-G7", "no_pieces"),
        ("P", OPEN, "E6-G7", "outside E6"),
        ("9", "library: 16B2@E4", "E4-G5", "outside G4"),
        ("9", "library: 16B2@E4", "E4-F5 G5", "bridge G5"),
        ("P", "bathroom: 20A2@F6 | F6-G7 | G7S\nbedsit: 01A1@H7", "G7-I8", "finished_room G7"),
        ("P", "bathroom: 20A2@F6 | F6-G7 | G7S\nbedsit: 01A1@H7", "G8-I8 H7-I7", "doorstep G8"),
        ("P", OPEN, "F6-F7 G6", "leaves_out G7"),
        ("P", OPEN, "F6-G7 I7", "not_connected I7"),
        ("P", OPEN, "F6-G7 H8", "not_connected H8"),
    ],
)
def test_a_region_may_be_refused(scenario: str, text: str, cells: str, why: str) -> None:
    door = {"P": "G7S", "9": "F3W"}[scenario]
    assert closing(scenario, text, cells, door) == why


@pytest.mark.rule("HS-7.2")
def test_the_first_that_fails_is_said() -> None:
    text = "bathroom: 20A2@F6 | F6-G7 | G7S\nbedsit: 01A1@H7"
    assert closing("P", text, "E6 F6 G8 K11", "-") == "outside E6"
    assert closing("P", text, "F6 G8 K11", "-") == "finished_room F6"
    assert closing("P", text, "G8 K11", "-") == "doorstep G8"
    assert closing("P", text, "K11 H7", "-") == "leaves_out I7"


@pytest.mark.rule("HS-7.3")
@pytest.mark.parametrize(
    ("scenario", "text", "cells", "door", "why"),
    [
        ("P", OPEN, "F6-G7", "G7S", ""),
        ("P", OPEN, "F6-G7", "G7X", "bad_edge"),
        ("P", OPEN, "F6-G7", "H7W", "not_of_room"),
        ("P", OPEN, "F6-G7", "F6N", "leads_nowhere"),
        ("P", OPEN, "F6-G7", "F6E", "leads_nowhere"),
        ("P", OPEN, "F6-G7", "F7S", "body_at_door"),
        ("P", OPEN, "F6-G8", "F8S", ""),
        ("P", "bathroom: 20A2@F6 | F6-G7 | G7S\nbedsit: 01A1@H7", "H7-I8", "H7W", "leads_nowhere"),
        ("8", "wine_bar: 32A1@E6 | D6-E6 | -\nstore: 10A1@F3", "F3-G4", "F4W", "leads_nowhere"),
        ("12", "bedroom: 13B1@C4", "C4-D6", "D4E", "low_at_door"),
        ("12", "bedroom: 13B2@C5", "C4-D8", "C8S", "low_at_door"),
        ("3", "reading_cafe: 02B1@E5", "E4-E6", "E6E", "leads_nowhere"),
    ],
)
def test_a_door_may_be_refused(scenario: str, text: str, cells: str, door: str, why: str) -> None:
    assert closing(scenario, text, cells, door) == why


@pytest.mark.rule("HS-7.3")
def test_every_possible_door_is_listed_and_no_other() -> None:
    assert asked("doors", "P", OPEN, cells="F6-G8")["doors"] == ["G7E", "F8S", "G8E", "G8S"]
    text = "bedsit: 13B1@J8"
    for cells in ("I7-K10", "J8-K10", "F6-K11"):
        found = asked("doors", "P", text, cells=cells)["doors"]
        legal = [
            f"{cell}{side}"
            for cell in names((1 << 256) - 1)
            for side in "NESW"
            if not closing("P", text, cells, f"{cell}{side}")
        ]
        assert found == legal


@pytest.mark.rule("HS-7.4")
def test_a_room_has_a_door_if_any_edge_could_be_one() -> None:
    assert closing("P", OPEN, "F6-G7", "-") == "door_missing"
    state = after(table("P", OPEN, closes=True), "0 close F6-G7 -")
    assert refusal(state, "0 confirm") == "door_missing"
    assert {move[0] for move in offered(state, 0)} == {"door"}
    assert closing("P", "bedsit: 13B1@J8", "F6-K11", "-") == ""
    state, events = played(table("P", "bedsit: 13B1@J8", closes=True), "0 close F6-K11 -", "0 confirm")
    assert events[1] == ("closed", 0, "bedsit", "F6-K11", "-")


@pytest.mark.rule("HS-7.5")
def test_a_door_may_open_on_a_bridge_and_on_another_doorstep() -> None:
    assert closing("9", "library: 16B2@E4", "E4-F5", "F5E") == ""
    text = "bathroom: 20A2@F6 | F6-G7 | G7S\nbedsit: 01A1@H7"
    assert closing("P", text, "H7-I8", "H8W") == ""


@pytest.mark.rule("HS-7.6")
def test_a_region_may_surround_cells_that_belong_to_no_room() -> None:
    text = "bedsit: 19A1@G7 19A1@K11"
    ring = "G7-I7 G8 I8 G9-K9 K10-K11"
    assert closing("P", text, ring, "G8E") == ""
    closed = drawn("P", f"{text} | {ring} | G8E")
    assert names(closed.doorsteps) == ("H8",)
    assert not closed.finished & closed.doorsteps


@pytest.mark.rule("HS-7.7")
def test_two_rooms_side_by_side_share_the_wall() -> None:
    text = "bathroom: 20A2@F6 | F6-G7 | F7S\nbedsit: 01A1@H7"
    assert closing("P", text, "H6-I8", "G8E") == "not_of_room"
    assert closing("P", text, "H6-I8", "H8W") == ""
    both = drawn("P", f"{text} | H6-I8 | H8W")
    east, _ = both.openings
    assert not east & drawn("P", "").scenario.inside & (1 << 16 * 5 + 6)  # from G6 to H6
    assert [room.key for room in both.built] == ["bathroom", "bedsit"]


@pytest.mark.rule("HS-7.8")
def test_a_room_without_a_piece_does_not_exist_and_a_rug_is_a_piece() -> None:
    assert closing("P", "bathroom:", "F6-G7", "G7S") == "no_pieces"
    assert closing("7", "living_room: 33A1@D3", "D3-F4", "F4E") == ""
    assert asked("score", "P", "bathroom: -")["penalty"] == -3
    assert drawn("P", "bathroom: -").finished == 0


@pytest.mark.rule("HS-7.9")
def test_no_later_piece_and_no_later_region_may_use_a_doorstep() -> None:
    text = "bathroom: 20A2@F6 | F6-G7 | G7S\nbedsit:"
    assert place("P", text, "19A1@G8") == "doorstep G8"
    assert closing("P", f"{text} 19A1@H8", "G8-H8", "H8S") == "doorstep G8"
    assert asked("doors", "P", f"{text} 19A1@H9", cells="H8-H9 F9-G9")["doors"]


# -- step by step --------------------------------------------------------------------------------------------


def test_cells_are_added_and_dropped_and_a_door_that_is_no_longer_possible_is_unset() -> None:
    start = table("P", OPEN, closes=True)
    assert (
        refusal(start, "0 add H6")
        == refusal(start, "0 drop H6")
        == refusal(start, "0 door G7S")
        == ("close_first")
    )
    closed = after(start, "0 close F6-G8 G8S")
    assert refusal(closed, "0 add F6") == "in_region"
    assert refusal(closed, "0 drop H6") == "not_in_region"
    assert refusal(closed, "0 drop F6") == "leaves_out F6"
    assert refusal(closed, "0 add E6") == "outside E6"
    assert refusal(closed, "0 add K11") == "not_connected K11"
    more = after(closed, "0 add H8")
    assert (more.pencils[0].cells, more.pencils[0].door) == ("F6-G7 F8-H8", "G8S")
    assert refusal(more, "0 drop G8") == "not_connected H8"
    below = after(closed, "0 add G9")
    assert below.pencils[0].door == "-"
    assert refusal(below, "0 confirm") == "door_missing"
    assert after(below, "0 door G9S").pencils[0].door == "G9S"
    assert refusal(below, "0 door F6N") == "leads_nowhere"
    again = after(below, "0 close F6-G7 G7S")
    assert (again.pencils[0].cells, again.pencils[0].door) == ("F6-G7", "G7S")


def test_nothing_is_confirmed_before_it_is_closed() -> None:
    start = table("P", OPEN, closes=True)
    assert refusal(start, "0 confirm") == "close_first"
    assert refusal(start, "0 close F6-F7 F7S") == "leaves_out G6"
    assert refusal(start, "0 close F6-G7 F7S") == "body_at_door"
