"""A table with damaged data in the database: it says so, and other tables are unaffected."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from app.net.close_codes import NOT_FOUND
from app.web.admin import session
from app.web.cookies import keys_cookie
from tests.support.api import Guest, error, play_out, started
from tests.support.command import housewarming
from tests.support.parsed_page import Sight
from tests.support.server import Server, serving

Spoilt = tuple[list[Guest], list[list[Guest]]]


def visiting(server: Server) -> httpx2.Client:
    return httpx2.Client(base_url=server.url, timeout=60)


@pytest.fixture
def spoilt(tmp_path: Path) -> Spoilt:
    """A sound table beside others that are damaged in the database."""
    with serving(tmp_path) as server, visiting(server) as web:
        sound, broken, torn, foreign = (started(web, "Bruno") for _ in range(4))
    torn_state = "UPDATE entry SET state = x'00' WHERE room = (SELECT id FROM room WHERE code = ?)"
    with closing(sqlite3.connect(tmp_path / "housewarming.db")) as writer:
        writer.execute("UPDATE room SET table_text = '{' WHERE code = ?", (broken[0].code,))
        writer.execute(torn_state, (torn[0].code,))
        writer.execute("UPDATE room SET game = 'chess' WHERE code = ?", (foreign[0].code,))
        writer.commit()
    return sound, [broken, torn, foreign]


def test_it_keeps_no_other_table_from_playing(spoilt: Spoilt, tmp_path: Path) -> None:
    sound, others = spoilt
    with serving(tmp_path) as server, visiting(server) as web:
        play_out([Guest(web, guest.code, guest.key) for guest in sound], Random(1))
        ended = housewarming("verify", HOUSEWARMING_DATA=str(tmp_path))

    assert ended.status == 1
    faulty = [line.split(": ")[0] for line in ended.said.splitlines()[:-1]]
    assert list(dict.fromkeys(faulty)) == [guests[0].code for guests in others]


def test_its_players_are_told_and_the_log_says_it_once(
    spoilt: Spoilt, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    sound, others = spoilt
    mine = "; ".join(f"{keys_cookie(guest.code)}={guest.key}" for guest, _ in (sound, *others))
    with serving(tmp_path) as server, visiting(server) as web:
        front = web.get("/", headers={"Accept": "text/html", "Cookie": mine})
        told = [error(web.get(f"/api/tables/{guests[0].code}")) for guests in others for _ in range(2)]
        page = web.get(f"/r/{others[0][0].code}", headers={"Accept": "text/html", "Accept-Language": "it"})
        live = f"{server.url.replace('http', 'ws')}/api/tables/{others[1][0].code}/live"
        with connect(live) as socket, pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=20)
        web.headers["Origin"] = server.url
        web.post("/admin/in", data={"token": session.new_token(tmp_path)})
        listed = web.get("/admin", headers={"Accept": "text/html"})

    assert front.status_code == 200
    assert [guests[0].code in front.text for guests in (sound, *others)] == [True, False, False, False]
    assert told == [(500, "table_unreadable")] * 6
    assert (page.status_code, "Avvisa l’amministratore" in page.text) == (500, True)
    assert closed.value.rcvd
    assert closed.value.rcvd.code == NOT_FOUND
    assert listed.status_code == 200
    assert all(guests[0].code in listed.text for guests in (sound, *others))
    assert Sight(listed.text).text.count("unreadable") == 2, "of one it is the game alone"
    lines = capfd.readouterr().err.splitlines()
    assert sorted(json.loads(line)["table"] for line in lines) == sorted(each[0].code for each in others)
