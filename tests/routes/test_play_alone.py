"""Playing alone from the front page, used without script."""

import re

from tests.support.guests import Guest, seats, text

GAME = "home_staging"


def alone(guest: Guest, **fields: str) -> str:
    """Presses “Play alone” and returns the table's address."""
    answer = guest.post("/tables", data={"alone": GAME, **fields})
    assert answer.status_code == 303, text(answer)
    return str(answer.headers["location"])


def test_only_a_game_for_one_can_be_played_alone(ada: Guest) -> None:
    offered = re.findall(r'name="alone"\s+value="(\w+)"', ada.get("/").text)
    assert offered == [GAME]
    answer = ada.post("/tables", data={"alone": "my_shelfie", "name": "Ada"})
    assert answer.status_code == 422
    assert "This game is for 2, 3, 4 players." in text(answer)


def test_a_game_alone_starts_without_a_lobby(ada: Guest) -> None:
    table = alone(ada, name="Ada")
    page = ada.get(table)
    assert page.status_code == 200
    assert 'data-scene="game"' in page.text
    assert "data-mine" in page.text
    assert [name for name, *_ in seats(ada, table)] == ["Ada"]
    assert 'value="Ada"' in ada.get("/start?game=dream_home").text


def test_a_game_alone_needs_no_name(ada: Guest, bruno: Guest) -> None:
    for guest, name in ((ada, "Player"), (bruno, "Giocatore")):
        unnamed, *_ = re.findall(r'name="unnamed" value="([^"]+)"', guest.get("/").text)
        assert unnamed == name
        table = alone(guest, name=" ", unnamed=unnamed)
        assert [name for name, *_ in seats(guest, table)] == [unnamed]
        assert f'value="{unnamed}"' not in re.sub(r'name="unnamed" value="[^"]+"', "", guest.get("/").text)


def test_a_game_alone_is_played_under_the_name_that_the_browser_remembers(ada: Guest) -> None:
    alone(ada, name="Ada")
    assert [name for name, *_ in seats(ada, alone(ada, unnamed="Player"))] == ["Ada"]


def test_an_unknown_game_is_not_started_alone(ada: Guest) -> None:
    assert ada.post("/tables", data={"alone": "chess", "name": "Ada"}).status_code == 422


def test_a_name_that_is_too_long_is_explained(ada: Guest) -> None:
    answer = ada.post("/tables", data={"alone": GAME, "name": "Ada" * 20})
    assert answer.status_code == 422
    assert "A name can have up to 24 characters." in text(answer)
