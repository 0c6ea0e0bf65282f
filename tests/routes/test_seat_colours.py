"""Every player has a colour: chosen with the name, remembered, and unique at the table."""

import re

import pytest

from tests.support.guests import Guest, opened, press, told


def offered(guest: Guest, address: str) -> tuple[list[str], list[str]]:
    """The colours on offer, and the selected one."""
    page = guest.get(address).text
    radios = re.findall(r'<input type="radio"\s+name="colour"\s+value="(\w+)"\s*(checked)?', page)
    return [value for value, _ in radios], [value for value, checked in radios if checked]


def colours(guest: Guest, lobby: str) -> list[str]:
    return [seat["colour"] for seat in told(guest, lobby)["seats"]]


def token(guest: Guest, lobby: str) -> str:
    found = re.search(r'name="token" value="([^"]+)"', guest.get(lobby).text)
    assert found
    return found[1]


def test_a_colour_is_chosen_and_remembered(ada: Guest) -> None:
    every, chosen = offered(ada, "/")
    assert len(every) == 8
    assert chosen == ["brick"]
    answer = ada.post("/tables", data={"name": "Ada", "game": "dream_home", "colour": "plum"})
    lobby = answer.headers["location"]
    assert colours(ada, lobby) == ["plum"]
    assert offered(ada, "/") == (every, ["plum"])
    assert re.search(r'data-seat="0"\s+data-colour="plum"', ada.get(lobby).text)


def test_a_taken_colour_is_not_on_offer(ada: Guest, bruno: Guest) -> None:
    lobby = opened(ada)
    assert colours(ada, lobby) == ["brick"]
    bruno.post("/tables", data={"name": "Bruno", "game": "dream_home", "colour": "brick"})
    assert offered(bruno, lobby) == (["amber", "moss", "teal", "sky", "plum", "rose", "slate"], ["amber"])
    press(bruno, f"{lobby}/seats", name="Bruno", colour="brick")
    assert colours(ada, lobby) == ["brick", "amber"]


def test_the_chosen_colour_survives_a_refusal(ada: Guest, bruno: Guest) -> None:
    lobby = opened(ada)
    for address in ("/tables", f"{lobby}/seats"):
        answer = bruno.post(address, data={"name": " ", "game": "dream_home", "colour": "slate"})
        assert answer.status_code == 422
        assert re.search(r'value="slate"\s+checked', answer.text)


@pytest.mark.parametrize("colour", ["", "gold", "x" * 9000])
def test_an_invalid_colour_is_ignored(ada: Guest, bruno: Guest, colour: str) -> None:
    lobby = opened(ada)
    press(bruno, f"{lobby}/seats", name="Bruno", colour=colour)
    assert len({*colours(ada, lobby)}) == 2


def test_a_form_that_is_sent_twice_takes_one_seat(ada: Guest, bruno: Guest) -> None:
    lobby = opened(ada)
    form = {"name": "Bruno", "token": token(bruno, lobby)}
    first = bruno.post(f"{lobby}/seats", data=form, headers={"Cookie": ""})
    second = bruno.post(f"{lobby}/seats", data=form, headers={"Cookie": ""})
    assert first.headers["set-cookie"] == second.headers["set-cookie"]
    assert [seat["name"] for seat in told(ada, lobby)["seats"]] == ["Ada", "Bruno"]
