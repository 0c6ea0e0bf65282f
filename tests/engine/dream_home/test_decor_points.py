"""What décor and home functionality are worth, and how the parts sum up."""

import pytest

from app.engine.core import Line
from app.engine.dream_home.scoring import score_house

from .drawing import house, points


@pytest.mark.rule("DH-8.14", "DH-8.15")
@pytest.mark.parametrize(
    ("cell", "worth"),
    [
        ("Li*piano", 3),
        ("Be*canopy_bed", 2),
        ("Ba*hot_tub", 2),
        ("Ki*ice_cream_machine", 2),
        ("St*cat_house", 1),
        ("Pl*painting_1", 1),
        ("Li*painting_2", 1),
        ("Pa*painting_3", 1),
    ],
)
def test_a_token_scores_its_printed_value_and_1_more_with_the_designer(cell: str, worth: int) -> None:
    furnished = f"""
        ..  ..  ..  ..  ..
        ..  {cell}  ..  ..  ..
        ++  ++  ++  ..  ..
    """
    assert points(furnished)["decor"] == worth
    assert points(furnished + "        beside: interior_designer")["decor"] == worth + 1
    assert points(furnished + "        beside: architect")["decor"] == worth


@pytest.mark.rule("DH-8.14", "DH-8.15")
@pytest.mark.parametrize(
    ("beside", "worth"),
    [
        ("tree_house", 2),
        ("bird_house", 1),
        ("tree_house bird_house", 3),
        ("interior_designer", 0),
        ("interior_designer tree_house", 2 + 1),
        ("bird_house interior_designer", 1 + 1),
        ("tree_house interior_designer bird_house", 3 + 2),
        ("architect handyman drill", 0),
    ],
)
def test_tree_house_and_bird_house_score_outside(beside: str, worth: int) -> None:
    garden = f"""
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: {beside}
    """
    assert points(garden) == {"rooms": 0, "decor": worth, "functionality": 0, "roof": 0, "total": worth}


@pytest.mark.rule("DH-8.16", "DH-8.19")
def test_a_bathroom_on_each_upper_storey_scores_3() -> None:
    both = """
        Ba  ..  ..  ..  ..
        St  ..  ..  ..  Ba
        ++  ++  ++  ..  Ga
    """
    ground_only = """
        ..  ..  ..  ..  ..
        Ba  St  ..  ..  Ba
        ++  ++  ++  ..  Ga
    """
    upper_only = """
        Ba  ..  ..  ..  Ba
        St  ..  ..  ..  Gr
        ++  ++  ++  ..  Ga
    """
    face_down = """
        Ba  ..  ..  ..  ..
        St  ..  ..  ..  xx/Ba/2
        ++  ++  ++  ..  Ga
    """
    assert points(both)["functionality"] == 3
    assert points(both + "        beside: architect")["functionality"] == 4
    for one in (ground_only, upper_only, face_down):
        assert points(one)["functionality"] == 0
        assert points(one + "        beside: architect")["functionality"] == 0


@pytest.mark.rule("DH-8.16")
def test_first_and_last_slot_of_each_storey_belong_to_it() -> None:
    ends = """
        xx  xx  xx  xx  Ba
        Ba  xx  xx  xx  xx
        ++  ++  ++  Ga  Ga
    """
    other_ends = """
        Ba  xx  xx  xx  xx
        xx  xx  xx  xx  Ba
        ++  ++  ++  Ga  Ga
    """
    assert points(ends)["functionality"] == points(other_ends)["functionality"] == 3


@pytest.mark.rule("DH-8.17", "DH-8.19")
def test_bathroom_kitchen_and_bedroom_score_3() -> None:
    home = """
        ..  Be  ..  ..  ..
        Ba  Li  Ki  ..  ..
        ++  ++  ++  ..  ..
    """
    assert points(home)["functionality"] == 3
    assert points(home + "        beside: architect")["functionality"] == 4
    assert points(home + "        beside: interior_designer")["functionality"] == 3
    for room in ("Ba", "Be", "Ki"):
        assert points(home.replace(room, "St"))["functionality"] == 0
        assert points(home.replace(room, f"xx/{room}/1"))["functionality"] == 0


@pytest.mark.rule("DH-8.18", "DH-8.19")
def test_each_functionality_counts_once() -> None:
    plenty = """
        Ba  Be  Ki  Be  Ba
        Ki  Ba  Be  Ba  Ki
        ++  ++  ++  Ga  Ga
    """
    assert points(plenty)["functionality"] == 3 + 3
    assert points(plenty + "        beside: architect")["functionality"] == 4 + 4


@pytest.mark.rule("DH-8.21", "DH-8.20", "DH-8.15")
def test_the_parts_hold_what_the_helpers_add() -> None:
    home = """
        Ba  Be*canopy_bed  xx  ..  ..
        Ki  Ba  Li*piano  xx  ..
        ++  ++  ++  Wi  ..
        roof: red red red red~
        beside: tree_house
    """
    bare = {"rooms": 1 + 1 + 1 + 1 + 1 + 2, "decor": 7, "functionality": 6, "roof": 9, "total": 29}
    assert points(home) == bare
    designer = home.replace("tree_house", "tree_house interior_designer")
    assert points(designer) == {**bare, "decor": 7 + 3, "total": 32}
    architect = home.replace("tree_house", "tree_house architect")
    assert points(architect) == {**bare, "rooms": 7 + 2, "functionality": 8, "total": 33}
    both = home.replace("tree_house", "architect tree_house interior_designer")
    assert points(both) == {"rooms": 9, "decor": 10, "functionality": 8, "roof": 9, "total": 36}


@pytest.mark.rule("DH-8.14", "DH-8.16")
def test_each_line_says_which_cells_it_comes_from() -> None:
    drawn = house("""
        Ba  Be*canopy_bed  ..  ..  ..
        Ki  Ba  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: bird_house interior_designer
    """)
    assert score_house(drawn, "sides")[4:] == (
        Line("decor", "token", ("canopy_bed",), 2, ("u1",)),
        Line("decor", "token", ("bird_house",), 1, ("bird_house",)),
        Line("decor", "interior_designer", (2,), 2, ("u1", "bird_house")),
        Line("functionality", "bathrooms", (), 3, ("u0", "g1")),
        Line("functionality", "basics", (), 3, ("u0", "g0", "u1")),
    )
