"""What the referee answers, and the picture."""

import pytest

from app.cli import referee
from app.engine import home_staging
from app.engine.core import Illegal

from .drawing import asked, looks, same_lines

FLAT = """
    bathroom: 20A2r3@F6 21A1@G6 22A2@F8 | F6-G9 | G9S
    bedsit: 13B1@J8 15B1@H9 01A2r2@H11 19A1@H8 19A2@F11 | F11-G11 H6-K11 | H10W
    """
OPEN = "bathroom: 20A2r3@F6"


def error(question: str, text: str, **fields: str) -> str:
    with pytest.raises(Illegal) as refused:
        asked(question, fields.pop("scenario", "P"), text, **fields)
    return refused.value.code


@pytest.mark.rule("HS-16.1", "HS-16.2")
def test_a_picture_has_a_line_of_letters_then_edges_and_cells_in_turn() -> None:
    assert looks("P", "bathroom: 20A2r3@F6\nfront: F11S") == same_lines(
        """
             F  G  H  I  J  K
           +--+--+--+--+--+--+
         6 |20  :  :  :  :  :|
           +  +  +  +  +  +  +
         7 |20  o  :  :  :  :|
           +  +  +  +  +  +  +
         8 | :  :  :  :  :  :|
           +  +  +  +  +  +  +
         9 | :  :  :  :  :  :|
           +  +  +  +  +  +  +
        10 | :  :  :  :  :  :|
           +  +  +  +  +  +  +
        11 | :  :  :  :  :  :|
           +%%+--+--+--+--+--+
        """
    )


@pytest.mark.rule("HS-16.3")
def test_windows_are_the_outer_walls_by_which_a_condition_holds_taken_alone() -> None:
    barge = "saloon: 17B1@I7 | H6-K8 | H6W"
    drawing = looks("4", barge).splitlines()
    assert (
        asked("score", "4", barge)["bonuses"][1] == 0
    )  # windows to the north and the south: the north has none
    assert '""+""+""' in drawing[-1]
    cats = "living_room: 27A2@E4 | D4-F5 | D5S"
    assert looks("2", cats).splitlines()[1].count('""') == 2  # of the dog basket; and F4 sees the tree
    assert asked("score", "2", cats)["bonuses"] == [0, 2, 0, 3]


@pytest.mark.rule("HS-16.4")
def test_a_cell_shows_the_first_that_fits() -> None:
    drawing = looks("7", "living_room: 33A1@D4 06A2@D3")
    rows = [line.replace("|", " ") for line in drawing.splitlines()]
    assert rows[2].split()[:5] == ["3", "6", "6", ":", ":"]
    assert rows[4].split()[:5] == ["4", "o", "o", "r", ":"]  # circulation over the rug
    assert "T" in drawing
    cellar = looks("8", "wine_bar: 24A1r3@C7").splitlines()
    assert cellar[2].split("|")[1].split() == ["v"] * 12
    assert "X" in cellar[6]
    towers = looks("9", "library: 05A1@B2")
    assert " b  b " in towers
    assert "~" in towers


@pytest.mark.rule("HS-16.5")
def test_without_a_front_door_the_best_is_shown() -> None:
    text = "bathroom: 20A2r3@F9 | F9-K10 | K10S\nbedsit: 13B1@F6 | F6-H8 | H8E"
    assert "%%" in looks("P", text).splitlines()[1]
    assert "%" not in looks("P", "bedsit: 13B1@F6 | F6-K11 | -")
    assert same_lines("\n".join(asked("picture", "P", text)["picture"])) == looks("P", text)


@pytest.mark.rule("HS-17.1")
def test_most_questions_need_an_open_room_and_a_piece_that_could_come() -> None:
    done = "bathroom: 20A2r3@F6 | F6-G7 | G7S"
    for question, fields in (
        ("places", {"piece": "21A1"}),
        ("place", {"piece": "21A1@G6"}),
        ("close", {"cells": "F6", "door": "-"}),
        ("doors", {"cells": "F6"}),
    ):
        assert error(question, done, **fields) == "no_open_room"
    for piece, code in (
        ("21A", "bad_piece"),
        ("21A1@G6", "bad_piece"),
        ("21C1", "no_such_piece"),
        ("13A1", "not_in_room"),
        ("20B1", "other_card"),
        ("20A1", "too_many"),
        ("21A1m", "mirror_is_turn"),
    ):
        assert error("places", OPEN, piece=piece) == code
    for piece, code in (("21A1", "bad_piece"), ("13A1@G6", "not_in_room"), ("20A1@G6", "too_many")):
        assert error("place", OPEN, piece=piece) == code
    assert asked("place", "P", OPEN, piece="21A1m@G6") == {
        "legal": False,
        "code": "mirror_is_turn",
        "cell": None,
    }
    assert asked("place", "P", OPEN, piece="22A1m@K6") == {"legal": True}  # ideas are not counted
    assert error("doors", OPEN, cells="F6") == "leaves_out"
    assert asked("close", "P", OPEN, cells="F6", door="-") == {
        "legal": False,
        "code": "leaves_out",
        "cell": "F7",
    }
    assert asked("close", "P", OPEN, cells="?", door="-") == {
        "legal": False,
        "code": "bad_cells",
        "cell": None,
    }
    assert error("score", OPEN, scenario="21") == "no_such_scenario"


@pytest.mark.rule("HS-17.2")
def test_the_score_is_told_by_parts_and_lines() -> None:
    answer = asked("score", "P", f"{FLAT}\nfront: F10W")
    lines = answer.pop("lines")
    assert answer == {
        "furniture": 17,
        "bonus": 7,
        "penalty": 0,
        "total": 24,
        "bonuses": [3, 2, 2],
        "out_of_reach": [],
        "pieces": 8,
        "front": "F10W",
        "medal": "gold",
    }
    assert sum(line["points"] for line in lines) == 24
    half = asked("score", "P", "bedsit: 13A2@I6 19A1@K7 | I6-K8 | I8W\nbathroom: 20A2r3@F6")
    assert half["out_of_reach"] == ["13A2@I6", "20A2r3@F6"]


def test_the_command_answers_it_line_by_line() -> None:
    question = (
        b'{"game": "home_staging", "ask": "place", "scenario": "P", "options": {},'
        b' "sheet": "bathroom: 20A2r3@F6", "piece": "21A1@H7"}'
    )
    assert referee._reply(question) == {"legal": False, "code": "no_wall", "cell": "H7"}
    unread = question.replace(b"20A2r3@F6", b"20A2r3@F7")
    assert referee._reply(unread)["legal"] is False
    unread = question.replace(b"20A2r3@F6", b"20A2@F8")
    assert referee._reply(unread)["error"] == {
        "code": "no_wall",
        "message": "Line 1, word 2: This side must be against a wall.",
    }
    assert home_staging.id == "home_staging"
