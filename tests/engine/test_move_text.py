"""Moves as text: what forms send is exactly the move that the button was for."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from app.engine.core import LONGEST_MOVE, Move
from app.engine.move_text import move_of, text_of

ATOMS = some.text(some.characters(exclude_categories=["Cs"])) | some.integers()


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (("place", "g0", "up"), "place g0 up"),
        (("draw", 1, 3, "F6"), "draw 1 3 F6"),
        (("close", "F6-G9 H1", "G9S"), '["close","F6-G9 H1","G9S"]'),
        (("say", "7"), '["say","7"]'),
        (("say", -1), '["say",-1]'),
        (("[odd",), "[odd"),
        (('["say",7]',), '["[\\"say\\",7]"]'),
    ],
)
def test_a_move_is_words_or_a_list_if_words_would_change_it(move: Move, text: str) -> None:
    assert text_of(move) == text
    assert move_of(text) == move


@given(some.lists(ATOMS, min_size=1, max_size=5).map(tuple))
def test_every_move_survives_being_sent(move: Move) -> None:
    assert move_of(text_of(move)) == move


@pytest.mark.parametrize(
    "text",
    [
        "[",
        "[]",
        "[[]]",
        "[true]",
        "[1.0]",
        '["say", 7]',
        '["\\ud800"]',
        '["say",7]x',
        "[" * 60_000,
        f"[{'9' * 60_000}]",
    ],
)
def test_what_no_button_sends_is_words(text: str) -> None:
    """So a move has one text only, and nothing that can't be stored or shown gets any further."""
    assert move_of(text) == tuple(text.split(" "))


def test_long_lists_are_cut_or_refused_later() -> None:
    assert len(move_of("a " * 10_000)) == LONGEST_MOVE
