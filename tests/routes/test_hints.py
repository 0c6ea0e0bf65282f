"""“What would you do?”: a player asks on their turn, reads why, and everybody sees that they asked."""

import pytest

from app.table import playable_games
from app.web.second_thoughts import cookie
from tests.support.guests import Guest, press, sat, started, text


def now(guest: Guest, game: str) -> str:
    answer = guest.post("/tables", data={"now": game, "name": "Ada"})
    assert answer.status_code == 303
    return str(answer.headers["location"])


def begun(ada: Guest, bruno: Guest) -> tuple[str, Guest, Guest]:
    """A game's address, who has to act, and who waits; both read English."""
    bruno.headers["Accept-Language"] = "en"
    table = started(ada, (bruno, "Bruno"))
    asked = "data-mine" in ada.get(table).text
    return table, *((ada, bruno) if asked else (bruno, ada))


@pytest.mark.parametrize("game", ["my_shelfie", "home_staging", "dream_home"])
def test_a_player_gets_a_hint_in_every_game(ada: Guest, game: str) -> None:
    """Against Otto, who may have the first turn and takes it at once."""
    assert game in playable_games.names()
    table = now(ada, game)
    assert "What would you do?" in ada.get(table).text
    while "data-mine" not in ada.get(table).text:
        pass  # Otto moves at once
    assert ada.post(f"{table}/hint").status_code == 303
    assert '<details class="hinted" open>' in ada.get(table).text


def test_the_others_see_that_a_hint_was_asked_for_but_not_what_it_said(ada: Guest, bruno: Guest) -> None:
    table, asker, other = begun(ada, bruno)
    name = "Ada" if asker is ada else "Bruno"
    assert asker.post(f"{table}/hint").status_code == 303
    own, seen = asker.get(table), other.get(table)
    assert 'class="hinted"' in own.text
    assert 'class="hinted"' not in seen.text
    assert f"{name} asked for a hint." in text(seen)
    assert f"{name} asked for a hint." not in text(own)
    assert "1 hint" in text(seen)
    assert asker.post(f"{table}/hint").status_code == 303
    assert "2 hints" not in text(other.get(table)), "once for each decision"


def test_hints_are_for_newcomers_unless_the_table_says_otherwise(ada: Guest, bruno: Guest) -> None:
    table, asker, _ = begun(ada, bruno)
    asker.get(table)
    asker.cookies.delete(cookie("dream_home"))
    asker.cookies.set(cookie("dream_home"), "another-table.0.-1")
    assert "What would you do?" not in asker.get(table).text
    refused = asker.post(f"{table}/hint")
    assert refused.status_code == 409
    assert "No hints at this table." in text(refused)


def test_a_table_without_hints_gives_none_to_newcomers_either(ada: Guest, bruno: Guest) -> None:
    lobby = sat(ada, (bruno, "Bruno"))
    press(ada, f"{lobby}/options", hints="off")
    assert "Hints: nobody" in text(ada.get(lobby))
    assert "What would you do?" not in ada.get(lobby).text
    assert ada.post(f"{lobby}/hint").status_code == 409


def test_nobody_gets_a_hint_out_of_turn(ada: Guest, bruno: Guest, eve: Guest) -> None:
    table, _, waits = begun(ada, bruno)
    refused = waits.post(f"{table}/hint")
    assert refused.status_code == 409
    assert "You can ask for a hint when it's your turn." in text(refused)
    assert eve.post(f"{table}/hint").status_code == 403
    assert "What would you do?" not in eve.get(f"{table}/watch").text
