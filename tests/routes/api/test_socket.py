"""The API's live socket: who may connect, for how long, and how connecting counts as presence."""

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
    """The keys in the guest's browser, the host's before the seat's."""
    return guest.cookies[f"housewarming-{lobby.removeprefix('/r/')}"].split(".")


def bearing(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


@contextmanager
def listening(program: TestClient, lobby: str, **headers: str) -> Iterator[WebSocketTestSession]:
    with program.websocket_connect(live(lobby), headers=headers) as socket:
        yield socket


def ended(socket: WebSocketTestSession) -> int:
    """The code with which the socket closes, before it sends anything more."""
    with pytest.raises(WebSocketDisconnect) as closed:
        socket.receive_text()
    return closed.value.code


# -- a key that no longer works ------------------------------------------------------------------------------


def kicked(ada: TestClient, bruno: TestClient, lobby: str) -> None:
    answer = ada.post(f"{api(lobby)}/kick", json={"seat": 1}, headers=bearing(keys(ada, lobby)[0]))
    assert answer.status_code == 200, answer.text


def leaving(ada: TestClient, bruno: TestClient, lobby: str) -> None:
    answer = bruno.post(f"{api(lobby)}/leave", headers=bearing(keys(bruno, lobby)[-1]))
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("begin", [sat, started], ids=["lobby", "game"])
@pytest.mark.parametrize("lose", [kicked, leaving])
def test_a_revoked_key_receives_nothing_more(
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
def test_a_revoked_key_on_another_device_receives_nothing_more(home: Home, begin: Callable[..., str]) -> None:
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


def test_a_former_hosts_key_receives_nothing_more(home: Home) -> None:
    ada, bruno, program = home.guest(), home.guest(), home.guest()
    lobby = sat(ada, (bruno, "Bruno"))
    host = keys(ada, lobby)[0]
    with listening(program, lobby, **bearing(host)) as socket:
        socket.receive_json()
        press(ada, f"{lobby}/host", place="2")
        assert ended(socket) == 4403


def test_changes_by_others_close_nobodys_socket(home: Home) -> None:
    ada, bruno, program = home.guest(), home.guest(), home.guest()
    lobby = sat(ada, (bruno, "Bruno"))
    with listening(program, lobby, **bearing(keys(bruno, lobby)[0])) as socket:
        socket.receive_json()
        press(ada, f"{lobby}/bots", level="random")
        while len((heard := socket.receive_json())["seats"]) < 3:
            pass
        assert heard["seat"] == 1


# -- origins -------------------------------------------------------------------------------------------------


def test_a_page_of_another_site_receives_nothing(home: Home) -> None:
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


# -- an API client that hosts --------------------------------------------------------------------------------


@pytest.mark.parametrize("handed", [False, True], ids=["by the host's key", "by a seat that hosts"])
def test_an_api_client_that_hosts_counts_as_here_while_it_asks_or_listens(home: Home, handed: bool) -> None:
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


def test_a_seat_that_does_not_host_does_not_keep_the_host_here(home: Home) -> None:
    ada, bruno, program = home.guest(), home.guest(), home.guest()
    lobby = sat(ada, (bruno, "Bruno"))
    home.presence(lobby)
    home.clock.now += VANISHED_SECONDS
    with listening(program, lobby, **bearing(keys(bruno, lobby)[0])) as socket:
        socket.receive_json()
        assert re.search(r"/take-over", bruno.get(lobby).text)
