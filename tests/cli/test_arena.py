"""`housewarming arena`: how strong a bot is, from every seat of every deal."""

import json
from typing import Any

import pytest

from app.cli.arena import arena, interval, wilson
from app.engine import dream_home, registry
from app.engine.bots import BOTS, greedy, random
from tests.support.command import housewarming


def report(*words: str) -> dict[str, Any]:
    ended = housewarming("arena", "dream_home", *words, "--json")
    assert (ended.status, ended.complained) == (0, "")
    said: dict[str, Any] = json.loads(ended.said)
    return {name: each for name, each in said.items() if name != "milliseconds"}


def test_the_same_seed_plays_the_same_games() -> None:
    words = ("greedy", "--against", "random", "--games", "6", "--players", "3", "--seed")
    assert report(*words, "one") == report(*words, "one") != report(*words, "two")


def test_every_deal_is_played_once_from_each_seat() -> None:
    said = report("greedy", "--against", "random", "--games", "7", "--players", "3")
    assert said["games"] == 9, "rounded up, so that each seat counts the same"
    assert len(said["by_seat"]) == 3
    assert said["share"] == pytest.approx(sum(said["by_seat"]) / 3, abs=0.001)
    assert said["fair"] == 0.333
    assert 0 <= said["low"] <= said["share"] <= said["high"] <= 1


def test_a_bot_against_itself_is_fair() -> None:
    said = arena(dream_home, random, random, 2, 60, "fair")
    assert said["low"] <= 0.5 <= said["high"]


def test_the_report_in_words_says_the_same() -> None:
    words = ("search:16", "--against", "greedy", "--games", "2")
    said = report(*words)
    told = housewarming("arena", "dream_home", *words).said
    assert "search:16 against greedy" in told
    assert f"{said['share']:.3f} [{said['low']:.3f}, {said['high']:.3f}]" in told
    assert 0 < said["playouts"] <= 16
    assert f"{said['playouts']} playouts" in told


def test_an_unknown_bot_is_named_with_the_known_ones() -> None:
    ended = housewarming("arena", "dream_home", "deep-thought")
    assert ended.status != 0
    assert "unknown bot deep-thought" in ended.complained
    assert all(name in ended.complained for name in (*BOTS, "linear", "search:N"))


@pytest.mark.parametrize("name", registry.names())
def test_every_game_has_an_arena(name: str) -> None:
    game = registry.game(name)
    assert arena(game, greedy, random, 2, 2, "any")["games"] == 2


def test_an_interval_grows_with_the_noise_between_deals() -> None:
    steady = interval([[1.0, 0.0]] * 50)
    noisy = interval([[1.0, 1.0], [0.0, 0.0]] * 25)
    assert steady == (0.5, 0.5), "who wins depends on the seat alone"
    assert noisy[0] < 0.4 < 0.6 < noisy[1]


def test_winning_every_game_is_no_proof_of_winning_always() -> None:
    low, high = interval([[1.0, 1.0]] * 50)
    assert (low, high) == pytest.approx((0.963, 1.0), abs=0.001)
    assert wilson(0.5, 100) == pytest.approx((0.404, 0.596), abs=0.001)
