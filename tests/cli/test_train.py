"""`housewarming train`: bots learn from games they play."""

import json
from pathlib import Path

import pytest

from app.cli.train import lessons, pupil, train, weights_file
from app.engine import dream_home
from app.engine.dream_home.promise import learned
from app.engine.thinking import whole_turns
from tests.support.bot_games import played
from tests.support.command import housewarming


def test_a_lesson_says_what_the_bot_would_say() -> None:
    """The features and weights together give the very value that the bot plays by."""
    mind, weights = pupil(dream_home), learned(2)
    checked = 0
    for state, seat in played(dream_home, 2, "valued", "greedy"):
        for turn in whole_turns(dream_home, mind, state, seat)[:3]:
            lesson = mind.lesson(turn.position, seat)
            if lesson and not turn.position.waits:
                worth = lesson.known + weights.const[lesson.phase]
                for name, count in lesson.features.items():
                    a, b, c = weights.features.get(name, (0.0, 0.0, 0.0))
                    worth += count * (a + b * lesson.left + c * lesson.left**2)
                assert mind.value(turn.position, seat) == pytest.approx(worth, abs=1e-9)
                checked += 1
    assert checked > 20


def test_a_game_teaches_what_learners_saw_and_got() -> None:
    told = lessons(dream_home, 2, "a lesson")
    assert len(told) >= 10
    assert {lesson.phase for lesson, _ in told} <= {*range(1, 12)}


def test_a_tiny_training_writes_weights_that_say_how_they_were_made(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    path.write_text(weights_file(dream_home).read_text("utf-8"), "utf-8")
    before = json.loads(path.read_text("utf-8"))
    words = ("train", "dream_home", "--players", "3", "--games", "2", "--seed", "tiny", "--file", str(path))
    ended = housewarming(*words)
    assert (ended.status, ended.complained) == (0, "")
    after = json.loads(path.read_text("utf-8"))
    assert (after["2"], after["4"]) == (before["2"], before["4"])
    assert after["3"]["made"]["seed"] == "tiny"
    assert after["3"]["made"]["games"] == 2
    assert after["3"]["weights"] != before["3"]["weights"]
    assert "2 games" in ended.said


def test_the_same_seed_learns_the_same() -> None:
    assert train(dream_home, 2, 2, "twice", 1e9) == train(dream_home, 2, 2, "twice", 1e9)


def test_time_ends_a_training_but_never_before_its_first_game() -> None:
    assert train(dream_home, 2, 100, "short", 0)[1] == 1


def test_a_game_whose_bots_do_not_learn_is_refused(tmp_path: Path) -> None:
    ended = housewarming("train", "home_staging", "--file", str(tmp_path / "weights.json"))
    assert ended.status != 0
    assert "no bot that learns" in ended.complained
