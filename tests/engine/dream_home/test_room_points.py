"""What rooms score."""

import pytest

from app.engine.core import Line
from app.engine.dream_home.scoring import score_house

from .drawing import house, points


def room_points(text: str, neighbours: str = "sides") -> int:
    return points(text, neighbours)["rooms"]


@pytest.mark.rule("DH-8.1")
@pytest.mark.parametrize(
    ("letters", "worth"),
    [
        ("Li", (1, 4, 9)),
        ("Be", (1, 4)),
        ("Ki", (1, 6)),
        ("Pl", (2, 6)),
        ("Ba", (1,)),
        ("Pa", (1,)),
        ("Sa", (1,)),
        ("Dr", (1,)),
        ("St", (2,)),
        ("Lb", (2,)),
        ("Gr", (2,)),
    ],
)
def test_a_room_of_the_upper_storeys_scores_by_its_size(letters: str, worth: tuple[int, ...]) -> None:
    for size, expected in enumerate(worth, 1):
        row = " ".join([letters] * size + [".."] * (5 - size))
        ground = f"""
            ..  ..  ..  ..  ..
            {row}
            ++  ++  ++  ..  ..
        """
        assert room_points(ground) == expected


@pytest.mark.rule("DH-8.1")
@pytest.mark.parametrize(
    ("letters", "worth"), [("Ga", (0, 4)), ("So", (1,)), ("Wi", (2,)), ("Wo", (2,)), ("La", (1,))]
)
def test_a_room_of_the_basement_scores_by_its_size(letters: str, worth: tuple[int, ...]) -> None:
    for size, expected in enumerate(worth, 1):
        cells = " ".join([letters] * size + [".."] * (2 - size))
        basement = f"""
            ..  ..  ..  ..  ..
            ..  ..  ..  ..  ..
            ++  ++  ++  {cells}
        """
        assert room_points(basement) == expected


@pytest.mark.rule("DH-8.1")
def test_cards_apart_or_above_one_another_are_rooms_of_their_own() -> None:
    apart = """
        Li  Ki  ..  ..  Li
        Li  Ki  Li  xx  Li
        ++  ++  ++  xx  xx
    """
    assert room_points(apart) == 7


@pytest.mark.rule("DH-8.1")
def test_the_ends_of_two_storeys_are_no_room() -> None:
    ends = """
        xx  xx  xx  Be  Li
        Li  xx  xx  xx  xx
        ++  ++  ++  Ga  xx
    """
    assert room_points(ends) == 3


@pytest.mark.rule("DH-8.2", "DH-8.3", "DH-8.6")
@pytest.mark.parametrize(("special", "named"), [("Pa", "Ki"), ("Sa", "Ba"), ("Dr", "Be")])
def test_a_special_room_scores_3_next_to_the_room_it_names(special: str, named: str) -> None:
    left = f"""
        xx  xx  xx  xx  xx
        xx  {named}  {special}  xx  xx
        ++  ++  ++  xx  xx
    """
    right = f"""
        xx  xx  xx  xx  xx
        xx  xx  xx  {special}  {named}
        ++  ++  ++  xx  xx
    """
    above = f"""
        xx  xx  xx  xx  {named}
        xx  xx  xx  xx  {special}
        ++  ++  ++  xx  xx
    """
    below = f"""
        {special}  xx  xx  xx  xx
        {named}  xx  xx  xx  xx
        ++  ++  ++  xx  xx
    """
    for beside in (left, right, above, below):
        assert room_points(beside) == 1 + 3
    assert [room_points(each, "row") for each in (left, right, above, below)] == [4, 4, 2, 2]


@pytest.mark.rule("DH-8.2")
@pytest.mark.parametrize(
    ("special", "others"), [("Pa", "Ba Be Li"), ("Sa", "Ki Be Li"), ("Dr", "Ba Ki Li"), ("St", "Ki Ba Be")]
)
def test_next_to_other_rooms_it_scores_no_more(special: str, others: str) -> None:
    one, other, third = others.split()
    alone = 2 if special == "St" else 1
    drawn = f"""
        ..  {one}  ..  ..  ..
        {other}  {special}  {third}  ..  ..
        ++  ++  ++  ..  ..
    """
    assert room_points(drawn) == 3 + alone


@pytest.mark.rule("DH-8.2")
def test_several_such_neighbours_score_it_once() -> None:
    both = """
        xx  Ki  xx  xx  xx
        Ki  Pa  Ki  xx  xx
        ++  ++  ++  xx  xx
    """
    assert room_points(both) == 1 + 1 + 1 + 3
    assert room_points(both, "row") == 1 + 1 + 1 + 3


@pytest.mark.rule("DH-8.4")
def test_a_corner_or_the_end_of_another_storey_is_not_next_to() -> None:
    corner = """
        xx  Ki  xx  xx  xx
        Pa  xx  xx  xx  xx
        ++  ++  ++  xx  xx
    """
    ends = """
        xx  xx  xx  xx  Ki
        Pa  xx  xx  xx  xx
        ++  ++  ++  xx  xx
    """
    other_ends = """
        xx  xx  xx  xx  Pa
        Ki  xx  xx  xx  xx
        ++  ++  ++  xx  xx
    """
    two_apart = """
        xx  xx  xx  xx  xx
        Ki  xx  Pa  xx  xx
        ++  ++  ++  xx  xx
    """
    for apart in (corner, ends, other_ends, two_apart):
        assert room_points(apart) == room_points(apart, "row") == 1 + 1


@pytest.mark.rule("DH-8.5")
def test_the_neighbour_lies_face_up_in_a_room_of_any_size() -> None:
    face_down = """
        ..  ..  ..  ..  ..
        Pa  xx/Ki/2  ..  ..  ..
        ++  ++  ++  ..  ..
    """
    full = """
        ..  ..  ..  ..  ..
        Pa  Ki  Ki  ..  ..
        ++  ++  ++  ..  ..
    """
    full_below = """
        Dr  ..  ..  ..  ..
        Be  Be  ..  ..  ..
        ++  ++  ++  ..  ..
    """
    assert room_points(face_down) == 1
    assert room_points(full) == 3 + 6
    assert room_points(full_below) == 3 + 4


@pytest.mark.rule("DH-8.5", "DH-8.2")
def test_a_special_room_lying_face_down_scores_nothing() -> None:
    scored = """
        ..  ..  ..  ..  ..
        xx/Pa/1  Ki  ..  ..  ..
        ++  ++  ++  ..  ..
    """
    assert room_points(scored) == 1


@pytest.mark.rule("DH-8.7")
def test_a_token_leaves_the_points_of_its_room_alone() -> None:
    bare = """
        Li  Li  Be  Sa  Pa
        Ba  Ki  Be  Ba  Ki
        ++  ++  ++  Ga  Ga
    """
    furnished = """
        Li*piano  Li  Be*canopy_bed  Sa*painting_1  Pa*cat_house
        Ba  Ki*ice_cream_machine  Be*painting_2  Ba*hot_tub  Ki
        ++  ++  ++  Ga  Ga
    """
    assert room_points(bare) == room_points(furnished) == 4 + 1 + 3 + 3 + 1 + 1 + 1 + 1 + 1 + 4


@pytest.mark.rule("DH-8.20")
def test_empty_rooms_score_with_the_architect_only() -> None:
    empty = """
        ..  ..  ..  xx/Ba/1  ..
        xx/Ki/1  Li  xx  xx  ..
        ++  ++  ++  xx/Ga/1  ##
    """
    assert room_points(empty) == 1
    assert room_points(empty + "        beside: architect") == 1 + 5
    assert room_points(empty + "        beside: interior_designer handyman supplier roofer") == 1


@pytest.mark.rule("DH-8.1", "DH-8.2")
def test_each_line_says_which_cells_it_comes_from() -> None:
    drawn = house("""
        xx  ..  ..  ..  ..
        Pa  Ki  Ki  ..  Sa
        ++  ++  ++  ..  xx
        beside: architect
    """)
    assert score_house(drawn, "sides") == (
        Line("rooms", "room_beside", ("pantry", "kitchen"), 3, ("g0", "g1")),
        Line("rooms", "room", ("kitchen", 2), 6, ("g1", "g2")),
        Line("rooms", "room", ("sauna", 1), 1, ("g4",)),
        Line("rooms", "empty_rooms", (2,), 2, ("u0", "b4")),
    )
