"""What is hidden from whom, and when it comes to light."""

from random import Random

import pytest

from app.engine import home_staging, wire
from app.engine.core import Illegal
from app.engine.take_back import Made, taken_back
from tests.support import conformance

from .drawing import after, table

OPEN = "bathroom: 20A2r3@F6 21A1@G6"


@pytest.mark.rule("HS-14.1")
def test_pencils_of_the_running_turn_are_seen_by_their_own_seat_alone() -> None:
    assert "21A1@G6" in OPEN
    state = after(table("P", OPEN, OPEN, card="22A"), "0 draw 1 1 K6", "0 front F11W", "0 confirm")
    assert [home_staging.view(state, viewer).pencils[0] is None for viewer in (0, 1, None)] == [
        False,
        True,
        True,
    ]
    other = table("P", OPEN, OPEN, card="22A")
    other = after(other, "0 front F11S", "0 confirm")._replace(turns=state.turns)
    for viewer in (1, None):
        assert wire.dumps(home_staging.view(state, viewer)) == wire.dumps(home_staging.view(other, viewer))
        assert home_staging.describe(state, viewer) == home_staging.describe(other, viewer)
    shown = after(state, "1 confirm")
    assert "22A1r1@K6" in home_staging.describe(shown, 1)["sheets"][0]


def test_closings_are_hidden_too_and_open_pencils_hide_nothing() -> None:
    closing = after(table("P", OPEN, OPEN, closes=True), "0 close F6-G7 G7S")
    assert home_staging.describe(closing, 1)["closing"] == [None, None]
    openly = after(table("P", OPEN, OPEN, closes=True, open_pencils=True), "0 close F6-G7 G7S")
    assert home_staging.describe(openly, 1)["closing"] == [{"cells": "F6-G7", "door": "G7S"}, None]
    assert "pencil 0" not in home_staging.secrets(openly, 1)


def test_a_view_tells_no_card_to_come() -> None:
    state = table("P", OPEN)
    for luck in (b"x", b"y"):
        other = state._replace(luck=luck)
        assert home_staging.view(other, 0) == home_staging.view(state, 0)
        assert home_staging.describe(other, None) == home_staging.describe(state, None)
        assert home_staging.secrets(other, 0) != home_staging.secrets(state, 0)


def test_each_card_and_each_turn_shows_something() -> None:
    start = table("P", "bathroom: 20A2r3@F6")
    shown = after(start, "0 card 21")
    assert home_staging.secrets(start, 0) != home_staging.secrets(shown, 0)
    made = [Made(None, start), Made(0, shown._replace(waiting=()))]
    with pytest.raises(Illegal, match=r"nothing_to_take_back|seen_meanwhile"):
        taken_back(home_staging, made, 0)
    drawing = table("P", OPEN, OPEN, card="22A")
    ended = after(drawing, "0 confirm", "1 confirm")
    hidden = home_staging.secrets(drawing, 0)["pencil 1"]
    assert hidden[0] not in home_staging.secrets(ended, 0)["pencil 1"]


def test_another_state_that_looks_the_same_has_other_pencils() -> None:
    chance = Random(1)
    drawing = after(table("P", OPEN, OPEN, card="22A"), "0 draw 1 1 K6")
    drawn = {home_staging.reseal(drawing, 1, chance).pencils[0] for _ in range(60)}
    assert len(drawn) > 5
    assert {home_staging.reseal(drawing, 0, chance).pencils[0] for _ in range(9)} == {drawing.pencils[0]}
    closing = table("P", OPEN, OPEN, closes=True)
    closed = {home_staging.reseal(closing, 1, chance).pencils[0] for _ in range(30)}
    assert len(closed) > 2
    for seen in (drawing, closing):
        for _ in range(20):
            other = home_staging.reseal(seen, 1, chance)
            assert home_staging.view(other, 1) == home_staging.view(seen, 1)


def test_when_all_is_over_nothing_is_hidden() -> None:
    *_, last = conformance.walk(home_staging, 2, 0)
    assert home_staging.secrets(last.after, 1) == {}
    assert home_staging.reseal(last.after, 1, Random(1)) == last.after
