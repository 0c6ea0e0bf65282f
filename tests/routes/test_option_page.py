"""The page of an option that a game draws itself, used without script."""

import re

from tests.support.guests import Guest, press, text, told


def opened(host: Guest) -> str:
    """Opens a table of Home Staging; returns its address."""
    answer = host.post("/tables", data={"name": "Ada", "game": "home_staging"})
    assert answer.status_code == 303
    return str(answer.headers["location"])


def chosen(page: str) -> list[str]:
    return re.findall(r'<input[^>]*name="scenario"[^>]*value="(\w+)"[^>]*\schecked', page)


def test_a_table_that_never_played_gets_the_practice_home(ada: Guest) -> None:
    lobby = opened(ada)
    assert told(ada, lobby)["options"]["scenario"] == "P"
    assert "First keys" in text(ada.get(lobby))


def test_the_host_picks_a_home_on_a_page_of_its_own(ada: Guest) -> None:
    lobby = opened(ada)
    for address in (lobby, f"{lobby}/options"):
        assert f'href="{lobby}/options/scenario"' in ada.get(address).text
    assert 'name="scenario"' not in ada.get(f"{lobby}/options").text
    page = ada.get(f"{lobby}/options/scenario")
    homes = re.findall(r'<input[^>]*name="scenario"[^>]*value="(\w+)"', page.text)
    assert sorted(homes) == sorted(["P", *map(str, range(1, 21))])
    assert chosen(page.text) == ["P"]
    press(ada, f"{lobby}/options", scenario="7")
    assert told(ada, lobby)["options"]["scenario"] == "7"
    assert chosen(ada.get(f"{lobby}/options/scenario").text) == ["7"]


def test_saving_the_other_options_keeps_the_home(ada: Guest) -> None:
    lobby = opened(ada)
    press(ada, f"{lobby}/options", scenario="7")
    press(ada, f"{lobby}/options", open_pencils="True")
    assert told(ada, lobby)["options"]["scenario"] == "7"
    assert told(ada, lobby)["options"]["open_pencils"] is True


def test_everything_about_a_home_is_told(ada: Guest) -> None:
    lobby = opened(ada)
    page = text(ada.get(f"{lobby}/options/scenario"))
    assert "The landlady planted the tree" in page
    assert "single bed, chest of drawers, sofa, and small plant × 2" in page
    assert "+3 bedsit: a view of a tree" in page
    assert "bronze: 17 silver: 21 gold: 24" in page
    assert "No corridor: the front door and all other doors open into this room: shop." in page


def test_others_may_look_at_the_homes_but_not_choose(ada: Guest, bruno: Guest) -> None:
    lobby = opened(ada)
    press(bruno, f"{lobby}/seats", name="Bruno")
    assert f'href="{lobby}/options/scenario"' in bruno.get(lobby).text
    page = bruno.get(f"{lobby}/options/scenario")
    assert page.status_code == 200
    assert f'action="{lobby}/options"' not in page.text
    assert 'type="submit"' not in page.text.partition("<main")[2].partition("</main>")[0]


def test_only_an_option_that_is_drawn_has_a_page(ada: Guest) -> None:
    lobby = opened(ada)
    for name in ("confirm_turns", "chess", "scenario.html", "x" * 300):
        assert ada.get(f"{lobby}/options/{name}").status_code == 404
    other = ada.post("/tables", data={"name": "Ada", "game": "dream_home"}).headers["location"]
    assert ada.get(f"{other}/options/family").status_code == 404


def test_once_the_game_has_started_the_page_leads_to_the_table(ada: Guest) -> None:
    lobby = opened(ada)
    press(ada, f"{lobby}/ready", place="1", ready="yes")
    press(ada, f"{lobby}/start")
    answer = ada.get(f"{lobby}/options/scenario")
    assert (answer.status_code, answer.headers["location"]) == (303, lobby)
