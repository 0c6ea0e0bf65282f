"""After too many wrong table codes a client reaches only the tables that its keys open."""

import pytest
from starlette.testclient import TestClient

from app.web.cookies import keys_cookie
from app.web.rate_limits import LIMITS
from tests.support.guests import opened, press
from tests.support.in_process_server import Home, closing
from tests.support.steps import statements

UNKNOWN = "/r/sunny-sofa-42"


@pytest.fixture
def ada_s(home: Home) -> str:
    """Ada's table, where the host admits each spectator."""
    ada = home.guest(address="192.168.1.5")
    lobby = opened(ada)
    press(ada, f"{lobby}/options", watching="ask")
    return lobby


@pytest.fixture
def eve(home: Home) -> TestClient:
    """Eve, who has used up her wrong codes."""
    eve = home.guest(address="203.0.113.7")
    for _ in range(LIMITS["unknown_code"].amount):
        assert eve.get(UNKNOWN).status_code == 404
    return eve


def keys_of(guest: TestClient, lobby: str) -> str:
    return guest.cookies[keys_cookie(lobby.removeprefix("/r/"))]


def said(guest: TestClient, address: str) -> tuple[int, str, list[str]]:
    """The answer, and the SQL run for it."""
    with statements() as made:
        answer = guest.get(address)
    return answer.status_code, answer.text.replace(address, "…"), made


def test_a_key_to_one_table_lets_nobody_guess_the_codes_of_others(
    eve: TestClient, ada_s: str, home: Home
) -> None:
    own = opened(eve)
    keys = keys_of(eve, own)
    for lobby in (UNKNOWN, ada_s):
        eve.cookies.set(keys_cookie(lobby.removeprefix("/r/")), keys)
    as_program = {"Authorization": f"Bearer {keys.rpartition('.')[2]}", "Accept": "application/json"}

    for lobby in (UNKNOWN, ada_s):
        answer = eve.get(lobby)
        assert (answer.status_code, int(answer.headers["Retry-After"]) > 0) == (429, True)
        assert eve.get(f"/api/tables{lobby[2:]}", headers=as_program).status_code == 429
        with eve.websocket_connect(f"{lobby}/socket") as socket:
            assert closing(socket) == 1013
    assert eve.get(own).status_code == 200
    assert eve.get(f"/api/tables{own[2:]}", headers=as_program).status_code == 200


def test_after_too_many_guesses_a_client_learns_nothing_about_a_table(eve: TestClient, ada_s: str) -> None:
    assert said(eve, ada_s) == said(eve, UNKNOWN)
    assert said(eve, UNKNOWN)[2] == [], "and no table is even looked for"

    keys = keys_of(eve, opened(eve))
    for lobby in (ada_s, UNKNOWN):
        eve.cookies.set(keys_cookie(lobby.removeprefix("/r/")), keys)
    assert said(eve, ada_s) == said(eve, UNKNOWN), "nor with the key of another"
