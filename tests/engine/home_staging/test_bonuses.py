"""Windows, views, distances, and every word of the bonus lines."""

import pytest

from app.engine.home_staging.bonuses import earned
from app.engine.home_staging.bonuses.distance import between, from_front
from app.engine.home_staging.cells import around, names
from app.engine.home_staging.scenarios import SCENARIOS
from app.engine.home_staging.words import Bonus, Word, read_bonus

from .drawing import bonuses, counted, looks


def worth(scenario: str, text: str, line: str) -> int:
    """What a bonus line would earn on this sheet, in this scenario or in another one like it."""
    found = counted(scenario, text)
    bonus = read_bonus(line, SCENARIOS[scenario].keys)
    return bonus.points * earned(bonus, found.reach, found.front).times


# -- windows and views ---------------------------------------------------------------------------------------


@pytest.mark.rule("HS-11.1")
def test_a_room_has_every_window_that_it_could_have_in_front_of_bodies_too() -> None:
    text = "bedsit: 13A2@I6 | I6-K7 | I7W"
    assert worth("P", text, "+1 window(bedsit, N)") == 1
    assert worth("P", text, "+1 window(bedsit, E)") == 1
    assert worth("P", text, "+1 window(bedsit, S)") == 0
    shop = "toilet: 20A1r1@E6 | D5-E7 | D7S"
    assert worth("3", shop, "+1 window(toilet, E)") == 0  # a pillar takes no window
    assert looks("P", text).splitlines()[1].count('""') == 1


@pytest.mark.rule("HS-11.1")
def test_the_front_door_is_no_window() -> None:
    text = "wine_bar: 24A1r3@C7 | C7-E8 E6-H6 G7-H8 | -"
    assert worth("8", text, "+1 window(wine_bar, S)") == 1  # C8 and D8 have outer walls to the south
    narrow = "wine_bar: 11A1r1@H5 | G4-J7 I8 | -"
    assert counted("8", narrow).front is not None
    assert worth("8", narrow, "+1 window(wine_bar, S)") == 0


@pytest.mark.rule("HS-11.2")
def test_a_view_goes_straight_on_to_the_first_tree_water_or_street() -> None:
    sees = {sign: SCENARIOS["P"].views[sign] for sign in "T~="}
    assert names(sees["T"][0]) == ("I6",)
    assert names(sees["="][2]) == ("F11", "G11", "H11", "I11", "J11", "K11")
    assert not any(sees["~"])
    walnut = SCENARIOS["7"].views["T"]
    assert [names(side) for side in walnut] == [("I9",), ("G8",), ("I6",), ("J8",)]
    mill = SCENARIOS["18"].views["~"]
    assert "H5" not in names(mill[1])  # a bridge ends the view
    barge = SCENARIOS["4"]
    assert "B6" in names(barge.outer[0])
    assert "B6" not in names(barge.views["="][1])
    assert bonuses("P", "bedsit: 13A2@I6 | I6-K7 | I7W")[0] == 3
    assert bonuses("P", "bedsit: 19A1@H7 | H6-H7 | H6E")[0] == 0
    assert bonuses("P", "bedsit: 19A1@J7 | I7-K7 J6-K6 | I7W")[0] == 0  # I6 is not of the room


# -- distances -----------------------------------------------------------------------------------------------

DESKS = "study: 16B2@D4 16B2@I4 | D4-L5 | D5S"


@pytest.mark.rule("HS-12.1")
def test_one_walks_over_cells_without_a_body_not_through_walls_but_through_doors() -> None:
    home = counted("2", DESKS).reach.home
    assert not home.walking & home.body
    assert names(home.beside(1 << 16 * 4 + 3)) == ("D4", "E5", "D6")  # from D5 through the door
    assert names(home.beside(1 << 16 * 4 + 4)) == ("E4", "D5", "F5")  # from E5 there is a wall
    cellar = counted("12", "studio: 16B2@C5 | C4-D7 | D6E").reach.home
    assert not cellar.walking & SCENARIOS["12"].low


@pytest.mark.rule("HS-12.2")
@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("study: 16B2@D4 16B2@F4 | D4-G5 | D5S", 0),  # side by side
        ("study: 16B2@D4 16B2@G4 | D4-H5 | D5S", 1),  # F4 lies between
        ("study: 16B2@D4 16B2@I4 | D4-J5 | D5S", 3),
        ("study: 16B2@D4 16B2@F6 | D4-G7 | D7S", 2),  # E5, E6; or F5
        ("study: 16B2@D4 | D4-E5 | D5S", None),
    ],
)
def test_the_distance_of_two_pieces_are_the_cells_between(text: str, length: int | None) -> None:
    found = between(counted("2", text).reach, 16, 16)
    assert found == length
    assert worth("2", text, "+1 dist(16, 16) >= 2") == (length is not None and (found or 0) >= 2)


@pytest.mark.rule("HS-12.2")
def test_a_wall_between_bodies_parts_them() -> None:
    closed = "study: 16B2@D4 | D4-E5 | D5S\nliving_room: 27A1@F4 | F4-G5 | G5S"
    home = counted("2", closed).reach.home
    study, living_room = home.built
    assert around(study.body) & living_room.body
    assert not home.beside(study.body) & living_room.body


@pytest.mark.rule("HS-12.3")
def test_the_distance_to_the_front_door_counts_the_cell_behind_it() -> None:
    text = "kitchen: 06B1@G4 | G4-H5 | G5S"
    found = counted("11", f"{text}\nfront: G11S")
    rings = from_front(found.reach, 6)
    assert found.front
    length = next(n for n, ring in enumerate(rings, 1) if ring & found.front.here)
    assert length == 7  # G11 to G5, which is beside the stove
    assert worth("11", f"{text}\nfront: G11S", "+3 dist(6, front) <= 7") == 3
    assert worth("11", f"{text}\nfront: G11S", "+3 dist(6, front) <= 6") == 0
    assert bonuses("3", "shop: 11B2@H9 05A1@G3 | G3-J10 | -")[3] == 3  # the best front door is near


@pytest.mark.rule("HS-12.4")
def test_between_numbers_the_smallest_distance_of_two_pieces_in_reach_counts() -> None:
    near = "study: 16B2@D4 | D4-E5 | D5S"
    assert worth("2", near, "+1 dist(16, 16) >= 0") == 0  # no pair
    assert worth("2", near, "+1 dist(16, 27) <= 99") == 0
    assert worth("2", f"{near}\nliving_room: 27A1@G7 27A1@K7", "+1 dist(16, 27) <= 99") == 0  # still open
    done = f"{near}\nliving_room: 27A1@G7 27A1@K7 | F7-L9 | F7W"
    assert between(counted("2", done).reach, 16, 27) == 5  # D5 D6 E6 E7 F7, by both doors
    rugs = "living_room: 33A1@D3 01A2r2@H4 | D3-J5 | D5S"
    assert worth("7", rugs, "+1 dist(33, 1) >= 0") == 0  # a rug has no body


@pytest.mark.rule("HS-12.5")
@pytest.mark.parametrize(
    ("door", "rest", "length"),
    [("D5S", "C7-E9 | D7N", 1), ("D5S", "C8-E9 | D8N", 2), ("E5S", "C8-E9 | D8N", 3)],
)
def test_the_distance_of_two_doors_are_the_corridor_cells_between(door: str, rest: str, length: int) -> None:
    text = f"guest_room_1: 13A1@C4 | C4-E5 | {door}\nbathroom: 21A1r2@D9 | {rest}"
    assert worth("5", text, f"+1 door_dist(guest_room_1, bathroom) <= {length}") == 1
    assert worth("5", text, f"+1 door_dist(guest_room_1, bathroom) <= {length - 1}") == 0
    assert worth("5", text, "+1 door_dist(guest_room_1, guest_room_2) <= 9") == 0


# -- each word -----------------------------------------------------------------------------------------------

TWO = """
    bathroom: 20A2r3@F6 21A1@G6 22A2@F8 | F6-G9 | G9S
    bedsit: 13B1@J8 15B1@H9 01A2r2@H11 19A1@H8 19A2@F11 | F11-G11 H6-K11 | H10W
    """


@pytest.mark.rule("HS-13.3")
@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("+2 all_cards(bathroom)", 2),
        ("+2 all_cards(bathroom, 2)", 0),
        ("+2 all_cards(bedsit)", 2),
        ("+2 rect(bathroom)", 2),
        ("+2 rect(bedsit)", 0),
        ("+2 area(bathroom) >= 8", 2),
        ("+2 area(bathroom) >= 9", 0),
        ("+2 area(bathroom) <= 8", 2),
        ("+2 area(bathroom) <= 7", 0),
        ("+2 area_gap(bathroom, bedsit) <= 18", 2),
        ("+2 area_gap(bathroom, bedsit) <= 17", 0),
        ("+2 free(bathroom) >= 3", 2),
        ("+2 free(bathroom) >= 4", 0),
        ("+2 borders(bathroom, bedsit)", 2),
        ("+2 not borders(bathroom, bedsit)", 0),
        ("+2 avoids(bathroom, S)", 2),
        ("+2 avoids(bathroom, N)", 0),
        ("+2 avoids(bathroom, E) and avoids(bedsit, W)", 0),
        ("+2 apart(bathroom, bedsit)", 0),
        ("+2 count(19) >= 2", 2),
        ("+2 count(19) >= 3", 0),
        ("+2 count(18) <= 0", 2),
        ("+2 count(2) >= 1", 0),  # a seat is no armchair
        ("+2 seats(bedsit) >= 4", 2),
        ("+2 seats(bedsit) >= 5", 0),
        ("+2 corridor <= 2", 2),
        ("+2 corridor <= 1", 0),
        ("+1 per piece of 19 beyond 1", 1),
        ("+1 per piece of 19 beyond 2", 0),
        ("+1 per seat in bedsit, at most 3", 3),
        ("+1 per seat in bedsit, at most 9", 4),
        ("+1 per plant, at most 9", 4),
        ("+1 per plant, at most 2", 2),
        ("+1 per piece of 19: at_window", 1),
        ("+1 per piece of 20: at_window", 1),
        ("+1 per piece of 19: beside 15", 1),
        ("+1 per piece of 15: beside 13", 1),
        ("+1 per piece of 20: beside 22", 1),
        ("+1 per piece of 19: beside 19", 0),
        ("+2 per room: rect(room)", 2),
        ("+2 per room: all_cards(room)", 4),
        ("+2 per room in (bedsit): all_cards(room)", 2),
    ],
)
def test_a_bonus_counts_what_its_word_says(line: str, points: int) -> None:
    text = "bathroom: 20A2r3@F6 21A1@G6 22A2@F8 | F6-G9 | G9S\n" + TWO.strip().splitlines()[1]
    assert worth("P", f"{text}\nfront: F10W", line) == points


@pytest.mark.rule("HS-13.3")
def test_words_about_a_room_need_it_in_reach_and_words_about_pieces_count_those_in_reach() -> None:
    text = "bedsit: 13A2@I6 19A1@K7 | I6-K8 | I8W\nbathroom: 20A2r3@F6 | F6-G7 | G7S"
    assert worth("P", text, "+1 all_cards(bedsit)") == 0
    assert worth("P", text, "+1 count(13) >= 1") == 0
    shut = "bedsit: 13B1@F6 | F6-K11 | -"
    for word in (
        "rect(bedsit)",
        "area(bedsit) <= 99",
        "window(bedsit, N)",
        "free(bedsit) >= 0",
        "seats(bedsit) >= 0",
    ):
        assert worth("P", shut, f"+1 {word}") == 0
    for word in (
        "borders(bedsit, bathroom)",
        "not borders(bedsit, bathroom)",
        "avoids(bedsit, S)",
        "corridor <= 99",
    ):
        assert worth("P", shut, f"+1 {word}") == 0
    missing = "bathroom: -"
    assert worth("P", missing, "+1 area_gap(bathroom, bedsit) <= 99") == 0


@pytest.mark.rule("HS-13.3")
def test_low_vaults_bridges_and_courts_have_words_of_their_own() -> None:
    cellar = "wine_bar: 24A1r3@C7 | C7-E8 E6-H6 G7-H8 | -"
    assert worth("8", cellar, "+1 body_on(v) >= 3") == 1
    assert worth("8", cellar, "+1 body_on(v) >= 4") == 0
    towers = "kitchen: 09A2r1@L2 | K2-M4 | K4S\nbedroom: 15B2r3@B2 | B2-C3 | C2E"
    assert worth("9", towers, "+1 apart(bedroom, kitchen)") == 1
    walnut = "living_room: 06A2@D3 | D3-G7 | G6E\nkitchen: 07B2@K8 | J7-M9 | J7N"
    assert worth("7", walnut, "+2 per room: window(room, court)") == 4


def test_what_is_no_bonus_is_not_read() -> None:
    for line in ("3 rect(bathroom)", "+3 ???", "+3 per moon"):
        with pytest.raises(ValueError, match=r"no (bonus|condition)"):
            read_bonus(line, ("bathroom",))
    assert read_bonus("+2 not borders(a, b) and corridor <= 4", ("a", "b")) == Bonus(
        2, (Word("borders", ("a", "b"), True), Word("corridor", (), False, "<=", 4))
    )
