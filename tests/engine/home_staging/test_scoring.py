"""Points, lines, winners."""

import pytest

from app.engine import home_staging
from app.engine.core import Line
from app.engine.home_staging.scoring import count

from .drawing import after, asked, points, sheet, table

BATHROOM = "bathroom: 20A2r3@F6 21A1@G6 22A2@F8 | F6-G9 | G9S"


@pytest.mark.rule("HS-13.1")
def test_each_body_cell_in_reach_is_a_point() -> None:
    assert asked("score", "P", BATHROOM)["furniture"] == 5
    rug = "living_room: 33A1@D3 01A2r2@H4 | D3-J5 | D5S"
    assert asked("score", "7", rug)["furniture"] == 3


@pytest.mark.rule("HS-13.2")
def test_a_missing_room_costs_three_points_and_one_out_of_reach_nothing() -> None:
    assert asked("score", "P", f"bedsit: -\n{BATHROOM}")["penalty"] == -3
    assert asked("score", "P", "bedsit: -\nbathroom: -")["total"] == -6
    assert asked("score", "P", "bedsit: 13B1@F6 | F6-K11 | -")["penalty"] == 0
    assert asked("score", "P", "bathroom: 20A2@F6")["penalty"] == 0  # not yet over


@pytest.mark.rule("HS-13.4")
def test_the_score_is_that_of_finished_rooms_and_open_ones_stand_in_the_way() -> None:
    open_room = f"{BATHROOM}\nbedsit: 13B1@J8"
    assert asked("score", "P", open_room)["furniture"] == 5
    toilet = "bathroom: 20A2r3@F6 | F6-G7 | G7E"
    shut = "bedsit: 15B1r3@I6 19A1@H8"  # around H6 and H7
    assert asked("score", "P", f"{toilet}\nfront: K11E")["furniture"] == 2
    assert asked("score", "P", f"{toilet}\n{shut}\nfront: K11E")["furniture"] == 0
    assert asked("score", "P", f"{toilet}\n{shut}")["front"] == "H6N"
    state = table("P", open_room, card="15B")
    pencilled = after(state, "0 draw 1 0 H10")
    assert home_staging.score(pencilled) == home_staging.score(state)
    assert home_staging.open_parts == home_staging.parts


@pytest.mark.rule("HS-13.4")
def test_a_front_door_of_the_running_turn_changes_no_score_yet() -> None:
    text = "bathroom: 20A2r3@F9 | F9-K10 | K10S\nbedsit: 13B1@F6"
    state = table("P", text, card="15B")
    set_now = after(state, "0 front H6N")
    assert points(set_now) == points(state)
    assert points(after(set_now, "0 confirm"))[0]["furniture"] == 0
    assert points(state)[0]["furniture"] == 2


@pytest.mark.rule("HS-13.5")
def test_every_line_says_where_its_points_come_from() -> None:
    text = f"""
        {BATHROOM}
        bedsit: 13B1@J8 15B1@H9 01A2r2@H11 19A1@H8 19A2@F11 | F11-G11 H6-K11 | H10W
        front: F10W
        """
    assert home_staging.parts == ("furniture", "bonus", "penalty")
    lines = count("P", sheet("P", text)).lines
    assert lines == (
        Line(
            "furniture",
            "room",
            ("bedsit",),
            12,
            ("H8", "J8", "K8", "H9", "I9", "J9", "K9", "F11", "G11", "H11", "I11", "J11"),
        ),
        Line("furniture", "room", ("bathroom",), 5, ("F6", "G6", "F7", "F8", "F9")),
        Line("bonus", "bonus", (0, 1), 3, ("I6",)),
        Line("bonus", "bonus", (1, 1), 2, ("F6", "G6", "F7", "G7", "F8", "G8", "F9", "G9")),
        Line("bonus", "bonus", (2, 1), 2, ("F6", "G6", "F7", "F8", "F9")),
    )
    missing = count("P", sheet("P", f"bedsit: -\n{BATHROOM}")).lines
    assert missing[-1] == Line("penalty", "no_room", ("bedsit",), -3, ())


@pytest.mark.rule("HS-13.5")
def test_a_room_in_reach_has_a_line_even_without_points() -> None:
    lines = count("7", sheet("7", "living_room: 33A1@D3 | D3-F4 | F4E")).lines
    assert lines[0] == Line("furniture", "room", ("living_room",), 0, ())
    assert lines[1] == Line("bonus", "bonus", (2, 1), 3, ())


@pytest.mark.rule("HS-13.6")
def test_most_points_win_then_most_pieces_and_then_all_who_are_equal() -> None:
    five = f"{BATHROOM}\nbedsit: -"
    states = {
        (0,): (five, "bathroom: 20A2r3@F6 | F6-G7 | G7S\nbedsit: -"),
        (0, 1): (five, five),
        (1,): ("bathroom: -\nbedsit: -", five),
    }
    for winners, texts in states.items():
        assert home_staging.winners(table("P", *texts)) == winners
    lost = "bathroom: 20A2r3@F6 21A1@G6 22A2@F8 | F6-G9 | G9S\nbedsit: 13A2@I6 19A1@K7"
    tied = (f"{lost} | I6-K8 | I8W", f"{BATHROOM}\nbedsit: 19A1@I6 | I6-I7 | I7W")
    [one, other] = points(table("P", *tied))
    assert one["total"] == other["total"]
    assert home_staging.winners(table("P", *tied)) == (0,)
