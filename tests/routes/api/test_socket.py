"""The live socket of the API: who may listen, for how long, and as whom they count while they do."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from app.live.presence import VANISHED_SECONDS
from tests.support.guests import press, sat, started, told
from tests.support.in_process_server import Home

Losing = Callable[[TestClient, TestClient, str], object]

HOUR = 3600


def live(lobby: str) -> str:
    return f"{api(lobby)}/live"


def api(lobby: str) -> str:
    return lobby.replace("/r/", "/api/tables/")


def keys(guest: TestClient, lobby: str) -> list[str]:
    """What the guest's browser holds; hosting comes before the seat."""
    return guest.cookies[f"housewarming-{lobby.removeprefix('/r/')}"].split(".")


def bearing(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


@contextmanager
def listening(program: TestClient, lobby: str, **headers: str) -> Iterator[WebSocketTestSession]:
    with program.websocket_connect(live(lobby), headers=headers) as socket:
        yield socket


def ended(socket: WebSocketTestSession) -> int:
    """With which code it closes; nothing more may be told before."""
    with pytest.raises(WebSocketDisconnect) as closed:
        socket.receive_text()
    return closed.value.code


# -- a key that opens nothing any more -----------------------------------------------------------------------


def kicked(ada: TestClient, bruno: TestClient, lobby: str) -> None:
    answer = ada.post(f"{api(lobby)}/kick", json={"seat": 1}, headers=bearing(keys(ada, lobby)[0]))
    assert answer.status_code == 200, answer.text


def leaving(ada: TestClient, bruno: TestClient, lobby: str) -> None:
    answer = bruno.post(f"{api(lobby)}/leave", headers=bearing(keys(bruno, lobby)[-1]))
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("begin", [sat, started], ids=["lobby", "game"])
@pytest.mark.parametrize("lose", [kicked, leaving])
def test_a_key_that_is_lost_hears_nothing_more(
    home: Home, begin: Callable[..., str], lose: Losing, capfd: pytest.CaptureFixture[str]
) -> None:
    ada, bruno, program = home.guest(), home.guest(), home.guest()
    lobby = begin(ada, (bruno, "Bruno"))
    [key] = keys(bruno, lobby)
    with listening(program, lobby, **bearing(key)) as socket:
        assert socket.receive_json()["seat"] == 1
        lose(ada, bruno, lobby)
        assert ended(socket) == 4403
    assert program.get(api(lobby), headers=bearing(key)).status_code == 401
    assert "broadcast_failed" not in "".join(capfd.readouterr())


@pytest.mark.parametrize("begin", [sat, started], ids=["lobby", "game"])
def test_a_key_that_was_left_on_another_device_hears_nothing_more(
    home: Home, begin: Callable[..., str]
) -> None:
    ada, bruno, program = home.guest(), home.guest(), home.guest()
    lobby = begin(ada, (bruno, "Bruno"))
    [key] = keys(bruno, lobby)
    with listening(program, lobby, **bearing(key)) as socket:
        socket.receive_json()
        press(bruno, f"{lobby}/devices", place="2")
        assert ended(socket) == 4403
    assert keys(bruno, lobby) != [key]
    with listening(program, lobby, **bearing(keys(bruno, lobby)[0])) as socket:
        assert socket.receive_json()["seat"] == 1


def test_who_hosts_no_more_hears_nothing_by_the_old_key(home: Home) -> None:
    ada, bruno, program = home.guest(), home.guest(), home.guest()
    lobby = sat(ada, (bruno, "Bruno"))
    host = keys(ada, lobby)[0]
    with listening(program, lobby, **bearing(host)) as socket:
        socket.receive_json()
        press(ada, f"{lobby}/host", place="2")
        assert ended(socket) == 4403


def test_what_others_agree_on_ends_nobodys_listening(home: Home) -> None:
    ada, bruno, program = home.guest(), home.guest(), home.guest()
    lobby = sat(ada, (bruno, "Bruno"))
    with listening(program, lobby, **bearing(keys(bruno, lobby)[0])) as socket:
        socket.receive_json()
        press(ada, f"{lobby}/bots", level="random")
        while len((heard := socket.receive_json())["seats"]) < 3:
            pass
        assert heard["seat"] == 1


# -- whose page asks -----------------------------------------------------------------------------------------


def test_a_page_of_another_site_hears_nothing(home: Home) -> None:
    ada, eve = home.guest(), home.guest()
    lobby = sat(ada)
    for strange in ("http://elsewhere.example", "null", ""):
        with listening(eve, lobby, Origin=strange) as socket:
            assert ended(socket) == 4403
    with listening(eve, lobby, Origin="http://testserver") as socket:
        assert socket.receive_json()["seat"] is None
    del eve.headers["Origin"]
    with listening(eve, lobby) as socket:
        assert socket.receive_json()["seat"] is None


# -- a program that hosts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("handed", [False, True], ids=["by the host's key", "by a seat that hosts"])
def test_a_program_that_hosts_is_here_while_it_asks_or_listens(home: Home, handed: bool) -> None:
    ada, bruno, program = home.guest(), home.guest(), home.guest()
    lobby = sat(ada, (bruno, "Bruno"))
    taker, of_taker = (ada, "1") if handed else (bruno, "2")
    if handed:
        press(ada, f"{lobby}/host", place="2")
    key = bearing(keys(bruno, lobby)[0] if handed else keys(ada, lobby)[0])
    home.presence(lobby)

    home.clock.now += VANISHED_SECONDS
    assert program.get(api(lobby), headers=key).status_code == 200
    assert taker.post(f"{lobby}/take-over", data={"place": of_taker}).status_code == 403

    with listening(program, lobby, **key) as socket:
        socket.receive_json()
        home.clock.now += HOUR
        assert taker.post(f"{lobby}/take-over", data={"place": of_taker}).status_code == 403
    home.clock.now += VANISHED_SECONDS
    press(taker, f"{lobby}/take-over", place=of_taker)
    assert told(taker, lobby)["status"] == "lobby"


def test_a_seat_that_does_not_host_keeps_no_host_here(home: Home) -> None:
    ada, bruno, program = home.guest(), home.guest(), home.guest()
    lobby = sat(ada, (bruno, "Bruno"))
    home.presence(lobby)
    home.clock.now += VANISHED_SECONDS
    with listening(program, lobby, **bearing(keys(bruno, lobby)[0])) as socket:
        socket.receive_json()
        assert re.search(r"/take-over", bruno.get(lobby).text)
