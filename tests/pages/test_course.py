"""How a finished game went, read from its states: points round by round, and the best turn."""

from typing import Any

import pytest

from app.engine import registry
from app.engine.core import totals
from app.engine.record import replay
from app.pages.course import Course, followed, made_of
from tests.browser.planted import recorded


def course_of(number: int, game: str) -> tuple[Any, Course]:
    """The last state of a recorded game, and its course."""
    record, rules = recorded(number, game), registry.game(game)
    seats = (None, *(step.seat for step in record.steps))
    made = []
    for seat, (state, events) in zip(seats, replay(record), strict=True):
        made.append(made_of(rules, state, seat, events))
    return state, followed(rules, state, made)


@pytest.mark.parametrize("number", [1, 2, 6, 12])
def test_a_dream_home_has_twelve_rounds_and_ends_with_its_public_points(number: int) -> None:
    state, course = course_of(number, "dream_home")
    rules = registry.game("dream_home")
    assert len(course.rounds) == 12
    public = [
        sum(line.points for line in lines if line.part in rules.open_parts) for lines in rules.score(state)
    ]
    assert course.rounds[-1] == tuple(public)
    assert course.totals == tuple(totals(rules.parts, lines)["total"] for lines in rules.score(state))


def test_the_best_turn_is_the_one_that_brought_the_most() -> None:
    _, course = course_of(3, "dream_home")
    assert course.best
    assert course.best[:3] == (1, 7, 5), "Bruno, in round 7; Celina's two in a row brought 7"
    assert course.best.event
    assert course.best.event[:2] == ("place", 1)


def test_a_shelf_is_followed_turn_by_turn() -> None:
    state, course = course_of(6, "my_shelfie")
    assert len(course.rounds) > 5
    assert len(course.rounds[0]) == len(state.shelves)
    assert all(len(points) == len(state.shelves) for points in course.rounds)


def test_homes_drawn_at_the_same_time_have_no_turns_to_compare() -> None:
    _, course = course_of(19, "home_staging")
    assert (course.rounds, course.best) == ((), None)
    assert len(course.totals) == 2
