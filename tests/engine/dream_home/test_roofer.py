"""The roofer: take a roof card from the discards."""

import pytest

from app.engine import dream_home
from app.engine.core import totals
from app.engine.dream_home.state import State

from .drawing import after, drawn, offered, picture, played, refusal


def roof_points(state: State) -> int:
    return totals(dream_home.parts, dream_home.score(state)[0])["roof"]


@pytest.mark.rule("DH-7.8", "DH-7.9")
def test_the_roofer_takes_one_of_the_roofs_in_the_discards() -> None:
    table = drawn("""
        round: 12
        step: help
        queue:
        rooms: .. .. .. .. ..
        discarded_specials: drill brown~ red scaffold red piano blue
        house
        Li  Be  Ki  Ba  Pl
        Ba  Be  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
        roof: green green~
        beside: roofer
    """)
    assert offered(table) == {"roofer red", "roofer blue", "roofer brown~", "done"}
    for missing in ("red~", "blue~", "green", "green~", "brown"):
        assert refusal(table, f"roofer {missing}") == "not_in_discards"
    then, happened = played(table, "roofer red")
    assert happened == [("roofer", 0, "red")]
    assert picture(then).endswith("\nroof: green green~ red")
    left = drawn("discarded_specials: drill brown~ scaffold red piano blue roofer")
    assert then.discards.specials == left.discards.specials
    assert refusal(then, "roofer red") == "no_helper"


@pytest.mark.rule("DH-7.8", "DH-7.25")
def test_the_roofers_card_completes_a_roof() -> None:
    table = drawn("""
        round: 12
        step: help
        queue:
        rooms: .. .. .. .. ..
        discarded_specials: red
        house
        Li  Be  Ki  Ba  Pl
        Ba  Be  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
        roof: red red~ blue red
        beside: roofer
    """)
    assert roof_points(table) == 3 + 1
    assert roof_points(after(table, "roofer red")) == 8 + 1
