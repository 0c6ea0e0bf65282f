"""The front door and the corridor behind it."""

import pytest

from app.engine import home_staging
from app.engine.core import UNDO, play
from app.engine.home_staging.cells import names
from app.engine.home_staging.scenarios import SCENARIOS, Scenario

from .drawing import after, asked, codes, counted, played, refusal, table, texts

BATHROOM = "bathroom: 20A2r3@F6 21A1@G6 22A2@F8 | F6-G9 | G9S"


@pytest.mark.rule("HS-9.1")
@pytest.mark.parametrize(
    ("edge", "why"),
    [
        ("H6N", ""),
        ("F10W", ""),
        ("F11S", ""),
        ("F10E", "bad_front"),  # inside
        ("H5S", "bad_front"),  # outdoors
        ("J8S", "bad_front"),
        ("K8E", "bad_front"),  # a body behind it
    ],
)
def test_the_front_door_is_an_outer_wall_of_a_cell_without_a_body(edge: str, why: str) -> None:
    state = table("P", f"{BATHROOM}\nbedsit: 13B1@J8", card="15B")
    assert refusal(state, f"0 front {edge}") == why


@pytest.mark.rule("HS-9.1")
def test_outside_is_no_tree_no_water_and_no_court_and_the_cell_is_high() -> None:
    fronts = {key: {edge.name for edge in each.fronts} for key, each in SCENARIOS.items()}
    assert not {"G7E", "H6S"} & fronts["7"]  # on the court
    assert not {"F3E", "I6W"} & fronts["9"]  # on the water
    assert not {"C3N", "H3W"} & fronts["8"]  # under the vault
    assert fronts["8"] == {"H8S", "I8S"}
    assert fronts["11"] == {"G11S", "H11S", "I11S", "J11S"}  # on the street
    assert {name[-1] for name in fronts["4"]} == {"N"}
    assert {name[-1] for name in fronts["15"]} == {"S"}
    assert "A5W" not in fronts["15"]
    assert "G5N" not in fronts["9"]  # a bridge


@pytest.mark.rule("HS-9.2")
def test_with_a_corridor_it_opens_into_no_finished_room_without_one_into_the_entry_room() -> None:
    state = table("P", f"{BATHROOM}\nbedsit: 13B1@J8", card="15B")
    assert refusal(state, "0 front F7W") == refusal(state, "0 front G6N") == "bad_front"
    before = table("3", "toilet: 20A1r3@B9 | B9-C10 | C9E\nreading_cafe: 02A1@E3", card="07A")
    assert refusal(before, "0 front G10S") == ""
    assert refusal(before, "0 front C10S") == "bad_front"
    shop = "shop: 05A1@G3 | G3-J10 | -\nreading_cafe: 02A1@E3"
    finished = table("3", shop, card="07A")
    assert refusal(finished, "0 front G10S") == ""
    assert refusal(finished, "0 front F10S") == "bad_front"
    missing = table("3", "shop: -\nreading_cafe: 02A1@E3", card="07A")
    assert refusal(missing, "0 front F10S") == ""


@pytest.mark.rule("HS-9.3")
def test_it_is_set_in_any_drawing_and_closing_and_forgotten_where_it_is_no_longer_legal() -> None:
    start = table("P", f"{BATHROOM}\nbedsit: 13B1@J8", card="15B")
    state, events = played(start, "0 front F10W", "0 front K11E", "0 confirm")
    assert ("front", 0, "K11E") in events
    assert ("front", 0, "F10W") not in events
    assert texts(state)[0].splitlines()[-1] == "front: K11E"
    beside = after(start, "0 front K11E", "0 draw 1 0 H9", "0 erase H9")
    assert beside.pencils[0].front == "K11E"
    covered = after(start, "0 front K11E", "0 draw 1 2 J11")
    assert covered.pencils[0].front == ""
    assert after(covered, "0 erase J11").pencils[0].front == ""
    back, _ = play(home_staging, covered, 0, covered.turns[0], UNDO)
    assert back.pencils[0].front == ""
    kept, events = played(covered, "0 confirm")
    assert codes(events)[:2] == ["confirm", "drawn"]
    assert "front" not in codes(events)
    assert texts(kept)[0].count("front") == 0


@pytest.mark.rule("HS-9.3")
def test_a_front_door_is_judged_again_when_a_room_is_finished() -> None:
    text = "bathroom: 20A2r3@F6 21A1@G6 22A2@F8\nfront: K11E"
    start = table("P", text, closes=True)
    state = after(start, "0 close F6-K11 -", "0 confirm")
    assert texts(state)[0].count("front") == 0
    kept = after(start, "0 close F6-G9 G9S", "0 confirm")
    assert texts(kept)[0].splitlines()[-1] == "front: K11E"
    inside = after(start, "0 close F6-G9 G9S")
    assert refusal(inside, "0 front F7W") == "bad_front"
    moved, events = played(inside, "0 front H6N", "0 confirm")
    assert ("front", 0, "H6N") in events
    assert texts(moved)[0].splitlines()[-1] == "front: H6N"


@pytest.mark.rule("HS-9.4")
def test_as_long_as_none_is_set_the_best_is_used() -> None:
    text = "bathroom: 20A2r3@F9 | F9-K10 | K10S\nbedsit: 13B1@F6 | F6-H8 | H8E"
    answer = asked("score", "P", text)
    assert (answer["front"], answer["furniture"]) == ("I6N", 4)  # behind it the bed, not the toilet
    assert answer["out_of_reach"] == ["20A2r3@F9"]
    other = asked("score", "P", f"{text}\nfront: F11W")
    assert (other["front"], other["furniture"], other["out_of_reach"]) == ("F11W", 2, ["13B1@F6"])
    none = asked("score", "P", "bedsit: 13B1@F6 | F6-K11 | -")
    assert (none["front"], none["total"]) == (None, 0)


@pytest.mark.rule("HS-9.5")
def test_the_corridor_are_the_free_cells_of_no_room_behind_the_front_door() -> None:
    text = "bathroom: 20A2r3@F9 | F9-K10 | K10S\nbedsit: 13B1@F6 | F6-H8 | H8E"
    assert names(counted("P", text).reach.corridor) == (
        *("I6", "J6", "K6"),
        *("I7", "J7", "K7"),
        *("I8", "J8", "K8"),
    )
    below = counted("P", f"{text}\nfront: F11W").reach.corridor
    assert below.bit_count() == 6
    with_bodies = counted("P", f"{BATHROOM}\nbedsit: 13B1@J8")
    assert not with_bodies.reach.corridor & with_bodies.reach.home.body
    assert names(counted("9", "library: 05A1@B2 | B2-F3 | C3S").reach.corridor & SCENARIOS["9"].bridge) == (
        "G5",
        "H5",
    )


def test_it_may_be_at_the_border_of_the_sheet_unless_a_street_is_asked_for() -> None:
    entry = {
        "key": "x",
        "pencils": 0,
        "plan": ["ii=.............", "ii=............."],
        "rooms": [],
        "bonuses": [],
        "medals": [1, 2, 3],
    }
    anywhere = ["A1N", "A1W", "B1N", "B1E", "A2S", "A2W", "B2E", "B2S"]
    assert [edge.name for edge in Scenario(entry).fronts] == anywhere
    assert [edge.name for edge in Scenario(entry | {"front": "="}).fronts] == ["B1E", "B2E"]
    assert [edge.name for edge in Scenario(entry | {"front": "W"}).fronts] == ["A1W", "A2W"]
