"""Sheets as text: what is written is read, and what no game could have drawn is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine import home_staging
from app.engine.core import Illegal
from app.engine.home_staging import notation
from app.engine.home_staging.area import read_area, write_area
from app.engine.home_staging.notation import Misdrawn
from app.engine.home_staging.pieces import read_name, write_name
from tests.support import conformance

from .drawing import after, asked, drawn, sheet, table, texts

BATHROOM = "bathroom: 20A2r3@F6 21A1@G6 | F6-G9 | G9S"


def wrong(scenario: str, text: str) -> tuple[str, int, int]:
    """The code, and the line and word that are named."""
    with pytest.raises(Misdrawn) as misdrawn:
        sheet(scenario, text)
    return misdrawn.value.code, misdrawn.value.facts["line"], misdrawn.value.facts["word"]


@pytest.mark.rule("HS-15.1")
def test_a_line_for_each_room_then_the_front_door() -> None:
    text = f"{BATHROOM}\nbedsit: 13B1@J8\nfront: F10W"
    assert notation.write(sheet("P", text)) == text
    loose = """
        ( a flat )
        bathroom   :20A2r3@F6   21A1@G6|F6-G9|G9S ( done )

        bedsit:\t13B1@J8
        front :F10W
        """
    assert notation.write(sheet("P", loose)) == text


@pytest.mark.rule("HS-15.2")
def test_a_room_is_finished_missing_or_open() -> None:
    finished, missing, opened = (
        sheet("P", text).rooms[0] for text in (BATHROOM, "bathroom: -", "bathroom: 20A2@F6")
    )
    assert (finished.over, finished.exists) == (True, True)
    assert (missing.over, missing.exists) == (True, False)
    assert (opened.over, opened.exists) == (False, False)
    assert notation.write(sheet("P", "bathroom:")) == "bathroom:"
    assert notation.write(sheet("P", "bedsit: 13B1@F6 | F6-K11 | -")) == "bedsit: 13B1@F6 | F6-K11 | -"
    assert wrong("P", "bathroom: 20A2@F6\nbedsit: 13B1@J8") == ("room_open", 2, 1)


@pytest.mark.rule("HS-15.3")
@pytest.mark.parametrize(
    "name", ["20A2@F6", "20A2r3@F6", "20A2m@J6", "20A2r1m@H8", "13B1@J8", "19A1@K11", "19A2r1@A16"]
)
def test_a_piece_is_its_number_card_option_turn_mirror_and_anchor(name: str) -> None:
    read = read_name(name)
    assert read
    assert write_name(*read) == name
    state = table("P", "bedsit: 13B1@J8", card="19A", tokens=(2, 0))
    ended = after(state, "0 draw 1 0 H6", "0 draw 1 0 F6", "0 confirm")
    assert texts(ended) == ["bedsit: 13B1@J8 19A1@H6 19A1@F6"]  # in the order drawn


@pytest.mark.rule("HS-15.4")
@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("F6", "F6"),
        ("F6-F6", "F6"),
        ("F6-G9", "F6-G9"),
        ("G9 F6-G8 F9", "F6-G9"),
        ("F6-H6 F7-H7 G7", "F6-H7"),
        ("H6 F7", "H6 F7"),
        ("F11-G11 H6-K11", "H6-K10 F11-K11"),
        ("C5-H5 B6-I7", "C5-H5 B6-I7"),
        ("F6 H6 F7 H7", "F6-F7 H6-H7"),
        ("F6-H6 F7 H7 F8-H8", "F6-H6 F7 H7 F8-H8"),
        ("F6-G6 F8-G8", "F6-G6 F8-G8"),
        ("A1-P16", "A1-P16"),
    ],
)
def test_cells_are_written_as_rectangles_in_one_way(text: str, canonical: str) -> None:
    assert write_area(read_area(text)) == canonical
    assert notation.write(sheet("P", "bathroom: 20A2r3@F6 | G6-G7 F6 F7 | G7S")).endswith("F6-G7 | G7S")


@given(st.integers(0, (1 << 256) - 1))
def test_all_cells_are_read_as_they_are_written(cells: int) -> None:
    text = write_area(cells)
    assert (read_area(text) if text else 0) == cells


@pytest.mark.parametrize(
    "text", ["", " ", "F6-", "-F6", "G9-F6", "G6-F9", "F6,G6", "F0", "Q1", "F6--G7", "6F"]
)
def test_what_are_no_cells_is_refused(text: str) -> None:
    with pytest.raises(Illegal, match="bad_cells"):
        read_area(text)


@pytest.mark.rule("HS-15.5")
@pytest.mark.parametrize(
    ("scenario", "text", "refusal"),
    [
        ("P", "bathroom 20A2@F6", ("bad_line", 1, 1)),
        ("P", "bathroom: 20A2@F6 | F6-G7", ("bad_line", 1, 1)),
        ("P", "bathroom: 20A2@F6 | F6-G7 | G7S | ", ("bad_line", 1, 1)),
        ("P", "front: F6N\nfront: F6N", ("bad_line", 2, 1)),
        ("P", "kitchen: 20A2@F6", ("no_such_room", 1, 1)),
        ("P", ": 20A2@F6", ("no_such_room", 1, 1)),
        ("P", "bathroom: -\nbathroom: 20A2@F6", ("room_twice", 2, 1)),
        ("18", "bedroom: 12A1@C3", ("wrong_order", 1, 1)),
        ("P", "bathroom: 20A2", ("bad_piece", 1, 2)),
        ("P", "bathroom: 20A2r4@F6", ("bad_piece", 1, 2)),
        ("P", "bathroom: 20A2@F6 - ", ("bad_piece", 1, 3)),
        ("P", "bathroom: 20C2@F6", ("no_such_piece", 1, 2)),
        ("P", "bathroom: 34A1@F6", ("no_such_piece", 1, 2)),
        ("P", "bathroom: 20A2@F6 13B1@J8", ("not_in_room", 1, 3)),
        ("P", "bedsit: 19A1@F6 19B1@H6", ("other_card", 1, 3)),
        ("17", "twin_room_1: 13A1@D4 | D4-E6 | E6S\ntwin_room_2: 13A1@F4", ("other_card", 2, 2)),
        ("P", "bathroom: 20A2@F6 20A1@H6", ("too_many", 1, 3)),
        ("P", "bathroom: 20A1m@F6", ("mirror_is_turn", 1, 2)),
        ("P", "bedsit: 19A1r1@F6", ("no_such_turn", 1, 2)),
        ("P", "bathroom: 20A2m@H6 22A1m@K6", ("no_idea_left", 1, 3)),
        ("P", "bathroom: 20A2@F7", ("no_wall", 1, 2)),
        ("P", "bathroom: 20A2@E6", ("outside", 1, 2)),
        ("P", "bathroom: | F6-G7 | G7S", ("no_pieces", 1, 2)),
        ("P", "bathroom: 20A2@F6 | | G7S", ("bad_cells", 1, 3)),
        ("P", "bathroom: 20A2@F6 | F6-G7 X | G7S", ("bad_cells", 1, 5)),
        ("P", "bathroom: 20A2@F6 | F6-F7 | F7S", ("leaves_out", 1, 4)),
        ("P", "bathroom: 20A2@F6 | F6-G7 | G7", ("bad_edge", 1, 6)),
        ("P", "bathroom: 20A2@F6 | F6-G7 | ", ("bad_edge", 1, 5)),
        ("P", "bathroom: 20A2@F6 | F6-G7 | -", ("door_missing", 1, 6)),
        ("P", "bathroom: 20A2@F6 | F6-G7 | F6N", ("leads_nowhere", 1, 6)),
        ("3", "shop: 11B2@H7 | G3-J10 | G7W", ("entry_has_no_door", 1, 6)),
        ("P", "bathroom: 20A2@F6\nfront: F6", ("bad_edge", 2, 2)),
        ("P", "bathroom: 20A2@F6\nfront:", ("bad_edge", 2, 1)),
        ("P", "bathroom: 20A2@F6\nfront: F6N", ("bad_front", 2, 2)),
        ("P", "(a)\n\nbathroom: 20A2@F6 (b)\nfront: H7N", ("bad_front", 4, 2)),
    ],
)
def test_what_no_game_could_have_drawn_is_refused_with_line_and_word(
    scenario: str, text: str, refusal: tuple[str, int, int]
) -> None:
    assert wrong(scenario, text) == refusal
    assert drawn("P", "bathroom: 20A2@F6").pieces


@pytest.mark.rule("HS-15.5")
def test_which_options_had_tokens_is_not_looked_at() -> None:
    assert sheet("P", "bedsit: 19A1@F6 19A2@H6").open
    assert sheet("P", "bathroom: 20A2m@H6").open


@pytest.mark.rule("HS-15.6")
def test_programs_see_the_table_with_sheets_as_text() -> None:
    state = table("P", f"{BATHROOM}\nbedsit: 13B1@J8", f"{BATHROOM}\nbedsit:", card="15B")
    state = after(state, "0 draw 1 0 H10", "1 confirm")
    mine = home_staging.describe(state, 0)
    assert mine == {
        "step": "draw",
        "scenario": "P",
        "active": 0,
        "room": "bedsit",
        "card": "15B",
        "tokens": [1, 0],
        "cards": ["20A", "21A", "13B", "15B"],
        "ideas": [1, 1],
        "confirmed": [1],
        "sheets": [f"{BATHROOM}\nbedsit: 13B1@J8", f"{BATHROOM}\nbedsit:"],
        "pencils": [["15B1@H10"], None],
        "closing": [None, None],
    }
    assert home_staging.describe(state, None)["pencils"] == [None, None]
    closes = after(table("P", BATHROOM.partition(" |")[0], closes=True), "0 close F6-G9 G9S")
    told = home_staging.describe(closes, 0)
    assert (told["closing"], told["card"], told["tokens"]) == (
        [{"cells": "F6-G9", "door": "G9S"}],
        None,
        None,
    )


@pytest.mark.parametrize("seed", range(6))
def test_every_sheet_of_a_game_is_read_as_it_is_written(seed: int) -> None:
    for step in conformance.walk(home_staging, 2, seed):
        scenario = step.after.options.scenario
        for each in step.after.sheets:
            text = notation.write(each)
            assert sheet(scenario, text) == each
            assert notation.write(sheet(scenario, text)) == text
    told = home_staging.describe(step.after, None)
    assert [each["total"] for each in told["scores"]] == [
        asked("score", scenario, text)["total"] for text in told["sheets"]
    ]
