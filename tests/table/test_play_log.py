"""An evening's games for BG Stats, programs and spreadsheets."""

import csv
import json
from typing import Any
from urllib.parse import unquote

from app.table.my_games import Player
from app.table.play_log import BG_STATS, LONGEST_LINK, as_csv, as_json, link
from app.table.street import Game

NOON = 1_700_049_600.0  # 2023-11-15, UTC
ADA, BRUNO = Player("Ada", "brick", False, 46, 1), Player("Bruno", "amber", False, 39, 2)


def played(*players: Player, code: str = "sunny-sofa-42", first: int | None = 1) -> Game:
    places = tuple(range(1, len(players) + 1))
    return Game(code, "dream_home", NOON, NOON + 36 * 60, code, places, players, first)


def sent(game: Game) -> Any:
    """What BG Stats reads from the link."""
    found = link(game, "Dream Home")
    assert found.startswith(BG_STATS)
    assert len(found) < LONGEST_LINK
    return json.loads(unquote(found.removeprefix(BG_STATS)))


def test_bg_stats_gets_everything_it_requires_and_what_fills_its_form() -> None:
    told = sent(played(ADA, BRUNO))
    assert told["sourceName"] == "Housewarming"
    assert (told["playDate"], told["durationMin"]) == ("2023-11-15 12:00:00", 36)
    assert told["game"]["name"] == "Dream Home"
    ada, bruno = told["players"]
    assert (ada["name"], ada["score"], ada["rank"]) == ("Ada", 46, 1)
    assert [(each["winner"], each["startPlayer"]) for each in (ada, bruno)] == [(True, False), (False, True)]


def test_ids_follow_the_name_and_tell_nothing_of_the_table() -> None:
    one, other = sent(played(ADA, BRUNO)), sent(played(BRUNO, ADA, code="busy-chimney-64"))
    assert one["players"][0]["sourcePlayerId"] == other["players"][1]["sourcePlayerId"]
    assert (
        one["sourcePlayId"]
        != other["sourcePlayId"]
        == sent(played(BRUNO, ADA, code="busy-chimney-64"))["sourcePlayId"]
    )
    assert "sunny" not in json.dumps(one)


def test_every_player_says_whether_they_won_and_began_even_if_nobody_did() -> None:
    for game in (played(ADA, first=None), played(*[BRUNO] * 6, first=None)):
        assert [{"winner", "startPlayer"} <= {*each} for each in sent(game)["players"]] == [True] * len(
            game.players
        )
        assert not any(each["startPlayer"] or each["winner"] for each in sent(game)["players"])


def test_the_longest_names_still_fit_into_a_link() -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466" * 24
    assert len(sent(played(*(Player(family, "brick", False, 1, 1) for _ in range(6))))["players"]) == 6


def test_json_and_csv_tell_the_same_with_floors() -> None:
    bot = Player("Otto", "moss", True, 20, 3)
    games, titles = [played(ADA, BRUNO, bot)], {"dream_home": "Dream Home"}
    [game] = json.loads(as_json(games, titles))["games"]
    rows = [*csv.DictReader(as_csv(games, titles).splitlines())]
    assert [each["floors"] for each in game["players"]] == [3, 2, None]
    assert [row["floors"] for row in rows] == ["3.0", "2.0", ""]
    assert [row["player"] for row in rows] == ["Ada", "Bruno", "Otto"]
    assert game["ended"] == rows[0]["ended"] == "2023-11-15T12:36:00Z"


def test_a_name_is_never_a_formula() -> None:
    eve = Player("=HYPERLINK(1)", "brick", False, 1, 1)
    [row] = csv.DictReader(as_csv([played(eve)], {"dream_home": "Dream Home"}).splitlines())
    assert row["player"] == "'=HYPERLINK(1)"
