"""A newcomer is asked about an option only if the other one scores three points more in their home."""

import pytest

from app.engine.core import Move
from app.engine.doubt import Doubt
from app.engine.home_staging.board.doubt import doubt
from app.engine.home_staging.state import TOKENS, State

from .drawing import table

FIRST, SECOND = ("tokens", 1), ("tokens", 0)


def turned_up(scenario: str, text: str, card: str) -> State:
    """The first player puts this card's token on one of its options."""
    return table(scenario, text, card=card)._replace(step=TOKENS, waiting=(0,), asked=(), tokens=())


def test_an_option_that_scores_three_points_less_than_the_other_is_asked_about() -> None:
    state = turned_up("1", "kitchen:", "10A")
    assert doubt(state, 0, FIRST) == Doubt(len(state.up), FIRST, 1, SECOND, 4)


def test_the_option_that_scores_more_is_no_question() -> None:
    assert doubt(turned_up("1", "kitchen:", "10A"), 0, SECOND) is None


def test_options_that_score_nearly_the_same_are_no_question() -> None:
    state = turned_up("P", "bathroom:", "20A")
    assert [doubt(state, 0, move) for move in (FIRST, SECOND)] == [None, None]


@pytest.mark.parametrize("move", [("confirm",), ("tokens", 7), ("draw", 1, 0, "F6")])
def test_other_moves_are_no_question(move: Move) -> None:
    assert doubt(turned_up("1", "kitchen:", "10A"), 0, move) is None


def test_once_everybody_draws_nothing_is_asked() -> None:
    assert doubt(table("1", "kitchen:", card="10A"), 0, FIRST) is None
