"""Table options beside the game's: chosen together, shown in the lobby, and whether the table is listed."""

import re

from app.table import seating
from tests.support.guests import Guest, opened, place, press, sat, seats, started, text, told


def test_table_options_are_chosen_together_with_the_games(ada: Guest, bruno: Guest) -> None:
    lobby = sat(ada, (bruno, "Bruno"))
    press(bruno, f"{lobby}/ready", place=place(bruno, lobby), ready="yes")
    assert re.search(r'name="seconds"\s+value="0"\s+checked', ada.get(f"{lobby}/options").text)
    press(ada, f"{lobby}/options", seconds="120", take_back="True", running_score="nonsense")
    assert told(ada, lobby)["table_options"] == {
        "watching": "open",
        "listed": False,
        "seconds": 120,
        "take_back": True,
        "running_score": "all",
        "hints": "newcomers",
    }
    assert re.search(r'name="seconds"\s+value="120"\s+checked', ada.get(f"{lobby}/options").text)
    assert not any(ready for _, _, ready in seats(ada, lobby))  # they have to get ready again


def test_the_lobby_shows_the_table_options_that_are_not_the_default(ada: Guest, bruno: Guest) -> None:
    lobby = opened(ada)
    assert "Undoing turns" not in text(ada.get(lobby))
    press(ada, f"{lobby}/options", take_back="True", seconds="60")
    assert "Undoing turns: if everyone agrees" in text(ada.get(lobby))
    assert "Time per move: 60 seconds" in text(ada.get(lobby))
    assert "60 secondi" in text(bruno.get(lobby))


def test_a_listed_table_is_found_on_the_front_page(ada: Guest, bruno: Guest, eve: Guest) -> None:
    hidden, lobby = opened(ada), sat(ada, (bruno, "Bruno"))
    assert f'href="{lobby}/watch"' not in eve.get("/").text
    press(ada, f"{lobby}/options", listed="True")
    page = eve.get("/")
    assert f'href="{lobby}/watch"' in page.text
    assert hidden not in page.text
    assert "Tables to watch Dream Home Ada and Bruno Watch" in text(page)
    press(ada, f"{lobby}/options", listed="False")
    assert f'href="{lobby}/watch"' not in eve.get("/").text


def test_the_newest_listed_tables_come_first(ada: Guest, bruno: Guest, eve: Guest) -> None:
    first, second = started(ada, (bruno, "Bruno")), opened(ada)
    third = opened(ada)
    for lobby in (second, third):
        press(ada, f"{lobby}/options", listed="True")
    assert re.findall(r'href="(/r/[^"/]*)/watch"', eve.get("/").text)[:2] == [third, second]
    press(ada, f"{third}/options", listed="False")
    assert third not in eve.get("/").text
    assert first not in eve.get("/").text


def test_an_abandoned_game_is_no_longer_listed(ada: Guest, bruno: Guest, eve: Guest) -> None:
    lobby = sat(ada, (bruno, "Bruno"))
    press(ada, f"{lobby}/options", listed="True")
    for guest in (ada, bruno):
        press(guest, f"{lobby}/ready", place=place(guest, lobby), ready="yes")
    press(ada, f"{lobby}/start")
    assert f'href="{lobby}/watch"' in eve.get("/").text
    press(ada, f"{lobby}/abandon")
    assert f'href="{lobby}/watch"' not in eve.get("/").text


def test_everyones_points_show_unless_the_table_is_older_than_that_option() -> None:
    new = seating.opened("dream_home", {}, b"secret")
    assert seating.agreed(new, "running_score") == "all"
    stored = seating.opened("dream_home", {"running_score": "off"}, b"secret")
    assert seating.agreed(stored, "running_score") == "off"
    assert seating.agreed(new._replace(table_options=()), "running_score") == "off"
