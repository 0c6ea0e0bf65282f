"""The bright idea: the other option, or a mirrored piece."""

import pytest

from app.engine import home_staging
from app.engine.core import UNDO, play

from .drawing import after, offered, played, refusal, table, texts

SHEET = "bathroom: 20A2@F6"


@pytest.mark.rule("HS-6.1")
def test_once_a_game_one_piece_is_the_other_option_or_mirrored() -> None:
    start = table("P", SHEET, card="21A")
    assert {move[0] for move in offered(start, 0)} == {"draw", "other", "confirm"}
    assert refusal(table("P", SHEET, card="22A", ideas=0), "0 other 2 0 J8") == "no_idea"
    mirrors = table("P", "bathroom: 22A1@F6", card="20A", tokens=(0, 1))
    assert {move[0] for move in offered(mirrors, 0)} == {"draw", "other", "mirror", "confirm"}
    state, events = played(mirrors, "0 mirror 2 0 J6", "0 confirm")
    assert ("drawn", 0, (("20A2m@J6", "mirror"),)) in events
    assert state.ideas == (0,)


@pytest.mark.rule("HS-6.1")
def test_some_scenarios_give_two() -> None:
    start = table("20", "drawing_office: 05A1@C3", card="16A", tokens=(2, 0))
    assert start.ideas == (2,)
    state = after(start, "0 other 2 0 C7", "0 other 2 0 J7")
    assert texts(after(state, "0 confirm"))[0].count("16A2") == 2
    assert after(state, "0 confirm").ideas == (0,)


@pytest.mark.rule("HS-6.2")
def test_the_other_option_takes_a_token_when_all_lie_on_one() -> None:
    start = table("P", "bedsit: 13B1@J8", card="19A", tokens=(2, 0))
    assert refusal(start, "0 other 1 0 F6") == "not_other"
    assert refusal(start, "0 other 2 0 F6") == ""
    both = table("P", "bedsit: 13B1@J8", card="19A", tokens=(1, 1))
    assert refusal(both, "0 other 1 0 F6") == refusal(both, "0 other 2 0 F6") == "not_other"
    once = after(start, "0 other 2 0 F6", "0 draw 1 0 F8")
    assert offered(once, 0) == [("confirm",)]
    assert refusal(once, "0 draw 1 0 F9") == "no_token"
    full = after(start, "0 draw 1 0 F6", "0 draw 1 0 G6")
    assert refusal(full, "0 other 2 0 F8") == "no_token"
    assert {move[2] for move in offered(start, 0, "other")} == {0, 1}


@pytest.mark.rule("HS-6.3")
def test_a_mirrored_piece_takes_a_token_of_its_option() -> None:
    start = table("P", "bathroom: 22A1@F6", card="20A", tokens=(0, 1))
    assert refusal(start, "0 mirror 1 0 J6") == "no_token"
    drawn = after(start, "0 mirror 2 0 J6")
    assert offered(drawn, 0) == [("confirm",)]
    assert refusal(drawn, "0 draw 2 0 H6") == "no_token"
    other = table("P", "bathroom: 22A1@F6", card="20A", tokens=(1, 0))
    assert refusal(other, "0 mirror 1 0 J6") == "mirror_is_turn"


@pytest.mark.rule("HS-6.4")
def test_it_is_spent_when_the_turn_ends_with_the_piece_and_comes_back_when_it_is_erased() -> None:
    start = table("P", "bedsit: 13B1@J8", card="19A", tokens=(2, 0))
    drawn = after(start, "0 other 2 0 F6")
    assert (drawn.ideas, refusal(drawn, "0 other 2 0 F8")) == ((1,), "no_idea")
    erased = after(drawn, "0 erase F6")
    assert refusal(erased, "0 other 2 0 F8") == ""
    undone, _ = play(home_staging, drawn, 0, drawn.turns[0], UNDO)
    assert refusal(undone, "0 other 2 0 F8") == ""
    assert after(drawn, "0 confirm").ideas == (0,)
    assert after(erased, "0 confirm").ideas == (1,)
    assert after(start, "0 confirm").ideas == (1,)


@pytest.mark.rule("HS-6.5")
def test_the_active_player_may_use_it_too() -> None:
    start = table("P", "bathroom: 20A2@F6", "bathroom: 20A2@F6", card="22A")
    assert start.active == 0
    assert refusal(start, "0 other 2 0 J8") == refusal(start, "1 other 2 0 J8") == "no_wall J8"
    assert refusal(start, "0 other 2 2 K8") == refusal(start, "1 other 2 2 K8") == ""
