"""What a roof scores."""

import pytest

from app.engine.core import Line
from app.engine.dream_home.scoring import score_house

from .drawing import house, points


def roof_points(text: str) -> int:
    scored = points(text)
    assert scored["total"] == scored["roof"]
    return scored["roof"]


@pytest.mark.rule("DH-8.8")
@pytest.mark.parametrize(
    "pile", ["red", "red red~", "red red red~", "red~ blue~ green~", "brown brown brown"]
)
def test_fewer_than_four_cards_score_nothing(pile: str) -> None:
    roof = f"""
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: {pile}
    """
    assert roof_points(roof) == 0


@pytest.mark.rule("DH-8.8")
def test_no_card_scores_nothing() -> None:
    bare = """
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """
    assert roof_points(bare) == 0


@pytest.mark.rule("DH-8.9", "DH-8.11")
@pytest.mark.parametrize(
    ("pile", "expected"),
    [
        ("red blue green brown", 3),
        ("red red red blue", 3),
        ("red red blue blue", 3),
        ("red blue green brown~", 4),
        ("red red~ blue blue~", 5),
        ("red~ blue~ green~ brown", 6),
        ("red~ blue~ green~ brown~", 7),
    ],
)
def test_four_cards_of_several_colours_score_3_and_their_windows(pile: str, expected: int) -> None:
    roof = f"""
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: {pile}
    """
    assert roof_points(roof) == expected


@pytest.mark.rule("DH-8.10", "DH-8.11", "DH-8.12")
@pytest.mark.parametrize("colour", ["red", "blue", "green", "brown"])
def test_four_cards_of_one_colour_score_8_and_9_with_the_window(colour: str) -> None:
    plain = f"""
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: {colour} {colour} {colour} {colour}
    """
    assert roof_points(plain) == 8
    assert roof_points(plain.replace(f"roof: {colour}", f"roof: {colour}~")) == 9


@pytest.mark.rule("DH-8.13", "DH-8.12", "DH-8.11")
@pytest.mark.parametrize(
    ("pile", "expected"),
    [
        ("red red blue green brown~", 4),  # the window is among the four
        ("red blue green brown red~ blue~", 5),
        ("blue red blue~ red red red", 8),  # one colour beats a window,
        ("blue~ green~ brown~ red~ blue blue blue", 9),
        ("red~ blue~ green~ red red brown~ blue blue", 7),
        ("blue blue blue blue red~ green~ brown~", 8),  # any number of windows
        ("red red red red blue blue blue blue~", 9),  # of two colours the one with a window
        ("blue~ blue blue blue red red red red", 9),
        ("red red red red red red~", 9),
        ("red red red red red", 8),
        ("red red red red red~ blue~ green~ brown~", 9),
    ],
)
def test_of_more_than_four_cards_the_best_four_count(pile: str, expected: int) -> None:
    roof = f"""
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: {pile}
    """
    assert roof_points(roof) == expected


@pytest.mark.rule("DH-8.13")
def test_each_line_says_which_cards_of_the_pile_are_used() -> None:
    uniform = house("""
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: blue~ red red red~ blue red red
    """)
    assert [line._replace(cells=tuple(sorted(line.cells))) for line in score_house(uniform, "sides")] == [
        Line("roof", "uniform", ("red",), 8, ("roof1", "roof2", "roof3", "roof5")),
        Line("roof", "windows", (1,), 1, ("roof3",)),
    ]
    mismatched = house("""
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: red red~ blue green~
    """)
    assert [line._replace(cells=tuple(sorted(line.cells))) for line in score_house(mismatched, "sides")] == [
        Line("roof", "mismatched", (), 3, ("roof0", "roof1", "roof2", "roof3")),
        Line("roof", "windows", (2,), 2, ("roof1", "roof3")),
    ]
    incomplete = house("""
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: red red
    """)
    assert score_house(incomplete, "sides") == (Line("roof", "incomplete", (2,), 0, ("roof0", "roof1")),)
