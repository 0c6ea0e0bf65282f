"""Who may watch a table: anyone with the link, or whom the host admits."""

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from app.engine.core import Illegal
from app.table import seating, spectators
from app.web.rate_limits import LIMITS
from tests.support.guests import Arrive, Guest, opened, place, press, sat, started, text, told
from tests.support.in_process_server import Home
from tests.support.server import serving
from tests.support.tv import code_on

ASKS = {"watching": "ask"}
NAMES = ("Ada", "Bruno")


def asking_table(host: Guest, *guests: tuple[Guest, str], begun: bool = True) -> str:
    """A table where the host admits spectators, with its game begun or not."""
    lobby = sat(host, *guests)
    press(host, f"{lobby}/options", **ASKS)
    if begun:
        for guest in (host, *(guest for guest, _ in guests)):
            press(guest, f"{lobby}/ready", place=place(guest, lobby), ready="yes")
        press(host, f"{lobby}/start")
    return lobby


def asker(host: Guest, lobby: str) -> str:
    """The id of the spectator who asks to watch, from the host's page."""
    return place(host, lobby, "watch/admit")


def shown(answer: httpx2.Response, *words: str) -> list[str]:
    """Which of these a page contains as whole words: a form's keys may contain their letters by chance."""
    return [word for word in words if re.search(rf"\b{word}\b", answer.text)]


def api(lobby: str, what: str = "") -> str:
    return f"/api/tables/{lobby.removeprefix('/r/')}{what}"


@contextmanager
def listening(guest: Guest, address: str, **headers: str) -> Iterator[ClientConnection]:
    origin = str(guest.base_url).rstrip("/")
    cookies = "; ".join(f"{each.name}={each.value}" for each in guest.cookies.jar)
    told_with = {**({"Cookie": cookies} if cookies else {}), **headers}
    url = f"{origin}{address}".replace("http", "ws", 1)
    with connect(url, additional_headers=told_with, origin=Origin(origin)) as socket:
        yield socket


def read_on(socket: ClientConnection) -> None:
    """Receive until the socket is closed."""
    while True:
        socket.recv(timeout=30)


def hears(socket: ClientConnection, word: str) -> bool:
    """Receive until a message contains the word; earlier ones may be about something else."""
    while word not in str(socket.recv(timeout=30)):
        pass
    return True


def until_told(guest: Guest, address: str, word: str) -> str:
    """The page, once it contains the word: another server learns of an arrival a moment later."""
    end = time.monotonic() + 20
    while word not in (page := guest.get(address).text):
        assert time.monotonic() < end, word
    return page


def closing(guest: Guest, address: str, **headers: str) -> int:
    """The code with which a socket is closed before it sends anything."""
    with listening(guest, address, **headers) as socket, pytest.raises(ConnectionClosed) as closed:
        socket.recv(timeout=30)
    assert closed.value.rcvd
    return int(closed.value.rcvd.code)


# -- the spectators' page ------------------------------------------------------------------------------------


def test_a_spectator_is_never_asked_to_play(ada: Guest, eve: Guest) -> None:
    lobby = opened(ada)
    assert f'action="{lobby}/seats"' in eve.get(lobby).text
    page = eve.get(f"{lobby}/watch")
    assert page.status_code == 200
    assert "Ada" in text(page)
    assert f'action="{lobby}/seats"' not in page.text
    assert eve.get(f"{lobby}?watch").headers["location"] == f"{lobby}/watch"


def test_spectators_are_counted_and_named_only_if_they_wish(ada: Guest, eve: Guest, celina: Guest) -> None:
    lobby = started(ada, (celina, "Celina"))
    with listening(eve, f"{lobby}/socket") as socket:
        socket.recv(timeout=30)
        page = until_told(ada, lobby, "1 spectator")
        assert "<bdi>Eve</bdi>" not in page
    press(eve, f"{lobby}/watch", name="Eve", show="yes")
    with listening(eve, f"{lobby}/socket") as socket:
        socket.recv(timeout=30)
        until_told(ada, lobby, "<bdi>Eve</bdi>")
        press(eve, f"{lobby}/watch", show="no")
        assert "<bdi>Eve</bdi>" not in ada.get(lobby).text
        press(eve, f"{lobby}/watch", show="yes")
        assert "<bdi>Eve</bdi>" in celina.get(lobby).text


@pytest.mark.one_server("limits are counted by each server")
def test_toggling_the_name_all_the_time_is_rate_limited(ada: Guest, eve: Guest) -> None:
    lobby, most = opened(ada), LIMITS["show"].amount
    press(eve, f"{lobby}/watch", name="Eve", show="yes")
    toggles = [eve.post(f"{lobby}/watch", data={"show": ("no", "yes")[n % 2]}) for n in range(most + 1)]
    assert [answer.status_code for answer in toggles] == [303] * most + [429]


def test_showing_a_name_that_is_shown_already_redraws_nothing(home: Home) -> None:
    ada, eve = home.guest(), home.guest()
    lobby = opened(ada)
    press(eve, f"{lobby}/watch", name="Eve", show="yes")
    before = home.room(lobby).revision
    press(eve, f"{lobby}/watch", show="yes")
    assert home.room(lobby).revision == before


def test_spectators_and_players_with_the_same_name_are_told_apart(ada: Guest, eve: Guest) -> None:
    lobby = opened(ada)
    press(eve, f"{lobby}/watch", name="ADA", show="yes")
    with listening(eve, f"{lobby}/socket") as socket:
        socket.recv(timeout=30)
        until_told(ada, lobby, "<bdi>ADA 2</bdi>")


# -- where the host admits spectators ------------------------------------------------------------------------


@pytest.mark.parametrize("begun", [True, False], ids=["game", "lobby"])
def test_nothing_of_the_table_shows_before_the_host_says_yes(
    ada: Guest, bruno: Guest, eve: Guest, begun: bool
) -> None:
    lobby = asking_table(ada, (bruno, "Bruno"), begun=begun)
    press(bruno, f"{lobby}/chat", text="psst")
    for asked in (False, True):
        if asked:
            press(eve, f"{lobby}/watch", name="Eve")
            assert eve.get(f"{lobby}/watch/asked").status_code == 204
        for address in (lobby, f"{lobby}/watch"):
            page = eve.get(address)
            assert page.status_code == 200
            assert "Ask the host to watch" in text(page)
            assert not shown(page, *NAMES, "psst", "socket")
        assert closing(eve, f"{lobby}/socket") == 4403
        assert closing(eve, api(lobby, "/live")) == 4403
        for what in ("", "/log", "/record"):
            answer = eve.get(api(lobby, what))
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "watching_asks")
    press(ada, f"{lobby}/watch/admit", place=asker(ada, lobby))
    assert eve.get(f"{lobby}/watch/asked").headers["hx-redirect"] == f"{lobby}/watch"
    for address in (lobby, f"{lobby}/chat"):
        assert "psst" in eve.get(address).text
    assert told(eve, lobby)["seats"][0]["name"] == "Ada"
    with listening(eve, f"{lobby}/socket") as socket:
        assert hears(socket, "Bruno")


def test_players_hosts_and_their_api_clients_see_their_table(ada: Guest, bruno: Guest) -> None:
    lobby = asking_table(ada, (bruno, "Bruno"))
    for guest in (ada, bruno):
        assert "Ask the host to watch" not in text(guest.get(lobby))
        with listening(guest, f"{lobby}/socket") as socket:
            assert hears(socket, "Bruno")
    code = lobby.removeprefix("/r/")
    for key in ada.cookies[f"housewarming-{code}"].split("."):
        header = {"Authorization": f"Bearer {key}"}
        with httpx2.Client(base_url=ada.base_url, timeout=60) as program:
            assert program.get(api(lobby), headers=header).status_code == 200
            assert program.get(api(lobby, "/log"), headers=header).status_code == 200
            with listening(program, api(lobby, "/live"), **header) as socket:
                assert json.loads(socket.recv(timeout=30))["code"] == code


def test_anyone_with_the_link_may_still_take_a_seat(ada: Guest, eve: Guest) -> None:
    lobby = asking_table(ada, begun=False)
    assert f'action="{lobby}/seats"' in eve.get(lobby).text
    assert f'action="{lobby}/seats"' not in eve.get(f"{lobby}/watch").text
    refused = eve.post(f"{lobby}/seats", data={"name": ""})
    assert refused.status_code == 422
    assert not shown(refused, "Ada")
    press(eve, f"{lobby}/seats", name="Eve")
    assert "Ada" in text(eve.get(lobby))


def test_a_rejected_spectator_is_told_so_and_may_ask_again(ada: Guest, bruno: Guest, eve: Guest) -> None:
    lobby = asking_table(ada, (bruno, "Bruno"))
    press(eve, f"{lobby}/watch", name="Eve")
    assert "Eve wants to watch." in text(ada.get(lobby))
    assert not shown(bruno.get(lobby), "Eve")
    press(ada, f"{lobby}/watch/decline", place=asker(ada, lobby))
    onward = eve.get(f"{lobby}/watch/asked").headers["hx-redirect"]
    page = eve.get(onward)
    assert "The host said no for now." in text(page)
    assert "Ask to watch" in text(page)
    press(eve, f"{lobby}/watch", name="Eve")
    press(ada, f"{lobby}/watch/admit", place=asker(ada, lobby))
    assert "Ada" in text(eve.get(lobby))


def test_an_admitted_spectator_can_be_removed_again(ada: Guest, bruno: Guest, eve: Guest) -> None:
    lobby = asking_table(ada, (bruno, "Bruno"))
    press(eve, f"{lobby}/watch", name="Eve")
    guest = asker(ada, lobby)
    press(ada, f"{lobby}/watch/admit", place=guest)
    with listening(eve, f"{lobby}/socket") as socket:
        socket.recv(timeout=30)
        assert place(ada, lobby, "watch/decline") == guest
        press(ada, f"{lobby}/watch/decline", place=guest)
        with pytest.raises(ConnectionClosed, match="4403"):
            read_on(socket)
    assert "Bruno" not in eve.get(lobby).text


@pytest.mark.parametrize("step", ["admit", "decline"])
def test_only_the_host_admits_spectators(ada: Guest, bruno: Guest, eve: Guest, step: str) -> None:
    lobby = asking_table(ada, (bruno, "Bruno"))
    press(eve, f"{lobby}/watch", name="Eve")
    guest = asker(ada, lobby)
    for other in (bruno, eve):
        assert other.post(f"{lobby}/watch/{step}", data={"place": guest}).status_code == 403
    assert asker(ada, lobby) == guest
    for nobody in ("999", "x", "0"):
        assert ada.post(f"{lobby}/watch/admit", data={"place": nobody}).status_code in (409, 422)


@pytest.mark.one_server("limits are counted by each server")
def test_asking_to_watch_takes_a_name_and_is_rate_limited(ada: Guest, arrive: Arrive) -> None:
    lobby = asking_table(ada, begun=False)
    answer = arrive().post(f"{lobby}/watch", data={"name": " "})
    assert answer.status_code == 422
    assert "A name needs at least one visible character." in text(answer)
    statuses = [arrive().post(f"{lobby}/watch", data={"name": f"Eve {n}"}).status_code for n in range(13)]
    assert statuses.count(303) == 11
    assert statuses[-1] == 429


def test_no_address_takes_up_all_places_for_spectators() -> None:
    """A guest who clears their cookies is a new spectator each time."""
    table = seating.opened("dream_home", {}, b"s" * 32)
    for number in range(spectators.MOST_FROM_ONE):
        table, _ = spectators.arrived(table, f"Eve {number}", shown=False, address_mark="e")
    with pytest.raises(Illegal, match="too_many_spectators"):
        spectators.arrived(table, "Eve", shown=False, address_mark="e")
    for number in range(spectators.MOST_SPECTATORS - spectators.MOST_FROM_ONE):
        table, _ = spectators.arrived(table, f"Celina {number}", shown=False, address_mark=f"{number}")
    with pytest.raises(Illegal, match="too_many_spectators"):
        spectators.arrived(table, "Celina", shown=False, address_mark="another")
    assert spectators.MOST_FROM_ONE >= 40, "twenty people behind one address, some with two devices"


def test_nobody_is_told_a_spectators_address(home: Home) -> None:
    ada, eve, celina = home.guest(), *(home.guest(address="203.0.113.7") for _ in range(2))
    lobby = opened(ada)
    for guest, name in ((eve, "Eve"), (celina, "Celina")):
        press(guest, f"{lobby}/watch", name=name, show="yes")
    table = home.room(lobby).table
    [address_mark] = {each.address_mark for each in table.spectators}
    assert address_mark
    assert "203.0.113" not in str(table)
    for guest in (ada, eve):
        assert not [address for address in (lobby, api(lobby)) if address_mark in guest.get(address).text]


def test_a_tv_that_the_host_paired_shows_the_table(ada: Guest, bruno: Guest, arrive: Arrive) -> None:
    lobby, tv = asking_table(ada, (bruno, "Bruno")), arrive()
    assert tv.get(f"{lobby}/tv").headers["location"] == f"{lobby}/watch"
    assert closing(tv, f"{lobby}/socket?tv") == 4403
    ada.post("/tv/pair", data={"code": code_on(tv), "table": lobby.removeprefix("/r/")})
    assert tv.get("/tv").headers["location"] == f"{lobby}/tv"
    assert "Bruno" in text(tv.get(f"{lobby}/tv"))
    with listening(tv, f"{lobby}/socket?tv") as socket:
        assert hears(socket, "Bruno")


# -- how many ------------------------------------------------------------------------------------------------


def test_live_spectators_are_limited_and_players_are_not(tmp_path: Path) -> None:
    with serving(tmp_path / "data", HOUSEWARMING_MOST_WATCHERS="1") as house:
        headers = {"Accept": "text/html", "Origin": house.url}
        ada, eve, celina = (Guest(base_url=house.url, headers=headers, timeout=60) for _ in range(3))
        lobby = opened(ada)
        with listening(eve, f"{lobby}/socket") as socket:
            socket.recv(timeout=30)
            assert closing(celina, f"{lobby}/socket") == closing(celina, api(lobby, "/live")) == 1013
            assert "Too many spectators" in text(celina.get(lobby))
            assert "Too many spectators" not in text(ada.get(lobby))
            with listening(ada, f"{lobby}/socket") as of_ada:
                of_ada.recv(timeout=30)
        with listening(celina, api(lobby, "/live")) as socket:
            socket.recv(timeout=30)
        for guest in (ada, eve, celina):
            guest.close()


def test_sockets_per_address_are_limited(tmp_path: Path) -> None:
    with serving(tmp_path / "data", HOUSEWARMING_MOST_SOCKETS="2") as house:
        headers = {"Accept": "text/html", "Origin": house.url}
        with Guest(base_url=house.url, headers=headers, timeout=60) as ada:
            lobby = opened(ada)
            with listening(ada, f"{lobby}/socket") as one, listening(ada, api(lobby, "/live")) as two:
                one.recv(timeout=30)
                two.recv(timeout=30)
                assert closing(ada, f"{lobby}/socket") == closing(ada, api(lobby, "/live")) == 1013
            with listening(ada, f"{lobby}/socket") as one:
                one.recv(timeout=30)
