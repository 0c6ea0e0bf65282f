"""Latecomers ask for a seat whose player is away; the host grants it or says no."""

import re

import pytest

from app.live.presence import GRACE_SECONDS, of_place
from app.table.seat_requests import MOST_ASKING, MOST_ASKING_FROM_ONE
from tests.support.guests import Guest, names, place, press, sat, seats, started, text, told
from tests.support.in_process_server import Home


def left(ada: Guest, bruno: Guest) -> tuple[str, str]:
    """A game that Bruno has left: its address, and his place."""
    lobby = started(ada, (bruno, "Bruno"))
    form = re.search(r'name="place"\s+value="(\d+)"', bruno.get(f"{lobby}/leave").text)
    assert form
    press(bruno, f"{lobby}/leave", place=form[1])
    return lobby, form[1]


def asker(host: Guest, lobby: str) -> str:
    form = re.search(
        rf'action="{lobby}/grant">.*?name="place"\s+value="(\d+)"', host.get(lobby).text, re.DOTALL
    )
    assert form
    return form[1]


def test_a_latecomer_asks_for_an_open_seat_and_gets_it(ada: Guest, bruno: Guest, celina: Guest) -> None:
    lobby, of_bruno = left(ada, bruno)
    assert "Poproś o miejsce" in text(celina.get(lobby))
    assert re.search(rf'value="{of_bruno}"\s+required\s+checked', celina.get(f"{lobby}/ask").text)
    press(celina, f"{lobby}/ask", name="Celina", place=of_bruno)
    assert "Celina wants to take Bruno's seat." in text(ada.get(lobby))
    assert seats(ada, lobby)[1] == ("Bruno", "mimi", True)
    press(ada, f"{lobby}/grant", place=asker(ada, lobby))
    assert seats(ada, lobby)[1] == ("Celina", "human", True)
    assert celina.get(f"{lobby}/leave").status_code == 200
    assert f"{lobby}/grant" not in ada.get(lobby).text


def test_granting_a_seat_revokes_the_absent_players_key(home: Home) -> None:
    ada, bruno, celina = home.guest(), home.guest(), home.guest("pl")
    lobby = started(ada, (bruno, "Bruno"))
    of_bruno = re.search(r'name="place"\s+value="(\d+)"', bruno.get(f"{lobby}/leave").text)
    assert of_bruno
    presence = home.presence(lobby)
    presence.arrive([of_place(1), of_place(int(of_bruno[1]))])
    press(celina, f"{lobby}/ask", name="Celina", place=of_bruno[1])
    assert f"{lobby}/grant" not in ada.get(lobby).text  # he is here
    presence.leave([of_place(int(of_bruno[1]))])
    home.clock.now += GRACE_SECONDS
    press(celina, f"{lobby}/ask", name="Celina", place=of_bruno[1])
    press(ada, f"{lobby}/grant", place=asker(ada, lobby))
    assert names(ada, lobby) == ["Ada", "Celina"]
    assert bruno.post(f"{lobby}/leave", data={"place": of_bruno[1]}).status_code == 403
    assert celina.get(f"{lobby}/leave").status_code == 200


def test_the_host_may_say_no(ada: Guest, bruno: Guest, celina: Guest) -> None:
    lobby, of_bruno = left(ada, bruno)
    press(celina, f"{lobby}/ask", name="Celina", place=of_bruno)
    number = asker(ada, lobby)
    press(ada, f"{lobby}/decline", place=number)
    assert seats(ada, lobby)[1] == ("Bruno", "mimi", True)
    assert "Możesz oglądać dalej" in text(celina.get(lobby))
    late = ada.post(f"{lobby}/grant", data={"place": number})
    assert late.status_code == 422
    assert "No one is asking for a seat any more." in text(late)


def test_asking_twice_makes_one_request(ada: Guest, bruno: Guest, celina: Guest) -> None:
    lobby, of_bruno = left(ada, bruno)
    for name in ("Celina", "Cela"):
        press(celina, f"{lobby}/ask", name=name, place=of_bruno)
    assert re.findall(r"(\w+) wants to take Bruno's seat", text(ada.get(lobby))) == ["Cela"]


def test_requests_are_limited_in_all_and_for_each_address(home: Home) -> None:
    lobby, of_bruno = left(home.guest(), home.guest())
    many = [
        (address, home.guest(address=address))
        for address, guests in (("203.0.113.7", 7), ("2001:db8:1:2::7", 7), ("198.51.100.1", 1))
        for _ in range(guests)
    ]
    answers = [
        (address, guest.post(f"{lobby}/ask", data={"name": "Eve", "place": of_bruno}).status_code)
        for address, guest in many
    ]
    assert answers == [
        *[("203.0.113.7", 303)] * MOST_ASKING_FROM_ONE,
        ("203.0.113.7", 422),
        *[("2001:db8:1:2::7", 303)] * (MOST_ASKING - MOST_ASKING_FROM_ONE),
        ("2001:db8:1:2::7", 422),
        ("198.51.100.1", 422),
    ]
    (_, first), *_ = many
    press(first, f"{lobby}/ask", name="Evelina", place=of_bruno)
    assert home.room(lobby).table.spectators[0].name == "Evelina", "who asks already may ask otherwise"


def test_a_seat_in_play_cannot_be_asked_for(ada: Guest, bruno: Guest, eve: Guest) -> None:
    lobby = started(ada, (bruno, "Bruno"))
    assert eve.get(f"{lobby}/ask").status_code == 303
    assert "/ask" not in eve.get(lobby).text
    for number in ("1", "2", "77"):
        assert eve.post(f"{lobby}/ask", data={"name": "Eve", "place": number}).status_code in (303, 422)
    assert names(ada, lobby) == ["Ada", "Bruno"]


def test_before_the_game_no_seat_can_be_asked_for(ada: Guest, bruno: Guest, eve: Guest) -> None:
    lobby = sat(ada, (bruno, "Bruno"))
    before = told(ada, lobby)
    assert eve.get(f"{lobby}/ask").status_code == 303
    eve.post(f"{lobby}/ask", data={"name": "Eve", "place": place(bruno, lobby)})
    assert told(ada, lobby) == before


@pytest.mark.parametrize("step", ["grant", "decline"])
def test_only_the_host_answers(ada: Guest, bruno: Guest, celina: Guest, step: str) -> None:
    lobby, of_bruno = left(ada, bruno)
    press(celina, f"{lobby}/ask", name="Celina", place=of_bruno)
    number = asker(ada, lobby)
    for guest in (bruno, celina):
        assert guest.post(f"{lobby}/{step}", data={"place": number}).status_code == 403
        assert "/grant" not in guest.get(lobby).text
    assert seats(ada, lobby)[1] == ("Bruno", "mimi", True)


def test_a_refused_name_stays_in_the_form(ada: Guest, bruno: Guest, eve: Guest) -> None:
    lobby, of_bruno = left(ada, bruno)
    answer = eve.post(f"{lobby}/ask", data={"name": "Eve" * 20, "place": of_bruno})
    assert answer.status_code == 422
    assert 'value="' + "Eve" * 20 in answer.text


def test_a_guest_with_a_known_name_asks_under_it(ada: Guest, bruno: Guest, celina: Guest) -> None:
    lobby, of_bruno = left(ada, bruno)
    assert celina.post(f"{lobby}/watch", data={"name": "Celina", "show": "yes"}).status_code == 303
    press(celina, f"{lobby}/ask", name="Celina", place=of_bruno)
    number = asker(ada, lobby)
    press(ada, f"{lobby}/decline", place=number)
    assert "Możesz oglądać dalej" in text(celina.get(lobby))
    press(celina, f"{lobby}/ask", name="Celina", place=of_bruno)
    assert asker(ada, lobby) == number
    press(ada, f"{lobby}/grant", place=number)
    assert seats(ada, lobby)[1] == ("Celina", "human", True)
