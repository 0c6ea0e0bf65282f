"""Playing now, against bots, from the front page, used without script."""

import re

import pytest

from app.engine.bots import FRIENDLY
from app.table import playable_games
from tests.support.guests import Guest, seats, text


def now(guest: Guest, game: str, **fields: str) -> str:
    """Press “Play now”; return the table's address."""
    answer = guest.post("/tables", data={"now": game, **fields})
    assert answer.status_code == 303, text(answer)
    return str(answer.headers["location"])


@pytest.mark.parametrize("game", playable_games.names())
def test_a_game_against_bots_starts_without_a_lobby(ada: Guest, game: str) -> None:
    table = now(ada, game, name="Ada")
    page = ada.get(table)
    assert page.status_code == 200
    assert 'data-scene="game"' in page.text
    own, *others = seats(ada, table)
    assert own[:2] == ("Ada", "human")
    assert [level for _, level, _ in others] == [FRIENDLY]
    assert '<bdi data-resident="otto">Otto</bdi>' in page.text


def test_a_game_against_bots_needs_no_name(ada: Guest) -> None:
    table = now(ada, "dream_home", name=" ", unnamed="Player")
    assert seats(ada, table)[0][0] == "Player"
    assert not re.search(
        r'name="name"\s+value="Player"', ada.get("/start?game=dream_home").text
    )  # not remembered


def test_without_script_the_buttons_lead_to_a_page_that_asks_for_a_name(ada: Guest) -> None:
    front = ada.get("/").text
    for how, game, goes in (("now", "my_shelfie", "Play My Shelfie"), ("game", "dream_home", "Open a table")):
        assert re.search(rf'action="/start">.*?name="{how}"\s+value="{game}"', front, re.DOTALL)
        page = ada.get("/start", params={how: game})
        assert page.status_code == 200
        assert re.search(rf'name="{how}" value="{game}"', page.text)
        assert goes in text(page)
    assert (
        text(ada.get("/start?now=my_shelfie")).count("You play against Otto, a bot who likes close games.")
        == 1
    )


def test_a_field_in_which_somebody_presses_enter_starts_nothing(ada: Guest) -> None:
    """A browser presses the form's first button, which is disabled."""
    for page in ("/", "/start?now=dream_home"):
        form = re.search(r'<form class="naming".*?</form>', ada.get(page).text, re.DOTALL)
        assert form
        first, *_ = re.findall(r"<button[^>]*>", form[0])
        assert first == '<button type="submit" disabled hidden>'


@pytest.mark.parametrize("asked", ["", "?now=chess", "?game=", "?now=", "?game=%00", "?now=" + "x" * 5000])
def test_a_name_is_asked_for_a_known_game_only(ada: Guest, asked: str) -> None:
    assert ada.get(f"/start{asked}").status_code == 404


@pytest.mark.parametrize("how", ["now", "game"])
def test_a_name_that_is_too_long_is_explained_and_kept(ada: Guest, how: str) -> None:
    long = "Ada" * 20
    answer = ada.post("/tables", data={how: "dream_home", "name": long})
    assert answer.status_code == 422
    assert "A name can have up to 24 characters." in text(answer)
    assert f'value="{long}"' in answer.text
    assert f'name="{how}" value="dream_home"' in answer.text


def test_an_unknown_game_is_not_started(ada: Guest) -> None:
    assert ada.post("/tables", data={"now": "chess", "name": "Ada"}).status_code == 422


def test_each_game_says_what_it_is_about(ada: Guest) -> None:
    front = text(ada.get("/"))
    assert "Build a house, card by card 20–30 min · 8+ · 2–4 players" in front
    assert "Furnish a floor plan, room by room 30–45 min · 10+ · 1–6 players" in front
    assert front.count("Play now") == front.count("Play with friends") == len(playable_games.names())
