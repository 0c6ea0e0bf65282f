"""A seat on other devices: its link, the page behind the link, and "Sign out other devices"."""

import re

import pytest

from tests.support.guests import Arrive, Guest, opened, place, press, sat, started, text, told


def links(guest: Guest, lobby: str) -> list[str]:
    """The paths of the key links that this browser can share; hosting first."""
    found = re.findall(
        rf'id="link-\d"[^>]*>http://[^/<]+({lobby}/key/[\w-]+)', guest.get(f"{lobby}/devices").text
    )
    return list(dict.fromkeys(found))


def key(link: str) -> str:
    return link.rpartition("/")[2]


def test_a_seat_is_played_from_two_devices(ada: Guest, bruno: Guest, arrive: Arrive) -> None:
    lobby, phone = sat(ada, (bruno, "Bruno")), arrive("it")
    [link] = links(bruno, lobby)
    asked = phone.get(link)
    assert asked.status_code == 200
    assert "Siediti qui come Bruno" in text(asked)
    answer = phone.post(link)
    assert (answer.status_code, answer.headers["location"]) == (303, lobby)
    of_bruno = place(phone, lobby)
    press(phone, f"{lobby}/ready", place=of_bruno, ready="yes")
    press(bruno, f"{lobby}/ready", place=of_bruno, ready="no")
    assert "Qui hai già questo posto" in text(phone.get(link))


def test_hosting_moves_to_another_device(ada: Guest, arrive: Arrive) -> None:
    lobby, phone = opened(ada), arrive()
    hosting, seat = links(ada, lobby)
    assert "Host here" in text(phone.get(hosting))
    assert "Sit here as Ada" in text(phone.get(seat))
    phone.post(hosting)
    press(phone, f"{lobby}/bots", level="random")
    assert "you (host)" not in text(phone.get(lobby))  # hosting doesn't include the seat
    phone.post(seat)
    assert "you (host)" in text(phone.get(lobby))


def test_opening_a_key_link_claims_nothing(ada: Guest, eve: Guest) -> None:
    lobby = opened(ada)
    before = told(ada, lobby)
    for link in links(ada, lobby):
        for _ in range(2):
            asked = eve.get(link)
            assert not asked.headers.get_list("set-cookie")
        assert asked.headers["cache-control"] == "no-store"
        assert asked.headers["referrer-policy"] == "origin"
    assert told(ada, lobby) == before
    assert eve.get(f"{lobby}/devices").headers["location"] == lobby


def test_signing_out_other_devices(ada: Guest, bruno: Guest, arrive: Arrive) -> None:
    lobby, phone = sat(ada, (bruno, "Bruno")), arrive()
    [link] = links(bruno, lobby)
    phone.post(link)
    of_bruno = place(phone, lobby)
    press(bruno, f"{lobby}/devices", place=of_bruno)
    press(bruno, f"{lobby}/ready", place=of_bruno, ready="yes")
    assert phone.post(f"{lobby}/ready", data={"place": of_bruno, "ready": "no"}).status_code == 403
    for answer in (phone.get(link), phone.post(link)):
        assert answer.status_code == 403
        assert "This link no longer works" in text(answer)
        assert not answer.headers.get_list("set-cookie")
    [new] = links(bruno, lobby)
    assert new != link
    assert links(ada, lobby)[1:] != []  # the host's own keys are unchanged


def test_signing_out_other_devices_that_host(ada: Guest, arrive: Arrive) -> None:
    lobby, phone = opened(ada), arrive()
    hosting, _ = links(ada, lobby)
    phone.post(hosting)
    press(ada, f"{lobby}/devices", place="host")
    assert phone.post(f"{lobby}/bots", data={"level": "random"}).status_code == 403
    press(ada, f"{lobby}/bots", level="random")


@pytest.mark.parametrize("wrong", ["x", "A" * 24, "A" * 5000, "%00", "ada.bruno"])
def test_an_invalid_key(ada: Guest, eve: Guest, wrong: str) -> None:
    lobby = opened(ada)
    answer = eve.get(f"{lobby}/key/{wrong}")
    assert answer.status_code in (403, 422)
    assert not answer.headers.get_list("set-cookie")


def test_a_key_opens_only_its_own_table(ada: Guest, eve: Guest) -> None:
    first, second = opened(ada), opened(ada)
    for link in links(ada, first):
        assert eve.post(f"{second}/key/{key(link)}").status_code == 403


def test_links_are_available_during_the_game_too(ada: Guest, bruno: Guest) -> None:
    lobby = started(ada, (bruno, "Bruno"))
    assert f'href="{lobby}/devices"' in bruno.get(lobby).text
    assert len(links(bruno, lobby)) == 1
