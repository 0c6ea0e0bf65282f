"""Weights are fitted to how games ended, and stay sane where there is little to learn from."""

from random import Random

import pytest

from app.engine.learning import Lesson, Weights, fit

NOTHING = Weights((0.0, 0.0), {})


def test_the_weights_behind_the_points_are_found() -> None:
    chance = Random(1)
    lessons = []
    for _ in range(3000):
        phase, left, cats, dogs = (
            chance.randrange(2),
            chance.random(),
            chance.randrange(4),
            chance.randrange(2),
        )
        points = 10 * phase + cats * (1 - 2 * left) + dogs * (3 + left**2) + 7 + chance.gauss(0, 0.5)
        lessons.append((Lesson(7, phase, left, {"cats": cats, "dogs": dogs}), points))
    learned = fit(lessons, NOTHING)
    assert learned.weights.const == pytest.approx((0, 10), abs=0.3)
    for left in (0.0, 0.5, 1.0):
        a, b, c = learned.weights.features["cats"]
        assert a + b * left + c * left**2 == pytest.approx(1 - 2 * left, abs=0.25)
        a, b, c = learned.weights.features["dogs"]
        assert a + b * left + c * left**2 == pytest.approx(3 + left**2, abs=0.25)
    assert learned.error == pytest.approx(0.5, abs=0.05)


def test_a_feature_that_nobody_saw_keeps_its_weight() -> None:
    before = Weights((1.0,), {"rare": (4.0, -1.0, 0.5), "common": (0.0, 0.0, 0.0)})
    learned = fit([(Lesson(0, 0, 0.5, {"common": 1}), 3.0)] * 100, before)
    assert learned.weights.features["rare"] == (4.0, -1.0, 0.5)


def test_a_feature_seen_once_hardly_moves() -> None:
    before = Weights((0.0,), {"rare": (1.0, 0.0, 0.0)})
    lessons = [(Lesson(0, 0, 0.0, {"rare": 1}), 100.0), *[(Lesson(0, 0, 0.0, {}), 0.0)] * 100]
    assert fit(lessons, before).weights.features["rare"][0] < 8


def test_the_same_lessons_give_the_same_weights() -> None:
    chance = Random(2)
    lessons = [
        (Lesson(0, 0, chance.random(), {"x": chance.randrange(3)}), chance.random()) for _ in range(50)
    ]
    assert fit(lessons, NOTHING) == fit(lessons, NOTHING)
