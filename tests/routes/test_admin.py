"""The server admin's pages: logging in, listing tables, and closing one."""

import json
from pathlib import Path

import pytest
from starlette.responses import Response
from starlette.testclient import TestClient

from app.engine import record
from app.table.keys import Secret
from app.web.admin import session
from app.web.rate_limits import LIMITS
from tests.support.command import housewarming
from tests.support.guests import names, opened, press, sat, started, text
from tests.support.in_process_server import Home, close, closing, come_in, played_out
from tests.support.server import serving

NOW = 1_700_000_000.0


# -- the token -----------------------------------------------------------------------------------------------


def test_the_first_start_creates_a_token_and_keeps_only_its_hash(tmp_path: Path) -> None:
    token = session.first_token(tmp_path)

    assert token
    assert session.first_token(tmp_path) is None
    kept = tmp_path / "admin"
    assert token not in kept.read_text()
    assert kept.stat().st_mode & 0o777 == 0o600
    assert session.opens(token, tmp_path)


@pytest.mark.parametrize("typed", ["", " ", "x" * 24, "\ud800", "é", "0" * 10_000])
def test_nothing_but_the_token_logs_in(tmp_path: Path, typed: str) -> None:
    assert not session.opens(typed, tmp_path), "where there is no token yet"
    session.first_token(tmp_path)
    assert not session.opens(typed, tmp_path)
    assert not session.opens((tmp_path / "admin").read_text(), tmp_path), "its hash is no token"
    (tmp_path / "admin").write_text("")
    assert not session.opens(typed, tmp_path)


def test_the_server_shows_the_token_at_its_first_start_only(tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        token = first.banner.partition("Its token")[2].split()[0]
        assert first.end() is not None
    assert session.opens(token, tmp_path)
    with serving(tmp_path) as second:
        assert "token" not in second.banner


def test_the_command_makes_a_new_token_and_the_old_one_stops_working(tmp_path: Path) -> None:
    old = session.first_token(tmp_path)
    ended = housewarming("admin-token", "--data", str(tmp_path))

    assert (ended.status, ended.complained) == (0, "")
    assert old
    assert not session.opens(old, tmp_path)
    assert session.opens(ended.said.strip(), tmp_path)


def test_the_command_names_the_folder_it_cannot_use() -> None:
    ended = housewarming("admin-token", "--data", "/dev/null/data")

    assert ended.status == 2
    assert ended.complained.startswith("housewarming: ")
    assert len(ended.complained.splitlines()) == 1


# -- logging in ----------------------------------------------------------------------------------------------


@pytest.fixture
def host(home: Home) -> TestClient:
    return come_in(home)


@pytest.fixture
def ada(home: Home) -> TestClient:
    return home.guest(address="203.0.113.7")


@pytest.fixture
def bruno(home: Home) -> TestClient:
    return home.guest("it", address="198.51.100.1")


def test_the_cookie_stays_on_the_admin_page_and_out_of_reach(home: Home) -> None:
    token = session.new_token(home.services.settings.data)
    given = home.guest().post("/admin/in", data={"token": f" {token}\n"}).headers["set-cookie"]

    assert {"HttpOnly", "SameSite=strict", "Path=/admin", "Max-Age=7200"} <= set(given.split("; "))
    assert token not in given
    over_tls = home.guest()
    over_tls.base_url = "https://testserver"
    over_tls.headers["Origin"] = "https://testserver"
    given = over_tls.post("/admin/in", data={"token": token}).headers["set-cookie"]
    assert "Secure" in given.split("; ")


ADDRESSES = {
    "GET": ("/admin/tables/sunny-sofa-42", "/admin/tables/sunny-sofa-42/record"),
    "POST": ("/admin/bans", "/admin/bans/lift", "/admin/tables/sunny-sofa-42/close"),
}


@pytest.mark.parametrize("cookie", ["", "x", "x" * 5000, "WyJ4IiwxXQ.x"])
def test_without_a_session_there_is_only_the_login_form(home: Home, cookie: str) -> None:
    lobby = opened(home.guest())
    eve = home.guest()
    eve.headers["Cookie"] = f"housewarming-admin={cookie}"

    assert lobby.removeprefix("/r/") not in eve.get("/admin").text
    assert 'name="token"' in eve.get("/admin").text
    for method, addresses in ADDRESSES.items():
        for address in addresses:
            form = {"data": {"address": "203.0.113.7", "hours": "1"}} if method == "POST" else {}
            answer = eve.request(method, address, **form)  # type: ignore[arg-type]
            assert answer.status_code == 403, address
            assert "need the admin token" in text(answer)


def test_no_other_site_can_do_anything(home: Home, host: TestClient) -> None:
    code = opened(home.guest()).removeprefix("/r/")
    host.headers["Origin"] = "https://evil.example"
    for address in ADDRESSES["POST"]:
        answer = host.post(
            address.replace("sunny-sofa-42", code), data={"address": "203.0.113.7", "hours": "1"}
        )
        assert (answer.status_code, "from this site" in text(answer)) == (403, True)
    assert home.call(home.services.bans.all) == []
    assert not home.room(code).is_closed


def test_too_many_wrong_tokens_block_the_right_one_for_a_while(home: Home) -> None:
    token = session.new_token(home.services.settings.data)
    eve, other = home.guest(address="203.0.113.7"), home.guest(address="198.51.100.1")
    for _ in range(LIMITS["wrong_token"].amount):
        assert eve.post("/admin/in", data={"token": "guess"}).status_code == 422
    answer = eve.post("/admin/in", data={"token": token})

    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert other.post("/admin/in", data={"token": token}).status_code == 303


def test_logging_out_ends_the_session_and_a_new_token_ends_them_all(home: Home, host: TestClient) -> None:
    assert "Banned addresses" in host.get("/admin").text
    host.post("/admin/out")
    assert 'name="token"' in host.get("/admin").text
    host = come_in(home)
    session.new_token(home.services.settings.data)
    assert 'name="token"' in host.get("/admin").text


def test_a_session_expires(tmp_path: Path) -> None:
    secret = Secret(bytes(32))
    session.first_token(tmp_path)
    response = Response()
    session.let_in(response, tmp_path, secret, NOW, https=False)
    cookies = {session.COOKIE: response.headers["set-cookie"].partition("=")[2].split(";")[0]}

    assert session.is_in(cookies, tmp_path, secret, NOW + session.SESSION_SECONDS - 1)
    assert not session.is_in(cookies, tmp_path, secret, NOW + session.SESSION_SECONDS)
    assert not session.is_in(cookies, tmp_path, Secret(bytes(31) + b"x"), NOW)


# -- what the admin sees -------------------------------------------------------------------------------------


def test_a_tables_page_shows_the_addresses_connected_to_it(
    home: Home, host: TestClient, ada: TestClient, bruno: TestClient
) -> None:
    lobby = sat(ada, (bruno, "Bruno"))
    page = f"/admin/tables/{lobby.removeprefix('/r/')}"
    assert "203.0.113.7" not in host.get(page).text
    with ada.websocket_connect(f"{lobby}/socket") as socket:
        socket.receive_text()
        assert "203.0.113.7" in host.get(page).text


@pytest.mark.parametrize(
    ("address", "headers", "hides"),
    [
        ("192.168.1.5", {}, False),
        ("127.0.0.1", {"X-Forwarded-For": "203.0.113.7"}, False),
        ("172.17.0.1", {"X-Forwarded-For": "203.0.113.7"}, True),
        ("127.0.0.1", {"X-Forwarded-Proto": "http"}, True),
        ("127.0.0.1", {}, True),
        ("127.0.0.1", {"Host": "127.0.0.1:8080", "Origin": "http://127.0.0.1:8080"}, False),
    ],
)
def test_a_warning_appears_where_a_proxy_hides_addresses(
    home: Home, address: str, headers: dict[str, str], hides: bool
) -> None:
    host = home.guest(address=address)
    host.headers.update(headers)
    host.post("/admin/in", data={"token": session.new_token(home.services.settings.data)})

    assert ("A proxy hides" in text(host.get("/admin"))) == hides


# -- closing a table -----------------------------------------------------------------------------------------


@pytest.fixture
def game(ada: TestClient, bruno: TestClient) -> str:
    return started(ada, (bruno, "Bruno"))


def test_everybody_at_a_closed_table_is_told(
    home: Home, host: TestClient, ada: TestClient, bruno: TestClient, game: str
) -> None:
    eve = home.guest("ja")
    with ada.websocket_connect(f"{game}/socket") as socket, eve.websocket_connect(f"{game}/socket") as other:
        close(host, game)
        for each in (socket, other):
            assert closing(each) == 4410
    for guest, said in ((ada, "has closed this table"), (bruno, "ha chiuso"), (eve, "閉じました")):
        for page in (game, f"{game}/watch", f"{game}/chat", f"{game}/tv", f"{game}/picture.png"):
            answer = guest.get(page)
            assert (answer.status_code, said in text(answer)) == (410, True), page
            assert "Bruno" not in answer.text
    assert "Your tables" not in text(ada.get("/"))


def test_nobody_plays_on_at_a_closed_table(home: Home, host: TestClient, ada: TestClient, game: str) -> None:
    code, room = game.removeprefix("/r/"), home.room(game)
    version = room.version
    close(host, game)
    for path, form in {
        "/move": {"seat": "0", "turn": "1", "move": "undo"},
        "/chat": {"text": "hello"},
        "/again": {},
        "/watch": {"name": "Eve"},
        "/abandon": {},
    }.items():
        assert ada.post(f"{game}{path}", data=form).status_code == 410, path
    answer = ada.get(f"/api/tables/{code}", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (410, "table_closed")
    assert room.version == version
    with ada.websocket_connect(f"/api/tables/{code}/live") as live:
        assert closing(live) == 4410


def test_a_table_is_closed_for_good_and_others_go_on(
    host: TestClient, ada: TestClient, bruno: TestClient, game: str
) -> None:
    other = opened(ada)
    close(host, game)
    close(host, game)

    assert "closed" in text(host.get(f"/admin/tables/{game.removeprefix('/r/')}"))
    assert ada.get(game).status_code == 410
    press(bruno, f"{other}/seats", name="Bruno")
    assert names(ada, other) == ["Ada", "Bruno"]
    assert host.post("/admin/tables/no-such-table/close").status_code == 404


def test_a_closed_table_is_no_longer_listed(host: TestClient, ada: TestClient) -> None:
    lobby = opened(ada)
    press(ada, f"{lobby}/options", listed="True")
    assert "Tables to watch" in ada.get("/").text
    close(host, lobby)
    assert "Tables to watch" not in ada.get("/").text


# -- its record ----------------------------------------------------------------------------------------------


def test_only_the_record_of_a_finished_game_can_be_downloaded(host: TestClient, game: str) -> None:
    answer = host.get(f"/admin/tables/{game.removeprefix('/r/')}/record")

    assert answer.status_code == 409
    assert "/record" not in host.get(f"/admin/tables/{game.removeprefix('/r/')}").text


def test_it_is_the_players_own_record_even_once_the_table_is_closed(
    home: Home, host: TestClient, ada: TestClient
) -> None:
    lobby = played_out(home, ada)
    code = lobby.removeprefix("/r/")
    players = ada.get(f"/api/tables/{code}/record").text
    close(host, lobby)
    taken = host.get(f"/admin/tables/{code}/record")

    assert taken.text == players
    assert record.verify(record.read(taken.content)) > 100
    assert json.loads(taken.text)["seats"] == 4
    assert "attachment" in taken.headers["content-disposition"]
