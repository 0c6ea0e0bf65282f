"""By which name somebody comes is theirs to choose: it breaks nothing, and nobody else sees it."""

import re
from pathlib import Path

import pytest

from app.settings import WrongSetting, load
from tests.support.guests import opened
from tests.support.in_process_server import Home, at_home

LONG = "a" * 3000
PAGES = ("/", "/tv", "/tv/pair", "LOBBY", "LOBBY/devices", "LOBBY/tv", "/api/docs")


def test_no_name_of_a_host_is_too_long_for_a_page(home: Home) -> None:
    guest = home.guest()
    lobby = opened(guest)
    for name in (LONG, f"{LONG}:80", ".".join(["a" * 60] * 9), "[", "localhost:99999", 'a"<b>', ""):
        for page in PAGES:
            answer = guest.get(page.replace("LOBBY", lobby), headers={"Host": name})
            assert answer.status_code == 200, (page, name[:20])
            assert LONG not in answer.text


def told_on_tv(home: Home, table: str, name: str) -> str:
    """What the socket of a TV that was opened by this name tells of the way to the table."""
    headers = {"Host": name, "Origin": f"http://{name}"}
    with home.guest().websocket_connect(f"{table}/socket?tv", headers=headers) as tv:
        while '"target":"#invitation"' not in (told := tv.receive_text()):
            pass
        return told


def test_a_name_that_somebody_made_up_is_on_no_others_tv(home: Home) -> None:
    ada = home.guest()
    table = opened(ada)
    for form, fields in (
        ("bots", {"level": "random"}),
        ("ready", {"place": "1", "ready": "yes"}),
        ("start", {}),
    ):
        assert ada.post(f"{table}/{form}", data=fields).status_code == 303
    headers = {"Host": "evil.example", "Origin": "http://evil.example"}
    with home.guest().websocket_connect(f"{table}/socket?tv", headers=headers) as evil:
        while "#invitation" not in evil.receive_text():
            pass
        assert "evil.example" not in told_on_tv(home, table, "table.lan")
        assert "table.lan" in told_on_tv(home, table, "table.lan"), "those who use a name are shown it"


def test_an_operator_may_list_the_names_of_the_server(tmp_path: Path) -> None:
    with at_home(tmp_path, hosts="Games.example.org:8443, table.lan") as home:
        ada = home.guest()
        lobby = opened(ada)

        def link(name: str) -> str:
            found = re.search(r"https?://([^/\"<]+)/r/", ada.get(lobby, headers={"Host": name}).text)
            assert found
            return found[1]

        assert link("table.lan") == "table.lan"
        assert link("evil.example") == link(LONG) == "games.example.org:8443"
        assert (
            ada.post(f"{lobby}/ready", data={"place": "1"}, headers={"Host": "testserver"}).status_code == 303
        )


@pytest.mark.parametrize("hosts", ["http://table.lan", "table.lan:99999", "ta ble", "a@b", "table.lan/path"])
def test_what_is_no_name_is_not_taken_as_one(hosts: str) -> None:
    with pytest.raises(WrongSetting, match="HOUSEWARMING_HOSTS"):
        load(hosts=hosts)
