"""The sheet, the plan, and the pieces."""

import pytest

from app.engine import home_staging
from app.engine.core import Illegal
from app.engine.home_staging.cells import EDGES, NAMES, names
from app.engine.home_staging.notation import Misdrawn
from app.engine.home_staging.pieces import NUMBERS, PIECES, laid, lay, shapes
from app.engine.home_staging.scenarios import SCENARIOS

from .drawing import (
    after,
    asked,
    closing,
    codes,
    counted,
    looks,
    offered,
    place,
    played,
    points,
    refusal,
    table,
    texts,
)


@pytest.mark.rule("HS-1.1", "HS-1.2")
def test_all_draw_the_same_home_at_the_same_time_and_close_it_room_by_room() -> None:
    start = table("P", "bathroom: 20A2@F6", "bathroom: 20A2r1@K6", card="21A")
    assert start.waiting == (0, 1)
    state, events = played(start, "1 draw 1 0 F6", "0 confirm", "1 confirm")
    assert texts(state) == ["bathroom: 20A2@F6", "bathroom: 20A2r1@K6 21A1@F6"]
    assert codes(events)[-1] == "card"
    closed = after(table("P", "bathroom: 20A2@F6", closes=True), "0 close F6-G7 G7S", "0 confirm")
    assert texts(closed) == ["bathroom: 20A2@F6 | F6-G7 | G7S\nbedsit:"]


@pytest.mark.rule("HS-1.3", "HS-13.7")
@pytest.mark.parametrize(
    ("text", "medal"),
    [
        ("bathroom: 20A2@F6 | F6-G7 | G7S\nbedsit: 13B1@J8 | H8-K10 | H8W", None),
        (
            """
            bathroom: 20A2r3@F6 21A1@G6 22A2@F8 | F6-G9 | G9S
            bedsit: 13B1@J8 15B1@H9 01A2r2@H11 | H11-J11 H6-K10 | H10W
            """,
            "silver",
        ),
        (
            """
            bathroom: 20A2r3@F6 21A1@G6 22A2@F8 | F6-G9 | G9S
            bedsit: 13B1@J8 15B1@H9 01A2r2@H11 19A1@H8 19A2@F11 | F11-G11 H6-K11 | H10W
            """,
            "gold",
        ),
    ],
)
def test_a_sheet_alone_plays_for_the_medals_of_its_scenario(text: str, medal: str | None) -> None:
    answer = asked("score", "P", text)
    bronze, silver, gold = SCENARIOS["P"].medals
    wanted = {None: range(bronze), "silver": range(silver, gold), "gold": range(gold, 99)}[medal]
    assert answer["total"] in wanted
    assert answer["medal"] == medal


@pytest.mark.rule("HS-2.1")
def test_cells_are_named_from_the_north_west_and_edges_by_cell_and_side() -> None:
    assert NAMES[0] == "A1"
    assert NAMES[16] == "A2"
    assert NAMES[-1] == "P16"
    assert names(laid("20A2r3@F6").cells) == ("F6", "F7", "G7")
    assert list(EDGES)[:5] == ["A1N", "A1E", "A1S", "A1W", "B1N"]
    assert EDGES["A1N"].beyond == 0
    assert EDGES["A1E"].beyond == EDGES["B1W"].here


@pytest.mark.rule("HS-2.2")
def test_the_plan_says_what_each_cell_is() -> None:
    inside = {key: scenario.inside.bit_count() for key, scenario in SCENARIOS.items()}
    assert inside["P"] == 36
    cellar = SCENARIOS["8"]
    assert (cellar.high.bit_count(), cellar.low.bit_count(), cellar.ground["X"].bit_count()) == (38, 30, 4)
    assert names(SCENARIOS["9"].bridge) == ("G5", "H5")
    assert looks("9", "library: 05A1@B2").splitlines()[2].split() == [
        "2",
        "|",
        "5",
        "5",
        "5",
        "5",
        ":|",
        "~",
        "~|",
        ":",
        ":",
        ":",
        ":",
        ":|",
    ]
    assert place("P", "bathroom:", "20A2@E6") == "outside E6"
    assert not SCENARIOS["P"].inside & SCENARIOS["P"].outdoors


@pytest.mark.rule("HS-2.3")
def test_a_court_is_outdoor_ground_that_the_building_surrounds() -> None:
    assert names(SCENARIOS["7"].court) == ("H7", "I7", "H8", "I8")
    assert [key for key, each in SCENARIOS.items() if each.court] == ["7", "14", "20"]
    walnut = "living_room: 06A2@D3 | D3-E5 | E5S"
    with pytest.raises(Misdrawn, match="bad_front"):
        asked("score", "7", f"{walnut}\nfront: G7E")  # a wall, but on the court


@pytest.mark.rule("HS-2.4")
def test_outer_walls_face_the_outdoors_and_pillars_take_walls_that_are_none() -> None:
    shop = SCENARIOS["3"]
    beside_pillar = EDGES["E6E"]
    assert not shop.outer[beside_pillar.side] & beside_pillar.here
    assert shop.outer[EDGES["B6W"].side] & EDGES["B6W"].here
    assert shop.outer[EDGES["J6E"].side] & EDGES["J6E"].here
    assert place("3", "reading_cafe:", "19A1@E6") == ""
    assert place("3", "toilet:", "20A1r1@E6") == ""  # its back against the pillar


@pytest.mark.rule("HS-2.5")
def test_there_are_33_numbers_with_two_cards_of_two_options() -> None:
    assert len(NUMBERS) == 33
    assert len(PIECES) == 132
    assert (PIECES["20A2"].number, PIECES["20A2"].card, PIECES["20A2"].which) == (20, "A", 2)
    state = table("P", "bathroom: 20A2@F6", card="21B", tokens=(1, 1))
    assert {move[1] for move in offered(state, 0, "draw")} == {1, 2}


@pytest.mark.rule("HS-2.6")
@pytest.mark.parametrize(
    ("name", "body", "circulation", "rug", "against"),
    [
        ("01A1@G8", "G8 H8", "G9 H9", "", ""),
        ("02B2@F6", "F6 G6", "G7", "", "F5 G5 E6"),
        ("06A1@H7", "H7", "G7 I7 G8 H8 I8", "", "H6"),
        ("07A1@G7", "G7 H7 G8 H8 G9 H9", "F8 I8", "", ""),
        ("08A2@F6", "F6 G6 H6 F7 F8", "G7 H7 G8", "", "F5 G5 H5 E6 E7 E8"),
        ("12A2@F6", "F6 G6 H6 I6 G7 H7", "F7 I7", "", "F5 G5 H5 I5"),
        ("19B1@F8", "F8 H8", "", "", ""),
        ("20A2@F6", "F6 G6", "F7", "", "F5 G5"),
        ("24A1@F6", "F6 G6 F7 G7", "G8", "", "F5 G5 E6 E7"),
        ("26A2@G8", "G8 H8 I8", "F8 J8", "", ""),
        ("31A1@G8", "G8", "G7 F8 H8 G9", "", ""),
        ("33B1@G7", "", "", "G7 F8 G8 H8 G9", ""),
    ],
)
def test_a_piece_has_body_circulation_and_sides_against_a_wall(
    name: str, body: str, circulation: str, rug: str, against: str
) -> None:
    piece = laid(name)
    cells = (piece.body, piece.circulation, piece.rug, piece.against)
    assert [" ".join(names(each)) for each in cells] == [body, circulation, rug, against]


@pytest.mark.rule("HS-2.6")
def test_seats_and_plants_are_marks_on_bodies() -> None:
    assert names(laid("07A1@G7").seats) == ("G7", "H7", "G9", "H9")
    assert names(laid("15B1@H9").plants) == ("I9",)
    assert names(laid("15B1r1@H9").plants) == ("H10",)


@pytest.mark.rule("HS-2.7")
@pytest.mark.parametrize(
    ("option", "turns"),
    [("01A1", 4), ("07A1", 2), ("19B1", 2), ("26A2", 2), ("31A1", 1), ("33B1", 1), ("18A2", 4), ("11A1", 2)],
)
def test_a_piece_has_as_many_turns_as_look_different(option: str, turns: int) -> None:
    assert len(PIECES[option].turns) == turns
    if turns < 4:
        number = PIECES[option].number
        room = next(
            (key, room.key)
            for key, scenario in SCENARIOS.items()
            for room in scenario.rooms
            if room.tokens(number)
        )
        assert place(room[0], f"{room[1]}:", f"{option}r{turns}@G8") == "no_such_turn"
    assert len({laid(f"20A2{turn}@H8").cells for turn in ("", "r1", "r2", "r3")}) == 4


@pytest.mark.rule("HS-2.7")
def test_turns_go_clockwise() -> None:
    where = ["20A2@H8", "20A2r1@H8", "20A2r2@H8", "20A2r3@H8"]
    assert [names(laid(name).circulation) for name in where] == [("H9",), ("G8",), ("I7",), ("I9",)]


@pytest.mark.rule("HS-2.8")
def test_the_mirror_image_is_flipped_and_then_turned() -> None:
    own = [option for option, piece in PIECES.items() if piece.mirrored]
    assert len(own) == 26
    assert {"02B2", "20A2", "24A1"} <= {*own}
    assert names(laid("20A2m@H8").circulation) == ("I9",)
    assert names(laid("20A2r1m@H8").circulation) == ("G9",)
    assert shapes("20A2", mirrored=True) == shapes("20B1", mirrored=False)
    assert place("P", "bathroom:", "20A1m@F6") == "mirror_is_turn"


@pytest.mark.rule("HS-2.9")
def test_the_anchor_is_the_first_body_cell_in_reading_order() -> None:
    assert names(laid("06A1@H7").cells)[0] == "G7"
    assert NAMES[laid("06A1@H7").anchor] == "H7"
    assert names(laid("33B1@G7").rug)[0] == "G7"
    assert lay("06A1", 0, False, 0) is None  # its circulation would lie off the sheet
    with pytest.raises(Illegal, match="bad_piece"):
        place("P", "bathroom:", "20A2@Q6")


@pytest.mark.rule("HS-2.10")
def test_room_cards_are_plain_and_the_scenario_says_what_they_are() -> None:
    state = home_staging.new(1, {}, 1)
    assert offered(state, 0) == [("room", 1), ("room", 2)]
    begun = after(table("P", ""), "0 room 2")
    assert begun.room == "bathroom"
    assert texts(begun) == ["bathroom:"]
    assert counted("P", "bathroom: 20A2@F6").total == 0


@pytest.mark.rule("HS-2.10")
def test_rooms_are_numbered_as_the_scenario_lists_them() -> None:
    state = table("P", "bathroom: 20A2@F6 | F6-G7 | G7S")
    assert refusal(state, "0 room 2") == "room_done"
    assert refusal(state, "0 room 1") == ""
    assert refusal(state, "0 room 3") == "no_such_room"
    assert points(state)[0]["furniture"] == 2
    assert closing("P", "bathroom: 20A2@F6", "F6-G7", "G7S") == ""
