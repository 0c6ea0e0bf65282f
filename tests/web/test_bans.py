"""Banned people are told so and locked out, their open pages close, and everybody else goes on."""

import asyncio
import contextlib
import shutil
from pathlib import Path

import httpx2
import pytest
from starlette.testclient import TestClient
from websockets.asyncio.client import connect

from app.engine.core import Illegal
from app.net.open_sockets import OpenSockets
from app.storage.database import parse
from app.storage.migrate import migrate
from app.storage.store import Store
from app.web.admin import session
from app.web.bans import Bans
from tests.support.guests import opened, press, sat, text
from tests.support.in_process_server import Clock, Home, closing
from tests.support.server import Server, empty_database, serving

EVES, ELSEWHERE = "203.0.113.7", "198.51.100.1"
HOUR = 3600


@pytest.fixture
def host(home: Home) -> TestClient:
    """The server's admin, logged in."""
    browser = home.guest(address="192.168.1.5")
    browser.post("/admin/in", data={"token": session.new_token(home.services.settings.data)})
    return browser


@pytest.fixture
def ada(home: Home) -> TestClient:
    return home.guest(address=ELSEWHERE)


@pytest.fixture
def eve(home: Home) -> TestClient:
    return home.guest("pl", EVES)


def ban(host: TestClient, address: str, hours: int = 1) -> None:
    answer = host.post("/admin/bans", data={"address": address, "hours": str(hours)})
    assert answer.status_code == 303, text(answer)


# -- being banned --------------------------------------------------------------------------------------------


def test_the_banned_are_told_so_everywhere_and_change_nothing(
    host: TestClient, ada: TestClient, eve: TestClient
) -> None:
    lobby = sat(ada, (eve, "Eve"))
    ban(host, EVES)
    for page in ("/", lobby, "/rules", "/nowhere", "/admin", "/tv", f"{lobby}/chat"):
        answer = eve.get(page)
        assert (answer.status_code, "zablokował twój adres" in text(answer)) == (403, True), page
        assert 0 < int(answer.headers["Retry-After"]) <= HOUR
        assert "content-security-policy" in answer.headers
    assert eve.post("/tables", data={"name": "Eve", "game": "dream_home"}).status_code == 403
    assert eve.post(f"{lobby}/chat", data={"text": "boo to you"}).status_code == 403
    assert "boo to you" not in ada.get(f"{lobby}/chat").text
    assert ada.get(lobby).status_code == 200


def test_api_clients_get_a_code(host: TestClient, eve: TestClient) -> None:
    ban(host, EVES)
    answer = eve.post("/api/tables", json={"game": "dream_home", "name": "Eve"})

    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "banned")
    assert "until 20" in answer.json()["error"]["message"]


def test_the_ban_page_looks_like_the_rest_of_the_site(host: TestClient, eve: TestClient) -> None:
    ban(host, EVES)
    assert eve.get("/static/app.css").status_code == 200
    assert "<form" not in eve.get("/").text, "there is nothing that could be pressed in vain"


def test_open_pages_close_and_new_ones_do_not_open(
    host: TestClient, ada: TestClient, eve: TestClient
) -> None:
    lobby = opened(ada)
    with (
        eve.websocket_connect(f"{lobby}/socket") as page,
        eve.websocket_connect(f"/api{lobby.replace('/r/', '/tables/')}/live") as program,
        ada.websocket_connect(f"{lobby}/socket") as other,
    ):
        ban(host, EVES)
        for socket in (page, program):
            assert closing(socket) == 4410
        press(ada, f"{lobby}/bots", level="random")
        while "Kettle" not in other.receive_text():
            pass
    with eve.websocket_connect(f"{lobby}/socket") as again:
        assert closing(again) == 4410


def test_they_get_in_again_when_the_ban_is_lifted(host: TestClient, eve: TestClient) -> None:
    ban(host, EVES)
    assert EVES in text(host.get("/admin"))
    host.post("/admin/bans/lift", data={"address": EVES})

    assert eve.get("/").status_code == 200
    assert "No one is banned." in text(host.get("/admin"))


# -- who can be banned, and for how long ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("127.0.0.1", "own_address"),
        ("127.8.8.8", "own_address"),
        ("::1", "own_address"),
        ("::ffff:127.0.0.1", "own_address"),
        ("192.168.1.5", "own_address"),
        ("::ffff:192.168.1.5", "own_address"),
        ("", "no_address"),
        ("evil.example", "no_address"),
        ("203.0.113.0/24", "no_address"),
        ("203.0.113.7:80", "no_address"),
    ],
)
def test_neither_this_machine_nor_the_admins_own_address_can_be_banned(
    home: Home, host: TestClient, typed: str, code: str
) -> None:
    answer = host.post("/admin/bans", data={"address": typed, "hours": "1"})

    assert answer.status_code == 422
    assert ("your own address" in text(answer)) == (code == "own_address")
    assert home.call(home.services.bans.all) == []
    assert host.get("/").status_code == 200


@pytest.mark.parametrize("hours", ["", "0", "2", "-1", "1e9", "720 "])
def test_no_other_duration_than_those_offered_is_accepted(home: Home, host: TestClient, hours: str) -> None:
    assert host.post("/admin/bans", data={"address": EVES, "hours": hours}).status_code == 422
    assert home.call(home.services.bans.all) == []


@pytest.mark.parametrize(
    ("banned", "comes_from", "is_out"),
    [
        ("2001:db8:1:2::9", "2001:db8:1:2:ffff::1", True),
        ("2001:db8:1:2::9", "2001:db8:1:3::9", False),
        (f"::ffff:{EVES}", EVES, True),
        (EVES, f"::ffff:{EVES}", True),
        (f" {EVES}\n", EVES, True),
        (EVES, "203.0.113.70", False),
    ],
)
def test_a_ban_covers_all_addresses_of_a_household(
    home: Home, host: TestClient, banned: str, comes_from: str, is_out: bool
) -> None:
    ban(host, banned)
    assert (home.guest(address=comes_from).get("/").status_code == 403) == is_out


@pytest.mark.anyio
async def test_a_ban_expires_and_survives_a_restart(tmp_path: Path) -> None:
    url, clock = parse(f"sqlite:///{tmp_path}/housewarming.db"), Clock()
    await asyncio.to_thread(migrate, url)
    async with Store(url, clock) as store:
        bans = Bans(store, OpenSockets(10), clock)
        await bans.ban(EVES, HOUR, "")
        await bans.ban(ELSEWHERE, 2 * HOUR, "")
        clock.now += HOUR - 1
        again = Bans(store, OpenSockets(10), clock)
        await again.start()
        assert (again.until(EVES), again.until("192.168.1.5")) == (1000.0 + HOUR, None)
        clock.now += 1
        assert again.until(EVES) is None
        assert [each.address for each in await again.all()] == [ELSEWHERE]
        await again.ban(ELSEWHERE, HOUR / 2, "")
        assert again.until(ELSEWHERE) == clock.now + HOUR / 2, "the last word counts"
        with pytest.raises(Illegal, match="own_address"):
            await again.ban(EVES, HOUR, EVES)


# -- several servers -----------------------------------------------------------------------------------------


def signed_in(server: Server, token: str) -> httpx2.Client:
    origin = server.url.rstrip("/")
    browser = httpx2.Client(base_url=origin, timeout=60, headers={"Accept": "text/html", "Origin": origin})
    assert browser.post("/admin/in", data={"token": token}).status_code == 303
    return browser


@pytest.mark.anyio
@pytest.mark.postgres
async def test_bans_and_closed_tables_reach_every_server(postgres: str, tmp_path: Path) -> None:
    database = empty_database(postgres)
    with serving(tmp_path / "one", HOUSEWARMING_DATABASE_URL=database) as one:
        token = one.banner.partition("Its token")[2].split()[0]
        (tmp_path / "other").mkdir(mode=0o700)
        for name in ("secret", "admin"):
            shutil.copy(tmp_path / "one" / name, tmp_path / "other")
        with (
            serving(tmp_path / "other", HOUSEWARMING_DATABASE_URL=database) as other,
            contextlib.closing(signed_in(one, token)) as host,
        ):
            by_proxy = {"X-Forwarded-For": EVES}
            made = httpx2.post(
                f"{one.url}/api/tables", json={"game": "dream_home", "name": "Ada"}, timeout=20
            ).json()
            live = f"{other.url.replace('http', 'ws', 1)}/api/tables/{made['code']}/live"
            async with connect(live, additional_headers=by_proxy) as eve, connect(live) as watcher:
                await eve.recv()
                host.post("/admin/bans", data={"address": EVES, "hours": "1"})
                await asyncio.wait_for(eve.wait_closed(), 20)
                assert eve.close_code == 4410
                assert httpx2.get(other.url, headers=by_proxy, timeout=30).status_code == 403
                assert httpx2.get(other.url, timeout=30).status_code == 200
                host.post(f"/admin/tables/{made['code']}/close")
                await asyncio.wait_for(watcher.wait_closed(), 20)
                assert watcher.close_code == 4410
            host.post("/admin/bans/lift", data={"address": EVES})
            async with asyncio.timeout(20):
                while httpx2.get(other.url, headers=by_proxy, timeout=30).status_code != 200:
                    await asyncio.sleep(0.1)
