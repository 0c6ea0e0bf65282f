"""What the host decides about seats, in the lobby and in the game, and how hosting changes hands."""

import re
from collections.abc import Callable

import pytest

from app.live.presence import HOSTING, LEFT_SECONDS, VANISHED_SECONDS
from tests.support.guests import Arrive, Guest, names, opened, place, press, sat, seats, started, text, told
from tests.support.in_process_server import Home

STEPS = ("reissue", "stand-in", "back", "kick", "remove", "host")


def places(guest: Guest, lobby: str) -> dict[str, str]:
    """The place ids linked from the host's page, by name."""
    found = re.findall(rf'href="{lobby}/places/(\d+)">.*?</span>', guest.get(lobby).text, re.DOTALL)
    pages = {number: text(guest.get(f"{lobby}/places/{number}")) for number in found}
    return {name: number for name in names(guest, lobby) for number in pages if f" {name} " in pages[number]}


def link(page: str) -> str:
    found = re.search(r'id="link-1"[^>]*>http://[^/<]+(/r/[^<]+)<', page)
    assert found
    return found[1]


def test_a_player_whose_phone_is_lost_gets_a_new_link(ada: Guest, bruno: Guest, arrive: Arrive) -> None:
    lobby, phone = started(ada, (bruno, "Bruno")), arrive("it")
    of_bruno = places(ada, lobby)["Bruno"]
    shown = ada.post(f"{lobby}/reissue", data={"place": of_bruno})
    assert shown.status_code == 200
    assert 'class="qr"' in shown.text
    assert (shown.headers["cache-control"], shown.headers["referrer-policy"]) == ("no-store", "origin")
    assert not shown.headers.get_list("set-cookie")
    assert f'href="{lobby}/leave"' not in bruno.get(lobby).text  # the old key no longer works
    assert bruno.post(f"{lobby}/leave", data={"place": of_bruno}).status_code == 403
    phone.post(link(shown.text))
    assert bruno.get(f"{lobby}/devices").status_code == 303
    assert phone.get(f"{lobby}/devices").status_code == 200


def test_a_bot_plays_until_the_player_is_back(ada: Guest, bruno: Guest) -> None:
    lobby = started(ada, (bruno, "Bruno"))
    of_bruno = places(ada, lobby)["Bruno"]
    press(ada, f"{lobby}/stand-in", place=of_bruno)
    assert seats(ada, lobby)[1][1] == "mimi"
    assert '<bdi data-resident="mimi">Bruno</bdi>' in ada.get(lobby).text
    assert "Bruno Mimi is playing" in text(ada.get(lobby))
    assert "Mimi gioca per te." in text(bruno.get(lobby))
    press(bruno, f"{lobby}/back", place=of_bruno)
    assert "data-resident" not in ada.get(lobby).text
    assert seats(ada, lobby)[1][1] == "human"
    press(ada, f"{lobby}/stand-in", place=of_bruno)
    press(ada, f"{lobby}/back", place=of_bruno)
    assert seats(ada, lobby)[1][1] == "human"


def test_a_player_is_removed_during_the_game_and_a_bot_plays_on(ada: Guest, bruno: Guest) -> None:
    lobby = started(ada, (bruno, "Bruno"))
    of_bruno = places(ada, lobby)["Bruno"]
    press(ada, f"{lobby}/kick", place=of_bruno)
    assert seats(ada, lobby)[1] == ("Bruno", "mimi", True)
    assert bruno.post(f"{lobby}/back", data={"place": of_bruno}).status_code == 403
    press(ada, f"{lobby}/back", place=of_bruno)  # nobody is left to come back
    assert seats(ada, lobby)[1][1] == "mimi"
    for step in ("reissue", "stand-in", "host"):
        assert ada.post(f"{lobby}/{step}", data={"place": of_bruno}).status_code == 422


def test_the_wrong_button_does_not_remove_a_player(ada: Guest, bruno: Guest) -> None:
    lobby = sat(ada, (bruno, "Bruno"))
    of_bruno = places(ada, lobby)["Bruno"]
    for step in ("kick", "stand-in"):
        assert ada.post(f"{lobby}/{step}", data={"place": of_bruno}).status_code == 409
    assert names(ada, lobby) == ["Ada", "Bruno"]
    press(bruno, f"{lobby}/ready", place=of_bruno, ready="yes")


def test_the_host_shuffles_the_seats(ada: Guest) -> None:
    lobby = opened(ada)
    for _ in range(3):
        press(ada, f"{lobby}/bots", level="random")
    before = names(ada, lobby)
    orders = set()
    for _ in range(8):
        press(ada, f"{lobby}/order", to="random")
        orders.add(tuple(names(ada, lobby)))
        assert sorted(names(ada, lobby)) == sorted(before)
    assert len(orders) > 1  # the chance of eight equal ones is one in 24 to the seventh


def test_hosting_is_handed_over(ada: Guest, bruno: Guest) -> None:
    lobby = sat(ada, (bruno, "Bruno"))
    press(ada, f"{lobby}/host", place=places(ada, lobby)["Bruno"])
    press(bruno, f"{lobby}/bots", level="random")
    assert "Ada you " in text(ada.get(lobby))
    assert ada.post(f"{lobby}/bots", data={"level": "random"}).status_code == 403
    press(bruno, f"{lobby}/host", place=places(bruno, lobby)["Ada"])
    press(ada, f"{lobby}/bots", level="random")


@pytest.mark.parametrize("begin", [sat, started], ids=["lobby", "game"])
def test_a_host_who_leaves_hands_hosting_on(
    ada: Guest, bruno: Guest, celina: Guest, begin: Callable[..., str]
) -> None:
    """Otherwise nobody could do anything until the host counts as gone."""
    lobby = begin(ada, (bruno, "Bruno"), (celina, "Celina"))
    by_name = places(ada, lobby)
    press(ada, f"{lobby}/host", place=by_name["Bruno"])
    press(bruno, f"{lobby}/leave", place=by_name["Bruno"])
    assert places(celina, lobby), "she sits next"
    assert {guest.get(f"{lobby}/places/1").status_code for guest in (ada, bruno)} == {303}
    press(celina, f"{lobby}/leave", place=by_name["Celina"])
    assert ada.get(f"{lobby}/places/1").status_code == 200, "nobody else is left"


def test_a_bot_never_hosts(ada: Guest) -> None:
    lobby = opened(ada)
    press(ada, f"{lobby}/bots", level="random")
    answer = ada.post(f"{lobby}/host", data={"place": "2"})
    assert answer.status_code == 422
    assert "No one in that seat" in text(answer)
    press(ada, f"{lobby}/bots", level="random")


def test_looking_at_a_seat_changes_nothing(ada: Guest, bruno: Guest) -> None:
    lobby = started(ada, (bruno, "Bruno"))
    before = told(ada, lobby)
    for number in places(ada, lobby).values():
        ada.get(f"{lobby}/places/{number}")
    for step in STEPS:
        assert ada.get(f"{lobby}/{step}", params={"place": "1"}).status_code == 405
    assert ada.get(f"{lobby}/places/77").status_code == 303
    assert f"{lobby}/places/" in ada.get(lobby).text
    assert f"{lobby}/places/" not in bruno.get(lobby).text
    assert told(ada, lobby) == before


# -- a host who is gone --------------------------------------------------------------------------------------


def test_a_host_who_is_gone_is_replaced(home: Home) -> None:
    ada, bruno, eve = home.guest(), home.guest(), home.guest()
    lobby = sat(ada, (bruno, "Bruno"))
    of_bruno = place(bruno, lobby)
    presence = home.presence(lobby)
    home.clock.now += LEFT_SECONDS - 1
    early = bruno.post(f"{lobby}/take-over", data={"place": of_bruno})
    assert early.status_code == 403
    assert "The host was here a moment ago" in text(early)
    assert "/take-over" not in bruno.get(lobby).text
    presence.arrive([HOSTING])
    home.clock.now += 1
    assert bruno.post(f"{lobby}/take-over", data={"place": of_bruno}).status_code == 403
    presence.leave([HOSTING])
    home.clock.now += LEFT_SECONDS
    assert "Ada left. Someone has to host. Host instead" in text(bruno.get(lobby))
    assert "Host instead" not in text(eve.get(f"{lobby}/watch"))
    assert eve.post(f"{lobby}/take-over", data={"place": of_bruno}).status_code == 403
    press(bruno, f"{lobby}/take-over", place=of_bruno)
    press(bruno, f"{lobby}/bots", level="random")
    assert ada.post(f"{lobby}/bots", data={"level": "random"}).status_code == 403


def test_during_a_game_a_host_may_be_gone_for_longer(home: Home) -> None:
    ada, bruno = home.guest(), home.guest()
    lobby = started(ada, (bruno, "Bruno"))
    of_bruno = place(bruno, lobby)
    home.presence(lobby)
    home.clock.now += VANISHED_SECONDS - 1
    assert bruno.post(f"{lobby}/take-over", data={"place": of_bruno}).status_code == 403
    home.clock.now += 1
    press(bruno, f"{lobby}/take-over", place=of_bruno)


def test_a_host_without_script_counts_as_here_while_loading_pages(home: Home) -> None:
    ada, bruno = home.guest(), home.guest()
    lobby = sat(ada, (bruno, "Bruno"))
    home.presence(lobby)
    home.clock.now += VANISHED_SECONDS
    ada.get(lobby)
    answer = bruno.post(f"{lobby}/take-over", data={"place": place(bruno, lobby)})
    assert answer.status_code == 403


# -- whom the host has removed -------------------------------------------------------------------------------


def test_a_player_removed_from_a_lobby_is_told_and_asks_to_come_back(ada: Guest, bruno: Guest) -> None:
    lobby = sat(ada, (bruno, "Bruno"))
    of_bruno = place(bruno, lobby)
    press(ada, f"{lobby}/remove", place=of_bruno)
    page = bruno.get(lobby)
    assert "L’host ti ha tolto da questo tavolo." in text(page)
    assert f'action="{lobby}/seats"' not in page.text
    assert bruno.post(f"{lobby}/seats", data={"name": "Bruno"}).status_code == 422
    assert names(ada, lobby) == ["Ada"]
    press(bruno, f"{lobby}/ask", name="Bruno", place=of_bruno)
    assert "Hai chiesto di tornare." in text(bruno.get(lobby))
    assert "Bruno asks to come back." in text(ada.get(lobby))
    press(ada, f"{lobby}/grant", place=place(ada, lobby, "grant"))
    assert names(ada, lobby) == ["Ada", "Bruno"]
    assert "ti ha tolto" not in text(bruno.get(lobby))
    press(bruno, f"{lobby}/ready", place=place(bruno, lobby), ready="yes")


def test_the_host_may_keep_a_removed_player_out(ada: Guest, bruno: Guest) -> None:
    lobby = sat(ada, (bruno, "Bruno"))
    of_bruno = place(bruno, lobby)
    press(ada, f"{lobby}/remove", place=of_bruno)
    press(bruno, f"{lobby}/ask", name="Bruno", place=of_bruno)
    press(ada, f"{lobby}/decline", place=place(ada, lobby, "decline"))
    page = bruno.get(lobby)
    assert "Per ora l’host ha detto di no." in text(page)
    assert f'action="{lobby}/ask"' not in page.text


def test_only_those_whom_the_host_removed_ask_to_come_back(ada: Guest, bruno: Guest, celina: Guest) -> None:
    lobby = sat(ada, (bruno, "Bruno"))
    of_bruno = place(bruno, lobby)
    press(ada, f"{lobby}/remove", place=of_bruno)
    for guest, wanted in ((celina, of_bruno), (celina, "0"), (bruno, "1")):
        assert guest.post(f"{lobby}/ask", data={"name": "Eve", "place": wanted}).status_code in (303, 409)
    assert "asks to come back" not in text(ada.get(lobby))
    assert "usunął" not in text(celina.get(lobby))


def test_a_player_removed_from_a_game_is_told(ada: Guest, bruno: Guest) -> None:
    lobby = started(ada, (bruno, "Bruno"))
    press(ada, f"{lobby}/kick", place=places(ada, lobby)["Bruno"])
    assert "L’host ti ha tolto da questo tavolo. Puoi continuare a guardare." in text(bruno.get(lobby))
    assert f'href="{lobby}/ask"' in bruno.get(lobby).text


def test_a_game_that_begins_meanwhile_forgets_who_asked_to_come_back(
    ada: Guest, bruno: Guest, celina: Guest
) -> None:
    lobby = sat(ada, (bruno, "Bruno"), (celina, "Celina"))
    of_bruno = place(bruno, lobby)
    press(ada, f"{lobby}/remove", place=of_bruno)
    press(bruno, f"{lobby}/ask", name="Bruno", place=of_bruno)
    asked = place(ada, lobby, "grant")
    press(celina, f"{lobby}/ready", place=place(celina, lobby), ready="yes")
    press(ada, f"{lobby}/start")
    assert f"{lobby}/grant" not in ada.get(lobby).text
    assert ada.post(f"{lobby}/grant", data={"place": asked}).status_code == 422
    assert "Puoi continuare a guardare." in text(bruno.get(lobby))


def test_who_left_by_themselves_is_told_nothing(ada: Guest, bruno: Guest) -> None:
    lobby = sat(ada, (bruno, "Bruno"))
    press(bruno, f"{lobby}/leave", place=place(bruno, lobby))
    assert "ti ha tolto" not in text(bruno.get(lobby))
    press(bruno, f"{lobby}/seats", name="Bruno")


def test_removing_somebody_from_a_game_lasts_until_the_rematch(ada: Guest, bruno: Guest) -> None:
    lobby = started(ada, (bruno, "Bruno"))
    press(ada, f"{lobby}/kick", place=places(ada, lobby)["Bruno"])
    ada.post(f"{lobby}/again")
    there = bruno.post(f"{lobby}/follow").headers["location"].removesuffix("/watch")
    assert "ti ha tolto" not in text(bruno.get(there))


# -- those who come too late ---------------------------------------------------------------------------------


def test_latecomers_are_told_that_they_watch(ada: Guest, bruno: Guest, celina: Guest) -> None:
    lobby = started(ada, (bruno, "Bruno"))
    page = celina.get(lobby)
    assert "Gra już trwa, więc oglądasz." in text(page)
    assert "data-tells" in page.text
    assert "data-tells" not in bruno.get(lobby).text
