"""The rulebooks' own example of a score."""

import pytest

from .drawing import points


@pytest.mark.rule("DH-9.1", "DH-9.2", "DH-9.3", "DH-9.4", "DH-9.5")
@pytest.mark.parametrize("neighbours", ["sides", "row"])
def test_the_worked_example_scores_29(neighbours: str) -> None:
    example = """
        Pl  Li  Li*piano  Ba  Dr
        Ba  Be*cat_house  Ki  Pa  Ki
        ++  ++  ++  Ga  xx
        roof: red red~ blue green
    """
    assert points(example, neighbours) == {
        "rooms": 15,
        "decor": 4,
        "functionality": 6,
        "roof": 4,
        "total": 29,
    }
