"""What somebody missed, from a real server: who may ask, and what odd requests get."""

from random import Random

import pytest

from tests.support.api import play_out, started
from tests.support.guests import text
from tests.support.in_process_server import Home


def test_a_player_is_told_what_the_others_did(home: Home) -> None:
    guests = started(home.guest(), "Bruno", game="my_shelfie")
    began, (first,) = guests[0].look()["version"], guests[0].look()["waiting"]
    chance = Random(1)
    while (now := guests[first].look())["waiting"] == [first]:
        move = chance.choice([each for each in now["moves"] if each != ["undo"]])
        guests[first].ask("POST", "/moves", turn=now["turn"], move=move, id=f"m{now['version']}")
    eve, missed = home.guest(), f"/r/{guests[0].code}/replay/missed"
    answer = eve.get(f"{missed}?since={began}")
    assert "While you were away" in text(answer)
    assert f"{('Ada', 'Bruno')[first]} adds" in text(answer)
    assert eve.get(f"{missed}?since={now['version']}").status_code == 204


@pytest.mark.parametrize("since", ["", "x", "-1", "9" * 30, "é"])
def test_an_odd_version_is_refused(home: Home, since: str) -> None:
    ada, _ = started(home.guest(), "Bruno")
    assert home.guest().get(f"/r/{ada.code}/replay/missed", params={"since": since}).status_code == 422


def test_how_a_game_ended_is_not_told_here(home: Home) -> None:
    guests = started(home.guest(), "Bruno", game="my_shelfie")
    play_out(guests, Random(1))
    answer = home.guest().get(f"/r/{guests[0].code}/replay/missed?since=1")
    assert (answer.status_code, text(answer)) == (204, "")
