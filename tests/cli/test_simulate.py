"""`housewarming simulate`: whole games between bots, and their results."""

import json
from itertools import permutations
from typing import Any

import pytest

from app.cli.bot_game import play_out
from app.cli.simulate import simulate
from app.engine import dream_home, registry
from app.engine.bots import BOTS, random
from tests.support.command import housewarming


def report(*words: str) -> dict[str, Any]:
    ended = housewarming("simulate", "dream_home", *words, "--json")
    assert (ended.status, ended.complained) == (0, "")
    said: dict[str, Any] = json.loads(ended.said)
    return said


def test_the_same_seed_plays_the_same_games() -> None:
    words = ("--players", "3", "--games", "5", "--bot", "greedy,random,random", "--seed")
    first = report(*words, "a rainy evening")
    assert report(*words, "a rainy evening") == first
    assert report(*words, "another") != {**first, "seed": "another"}


def test_any_text_is_a_seed() -> None:
    """Even one that isn't valid text, as a command line can contain."""
    said = report("--players", "2", "--games", "1", "--seed", "\udcff\n🏠")
    assert said["seed"] == "\udcff\n🏠"


def test_the_report_as_json() -> None:
    said = report("--players", "2", "--games", "4", "--bot", "greedy,random", "--seed", "7")
    assert {name: type(value) for name, value in said.items()} == {
        "game": str,
        "players": int,
        "games": int,
        "seed": str,
        "bots": list,
        "moves": int,
        "scores": dict,
        "wins": dict,
        "shared": int,
    }
    assert (said["game"], said["players"], said["games"]) == ("dream_home", 2, 4)
    assert (said["seed"], said["bots"]) == ("7", ["greedy", "random"])
    assert said["moves"] > 4 * 2 * 12 * 2  # take, place, done: three moves a turn, fewer with a jackhammer
    assert sum(said["wins"].values()) + said["shared"] == said["games"]
    for bot in ("greedy", "random"):
        each = said["scores"][bot]
        assert list(each) == ["mean", "deviation", "lowest", "highest"]
        assert each["lowest"] <= each["mean"] <= each["highest"]
        assert each["deviation"] >= 0


def test_the_report_as_text_says_the_same() -> None:
    words = ("--players", "2", "--games", "4", "--bot", "greedy,random")
    said = report(*words)
    table = housewarming("simulate", "dream_home", *words).said.splitlines()
    assert table[0] == f"4 games of dream_home, 2 seats, {said['moves']} moves"
    assert table[1].split() == ["bot", "wins", "mean", "deviation", "lowest", "highest"]
    for line, bot in zip(table[2:], ("greedy", "random"), strict=True):
        each = said["scores"][bot]
        assert line.split() == [
            bot,
            str(said["wins"][bot]),
            f"{each['mean']:.2f}",
            f"{each['deviation']:.2f}",
            str(each["lowest"]),
            str(each["highest"]),
        ]


def test_greedy_beats_random_from_either_seat() -> None:
    """In 200 games for two, greedy wins at least nine in ten from each seat."""
    for seats in permutations(("greedy", "random")):
        said = simulate(dream_home, seats, 100, "either seat")
        assert said["wins"]["greedy"] >= 90, seats


@pytest.mark.parametrize("seats", dream_home.seats)
def test_a_game_ends_with_any_number_of_players(seats: int) -> None:
    result = play_out(dream_home, [random] * seats, "the end")
    assert len(result.points) == seats
    best = max(result.points)
    assert result.winners == tuple(seat for seat, points in enumerate(result.points) if points == best)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("chess", "--players", "2"),
            f"housewarming: Unknown game. Choose one of: {', '.join(registry.names())}.",
        ),
        (("dream_home", "--players", "5"), "housewarming: This game is for 2, 3, 4 players."),
        (("dream_home", "--players", "-2"), "housewarming: This game is for 2, 3, 4 players."),
        (
            ("dream_home", "--players", "2", "--bot", "greedy,random,random"),
            "housewarming: --bot must name one bot for all or one for each of the 2 seats",
        ),
        (
            ("dream_home", "--players", "2", "--bot", "clever"),
            f"housewarming: unknown bot clever; choose one of: {', '.join(BOTS)}",
        ),
        (("dream_home",), "Error: Missing option '--players'."),
        (("dream_home", "--players", "2", "--games", "0"), "Error: Invalid value for '--games'"),
        (("dream_home", "--players", "two"), "Error: Invalid value for '--players'"),
    ],
)
def test_bad_arguments_are_refused_with_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    ended = housewarming("simulate", *words)
    assert (ended.status, ended.said) == (2, "")
    assert ended.complained.splitlines()[-1].startswith(sentence)
    assert "Traceback" not in ended.complained
