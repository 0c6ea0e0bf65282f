"""The oracle's scoring, checked with hand-made houses and the rulebooks' example."""

import pytest

from tests.engine.dream_home.oracle.scoring import drawn, roof_score, score

BOOKS_EXAMPLE = """
    Pl  Li  Li*piano  Ba  Dr  |
    Ba  Be*cat_house  Ki  Pa  Ki  |
                     Ga  xx
    roof: red red~ blue green
"""


def points(text: str, neighbours: str = "sides") -> tuple[int, int, int, int]:
    line = score(drawn(text), neighbours)
    assert line["total"] == line["rooms"] + line["decor"] + line["functionality"] + line["roof"]
    return line["rooms"], line["decor"], line["functionality"], line["roof"]


def test_the_books_worked_example_scores_29() -> None:
    assert points(BOOKS_EXAMPLE) == (15, 4, 6, 4)


def test_the_books_example_with_architect_and_tree_house() -> None:
    assert points(BOOKS_EXAMPLE + "beside: architect drill tree_house") == (15 + 1, 4 + 2, 4 + 4, 4)


def test_the_designer_adds_one_per_token_outside_too() -> None:
    assert points(BOOKS_EXAMPLE + "beside: interior_designer bird_house") == (15, 4 + 1 + 3, 6, 4)


def test_rooms_score_by_their_size_and_storeys_never_join() -> None:
    assert points("Li Li Li xx Li | Li Li Ki Ki Be | Ga Ga")[0] == 9 + 1 + 4 + 6 + 1 + 4
    assert points("Pl xx Pl xx .. | Pl Pl Be Be .. | Ga Wi")[0] == 2 + 2 + 6 + 4 + 0 + 2


def test_a_special_room_looks_up_and_down_only_by_the_option() -> None:
    house = "Pa .. .. .. .. | Ki Be Dr .. .. | .. .."
    assert points(house, "sides")[0] == 3 + 1 + 1 + 3
    assert points(house, "row")[0] == 1 + 1 + 1 + 3


def test_a_special_room_does_not_look_into_a_corner_or_at_an_empty_room() -> None:
    assert points("Sa xx .. .. .. | xx Ba .. .. .. | .. ..")[0] == 1 + 1


def test_functionality_needs_bathrooms_on_both_storeys_or_the_three_rooms() -> None:
    assert points("Ba xx Ba .. .. | Li Be xx .. .. | .. ..")[2] == 0
    assert points("Ba xx Ba .. .. | Li Be Ki .. .. | .. ..")[2] == 3
    assert points("Ba xx xx .. .. | Ba Be xx .. .. | .. .. beside: architect")[2] == 4


@pytest.mark.parametrize(
    ("roofs", "worth"),
    [
        ("", 0),
        ("red red red~", 0),
        ("red red blue green", 3),
        ("red~ blue~ green~ brown~", 7),
        ("red red red red", 8),
        ("red red red red red~", 9),
        ("red red red red blue~ green~", 8),
        ("red red red blue~ green~ brown~", 6),
    ],
)
def test_the_best_four_roofs_count(roofs: str, worth: int) -> None:
    assert roof_score(roofs.split()) == worth


# Placing
